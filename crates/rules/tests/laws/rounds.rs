//! Random rounds, in which initiative is rolled in any order, tokens are dragged, combatants wait, cut
//! in, come late and stay hidden, and exchanges are open meanwhile: the order is sorted as the rules
//! say, and what an exchange asks is what the rules ask of the table as it is.

use rules::encounter::command::{Destination, Whose};
use rules::encounter::{Class, Command, Event, Record};
use rules::id::CombatantId;
use rules::phase::Phase;
use rules::seat::Actor;
use rules::system::SystemId;

use crate::exchange::{Chance, armed, declare, next};
use crate::table::{ANA, BEN, ST, Table, add, add_hidden};

/// A table in a round, with more combatants than two sides need, one of them hidden.
fn opened(system: SystemId, chance: &mut Chance) -> Table {
    let mut table = armed(system, chance);
    table.ok(ST, add("Latecomer"));
    table.ok(ST, add_hidden("Shade"));
    table
}

/// One more thing that happens in a round.
fn step(table: &mut Table, chance: &mut Chance) {
    let view = table.view(Class::Storyteller);
    let ids: Vec<CombatantId> = view.rows.keys().copied().collect();
    let one = chance.one_of(&ids);
    let by = chance.one_of(&[ST, ST, ANA, BEN]);
    let command = match chance.below(14) {
        0..=2 => Command::NextTurn {
            after: table.view(class_of(by)).turn,
            anyway: by == ST && chance.below(2) == 0,
        },
        3 => Command::RollInitiative {
            whose: Whose::One(one),
            face: (chance.below(3) == 0).then_some(3),
        },
        4 => Command::RollInitiative {
            whose: chance.one_of(&[Whose::Everyone, Whose::Storytellers, Whose::Mine]),
            face: None,
        },
        5 => Command::Move {
            id: one,
            to: Destination::Before(chance.any_of(&view.order)),
        },
        6 => Command::Wait {
            id: one,
            until: "the door".to_owned(),
        },
        7 => Command::CutIn {
            id: one,
            after: chance.below(2) == 0,
        },
        8 => Command::Harm {
            id: one,
            packet: rules::track::Packet::of(rules::track::Severity::Lethal, 1),
        },
        9 => match chance.below(2) {
            0 => Command::Hide { id: one },
            _ => Command::Reveal { id: one },
        },
        10 => {
            declare(table, chance);
            return;
        }
        _ => {
            let open = view.exchanges.values().filter(|it| it.next.is_some());
            let open: Vec<_> = open.map(|it| it.id).collect();
            let brought = chance
                .any_of(&open)
                .and_then(|id| next(&view, id, 12, chance));
            let Some(command) = brought else { return };
            command
        }
    };
    table.give(by, command).ok();
}

fn class_of(by: Actor) -> Class {
    match by {
        ST => Class::Storyteller,
        _ => Class::Table,
    }
}

/// What an exchange asks, and its sums up to there, are what the rules make of the table now. What was
/// taken back is asked as it was then until something else happens.
fn asks_of_the_table_as_it_is(table: &Table, last: &Record) {
    let taken_back = |event: &Event| {
        matches!(
            event,
            Event::Undone { .. } | Event::ExchangeMoved { back: true, .. }
        )
    };
    if last.events.iter().any(taken_back) {
        return;
    }
    let state = &table.encounter;
    let view = table.view(Class::Storyteller);
    for id in view.exchanges.keys() {
        let exchange = state.exchange(*id).expect("it is there");
        if exchange.is_over() {
            continue;
        }
        let Ok(fresh) = state.play_exchange(exchange) else {
            continue;
        };
        assert_eq!(fresh.next, exchange.next, "after {last:?}");
        assert_eq!(fresh.ledger, exchange.ledger, "after {last:?}");
    }
}

/// Where a round begins with rolls, all who have a score stand by it once somebody rolled, whatever
/// was dragged before; and in every class of viewers' order.
fn is_sorted_where_a_round_begins(table: &Table, last: &Record) {
    let rolled = |event: &Event| matches!(event, Event::InitiativeRolled { .. });
    let view = table.view(Class::Storyteller);
    let begins = |turn: rules::encounter::Turn| {
        turn.round > 0 && turn.phase == Phase::Initiative && turn.acting.is_none()
    };
    let known = table.view(Class::Table);
    if !last.events.iter().any(rolled) || !begins(view.turn) || !begins(known.turn) {
        return;
    }
    let found = ranks(table, Class::Table);
    assert!(
        found.windows(2).all(|pair| pair[0] >= pair[1]),
        "{found:?} after {last:?}"
    );
}

