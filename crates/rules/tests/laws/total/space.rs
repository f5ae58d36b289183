//! Commands about the scene as places.

use rules::base::id::LocationId;
use rules::encounter::command::{LocationInput, SceneDestination, SceneEdit};
use rules::space::{FloorPlan, Link, Marks, Passage, Stance};

use super::*;

/// Lines that describe a scene, in parts.
const LINES: [&str; 9] = [
    "Taproom: crowd, tables",
    "Gallery: height 4, railing",
    "Yard: dark; Taproom 8 Yard by a door",
    "Taproom 4 Gallery by stairs",
    "Gallery -> Yard by a drop",
    "Yard 20 Street; Street: lit",
    "Taproom 6 Back room by a locked door, hidden",
    "Cellar: hidden, tight; Taproom 3 Cellar by a ladder",
    "Crypt: black, hidden; Cellar 9 Crypt; Crypt 2 Yard",
];

/// A place that was never there.
const NOWHERE: LocationId = LocationId(7);

/// The places that are known here: those of the players where everybody named is seen.
fn plan(ground: &Ground<'_>) -> FloorPlan {
    let public = ground
        .ids
        .iter()
        .all(|id| ground.known.rows.contains_key(id));
    let view = if public && !ground.ids.is_empty() {
        &ground.known
    } else {
        &ground.all
    };
    view.scene
        .as_ref()
        .map(|scene| scene.plan.clone())
        .unwrap_or_default()
}

/// One of the places.
fn place(plan: &FloorPlan, chance: &mut Chance) -> LocationId {
    let all: Vec<LocationId> = plan.locations.keys().copied().collect();
    chance.any_of(&all).unwrap_or(NOWHERE)
}

pub(super) fn of_space(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let plan = plan(ground);
    match kind {
        CommandKind::EditScene => (ST, Command::EditScene(edit(&plan, ground, chance))),
        CommandKind::Go => {
            let id = ground.any(chance);
            let other = ground.one(chance, |row| row.id != id);
            let stances = [Stance::Beside, Stance::Behind];
            let to = match chance.below(8) {
                0 => SceneDestination::Aside,
                1 => SceneDestination::Out,
                2..=3 => SceneDestination::UpTo(other, chance.one_of(&stances)),
                _ => SceneDestination::Place(place(&plan, chance)),
            };
            let by = ground.hand(id, chance);
            let more = (by == ST && chance.below(4) == 0).then_some(other);
            let go = Command::Go {
                ids: more.into_iter().chain([id]).collect(),
                to,
                anyway: by == ST && chance.below(2) == 0,
            };
            (by, go)
        }
        CommandKind::SetDoor => {
            // Somebody who stands at a door.
            let doors = plan
                .links
                .iter()
                .filter(|(_, link)| link.door != Door::None);
            let doors: Vec<[LocationId; 2]> = doors.map(|(ends, _)| ends.locations()).collect();
            let mut ends = chance.any_of(&doors).unwrap_or([NOWHERE; 2]);
            if chance.below(2) == 0 {
                ends.reverse();
            }
            let [here, there] = ends;
            let at =
                |row: &CombatantRow| ground.all.standpoint(row.id) == Some(Standpoint::At(here));
            let id = ground.one(chance, at);
            let set = Command::SetDoor {
                id,
                to: there,
                open: chance.below(3) > 0,
            };
            (ground.hand(id, chance), set)
        }
        kind => not_here(kind),
    }
}

/// A change of the places.
fn edit(plan: &FloorPlan, ground: &Ground<'_>, chance: &mut Chance) -> SceneEdit {
    // Without anybody, and among hidden ones, what is hidden may be named as well.
    let open = ground
        .ids
        .iter()
        .any(|id| ground.known.rows.contains_key(id));
    let lines = &LINES[..if open { 6 } else { LINES.len() }];
    let in_use = ground.all.scene.as_ref().is_some_and(|scene| !scene.draft);
    match chance.below(12) {
        _ if !in_use && plan.has_known_location() && chance.below(2) == 0 => {
            SceneEdit::Use { on: true }
        }
        0..=4 => SceneEdit::Describe {
            lines: format!("{}\n{}", chance.one_of(lines), chance.one_of(lines)),
        },
        5 => SceneEdit::Place {
            id: (chance.below(4) > 0).then(|| place(plan, chance)),
            to: Box::new(LocationInput {
                name: chance
                    .one_of(&["Taproom", "Gallery", "Roof", "Dock"])
                    .to_owned(),
                slot: chance.one_of(&[None, None, Some(3)]),
                marks: Marks {
                    tight: chance.below(2) == 0,
                    height: chance.one_of(&[None, Some(6)]),
                    ..Marks::default()
                },
                locked: chance.below(5) == 0,
                unseen: chance.below(4) == 0,
                note: chance.one_of(&["", "It smells of gas"]).to_owned(),
                ..LocationInput::default()
            }),
        },
        6 => SceneEdit::RemovePlace {
            id: place(plan, chance),
            to: (chance.below(2) == 0).then(|| place(plan, chance)),
        },
        7..=8 => {
            let from = place(plan, chance);
            let link = Link {
                distance: chance.one_of(&[None, Some(3), Some(15)]),
                door: chance.one_of(&[Door::None, Door::Open, Door::Closed, Door::Locked]),
                passage: chance.one_of(&[Passage::Ground, Passage::Window, Passage::Drop]),
                blind: chance.below(4) == 0,
                one_way_from: (chance.below(5) == 0).then_some(from),
                hidden: false,
            };
            SceneEdit::Link {
                from,
                to: place(plan, chance),
                link: (chance.below(6) > 0).then_some(link),
            }
        }
        9..=10 => SceneEdit::Use { on: !in_use },
        _ => match chance.below(4) {
            0 => SceneEdit::Clear,
            _ => SceneEdit::Use { on: true },
        },
    }
}
