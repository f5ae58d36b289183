//! What the storyteller does out of players' sight: commands about hidden combatants, and presses and steps back that go on
//! until players see one.

use std::collections::BTreeSet;

use rules::base::id::{CombatantId, CommandId, SeatId};
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{InitiativeTarget, RollInput, TokenDestination};
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Event, View};
use testkit::table::{ST, SeededDice, Table, roll_request};

use crate::recipe::{Reader, belongings, roll, tie};

/// The number a line that players read has for those who run the table; one that no viewer
/// reads any more is no line of theirs.
pub(crate) fn own_number(table: &Table, public: u32) -> u32 {
    let known = table.view(Class::Table).log;
    let mut newer = known.iter().rev();
    let all = table.view(Class::Storyteller).log;
    let mut open = all.iter().rev().filter(|line| !line.hidden);
    newer
        .position(|line| line.no == public)
        .and_then(|newer| open.nth(newer))
        .map_or(0, |line| line.no)
}

/// How often the storyteller presses, at most, for players to see another turn: each of the combatants has a few turns
/// in a round. Now and then it goes on until secret lines alone fill the log.
fn presses(table: &Table, id: CommandId) -> u128 {
    match (id.0 >> 40) % 16 {
        0 => 250,
        _ => 24 + 8 * table.view(Class::Storyteller).rows.len() as u128,
    }
}

pub(crate) fn press_until_seen(table: &mut Table, id: CommandId, forward: bool) -> bool {
    let known = table.view(Class::Table).turn;
    for nth in 0..presses(table, id) {
        let now = table.view(Class::Storyteller).turn;
        let command = match forward {
            true => Command::NextTurn {
                after: now,
                anyway: true,
            },
            false => Command::PreviousTurn { before: now },
        };
        let mut tried = table.clone();
        let given = tried.give_with_id(id, ST, command.clone(), &mut SeededDice::for_command(id));
        if given.is_err() {
            return false;
        }
        if tried.view(Class::Table).turn != known {
            *table = tried;
            return true;
        }
        // Only the storyteller knows of this one.
        let own = CommandId(id.0 << 8 | nth);
        let given = table.give_with_id(own, ST, command, &mut SeededDice::for_command(own));
        assert!(given.is_ok());
    }
    false
}

pub(crate) fn undo_until(table: &mut Table, both: &BTreeSet<CommandId>) -> Option<CommandId> {
    loop {
        let id = table.fresh_id();
        let events = table
            .give_with_id(id, ST, Command::Undo, &mut SeededDice::for_command(id))
            .ok()?;
        if let [Event::Undone { command, .. }] = events[..]
            && both.contains(&command)
        {
            return Some(command);
        }
    }
}

pub(crate) fn redo_until(table: &mut Table, both: &BTreeSet<CommandId>) -> Option<CommandId> {
    loop {
        let id = table.fresh_id();
        let events = table
            .give_with_id(id, ST, Command::Redo, &mut SeededDice::for_command(id))
            .ok()?;
        if let [Event::Redone { command, .. }] = events[..]
            && both.contains(&command)
        {
            return Some(command);
        }
    }
}

/// Something about a hidden combatant, or behind the storyteller's screen.
pub(crate) fn secret_command(read: &mut Reader, view: &View, hidden: &[CombatantId]) -> Command {
    if hidden.is_empty() || read.below(6) == 0 {
        return match read.below(5) {
            0 => Command::Undo,
            4 => Command::Redo,
            1 => Command::PreviousTurn { before: view.turn },
            2 => Command::NextTurn {
                after: view.turn,
                anyway: true,
            },
            _ => {
                let shown: Vec<CombatantId> = view.rows.keys().copied().collect();
                let id = shown.get(read.below(shown.len() + 1)).copied();
                let ask = roll(read, view, id);
                Command::Roll(Box::new(RollInput {
                    hidden: true,
                    ..ask
                }))
            }
        };
    }
    let id = read.one_of(hidden);
    match read.below(25) {
        22 => belongings(read, view, id),
        23..=24 => {
            let all: Vec<CombatantId> = view.rows.keys().copied().collect();
            let other = read.one_of(&all);
            tie(read, view, id, other)
        }
        0 => Command::Remove { id },
        1 => Command::Rename {
            id,
            name: read.one_of(&["rat", "ghoul", "Ghoul"]).into(),
        },
        2 => Command::Note {
            id,
            text: "lurks".into(),
        },
        3..=5 => Command::RollInitiative {
            whose: InitiativeTarget::One(id),
            face: read.one_of(&[None, Some(3), Some(5), Some(8)]),
        },
        6..=7 => Command::Move {
            id,
            to: match read.below(5) {
                0 => TokenDestination::Bench,
                4 => TokenDestination::BenchGroup,
                1 => TokenDestination::Before(None),
                _ => {
                    TokenDestination::Before(view.order.get(read.below(view.order.len())).copied())
                }
            },
        },
        8 => Command::Harm {
            id,
            packet: read.one_of(&[
                DamagePacket::of_severity(Severity::Lethal, 3),
                DamagePacket::of_points(20),
            ]),
        },
        9 => Command::Roll(Box::new(roll_request(Some(id), "Stealth", &[("Wits", 2)]))),
        10 => Command::NextTurn {
            after: view.turn,
            anyway: true,
        },
        11 => Command::Adjust {
            id,
            by: read.one_of(&[1, -1, 3, -20, 20]),
        },
        12 => Command::Count {
            id,
            by: read.one_of(&[-1, 1, -60]),
        },
        13 => {
            let pools = view.rows[&id].pools.keys();
            let pools: Vec<String> = pools.cloned().chain(["".to_owned()]).collect();
            Command::Spend {
                id,
                pool: read.one_of(&pools),
                by: read.one_of(&[-1, 1, -3]),
            }
        }
        14 => Command::Abort {
            id,
            price: read.one_of(&[
                rules::character::plan::AbortPrice::Roll,
                rules::character::plan::AbortPrice::Spend,
            ]),
        },
        // What is no command of this game is talk, which all hear.
        15..=16 => {
            let lines = ["/init", "/roll 3", "!inits 3 2", "+combat/init"];
            let rules = view.system.rules();
            let lines = lines.into_iter();
            let lines: Vec<&str> = lines
                .filter(|line| rules::chat::is_command(line, rules))
                .collect();
            Command::Say {
                line: read.one_of(&lines).into(),
                who: Some(id),
            }
        }
        17..=18 => {
            let offered = view.log.iter();
            let offered = offered.filter(|line| matches!(line.what, LogMessage::Offered { .. }));
            let lines: Vec<u32> = offered.map(|line| line.no).chain([1]).collect();
            Command::GiveInitiative {
                line: read.one_of(&lines),
                id,
            }
        }
        19 => Command::Plan { id, plan: None },
        20 => Command::CutIn { id, after: false },
        _ => Command::Assign {
            id,
            seat: Some(SeatId(2)),
        },
    }
}
