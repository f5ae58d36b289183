//! Long evenings, in which every command there is is given again and again, and what must be true
//! of them: they replay, also from a snapshot and what came after it; what was taken back and brought
//! back never happened; what is sent is what is seen.

use std::collections::{BTreeMap, BTreeSet};

use rules::base::id::SeatId;
use rules::base::seat::Actor;
use rules::encounter::authority::CommandKind;
use rules::encounter::carry_over::Recovery;
use rules::encounter::feature::ExchangeMoved;
use rules::encounter::{Class, Command, Encounter, Event, Record, Refusal, diff};
use rules::ruleset::SystemId;
use serde_json::Value;
use testkit::table::{ANA, BEN, ST, SeededDice, Table, name};

use crate::exchange::{self, Chance};
use crate::json;
use crate::total::{Ground, made};

/// How often commands of a kind were given, and how often they were accepted.
type Counts = BTreeMap<CommandKind, (u32, u32)>;

/// What happens at every table more often than anything else.
const USUAL: [CommandKind; 6] = [
    CommandKind::Declare,
    CommandKind::Declare,
    CommandKind::NextTurn,
    CommandKind::NextTurn,
    CommandKind::RollInitiative,
    CommandKind::Harm,
];

const BACK_AND_FORTH: [CommandKind; 4] = [
    CommandKind::Undo,
    CommandKind::Redo,
    CommandKind::Redo,
    CommandKind::RedoLine,
];

/// An evening by chance, at a table whose dice can be checked.
pub(crate) struct Evening {
    pub(crate) table: Table,
    chance: Chance,
    counts: Counts,
}

/// A table whose dice can be checked, with some who are armed and in a round; or, one time in four, with
/// nobody yet.
pub(crate) fn opened(system: SystemId, chance: &mut Chance) -> Table {
    let mut table = match chance.below(4) {
        0 => Table::with_system(system),
        _ => exchange::armed(system, chance),
    };
    let characters = table.view(Class::Storyteller).order;
    for (id, seat) in characters.into_iter().zip([SeatId(2), SeatId(3)]) {
        let seat = Some(seat);
        _ = table.give(ST, Command::Assign { id, seat });
    }
    table.with_provable_dice()
}

impl Evening {
    pub(crate) fn of(system: SystemId, seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        Self {
            table: opened(system, &mut chance),
            chance,
            counts: Counts::new(),
        }
    }

    /// One more command: what is usual, what there is an occasion for, or anything.
    fn step(&mut self) -> Result<Vec<Event>, Refusal> {
        let ground = Ground::of(&self.table);
        let chance = &mut self.chance;
        let last = self.table.records.last().map(|record| &record.events[..]);
        let back = matches!(last, Some([Event::Undone { .. } | Event::Redone { .. }]));
        let occasion = chance.any_of(&ground.occasions());
        let kind = match chance.below(10) {
            // Who took something back often takes back more, or wants it again.
            0..=5 if back => chance.one_of(&BACK_AND_FORTH),
            0..=1 => chance.one_of(&USUAL),
            2..=4 => occasion.unwrap_or(CommandKind::Declare),
            _ => chance.one_of(CommandKind::ALL),
        };
        let (by, command) = made(kind, &ground, chance);
        // What could be nothing at all is of another kind.
        let kind = CommandKind::of(&command);
        self.table.now += 100 * self.chance.below(250) as u64;
        let id = self.table.fresh_id();
        let given = self
            .table
            .give_with_id(id, by, command, &mut SeededDice::for_command(id));
        let counted = self.counts.entry(kind).or_default();
        counted.0 += 1;
        counted.1 += u32::from(given.is_ok());
        given
    }

    /// The evening goes on in the next encounter with some of those who are here: prepared in secret,
    /// or at once.
    fn moves_on(&mut self) {
        let ids = self.table.view(Class::Storyteller).rows.into_values();
        let mut along = Vec::new();
        for row in ids {
            let rest = Recovery {
                healed: self.chance.below(2) == 0,
                refilled: self.chance.below(2) == 0,
            };
            if self.chance.below(5) > 0 {
                along.push((row.id, rest));
            }
        }
        let company = self
            .table
            .encounter
            .prepare_carry_over(ST, &along)
            .expect("a company");
        let company = match self.chance.below(2) {
            0 => company,
            _ => company.with_places(&self.table.encounter),
        };
        let company = company.with_handouts(&self.table.encounter);
        let prepared = self.chance.below(2) == 0;
        let mut next = self
            .table
            .next_encounter(&company, prepared)
            .expect("room for all");
        if prepared {
            std::mem::swap(&mut self.table, &mut next);
            (0..6).for_each(|_| _ = self.step());
            self.table
                .add_carry_over(&company, false)
                .expect("room for all");
        } else {
            self.table = next;
        }
    }

