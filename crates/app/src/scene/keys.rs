//! Keys on a token of the board: arrows choose the next place, Enter moves there, Escape puts the token back.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::messages::scene as msg;

use crate::browser;
use crate::order::drag::{Drag, Spot};
use crate::order::dragging;
use crate::scene::geometry::neighbor;
use crate::scene::spots::{self, BoardSpot};
use crate::scene::state::SceneForm;
use crate::scene::{carried, moves, several};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Number of checks whether a token that was put down still has the focus: about two seconds.
const FOCUS_CHECKS: u32 = 60;

/// Handles a key on a combatant's token of the board.
pub(super) fn handle_key(model: Model, stage: Stage, id: CombatantId, event: &KeyboardEvent) {
    if untrack(|| moves::move_right(model, id)).is_none() {
        return;
    }
    let lifted = stage.drag.get_untracked().filter(|drag| drag.id == id);
    let spot = lifted.and_then(|drag| match drag.spot {
        Spot::Board(spot) => Some(spot),
        Spot::Bench | Spot::Order(_) | Spot::Target(_) | Spot::Action(_) => None,
    });
    let key = event.key();
    match (key.as_str(), spot) {
        ("ArrowRight", _) => choose(model, stage, id, (1, 0)),
        ("ArrowLeft", _) => choose(model, stage, id, (-1, 0)),
        ("ArrowDown", _) => choose(model, stage, id, (0, 1)),
        ("ArrowUp", _) => choose(model, stage, id, (0, -1)),
        ("m" | "M", _) => {
            cancel(stage);
            moves::ask_ways(model, stage, id, move || {
                stage.scene.board().form.set(Some(SceneForm::Ways(id)));
            });
        }
        ("Enter" | " ", None) if event.shift_key() => several::toggle(model, stage, id),
        ("Enter" | " ", Some(spot)) => {
            stage.drag.set(None);
            if spots::spot_of(model, id) == spot {
                model.announce(msg::PUT_BACK.get());
            } else {
                moves::drop_piece(model, stage, id, spot);
            }
            browser::keep_focus([format!("piece-{id}"), format!("open-{id}")], FOCUS_CHECKS);
        }
        ("Escape", Some(_)) => {
            cancel(stage);
            model.announce(msg::PUT_BACK.get());
        }
        ("Escape", None)
            if stage
                .scene
                .board()
                .picked
                .with_untracked(|all| !all.is_empty()) =>
        {
            carried::choose_no_one(stage);
            model.announce(msg::PUT_BACK.get());
        }
        ("Escape", None) => {
            if let BoardSpot::In(place) = spots::spot_of(model, id) {
                browser::focus_later(format!("name-{}", place.0));
            }
        }
        ("Tab", Some(_)) => return cancel(stage),
        _ => return,
    }
    event.prevent_default();
}

/// Puts a token that was lifted with the keyboard back.
fn cancel(stage: Stage) {
    dragging::cancel(stage);
    stage.scene.board().ways.set(None);
}

/// Chooses the next place for the lifted token in a direction, to the right and down, and announces
/// it; the first time, what the keys do as well.
fn choose(model: Model, stage: Stage, id: CombatantId, by: (i8, i8)) {
    let now = stage.drag.get_untracked().filter(|drag| drag.id == id);
    let from = Spot::Board(spots::spot_of(model, id));
    let spot = now.map_or(from, |drag| drag.spot);
    let next = next_place(model, spot, by).map_or(spot, |place| Spot::Board(BoardSpot::In(place)));
    stage.drag.set(Some(Drag {
        id,
        spot: next,
        from,
        at: None,
    }));
    let say = move || {
        let Spot::Board(spot) = next else {
            return String::new();
        };
        untrack(|| moves::describe_spot(model, stage, id, spot))
    };
    if now.is_some() {
        return model.announce(say());
    }
    moves::ask_ways(model, stage, id, move || {
        let open = stage.scene.board().ways.with_untracked(|ways| {
            let ways = ways.as_ref().map_or(&[][..], |(_, ways)| ways);
            ways.iter().filter(|way| way.barred.is_none()).count()
        });
        let open = i64::try_from(open).unwrap_or(i64::MAX);
        let name = moves::name_of(model, id);
        model.announce(msg::lifted(open, &name, &say()));
    });
}

/// Returns the next place from a spot of the board in a direction; `None` if there is none. From
/// outside of the scene it is the first.
pub(super) fn next_place(model: Model, spot: Spot, by: (i8, i8)) -> Option<LocationId> {
    model.with_view(|view| {
        let places = &view.scene.as_ref()?.plan.locations;
        let here = match spot {
            Spot::Board(BoardSpot::In(id)) => places.get(&id),
            _ => None,
        };
        let Some(here) = here else {
            let first = places.iter().min_by_key(|(_, location)| location.slot);
            return first.map(|(id, _)| *id);
        };
        let slots: Vec<u8> = places.values().map(|location| location.slot).collect();
        let next = neighbor(here.slot, by, &slots)?;
        let mut found = places.iter().filter(|(_, location)| location.slot == next);
        found.next().map(|(id, _)| *id)
    })
}
