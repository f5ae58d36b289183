//! Laws of one table: whatever is done at it, one after the other.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::base::id::{CombatantId, CommandId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::character::phase::Phase;
use rules::character::track::{DamagePacket, EndState, Track};
use rules::encounter::command::{InitiativeTarget, TokenDestination};
use rules::encounter::feature::Harmed;
use rules::encounter::{
    Change, Class, Command, Encounter, Event, IssuedCommand, Record, Refusal, Timing, View, decide,
    diff,
};
use rules::ruleset::SystemId;
use testkit::table::{ST, SeededDice, Table, name};

use crate::recipe::{Recipe, anything, recipes, systems};
use crate::{cases, json};

/// Does what is wished for, one after the other; `look` sees the table before and after.
pub(crate) fn live(
    system: SystemId,
    recipes: &[Recipe],
    mut look: impl FnMut(&Table, &Table, Actor, &Command, Result<&[Event], &Refusal>),
) -> Table {
    let mut table = Table::with_system(system);
    for recipe in recipes {
        let (by, command) = anything(*recipe, &table);
        let before = table.clone();
        table.now += recipe.pause();
        let id = table.fresh_id();
        let answer = table.give_with_id(id, by, command.clone(), &mut SeededDice::for_command(id));
        look(
            &before,
            &table,
            by,
            &command,
            answer.as_ref().map(Vec::as_slice),
        );
    }
    table
}

