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
        prop_assert_eq!(find_unrestored(system, &recipes), None);
    }
}

/// Plays a history and has the storyteller take all of it back; returns the first command after whose undo the table was
/// not as before it, with the differing lines.
fn find_unrestored(system: SystemId, recipes: &[Recipe]) -> Option<String> {
    let mut table = live(system, recipes, |_, _, _, _, _| {});
    // What a co-storyteller or the house did is the storyteller's to take back as well.
    let sit = Command::Sit {
        seat: SeatId(1),
        name: "Sam".into(),
        role: Role::Storyteller,
    };
    let _ = table.give(Actor::Server, sit);
    let mut history = vec![];
    for recipe in recipes {
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
        let said = format!("{by:?} {command:?}");
        if let Ok(events) = table.give(by, command)
            && events.iter().any(|event| event.inverse().is_some())
        {
            history.push((said, before));
        }
    }
    assert!(history.len() < 60);
    for (said, before) in history.into_iter().rev() {
        table.give_accepted(ST, Command::Undo);
        let now = table.comparable_state();
        if now != before {
            let (before, now) = (format!("{before:#?}"), format!("{now:#?}"));
            let lines = before.lines().zip(now.lines());
            let differ = lines.filter(|(before, now)| before != now);
            let differ: Vec<String> = differ.map(|(was, is)| format!("{was} -> {is}")).collect();
            return Some(format!("{said}\n{}", differ.join("\n")));
        }
    }
    None
}

/// In one action, a waiting combatant of a group cuts in and then begins a new round; the whole action is taken back.
#[test]
fn cutting_in_before_a_new_round_is_taken_back() {
    const RECIPES: [u128; 32] = [
        0x720a044d_00350000_00000000_00000000,
        0x4102e6b2_59716999_3e226ae3_f8d7ca5e,
        0xc335f2cc_238509f8_8674797d_6514b1b3,
        0x50351a75_580ea434_7217d914_b111e4ec,
        0x79a76a11_feac9e64_9c1db74b_e9769492,
        0x88d87a62_63044898_3cb3a5e9_7879e2a7,
        0xacbed8ba_2ac7599a_43618b44_be360b98,
        0x03570e31_f63df3f7_335e39c2_4db00a3f,
        0x70f0d782_0bd85dbf_ab4dce14_65643947,
        0x4ffcbe65_b9e87f8c_cd8c52d4_17096c22,
        0x3d09448c_26a23309_244b33bb_293cb36f,
        0xeff78811_fa6c3232_ce657263_88f9ee6f,
        0xd0d28271_10c3833d_98b09c4f_f3c5e1d2,
        0x9ac6e0b1_ea5e9283_8c98151f_47c70764,
        0x57901b82_95c26a18_d4b8c3e3_b2e7a8f3,
        0xde292387_c24ff7af_69a8e7d1_639d52fa,
        0x0c7deda6_4d0f5e66_4f3787e2_1fd62dc9,
        0xb61ac9bd_c9b1d31e_794da1a8_12b8c556,
        0x94da2b52_991cbdb7_6f71e489_f0e21339,
        0x14bc3b83_c1631387_9389f776_400b553f,
        0xf363a758_db4d2e72_0c7aefa2_bc4767fb,
        0xb50f7805_9e392982_caf2c565_e123d912,
        0x066c3085_f6107657_7ad9efae_7937eb58,
        0x9c7fc3b4_e1f25e26_e888c277_77a0b6d4,
        0xab2baee6_a2b527f8_e0de46ef_7e175a77,
        0x407719d5_b18d892e_184988c4_07388cf2,
        0xe2da9df7_f36c7167_2a593e58_a151f4f2,
        0x39768700_e2f483cc_04a5204f_1067933a,
        0x9037fae9_ad7583a4_0e359c32_2baad133,
        0xc942277a_e3e63e9a_af662400_d247c739,
        0xabef5415_5781c58a_e9517085_3be2f040,
        0x41771172_6366cf5f_41945e90_db72a4fd,
    ];
    let recipes = RECIPES.map(Recipe::of);
    assert_eq!(find_unrestored(SystemId::Tristat, &recipes), None);
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