    /// So many commands; now and then the evening moves on.
    pub(crate) fn goes_on(&mut self, commands: usize) {
        for _ in 0..commands {
            match self.chance.below(90) {
                0 => self.moves_on(),
                _ => _ = self.step(),
            }
        }
    }
}

/// The encounter that follows from records.
fn replayed(mut encounter: Encounter, records: &[Record]) -> Encounter {
    records.iter().for_each(|record| encounter.apply(record));
    encounter
}

/// A log replays to what was lived, and so does a snapshot from anywhere in it with what came after.
fn check_replay(table: &Table, chance: &mut Chance) {
    let system = table.view(Class::Storyteller).system;
    let lived = json(&table.encounter);
    let read: Vec<Record> = serde_json::from_str(&json(&table.records)).expect("records");
    assert_eq!(read, table.records);
    let (before, after) = read.split_at(chance.below(read.len() + 1));
    let snapshot = json(&replayed(Encounter::new(name("A test"), system), before));
    let snapshot = serde_json::from_str(&snapshot).expect("an encounter");
    assert_eq!(
        json(&replayed(snapshot, after)),
        lived,
        "a snapshot and what came after"
    );
    let whole = replayed(Encounter::new(name("A test"), system), &read);
    assert_eq!(json(&whole), lived, "replay equals live");
    assert!(whole == table.encounter);
}

/// Everything that is true of a table but what could be brought back, since when a question waits, and
/// which of the exchanges was declared first, which nobody sees.
fn comparable(table: &Table) -> Value {
    let mut state = serde_json::to_value(&table.encounter).expect("an encounter is data");
    let history = state["history"].as_object_mut().expect("a history");
    history.remove("undone");
    let now = &mut state["state"];
    if let Some(waits) = now.get_mut("waits").and_then(Value::as_object_mut) {
        let questions = waits.values_mut().filter_map(Value::as_object_mut);
        for wait in questions.flat_map(|slots| slots.values_mut()) {
            if let Some(since) = wait.get_mut("since") {
                *since = Value::from(0);
            }
        }
    }
    if let Some(exchanges) = now.get_mut("exchanges").and_then(Value::as_array_mut) {
        exchanges.sort_by_key(|exchange| exchange["id"].to_string());
    }
    state
}

/// Where two values differ first, and how.
pub(crate) fn difference(one: &Value, other: &Value) -> Option<String> {
    let at = |place: String, one: &Value, other: &Value| {
        difference(one, other).map(|found| format!("{place}.{found}"))
    };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            let of = |map: &serde_json::Map<String, Value>, key| map.get(key).cloned();
            let mut keys = keys.into_iter();
            keys.find_map(|key| {
                let [one, other] = [of(one, key), of(other, key)].map(Option::unwrap_or_default);
                at(key.clone(), &one, &other)
            })
        }
        (Value::Array(all), Value::Array(others)) if all.len() == others.len() => {
            let mut pairs = all.iter().zip(others).enumerate();
            pairs.find_map(|(nth, (one, other))| at(nth.to_string(), one, other))
        }
        _ => (one != other).then(|| format!(" {one} is not {other}")),
    }
}

/// What one person takes back and brings back, as often as they can up to a number, never happened.
fn check_back_and_forth(table: &Table, by: Actor, most: usize) {
    let before = comparable(table);
    let mut back = vec![table.clone()];
    while let Some(last) = back.last().filter(|_| back.len() <= most) {
        let mut table = last.clone();
        if table.give(by, Command::Undo).is_err() {
            break;
        }
        back.push(table);
    }
    let Some(mut table) = back.pop() else {
        return;
    };
    let mut forth = Vec::new();
    while let Some(stood) = back.pop() {
        let again = table.give(by, Command::Redo);
        let left = back.len();
        assert!(again.is_ok(), "{by:?} brings back, {left} to go: {again:?}");
        forth.push((stood, table.clone()));
    }
    if difference(&before, &comparable(&table)).is_some() {
        for (stood, stands) in forth {
            let differs = difference(&comparable(&stood), &comparable(&stands));
            let last = stands.records.last().map(json);
            assert_eq!(differs, None, "{by:?} brought back {last:?}");
        }
    }
    let differs = difference(&before, &comparable(&table));
    assert_eq!(differs, None, "{by:?}");
}