proptest! {
    #![proptest_config(cases(48))]

    /// Folding the log gives the same encounter as living through it, also when it lay on
    /// disk in between.
    #[test]
    fn replay_equals_live(system in systems(), recipes in recipes(160)) {
        let table = live(system, &recipes, |_, _, _, _, _| {});
        let mut replayed = Encounter::new(name("A test"), system);
        for (nth, record) in table.records.iter().enumerate() {
            let line = json(record);
            let read: Record = serde_json::from_str(&line).expect("a record");
            prop_assert_eq!(&read, record);
            prop_assert_eq!(json(&read), line);
            replayed.apply(&read);
            // A snapshot in the middle changes nothing.
            if nth % 16 == 0 {
                replayed = serde_json::from_str(&json(&replayed)).expect("an encounter");
            }
        }
        prop_assert_eq!(json(&replayed), json(&table.encounter));
        prop_assert_eq!(replayed, table.encounter);
    }

    /// A refused command changes nothing, and no combatant stands twice or nowhere.
    #[test]
    fn the_table_stays_whole(system in systems(), recipes in recipes(160)) {
        live(system, &recipes, |before, after, _, command, answer| {
            if answer.is_err() {
                assert_eq!(before.encounter, after.encounter);
            }
            for class in Class::ALL {
                let view = after.view(class);
                let mut standing: Vec<_> = view.order.iter().chain(&view.bench).copied().collect();
                standing.sort_unstable();
                let all: Vec<_> = view.rows.keys().copied().collect();
                assert_eq!(standing, all, "{class:?} after {command:?}");
                let acting = view.turn.acting;
                assert!(acting.is_none_or(|id| view.order.contains(&id)), "{class:?} after {command:?}");
                assert!(acting.is_none() || view.turn.round > 0);
            }
        });
    }

    /// What is sent brings the old picture to the new one, and nothing is sent for nothing.
    #[test]
    fn views_differ_by_what_is_sent(system in systems(), recipes in recipes(130)) {
        live(system, &recipes, |before, after, _, command, _| {
            for class in Class::ALL {
                let (old, new) = (before.view(class), after.view(class));
                let changes = diff(&old, &new);
                assert_eq!(changes.is_empty(), old == new);
                let sent: Vec<Change> = serde_json::from_str(&json(&changes)).expect("changes");
                assert_eq!(sent, changes);
                let mut patched = old.clone();
                sent.iter().for_each(|change| patched.apply_change(change));
                assert_eq!(patched, new, "{class:?} after {command:?}");
                let read: View = serde_json::from_str(&json(&new)).expect("a view");
                assert_eq!(read, new);
            }
        });
    }

    /// A viewer who missed a lot catches up by one difference as well.
    #[test]
    fn a_long_absence_is_one_difference(system in systems(), recipes in recipes(260)) {
        let mut old = Class::ALL.map(|class| Table::with_system(system).view(class));
        let table = live(system, &recipes, |before, _, _, _, _| {
            if before.records.len() == 40 {
                old = Class::ALL.map(|class| before.view(class));
            }
        });
        for (class, old) in Class::ALL.into_iter().zip(old) {
            let new = table.view(class);
            let mut patched = old.clone();
            diff(&old, &new).iter().for_each(|change| patched.apply_change(change));
            // The sum tells whether a browser sees what it should, and whether it does not.
            prop_assert_eq!(patched.checksum(), new.checksum());
            prop_assert_eq!(old.checksum() == new.checksum(), old == new);
            prop_assert_eq!(patched, new);
        }
    }

    /// Log numbers have no gaps, and what a class has read keeps its number.
    #[test]
    fn log_numbers_have_no_gaps(system in systems(), recipes in recipes(200)) {
        live(system, &recipes, |before, after, _, _, _| {
            for class in Class::ALL {
                let (old, new) = (before.view(class).log, after.view(class).log);
                assert!(new.windows(2).all(|pair| pair[1].no == pair[0].no + 1));
                if let (Some(old), Some(new)) = (old.first(), new.first()) {
                    assert!(old.no <= new.no);
                }
                if new.len() < 100 {
                    assert!(new.first().is_none_or(|line| line.no == 1));
                }
            }
        });
    }

    /// Harm never makes a combatant healthier, and never makes a row of boxes milder.
    #[test]
    fn damage_never_disappears(system in systems(), recipes in recipes(160)) {
        live(system, &recipes, |before, after, _, _, answer| {
            for event in answer.unwrap_or_default() {
                if let Event::Harmed(Harmed { id, packet, excess, .. }) = event {
                    let track = |table: &Table| {
                        let track = table.view(Class::Storyteller).rows[id].track;
                        track.expect("the storyteller sees every track")
                    };
                    let (was, is) = (track(before), track(after));
                    if let (Track::Points(was), Track::Points(is)) = (was, is) {
                        assert_eq!(is.maximum(), was.maximum());
                        assert_eq!(was.left() - is.left(), i32::from(packet.total() - excess));
                        continue;
                    }
                    let boxes = |track: &Track| *track.boxes().expect("boxes");
                    let (was, is) = (boxes(&was), boxes(&is));
                    assert_eq!(is.size(), was.size());
                    assert!(is.filled_count() >= was.filled_count());
                    let weight = |marks: DamagePacket| {
                        u32::from(marks.bashing) + 2 * u32::from(marks.lethal) + 3 * u32::from(marks.aggravated)
                    };
                    // A point may end a combatant without a mark.
                    let fate = |track: Track| match track {
                        Track::Levels(levels) => levels.end_state(),
                        _ => EndState::Open,
                    };
                    let ended = u16::from(fate(track(before)) != fate(track(after)));
                    let effective = (packet.total() - excess).saturating_sub(ended);
                    assert!(weight(is.marks()) >= weight(was.marks()) + u32::from(effective));
                    assert!(is.marks().aggravated >= was.marks().aggravated);
                }
            }
        });
    }

    /// A drag changes where a token stands, and those who act as one with it, and nothing else; only
    /// the one whose step it is, put on the bench, hands the turn on.
    #[test]
    fn a_drag_changes_position_only(system in systems(), recipes in recipes(160)) {
        live(system, &recipes, |before, after, _, command, answer| {
            let (Command::Move { id, to }, Ok(_)) = (command, answer) else { return };
            let benched = *to == TokenDestination::Bench;
            let whole = *to == TokenDestination::BenchGroup;
            let rows = before.view(Class::Storyteller).rows;
            let group = rows[id].group;
            let along = |other: &CombatantId| {
                !benched && group.is_some() && rows[other].group == group
            };
            let leaves = (benched || whole) && Class::ALL.iter().any(|class| {
                let acting = before.view(*class).turn.acting;
                acting.is_some_and(|acting| acting == *id || along(&acting))
            });
            if leaves {
                return;
            }
            for class in Class::ALL {
                let (old, new) = (before.view(class), after.view(class));
                assert_eq!(old.rows, new.rows);
                assert_eq!(old.turn, new.turn);
                let others = |list: &[CombatantId]| -> Vec<CombatantId> {
                    let list = list.iter().copied();
                    list.filter(|other| other != id && !along(other)).collect()
                };
                assert_eq!(others(&old.order), others(&new.order));
                assert_eq!(others(&old.bench), others(&new.bench));
            }
        });
    }

    /// Turns go round: what was said to come next comes next. Where all act once and
    /// none waits, the one after the one who acts is the next in the order, and a round
    /// begins when the order begins again.
    #[test]
    fn turns_follow_the_order(system in systems(), recipes in recipes(160)) {
        live(system, &recipes, |before, after, _, command, answer| {
            let (Command::NextTurn { .. }, Ok(_)) = (command, answer) else { return };
            let (old, new) = (before.view(Class::Table), after.view(Class::Table));
            if old.turn != new.turn {
                assert_eq!(Some(new.turn), old.next);
                assert!(new.turn.round >= old.turn.round);
                let rules = system.rules();
                let plain = rules.round_phases(&old.house) == [Phase::Act]
                    && old.rows.values().all(|row| row.timing == Timing::InPlace);
                if plain {
                    let at = old.turn.acting.and_then(|id| old.order.iter().position(|other| *other == id));
                    let next = at.and_then(|at| old.order.get(at + 1)).or(old.order.first());
                    assert_eq!(new.turn.acting, next.copied());
                    let wraps = old.turn.acting.is_some() && old.turn.acting == old.order.last().copied();
                    let round = old.turn.round.max(1) + u32::from(wraps);
                    assert_eq!(new.turn.round, round);
                }
            }
            // When a combatant whom players see acts, players see it; and when all roll,
            // all who see a combatant do.
            let all = after.view(Class::Storyteller);
            let seen = match all.turn.acting {
                Some(id) => !all.rows[&id].hidden,
                None => !new.order.is_empty(),
            };
            if seen {
                assert_eq!(all.turn, new.turn);
            }
        });
    }

    /// A combatant who stands in the order and is not out of the fight acts in every round in which
    /// no command meddles.
    #[test]
    fn nobody_is_passed_over(system in systems(), recipes in recipes(90)) {
        let mut table = live(system, &recipes, |_, _, _, _, _| {});
        let round = |table: &Table| table.view(Class::Storyteller).turn.round;
        let press = |table: &mut Table| {
            let after = table.view(Class::Storyteller).turn;
            table.give(ST, Command::NextTurn { after, anyway: true })
        };
        // To the end of the round that is under way. Where players were told of another one
        // before (rounds among hidden ones do not count), they meet somewhere in the middle.
        let begun = round(&table);
        while round(&table) == begun {
            if table.view(Class::Table).turn.round != begun || press(&mut table).is_err() {
                return Ok(());
            }
        }
        // Where initiative is rolled anew, it is. Who rolls later may come too late.
        if table.view(Class::Storyteller).turn.phase == Phase::Initiative {
            let everyone = Command::RollInitiative { whose: InitiativeTarget::Everyone, face: None };
            let _ = table.give(ST, everyone);
        }
        let now = round(&table);
        // Who declared nothing but defenses has nothing else to do, and who has waited
        // since before the turn went back to the beginning waits on.
        let view = table.view(Class::Storyteller);
        let mut waiting: BTreeSet<CombatantId> = view.order.into_iter().collect();
        waiting.retain(|id| {
            let row = &view.rows[id];
            row.plan.is_none() && row.timing == Timing::InPlace && !row.is_out()
        });
        let mut story = vec![table.order_summary(Class::Table)];
        while round(&table) == now {
            let turn = table.view(Class::Storyteller).turn;
            story.push(format!("{:?} {}", turn.phase, table.order_summary(Class::Storyteller)));
            if turn.phase == Phase::Act {
                waiting.retain(|id| turn.acting != Some(*id));
            }
            let pressed = press(&mut table);
            prop_assert!(pressed.is_ok(), "{:?} {}", pressed, table.order_summary(Class::Storyteller));
        }
        prop_assert!(waiting.is_empty(), "{:?} {:#?}", waiting, story);
    }

    /// Whatever the storyteller takes back is as it was, to the last rank and place.
    #[test]
    fn taking_back_restores(system in systems(), recipes in recipes(60)) {
        let mut table = live(system, &recipes, |_, _, _, _, _| {});
        // What a co-storyteller or the house did is the storyteller's to take back as well.
        let sit = Command::Sit { seat: SeatId(1), name: "Sam".into(), role: Role::Storyteller };
        let _ = table.give(Actor::Server, sit);
        let mut history = vec![];
        for recipe in &recipes {
            let (by, command) = anything(*recipe, &table);
            if matches!(
                command,
                Command::Undo
                    | Command::UndoLine { .. }
                    | Command::Redo
                    | Command::RedoLine { .. }
                    | Command::Sit { .. }
                    | Command::Unseat { .. }
                    | Command::Mute { .. }
            ) {
                continue;
            }
            let before = table.comparable_state();
            if let Ok(events) = table.give(by, command)
                && events.iter().any(|event| event.inverse().is_some())
            {
                history.push(before);
            }
        }
        prop_assert!(history.len() < 60);
        for before in history.into_iter().rev() {
            table.give_accepted(ST, Command::Undo);
            prop_assert_eq!(table.comparable_state(), before);
        }
    }
}

/// Deciding is asking: the same question has the same answer, and asking changes nothing.
#[test]
fn deciding_is_asking() {
    for system in SystemId::ALL {
        let table = Table::with_system(*system).add_combatants(&["2x rat", "!cat"]);
        let table = table.place_all_in_order().after_turns(2);
        let before = table.encounter.clone();
        let given = IssuedCommand {
            id: CommandId(77),
            by: ST,
            command: Command::RollInitiative {
                whose: InitiativeTarget::Storytellers,
                face: None,
            },
        };
        let once = decide(
            &table.encounter,
            &given,
            &mut SeededDice::for_command(given.id),
        );
        let again = decide(
            &table.encounter,
            &given,
            &mut SeededDice::for_command(given.id),
        );
        assert_eq!(once, again);
        assert_eq!(before, table.encounter);
    }
}
