//! Random rounds, in which initiative is rolled in any order, tokens are dragged, combatants wait, cut
//! in, come late and stay hidden, and exchanges are open meanwhile: the order is sorted as the rules
//! say, and what an exchange asks is what the rules ask of the table as it is.

mod begins;
mod bonds;
mod durations;
mod moments;
mod rolls;
mod seen;

use std::collections::BTreeMap;

use rules::base::id::{CombatantId, SeatId};
use rules::base::seat::Actor;
use rules::base::sorted_map::Set;
use rules::character::condition::{Condition, Until};
use rules::character::phase::Phase;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{InitiativeTarget, TokenDestination};
use rules::encounter::feature::ExchangeMoved;
use rules::encounter::{Class, Command, Event, Record, Turn};
use rules::ruleset::SystemId;
use rules::ruleset::settings::Value;
use testkit::table::{ANA, BEN, ST, Table, add_command, add_hidden_command};

use crate::exchange::{Chance, armed, declaration, next};

use durations::Shadow;
use moments::Struck;
use rolls::Thrown;
use seen::{Picture, Seen};

/// A table in a round, with more combatants than two sides need, one of them hidden. At some of
/// them foes act as one, and ties are not rolled off.
fn opened(system: SystemId, chance: &mut Chance) -> Table {
    let mut table = armed(system, chance);
    table.give_accepted(ST, add_command("Latecomer"));
    table.give_accepted(ST, add_hidden_command("Shade"));
    let ids: Vec<CombatantId> = table.view(Class::Storyteller).order;
    if let Some(id) = ids.first() {
        let seat = Some(SeatId(2));
        table.give(ST, Command::Assign { id: *id, seat }).ok();
    }
    if chance.below(2) == 0 {
        let no = Value::Yes(false);
        let key = "initiative_roll_offs".to_owned();
        let set = Command::Set {
            key,
            value: no,
            was: None,
        };
        table.give(ST, set).ok();
    }
    if chance.below(3) == 0 {
        let ids: Set<CombatantId> = ids.into_iter().skip(2).collect();
        table.give(ST, Command::Group { ids }).ok();
    }
    table
}

/// Any duration of any condition that this system knows, but those that only holds bring.
fn affliction(now: &Picture, id: CombatantId, chance: &mut Chance) -> Option<Command> {
    let spec = chance.any_of(now.all.system.rules().facts().condition_specs)?;
    if bonds::is_of_holds(now, spec.key) {
        return None;
    }
    let until = chance.one_of(&[
        Until::Lifted,
        Until::OwnTurn,
        Until::AfterTurn,
        Until::ThisTurn,
        Until::Rounds(1),
        Until::Rounds(2),
        Until::Scene,
        Until::NextAction { taken: false },
        Until::NextAction { taken: true },
        Until::SecondTurn,
    ]);
    let amount = spec.most.min(1);
    Some(Command::Afflict {
        id,
        key: spec.key.to_owned(),
        condition: Condition { amount, until },
    })
}