/// What players and storytellers are sent brings them from what they saw to what they see.
fn check_sent(before: &Table, after: &Table) {
    for class in Class::ALL {
        let (old, new) = (before.view(class), after.view(class));
        let changes = diff(&old, &new);
        assert_eq!(changes.is_empty(), old == new);
        let mut patched = old.clone();
        let mut followed = old;
        let found = followed.update(&before.encounter, &after.encounter, class);
        assert_eq!(found, changes, "what follows is what differs");
        assert!(followed == new, "and leads to the same view");
        changes
            .iter()
            .for_each(|change| patched.apply_change(change));
        assert_eq!(json(&patched), json(&new), "{class:?}");
    }
}

/// How many long evenings, of how many commands.
const LONG_EVENINGS: u64 = 55;
const LONG: usize = 180;

/// Every command is accepted in some of them; each replays, goes back and forth, is sent as it is seen,
/// and goes into a file and comes out of it.
#[test]
fn long_evenings_hold_and_every_command_is_accepted_in_some() {
    let mut all = Counts::new();
    for seed in 0..LONG_EVENINGS {
        let system = SystemId::ALL[seed as usize % SystemId::ALL.len()];
        let mut evening = Evening::of(system, seed);
        for _ in 0..LONG / 10 {
            evening.goes_on(9);
            let before = evening.table.clone();
            _ = evening.step();
            check_sent(&before, &evening.table);
        }
        check_replay(&evening.table, &mut evening.chance);
        for by in [ST, ANA, BEN] {
            check_back_and_forth(&evening.table, by, 12);
        }
        crate::archive::check_file(&evening.table);
        for (kind, (given, accepted)) in evening.counts {
            let counted = all.entry(kind).or_default();
            counted.0 += given;
            counted.1 += accepted;
        }
    }
    let accepted = |kind: &&CommandKind| all.get(kind).is_some_and(|(_, accepted)| *accepted > 0);
    let never: Vec<&CommandKind> = CommandKind::ALL
        .iter()
        .filter(|kind| !accepted(kind))
        .collect();
    assert!(
        never.is_empty(),
        "never accepted: {never:?}; given and accepted: {all:?}"
    );
}

/// Whether an event ends an exchange, leads it back, or takes a combatant away.
fn ends(event: &Event) -> bool {
    match event {
        Event::ExchangeWithdrawn(_) | Event::Removed(_) => true,
        Event::ExchangeMoved(ExchangeMoved { back, .. }) => *back,
        _ => false,
    }
}

/// One history by chance: it replays, also from a snapshot; what is taken back and brought back never
/// happened. Otherwise the number under which it can be tried again.
fn check_history(seed: u64) -> Result<(), u64> {
    let system = SystemId::ALL[seed as usize % SystemId::ALL.len()];
    let tried = std::panic::catch_unwind(|| {
        let mut evening = Evening::of(system, seed);
        for _ in 0..20 + evening.chance.below(60) {
            let before = evening.table.records.len();
            evening.goes_on(1);
            // What ends or goes back by itself is what most is to be brought back of.
            let newest = evening
                .table
                .records
                .get(before..)
                .and_then(<[Record]>::last);
            if newest.is_some_and(|record| record.events.iter().any(ends)) {
                check_back_and_forth(&evening.table, ST, 2);
            }
        }
        check_replay(&evening.table, &mut evening.chance);
        for by in [ST, ANA, BEN] {
            check_back_and_forth(&evening.table, by, 12);
        }
    });
    tried.map_err(|_| seed)
}

/// So many that fail are named by each thread.
const FAILURES: usize = 5;

/// `EVENINGS` histories, or a few, from where `PROPTEST_RNG_SEED` says; or the one that `EVENING` names.
#[test]
fn histories_replay_and_what_is_brought_back_never_left() {
    let asked = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    if let Some(seed) = asked("EVENING") {
        return assert_eq!(check_history(seed), Ok(()));
    }
    let many = asked("EVENINGS").unwrap_or(20);
    let first = asked("PROPTEST_RNG_SEED").unwrap_or(1) << 20;
    let hands = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let failed: Vec<u64> = std::thread::scope(|scope| {
        let some = |hand| {
            let seeds = (first..first + many).skip(hand).step_by(hands);
            move || -> Vec<u64> {
                let tried = seeds.map(check_history);
                tried.filter_map(Result::err).take(FAILURES).collect()
            }
        };
        let all: Vec<_> = (0..hands).map(|hand| scope.spawn(some(hand))).collect();
        let all = all.into_iter().filter_map(|hand| hand.join().ok());
        all.flatten().collect()
    });
    assert!(failed.is_empty(), "EVENING={failed:?}: each tries it again");
}