fn check_rounds(seed: u64) {
    let system = SystemId::ALL[seed as usize % SystemId::ALL.len()];
    let mut chance = Chance::new(seed);
    let mut table = opened(system, &mut chance);
    for _ in 0..60 {
        let before = table.records.len();
        step(&mut table, &mut chance);
        let new = table.records.get(before..).unwrap_or_default();
        let Some(last) = new.last().cloned() else {
            continue;
        };
        asks_of_the_table_as_it_is(&table, &last);
        is_sorted_where_a_round_begins(&table, &last);
    }
}

/// `ROUNDS` histories, or a few, from where `PROPTEST_RNG_SEED` says; or the one that `ROUND` names.
#[test]
fn rounds_are_in_order_and_exchanges_ask_of_the_table_as_it_is() {
    let asked = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    if let Some(seed) = asked("ROUND") {
        return check_rounds(seed);
    }
    let first = asked("PROPTEST_RNG_SEED").unwrap_or(1) << 20;
    let many = asked("ROUNDS").unwrap_or(40);
    let hands = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let failed: Vec<u64> = std::thread::scope(|scope| {
        let some = |hand| {
            let seeds = (first..first + many).skip(hand).step_by(hands);
            let fails = |seed: &u64| std::panic::catch_unwind(|| check_rounds(*seed)).is_err();
            move || -> Vec<u64> { seeds.filter(fails).take(5).collect() }
        };
        let all: Vec<_> = (0..hands).map(|hand| scope.spawn(some(hand))).collect();
        let all = all.into_iter().filter_map(|hand| hand.join().ok());
        all.flatten().collect()
    });
    assert!(failed.is_empty(), "ROUND={failed:?}: each tries it again");
}

/// Those with a score, as a class of viewers sees them stand, by what decides who acts first.
fn ranks(table: &Table, class: Class) -> Vec<Vec<i32>> {
    let order = table.view(class).order.into_iter();
    let scored = order.filter_map(|id| {
        let who = table.encounter.combatant(id)?;
        who.initiative.as_ref().map(|score| score.rank.clone())
    });
    scored.collect()
}

/// Players roll on their phones and the storyteller for all foes, in either order, where every round
/// is rolled anew, also after a drag: the order is sorted.
#[test]
fn a_round_rolled_in_any_order_is_sorted() {
    for (seed, key) in (0..60_u64).zip(["tristat", "crossover", "masquerade"].iter().cycle()) {
        let system = SystemId::ALL.iter().find(|it| it.key() == *key);
        let mut chance = Chance::new(seed);
        let lines = ["@Ilse", "@Tom", "Bear", "Goon x3", "!Shade"];
        let mut table = Table::on(*system.expect("a system")).joined_by(&lines);
        table = table.lined_up();
        for _ in 0..3 {
            let begins = |table: &Table| {
                let turn = table.view(Class::Storyteller).turn;
                turn.phase == Phase::Initiative && turn.round > 0
            };
            for _ in 0..60 {
                table.next();
                if begins(&table) {
                    break;
                }
            }
            assert!(begins(&table), "{key}: a round begins");
            let view = table.view(Class::Storyteller);
            let (one, other) = (view.order[0], view.order[view.order.len() - 1]);
            let to = Destination::Before(Some(one));
            table.give(ST, Command::Move { id: other, to }).ok();
            let mut whose = vec![Whose::Storytellers, Whose::Everyone];
            whose.extend(view.rows.keys().map(|id| Whose::One(*id)));
            while !whose.is_empty() {
                let whose = whose.remove(chance.below(whose.len()));
                table
                    .give(ST, Command::RollInitiative { whose, face: None })
                    .ok();
            }
            for class in Class::ALL {
                let ranks = ranks(&table, class);
                assert_eq!(ranks.len(), table.view(class).order.len(), "all rolled");
                assert!(
                    ranks.windows(2).all(|pair| pair[0] >= pair[1]),
                    "{key}, {seed}: {ranks:?}"
                );
            }
        }
    }
}
