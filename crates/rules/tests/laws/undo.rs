//! Laws of taking back and bringing back: what is offered is what happens, redo makes undo
//! undone, and what players do not see changes nothing in what they are offered.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::base::id::SeatId;
use rules::base::seat::{Actor, Role};
use rules::encounter::{Class, Command, Event, Refusal, UndoOffer, View};
use serde_json::Value;
use testkit::table::{ANA, BEN, EVE, ST, Table};

use crate::cases;
use crate::recipe::{anything, recipes, systems};
use crate::whole::live;

/// Everything that is true of a table but what could be brought back.
fn all_but_redo(table: &Table) -> Value {
    let mut state = serde_json::to_value(&table.encounter).expect("an encounter is data");
    if let Some(history) = state["history"].as_object_mut() {
        history.remove("undone");
    }
    state
}

/// What a class sees, without what it is offered.
fn picture(table: &Table, class: Class) -> View {
    let mut view = table.view(class);
    view.undo.clear();
    view.redo.clear();
    view.can_undo = false;
    view
}

fn class_of(table: &Table, by: Actor) -> Class {
    View::class_of(&table.encounter, by).expect("a seat at the table")
}

fn offered(table: &Table, by: Actor) -> [Option<UndoOffer>; 2] {
    let Actor::Seat(seat) = by else {
        return [None; 2];
    };
    let view = table.view(class_of(table, by));
    [view.undo.get(&seat).copied(), view.redo.get(&seat).copied()]
}

/// The lines of a class that are struck out.
fn struck(table: &Table, class: Class) -> BTreeSet<u32> {
    let log = table.view(class).log.into_iter();
    let struck = log.filter(|line| line.undone.is_some());
    struck.map(|line| line.no).collect()
}

/// Takes back or brings back the offered line: it, and as many more as were said, change.
fn check_offer(table: &mut Table, by: Actor, offer: UndoOffer, redo: bool) {
    let class = class_of(table, by);
    let line = offer.line;
    let (command, other) = match redo {
        false => (
            Command::UndoLine { line },
            Command::UndoLine { line: line + 1 },
        ),
        true => (
            Command::RedoLine { line },
            Command::RedoLine { line: line + 1 },
        ),
    };
    assert_eq!(table.give_refused(by, other), Refusal::Overtaken);
    let before = struck(table, class);
    table.give_accepted(by, command);
    let after = struck(table, class);
    let changed: BTreeSet<u32> = before.symmetric_difference(&after).copied().collect();
    assert_eq!(after.is_superset(&before), !redo);
    if line == 0 {
        assert!(changed.is_empty());
        return;
    }
    assert!(changed.contains(&line));
    assert_eq!(changed.len(), 1 + offer.more as usize);
}

proptest! {
    #![proptest_config(cases(64))]

    /// What is offered can be done and is what is done; what is not offered is refused.
    #[test]
    fn offers_are_kept(system in systems(), recipes in recipes(120)) {
        let table = live(system, &recipes, |_, _, _, _, _| {});
        for by in [ST, ANA, BEN, EVE] {
            if View::class_of(&table.encounter, by).is_none() {
                continue;
            }
            let [undo, redo] = offered(&table, by);
            match undo {
                Some(offer) => check_offer(&mut table.clone(), by, offer, false),
                None => _ = table.clone().give_refused(by, Command::Undo),
            }
            match redo {
                Some(offer) => check_offer(&mut table.clone(), by, offer, true),
                None => _ = table.clone().give_refused(by, Command::Redo),
            }
        }
    }

    /// As many steps back as there are and all of them forth again: everything is as it was,
    /// at every step, as if nothing had been taken back.
    #[test]
    fn back_and_forth_is_nothing(system in systems(), recipes in recipes(120)) {
        let table = live(system, &recipes, |_, _, _, _, _| {});
        for by in [ST, ANA, BEN] {
            let mut table = table.clone();
            let mut history = vec![];
            loop {
                let before = all_but_redo(&table);
                if table.give(by, Command::Undo).is_err() {
                    break;
                }
                history.push(before);
            }
            for before in history.into_iter().rev() {
                table.give_accepted(by, Command::Redo);
                prop_assert_eq!(all_but_redo(&table), before);
            }
        }
    }

    /// Redo lasts until its owner sees something happen, and no longer. What players do not
    /// see changes nothing in what they are offered.
    #[test]
    fn redo_lasts_until_something_is_seen(system in systems(), recipes in recipes(160)) {
        live(system, &recipes, |before, after, by, command, answer| {
            let Ok(events) = answer else { return };
            let back_and_forth = events
                .iter()
                .all(|event| matches!(event, Event::Undone { .. } | Event::Redone { .. }));
            let all = after.view(Class::Storyteller);
            assert!(back_and_forth || all.redo.is_empty(), "after {command:?}");
            let seen = picture(before, Class::Table) != picture(after, Class::Table);
            let (old, new) = (before.view(Class::Table), after.view(Class::Table));
            if !seen {
                assert_eq!(old, new, "after {command:?}");
                return;
            }
            for seat in new.redo.keys() {
                assert!(back_and_forth && by == Actor::Seat(*seat), "after {command:?}");
            }
        });
    }

    /// No seat is offered what the log it reads does not tell: undo names a line that stands,
    /// redo one that is struck out, and a player's are their own.
    #[test]
    fn offers_name_a_line(system in systems(), recipes in recipes(160)) {
        live(system, &recipes, |_, after, _, command, _| {
            for class in Class::ALL {
                let view = after.view(class);
                let role = |seat: &SeatId| {
                    let mut seats = view.seats.iter();
                    seats.find(|other| other.id == *seat).map(|seat| seat.role)
                };
                for (offers, redo) in [(&view.undo, false), (&view.redo, true)] {
                    for (seat, offer) in offers {
                        assert_ne!(role(seat), Some(Role::Spectator));
                        if offer.line == 0 {
                            assert_eq!(class, Class::Storyteller);
                            continue;
                        }
                        let line = view.log.iter().find(|line| line.no == offer.line);
                        let line = line.expect("a line");
                        assert_eq!(line.undone.is_some(), redo, "after {command:?}");
                        assert!(class == Class::Storyteller || line.seat == Some(*seat));
                    }
                }
            }
        });
    }
}

/// The laws above are about something: by chance there is much to take back and bring back.
#[test]
fn there_is_something_to_bring_back() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut brought_back = [0, 0];
    for _ in 0..40 {
        let recipes = recipes(160)
            .new_tree(&mut runner)
            .expect("recipes")
            .current();
        let system = systems().new_tree(&mut runner).expect("a system").current();
        let mut table = Table::with_system(system);
        for recipe in recipes {
            let (by, command) = anything(recipe, &table);
            let runs = table
                .view(Class::Storyteller)
                .seats
                .iter()
                .any(|seat| by == Actor::Seat(seat.id) && seat.role.can_run_table());
            if let Ok(events) = table.give(by, command)
                && matches!(events[..], [Event::Redone { .. }])
            {
                brought_back[usize::from(runs)] += 1;
            }
        }
    }
    assert!(
        brought_back.iter().all(|count| *count > 4),
        "{brought_back:?}"
    );
}
