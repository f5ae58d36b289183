//! Commands about clocks.

use rules::base::id::{ClockId, HandoutId};
use rules::clock::{FillTrigger, Helper, Moment, Tone};
use rules::encounter::command::{ActionInput, ClockEdit, ClockInput};
use rules::encounter::view::ClockView;

use super::*;

/// Lines that make a clock, and one that does not.
const LINES: [&str; 6] = [
    "Alarm 8, on failed Stealth",
    "The Bishop wakes 6, each turn, hidden",
    "Dawn 3, each round, pinned",
    "Fire 12, by hand, untold",
    "Open the ward: 5 + 1, 10 successes, 5 turns",
    "Alarm 99",
];

/// A clock that was never there.
const NEVER: ClockId = ClockId(7);

pub(super) fn of_clocks(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let clocks = ground.all.clocks.clone();
    let clocks: Vec<ClockView> = clocks.map_or_else(Vec::new, |clocks| clocks.into_inner());
    let any: Vec<ClockId> = clocks.iter().map(|clock| clock.id).collect();
    let id = chance.any_of(&any).unwrap_or(NEVER);
    let who = ground.any(chance);
    match kind {
        CommandKind::RollFor => {
            let actions = clocks.iter().filter(|clock| clock.action.is_some());
            let actions: Vec<ClockId> = actions.map(|clock| clock.id).collect();
            let clock = chance.any_of(&actions).unwrap_or(NEVER);
            let faces = None;
            (
                ground.hand(who, chance),
                Command::RollFor {
                    clock,
                    id: who,
                    faces,
                },
            )
        }
        CommandKind::EditClock => {
            let edit = match chance.below(if clocks.is_empty() { 1 } else { 10 }) {
                0..=1 => ClockEdit::Make {
                    line: chance.one_of(&LINES).to_owned(),
                },
                2..=3 => ClockEdit::Fill {
                    id,
                    by: chance.one_of(&[1, 1, 2, -1, 12]),
                },
                4 => ClockEdit::Hide {
                    id,
                    hidden: chance.below(2) == 0,
                },
                5 => ClockEdit::Pin {
                    id,
                    pinned: chance.below(2) == 0,
                },
                6 => ClockEdit::Join {
                    id,
                    helper: Helper {
                        who,
                        leads: chance.below(2) == 0,
                    },
                    joins: chance.below(4) > 0,
                },
                7 => ClockEdit::Change {
                    id,
                    to: Box::new(input(ground, chance)),
                },
                8 => ClockEdit::Settle { id },
                _ => ClockEdit::Remove { id },
            };
            (ST, Command::EditClock(edit))
        }
        kind => not_here(kind),
    }
}

/// A clock as it is typed into the form.
fn input(ground: &Ground<'_>, chance: &mut Chance) -> ClockInput {
    let shelf = ground.all.handouts.iter().flat_map(|shelf| shelf.iter());
    let handouts: Vec<HandoutId> = shelf.map(|(id, _)| id).collect();
    let who = ground.any(chance);
    ClockInput {
        name: chance.one_of(&["Alarm", "Dawn"]).to_owned(),
        size: chance.one_of(&[3, 6, 12, 99]),
        tone: chance.one_of(&[Tone::Threat, Tone::Work]),
        fills: match chance.below(2) {
            0 => FillTrigger::Hand,
            _ => FillTrigger::Each(chance.one_of(&[Moment::Step, Moment::Round, Moment::Scene])),
        },
        words: chance.one_of(&["", "It is done."]).to_owned(),
        slip: chance.one_of(&["", "Two guards come."]).to_owned(),
        handout: chance
            .any_of(&handouts)
            .map(|id| (id, (chance.below(2) == 0).then_some(who))),
        action: (chance.below(2) == 0).then(|| ActionInput {
            pool: "4".to_owned(),
            ..ActionInput::default()
        }),
        ..ClockInput::default()
    }
}
