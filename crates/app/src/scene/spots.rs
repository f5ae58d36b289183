//! Spots of the board where a combatant's token can land.

use rules::base::id::{CombatantId, LocationId};
use rules::base::sorted_map::Map;
use rules::encounter::View;
use rules::encounter::view::{SceneView, Standpoint};
use rules::messages::scene as msg;

use crate::browser;
use crate::state::table_state::Model;

/// A spot of the board where a combatant's token can land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSpot {
    /// In a place.
    In(LocationId),
    /// Outside of the scene.
    Outside,
}

/// Returns the name of the place of each combatant; empty without a scene.
#[must_use]
pub fn place_names(view: &View) -> Map<CombatantId, String> {
    match &view.scene {
        None => Map::new(),
        Some(scene) => name_places(scene),
    }
}

/// Returns the name of the place of each combatant. Loaded later than the first part of the program.
#[inline(never)]
fn name_places(scene: &SceneView) -> Map<CombatantId, String> {
    let named = scene.places.iter().filter_map(|(id, at)| {
        let name = match at {
            Standpoint::At(place) => {
                let location = scene.plan.locations.get(place)?;
                location.name.to_string()
            }
            Standpoint::OutOfSight => msg::OUT_OF_SIGHT.get().to_owned(),
        };
        Some((*id, name))
    });
    named.collect()
}

/// Returns the spot of the board where a combatant's token is.
#[must_use]
pub fn spot_of(model: Model, id: CombatantId) -> BoardSpot {
    let at = model.with_view(|view| view.standpoint(id));
    match at {
        Some(Standpoint::At(location)) => BoardSpot::In(location),
        Some(Standpoint::OutOfSight) | None => BoardSpot::Outside,
    }
}

/// Returns the spot of the board under a pointer; `None` beside the board and between its cards.
#[must_use]
pub fn spot_under(model: Model, x: f64, y: f64) -> Option<BoardSpot> {
    let over = |id: &str| {
        browser::element(id).is_some_and(|element| {
            let edge = element.get_bounding_client_rect();
            (edge.top()..edge.bottom()).contains(&y) && (edge.left()..edge.right()).contains(&x)
        })
    };
    let places: Vec<LocationId> = model.with_view(|view| {
        let scene = view.scene.as_ref();
        scene.map_or(Vec::new(), |scene| {
            scene.plan.locations.keys().copied().collect()
        })
    });
    let place = places
        .into_iter()
        .find(|id| over(&format!("place-{}", id.0)));
    let outside = || over("outside").then_some(BoardSpot::Outside);
    place.map(BoardSpot::In).or_else(outside)
}

/// Returns the other combatant whose token on the board lies under a pointer; `None` if none does.
#[must_use]
pub fn piece_under(model: Model, id: CombatantId, x: f64, y: f64) -> Option<CombatantId> {
    let others: Vec<CombatantId> = model.with_view(|view| {
        let others = view.rows.keys().copied();
        others.filter(|other| *other != id).collect()
    });
    others.into_iter().find(|other| {
        browser::element(&format!("piece-{other}")).is_some_and(|token| {
            let edge = token.get_bounding_client_rect();
            let (across, down) = (
                x - f64::midpoint(edge.left(), edge.right()),
                y - f64::midpoint(edge.top(), edge.bottom()),
            );
            across.hypot(down) <= edge.width() / 2.0
        })
    })
}
