//! Sentences for screen readers about moves in the scene that change who is near the reader.

use rules::base::id::{CombatantId, LocationId, SeatId};
use rules::encounter::View;
use rules::encounter::view::Standpoint;
use rules::messages::places as msg;
use rules::space::Stance;

use super::scene::distance_text;

/// Describes who has come near the reader's own combatants or left them between two views, each in
/// a sentence. Moves of those combatants are included. All other moves are in the log alone.
#[must_use]
pub fn nearby_moves(old: &View, new: &View, you: SeatId) -> Vec<String> {
    match &new.scene {
        Some(scene) if old.scene.as_ref() != Some(scene) => describe_moves(old, new, you),
        _ => Vec::new(),
    }
}

/// Describes who has come near the reader's combatants or left them between two views, of which the
/// newer has a scene. Loaded later than the first part of the program.
#[inline(never)]
fn describe_moves(old: &View, new: &View, you: SeatId) -> Vec<String> {
    let own = own_combatants(new, you);
    if own.is_empty() {
        return Vec::new();
    }
    let mut said = Vec::new();
    for id in new.rows.keys() {
        let (from, to) = (old.standpoint(*id), new.standpoint(*id));
        if from == to {
            continue;
        }
        said.extend(match own.contains(id) {
            true => own_move(new, *id, to),
            false => other_move((old, new), &own, *id, (from, to)),
        });
    }
    said.extend(steps_up(old, new, &own));
    said
}

/// Returns the combatants that the person in a seat plays.
fn own_combatants(view: &View, you: SeatId) -> Vec<CombatantId> {
    let rows = view.rows.values().filter(|row| row.owner == Some(you));
    rows.map(|row| row.id).collect()
}

/// Returns the name of a combatant.
fn name_of(view: &View, id: CombatantId) -> Option<String> {
    view.rows.get(&id).map(|row| row.full_name())
}

/// Returns the name of a place.
fn place_name(view: &View, id: LocationId) -> Option<String> {
    let location = view.scene.as_ref()?.plan.locations.get(&id)?;
    Some(location.name.to_string())
}

/// Describes the new place of one of the reader's own combatants; `to` is where it stands now.
fn own_move(view: &View, id: CombatantId, to: Option<Standpoint>) -> Option<String> {
    let name = name_of(view, id)?;
    Some(match to {
        Some(Standpoint::At(place)) => msg::is_in_place(&name, &place_name(view, place)?),
        Some(Standpoint::OutOfSight) => msg::is_out_of_sight(&name),
        None => msg::leaves_the_scene(&name),
    })
}

/// Describes that another combatant leaves or joins the place of one of the reader's own; `None`
/// for any other move.
fn other_move(
    (old, new): (&View, &View),
    own: &[CombatantId],
    id: CombatantId,
    (from, to): (Option<Standpoint>, Option<Standpoint>),
) -> Option<String> {
    let with_own = |view: &View, at: Option<Standpoint>| {
        let mut own = own.iter();
        at.is_some() && own.any(|one| view.standpoint(*one) == at)
    };
    let name = name_of(new, id)?;
    if with_own(new, to) {
        return match to {
            Some(Standpoint::At(place)) => Some(msg::comes_to_you(&name, &place_name(new, place)?)),
            _ => None,
        };
    }
    if !with_own(old, from) {
        return None;
    }
    Some(match to {
        None => msg::leaves_the_scene(&name),
        Some(Standpoint::OutOfSight) => msg::is_out_of_sight(&name),
        Some(Standpoint::At(place)) => {
            let to = place_name(new, place)?;
            match own
                .first()
                .and_then(|own| distance_to_place(new, *own, place))
            {
                Some(distance) => {
                    msg::goes_from_you(&name, &to, &distance_text(new.system, distance))
                }
                None => msg::goes_away(&name, &to),
            }
        }
    })
}

/// Returns the distance of a combatant from a place; `None` if it is not known.
fn distance_to_place(view: &View, id: CombatantId, to: LocationId) -> Option<u32> {
    let Standpoint::At(from) = view.standpoint(id)? else {
        return None;
    };
    let plan = &view.scene.as_ref()?.plan;
    plan.shortest_route(from, to, |_, _, _| true)?.distance
}

/// Describes who has stepped up to one of the reader's own combatants, within arm's length, or to
/// whom one of them has.
fn steps_up(old: &View, new: &View, own: &[CombatantId]) -> Vec<String> {
    let all = |view: &View| view.scene.as_ref().map_or(Vec::new(), |it| it.near.clone());
    let before = all(old);
    let near = all(new).into_iter();
    let near = near.filter(|near| !before.contains(near));
    let near = near.filter(|near| own.contains(&near.who) || own.contains(&near.to));
    near.filter_map(|near| {
        let (who, to) = (name_of(new, near.who)?, name_of(new, near.to)?);
        Some(match near.stance {
            Stance::Beside => msg::is_now_next_to(&who, &to),
            Stance::Behind => msg::is_now_behind(&who, &to),
        })
    })
    .collect()
}