/// One more thing that happens in a round, and who does it.
fn step(now: &Picture, chance: &mut Chance) -> Option<(Actor, Command)> {
    let view = &now.all;
    let ids: Vec<CombatantId> = view.rows.keys().copied().collect();
    let up: Vec<CombatantId> = ids.iter().copied().filter(|id| !now.is_out(*id)).collect();
    let one = chance.any_of(&ids)?;
    let by = chance.one_of(&[ST, ST, ANA, BEN]);
    let command = match chance.below(20) {
        0..=3 => Command::NextTurn {
            after: now.for_one(by == ST).turn,
            anyway: by == ST && chance.below(2) == 0,
        },
        4 => Command::RollInitiative {
            whose: InitiativeTarget::One(one),
            face: (chance.below(3) == 0).then_some(3),
        },
        5 => Command::RollInitiative {
            whose: chance.one_of(&[
                InitiativeTarget::Everyone,
                InitiativeTarget::Storytellers,
                InitiativeTarget::Mine,
            ]),
            face: None,
        },
        6 => Command::Move {
            id: one,
            to: match chance.below(8) {
                0 => TokenDestination::Bench,
                _ => TokenDestination::Before(chance.any_of(&view.order)),
            },
        },
        7 => Command::Wait {
            id: match chance.below(3) {
                0 => one,
                _ => view.turn.acting.unwrap_or(one),
            },
            until: "the door".to_owned(),
        },
        8 => {
            let waits = |id: &&CombatantId| view.rows[id].timing.is_waiting();
            let waiting: Vec<CombatantId> = ids.iter().filter(waits).copied().collect();
            Command::CutIn {
                id: chance.any_of(&waiting)?,
                after: chance.below(3) == 0,
            }
        }
        9 => Command::Harm {
            id: one,
            packet: DamagePacket::of_severity(
                Severity::Lethal,
                1 + u16::from(chance.below(6) == 0) * 6,
            ),
        },
        10 => match view.rows[&one].hidden {
            true => Command::Reveal { id: one },
            false if chance.below(2) == 0 => Command::Hide { id: one },
            false => return None,
        },
        11 => affliction(now, one, chance)?,
        12 => {
            let spec = chance.any_of(view.system.combat().hold_kinds())?;
            let (by, on) = (chance.any_of(&up)?, one);
            let (key, amount) = (spec.key.to_owned(), spec.most.min(1));
            match view.holds.iter().find(|hold| hold.on == on) {
                Some(hold) if chance.below(3) == 0 => Command::Release {
                    by: hold.by,
                    on: hold.on,
                    key: hold.key.clone(),
                },
                _ => Command::Hold {
                    by,
                    on,
                    key,
                    amount,
                },
            }
        }
        13 => match ids.len() {
            ..8 => match chance.below(3) {
                0 => add_hidden_command("Lurker"),
                _ => add_command("Passer-by"),
            },
            _ => Command::Remove { id: one },
        },
        14..=15 => declaration(view, &view.order, chance)?,
        _ => {
            let open = view.exchanges.values().filter(|it| it.next.is_some());
            let open: Vec<_> = open.map(|it| it.id).collect();
            let open = chance.any_of(&open)?;
            next(view, open, 12, chance)?
        }
    };
    let by = match &command {
        Command::Declare(_) | Command::Answer { .. } | Command::Hold { .. } => ST,
        _ => by,
    };
    Some((by, command))
}

/// What an exchange asks, and its sums up to there, are what the rules make of the table now. What was
/// taken back is asked as it was then until something else happens.
fn asks_of_the_table_as_it_is(now: &Picture, last: &Record) {
    let taken_back = |event: &Event| {
        matches!(
            event,
            Event::Undone { .. } | Event::ExchangeMoved(ExchangeMoved { back: true, .. })
        )
    };
    if last.events.iter().any(taken_back) {
        return;
    }
    let (state, view) = (&now.state, &now.all);
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
fn is_sorted_where_a_round_begins(now: &Picture, last: &Record) {
    let rolled = |event: &Event| matches!(event, Event::InitiativeRolled(_));
    let begins =
        |turn: Turn| turn.round > 0 && turn.phase == Phase::Initiative && turn.acting.is_none();
    if !last.events.iter().any(rolled) || !begins(now.all.turn) || !begins(now.known.turn) {
        return;
    }
    let found = ranks_of(now, &now.known.order);
    assert!(
        found.windows(2).all(|pair| pair[0] >= pair[1]),
        "{found:?} after {last:?}"
    );
}

/// What has to happen in some of the histories.
const SITUATIONS: [&str; 13] = [
    "rolled while others had",
    "rolled before others",
    "waited",
    "dragged",
    "came late",
    "a hidden one first",
    "held by several",
    "cut in while an exchange was open",
    "cut in",
    "several at the same moment",
    "struck at the same moment",
    "over by itself",
    "a roll compared",
];

/// How often each of the [`SITUATIONS`] came, in one system.
type Count = [usize; SITUATIONS.len()];

/// What of the [`SITUATIONS`] one command brought.
fn count(seen: &Seen<'_>, counts: &mut Count) {
    let (was, is) = (&seen.was.all, &seen.is.all);
    let mut came = |nth: usize, how: bool| counts[nth] += usize::from(how);
    let scores = is.rows.values().filter(|row| row.initiative.is_some());
    let scored = was.rows.values().any(|row| row.initiative.is_some());
    let in_round = was.turn.round > 0;
    match seen.command {
        Command::RollInitiative { .. } => {
            came(0, in_round && scored);
            came(1, in_round && scores.count() < is.order.len());
        }
        Command::Wait { .. } => came(2, true),
        Command::Move { id, .. } => {
            came(3, in_round && was.order.contains(id));
            came(4, in_round && !was.order.contains(id));
        }
        Command::CutIn { .. } => {
            came(7, is.exchanges.values().any(|it| it.next.is_some()));
            came(8, true);
        }
        _ => {}
    }
    let first = is.turn.acting.and_then(|id| is.rows.get(&id));
    let begins = was.turn.round < is.turn.round || was.turn.acting.is_none();
    came(5, begins && first.is_some_and(|row| row.hidden));
    came(6, bonds::held_by_several(seen.is) > 0);
    came(9, moments::together(seen.is, is).len() > 1);
}

/// One history: what it brought, in the system of its seed.
fn check_rounds(seed: u64) -> Count {
    let system = SystemId::ALL[seed as usize % SystemId::ALL.len()];
    let mut chance = Chance::new(seed);
    let mut table = opened(system, &mut chance);
    let mut counts = Count::default();
    let mut was = Picture::of(&table);
    let mut shadow = Shadow::default();
    let (mut struck, mut thrown) = (Struck::default(), Thrown::default());
    for _ in 0..60 {
        let Some((by, command)) = step(&was, &mut chance) else {
            continue;
        };
        if table.give(by, command.clone()).is_err() {
            continue;
        }
        let last = table.records.last().expect("it was accepted").clone();
        let is = Picture::of(&table);
        asks_of_the_table_as_it_is(&is, &last);
        is_sorted_where_a_round_begins(&is, &last);
        let seen = Seen {
            was: &was,
            is: &is,
            command: &command,
            record: &last,
        };
        let what = format!("{last:?}");
        bonds::nobody_is_held_by_nobody(&was, &is, &what);
        rolls::read_the_rows(&is, &what);
        let gone = shadow.gone(&seen);
        shadow.judge(&seen, &gone);
        begins::for_all(&seen, &gone);
        struck.judge(&seen);
        thrown.judge(&seen);
        count(&seen, &mut counts);
        was = is;
    }
    counts[10] = struck.often;
    counts[11] = shadow.over;
    counts[12] = thrown.often;
    counts
}

/// `ROUNDS` histories, or a few, from where `PROPTEST_RNG_SEED` says; or the one that `ROUND` names.
#[test]
fn rounds_are_in_order_and_exchanges_ask_of_the_table_as_it_is() {
    let asked = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    if let Some(seed) = asked("ROUND") {
        check_rounds(seed);
        return;
    }
    let first = asked("PROPTEST_RNG_SEED").unwrap_or(1) << 20;
    let many = asked("ROUNDS").unwrap_or(160);
    let hands = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let tried = std::thread::scope(|scope| {
        let some = |hand| {
            let seeds = (first..first + many).skip(hand).step_by(hands);
            move || {
                let mut failed = Vec::new();
                let mut counts: BTreeMap<usize, Count> = BTreeMap::new();
                for seed in seeds {
                    match std::panic::catch_unwind(|| check_rounds(seed)) {
                        Ok(more) => {
                            let system = seed as usize % SystemId::ALL.len();
                            let sum = counts.entry(system).or_default();
                            sum.iter_mut()
                                .zip(more)
                                .for_each(|(sum, more)| *sum += more);
                        }
                        Err(_) => failed.push(seed),
                    }
                    if failed.len() >= 5 {
                        break;
                    }
                }
                (failed, counts)
            }
        };
        let all: Vec<_> = (0..hands).map(|hand| scope.spawn(some(hand))).collect();
        let all = all.into_iter().filter_map(|hand| hand.join().ok());
        all.collect::<Vec<_>>()
    });
    let failed: Vec<u64> = tried
        .iter()
        .flat_map(|(failed, _)| failed.clone())
        .collect();
    assert!(failed.is_empty(), "ROUND={failed:?}: each tries it again");
    let came = |nth: usize, what: usize| -> usize {
        let counts = tried.iter().filter_map(|(_, counts)| counts.get(&nth));
        counts.map(|count| count[what]).sum()
    };
    for (what, name) in SITUATIONS.iter().enumerate() {
        let systems = SystemId::ALL.iter().enumerate();
        let often: Vec<usize> = systems.map(|(nth, _)| came(nth, what)).collect();
        // A share of the histories has each in some system.
        let enough = match many {
            10_000.. => often.iter().all(|often| *often > 0),
            _ => often.iter().sum::<usize>() > 0,
        };
        assert!(enough, "{name}: {often:?} in {:?}", SystemId::ALL);
    }
}

/// Histories that `prove` once found a fault in.
const FOUND: [u64; 7] = [
    1_882_888_241_951_386,
    1_882_888_241_953_956,
    1_882_888_241_954_815,
    1_882_888_241_964_110,
    1_882_888_241_976_806,
    1_882_891_714_867_261,
    1_882_891_714_883_806,
];

#[test]
fn histories_that_once_failed_hold() {
    for seed in FOUND {
        check_rounds(seed);
    }
}

fn ranks_of(now: &Picture, order: &[CombatantId]) -> Vec<Vec<i32>> {
    let scored = order.iter().filter_map(|id| {
        let score = now.who(*id)?.initiative.as_ref()?;
        Some(score.rank.clone())
    });
    scored.collect()
}

/// Those with a score, as a class of viewers sees them stand, by what decides who acts first.
fn ranks(table: &Table, class: Class) -> Vec<Vec<i32>> {
    ranks_of(&Picture::of(table), &table.view(class).order)
}

/// Players roll on their phones and the storyteller for all foes, in either order, where every round
/// is rolled anew, also after a drag: the order is sorted.
#[test]
fn a_round_rolled_in_any_order_is_sorted() {
    for (seed, key) in (0..60_u64).zip(["tristat", "crossover", "masquerade"].iter().cycle()) {
        let system = SystemId::ALL.iter().find(|it| it.key() == *key);
        let mut chance = Chance::new(seed);
        let lines = ["@Ilse", "@Tom", "Bear", "Goon x3", "!Shade"];
        let mut table = Table::with_system(*system.expect("a system")).add_combatants(&lines);
        table = table.place_all_in_order();
        for _ in 0..3 {
            let begins = |table: &Table| {
                let turn = table.view(Class::Storyteller).turn;
                turn.phase == Phase::Initiative && turn.round > 0
            };
            for _ in 0..60 {
                table.next_turn();
                if begins(&table) {
                    break;
                }
            }
            assert!(begins(&table), "{key}: a round begins");
            let view = table.view(Class::Storyteller);
            let (one, other) = (view.order[0], view.order[view.order.len() - 1]);
            let to = TokenDestination::Before(Some(one));
            table.give(ST, Command::Move { id: other, to }).ok();
            let mut whose = vec![InitiativeTarget::Storytellers, InitiativeTarget::Everyone];
            whose.extend(view.rows.keys().map(|id| InitiativeTarget::One(*id)));
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
