//! The same evening in each rule system, in parts whose instructions `cargo xtask bench instructions` counts. Nothing in
//! it depends on the time or the machine.

use std::hint::black_box;

use rules::base::id::{CombatantId, ExchangeId};
use rules::base::seat::Actor;
use rules::character::gear::Carried;
use rules::character::track::DamagePacket;
use rules::encounter::command::{AnswerInput, Declaration, ItemInput};
use rules::encounter::view::Change;
use rules::encounter::{
    Class, Command, Encounter, IssuedCommand, Question, Record, Reply, View, answer_question,
    decide,
};
use rules::exchange::{ExchangeStep, Intent};
use rules::messages::serialize_as_words;
use rules::ruleset::SystemId;
use testkit::table::{ANA, ST, SeededDice, Table};

/// How many turns are played.
const TURNS: usize = 24;
/// How many combatants a crowd has, added so many at once, and how often one of them is hit.
const CROWD: (usize, usize, usize) = (100, 20, 20);
/// How many others stand out of reach of a combatant who asks what they can do: a few, and all that a table holds.
const FEW: usize = 20;
const MANY: usize = 199;
/// How many things that combatant carries.
const CARRIED: usize = 4;

fn main() {
    for system in SystemId::ALL {
        let evening = Evening::of(*system);
        assert!(evening.given.len() > 3 * TURNS, "they strike and answer");
        decide_all(&evening.given);
        let states = apply_all(&evening.table.records, *system);
        view_all(&states);
        let changes = follow_all(&states);
        encode_all(&changes);
    }
    crowd_all(&crowd());
    let tables = |others| -> Vec<_> {
        let all = SystemId::ALL.iter();
        all.map(|system| asking(*system, others)).collect()
    };
    offers_all(&tables(FEW));
    throng_all(&tables(MANY));
}

/// Every command, decided again where it was given.
#[inline(never)]
fn decide_all(given: &[(Encounter, IssuedCommand)]) {
    for (before, given) in given {
        let events = decide(before, given, &mut SeededDice::for_command(given.id));
        assert!(black_box(events).is_ok(), "it was accepted before");
    }
}

/// Every record, applied in order.
#[inline(never)]
fn apply_all(records: &[Record], system: SystemId) -> Vec<Encounter> {
    let mut state = Encounter::new(testkit::table::name("A test"), system);
    let mut states = Vec::new();
    for record in records {
        state.apply(record);
        states.push(state.clone());
    }
    states
}

/// What each class sees after each of them: what a browser that comes in gets.
#[inline(never)]
fn view_all(states: &[Encounter]) {
    for state in states {
        black_box(Class::ALL.map(|class| View::of(state, class)));
    }
}

/// What each class is sent.
#[inline(never)]
fn follow_all(states: &[Encounter]) -> Vec<Vec<Change>> {
    follow(states)
}

fn follow(states: &[Encounter]) -> Vec<Vec<Change>> {
    let mut changes = Vec::new();
    for class in Class::ALL {
        let mut view = View::of(&states[0], class);
        for pair in states.windows(2) {
            changes.push(view.update(&pair[0], &pair[1], class));
        }
    }
    changes
}

/// What each class is sent where there are many: what did not change must cost next to nothing.
#[inline(never)]
fn crowd_all(states: &[Encounter]) {
    black_box(follow(states));
}

/// What a combatant among a few can do to anyone, and whether anything is left.
#[inline(never)]
fn offers_all(tables: &[(Table, CombatantId)]) {
    ask::<FEW>(tables);
}

/// The same among as many as a table holds.
#[inline(never)]
fn throng_all(tables: &[(Table, CombatantId)]) {
    ask::<MANY>(tables);
}

fn ask<const OTHERS: usize>(tables: &[(Table, CombatantId)]) {
    // Else the compiler makes one function of the two.
    black_box(OTHERS);
    for (table, by) in tables {
        let offers = Question::Offers {
            by: *by,
            at: Vec::new(),
            others: Vec::new(),
            without: Vec::new(),
            intent: None,
        };
        for question in [offers, Question::Spent { by: *by }] {
            let said = answer_question(&table.encounter, ST, &question);
            assert!(!matches!(black_box(said), Reply::Refused(_)), "it is told");
        }
    }
}

/// A combatant with things to fight with, and so many others far away, half of them hidden.
fn asking(system: SystemId, others: usize) -> (Table, CombatantId) {
    let mut table = Table::with_system(system);
    table.give_accepted(
        ST,
        testkit::table::add_command(&format!("Ilse {}", numbers(system))),
    );
    let by = table.combatant_id("Ilse");
    let unseen = others.div_ceil(2);
    for (mut left, hidden) in [(others - unseen, false), (unseen, true)] {
        while left > 0 {
            let some = left.min(20);
            let line = format!("{some}x Ghoul {}", numbers(system));
            table.give_accepted(
                ST,
                match hidden {
                    true => testkit::table::add_hidden_command(&line),
                    false => testkit::table::add_command(&line),
                },
            );
            left -= some;
        }
    }
    for row in system.combat().item_chart().into_iter().take(CARRIED) {
        let (id, what) = (by, ItemInput::Chart(row.key));
        table.give_accepted(
            ST,
            Command::GiveItem {
                id,
                what,
                carried: Some(Carried::Held),
            },
        );
    }
    let mut table = table.place_all_in_order().without_turn_order();
    let far = system
        .combat()
        .situation_parameters()
        .into_iter()
        .find(|dial| ["distance", "east"].contains(&dial.key));
    let ids: Vec<CombatantId> = table.view(Class::Storyteller).order;
    for to in ids.into_iter().filter(|id| *id != by) {
        if let Some(dial) = &far {
            let (key, value) = (dial.key.to_owned(), Some(100));
            table.give_accepted(
                ST,
                Command::Situate {
                    from: by,
                    to,
                    key,
                    value,
                },
            );
        }
    }
    (table, by)
}

/// It as it travels.
#[inline(never)]
fn encode_all(changes: &[Vec<Change>]) {
    for change in changes {
        let text = serialize_as_words(|| serde_json::to_string(change)).expect("data");
        assert!(black_box(text).len() > 1, "a list");
    }
}

/// Many combatants, of whom the last is hit again and again.
fn crowd() -> Vec<Encounter> {
    let (many, at_once, hits) = CROWD;
    let mut table = Table::with_system(SystemId::FIRST);
    for _ in (0..many).step_by(at_once) {
        let ghouls = format!("{at_once}x Ghoul dexterity 3 composure 2 stamina 2 size 5");
        table.give_accepted(ST, testkit::table::add_command(&ghouls));
    }
    let view = table.view(Class::Storyteller);
    let last = view.rows.keys().next_back().copied();
    let id = last.expect("they are there");
    let mut states = vec![table.encounter.clone()];
    for _ in 0..hits {
        let bashing = DamagePacket {
            bashing: 1,
            ..DamagePacket::default()
        };
        table.give_accepted(
            ST,
            Command::Harm {
                id,
                packet: bashing,
            },
        );
        states.push(table.encounter.clone());
    }
    states
}

/// The numbers of everybody.
fn numbers(system: SystemId) -> &'static str {
    match system.key() {
        "tristat" => "body 6 mind 5 soul 6 melee 3",
        _ => "strength 3 brawl 3 dexterity 3 stamina 3 wits 3",
    }
}

/// Two characters of a player, six foes, a hidden one, and what they do to each other.
struct Evening {
    table: Table,
    /// What was given, and the state in which it was.
    given: Vec<(Encounter, IssuedCommand)>,
}

impl Evening {
    fn of(system: SystemId) -> Self {
        let numbers = numbers(system);
        let mut evening = Self {
            table: Table::with_system(system),
            given: Vec::new(),
        };
        for (by, name) in [(ANA, "Ilse pc"), (ANA, "Mara pc"), (ST, "6x Ghoul")] {
            evening.ok(
                by,
                testkit::table::add_command(&format!("{name} {numbers}")),
            );
        }
        evening.ok(
            ST,
            testkit::table::add_hidden_command(&format!("Lurker {numbers}")),
        );
        for id in evening.seen().bench {
            let to = rules::encounter::command::TokenDestination::Before(None);
            evening.ok(ST, Command::Move { id, to });
        }
        for turn in 0..TURNS {
            evening.turn(turn);
        }
        evening
    }

    fn seen(&self) -> View {
        self.table.view(Class::Storyteller)
    }

    /// Gives a command; whether it was accepted, which only then is part of the evening.
    fn give(&mut self, by: Actor, command: Command) -> bool {
        let id = self.table.fresh_id();
        let given = IssuedCommand { id, by, command };
        let before = self.table.encounter.clone();
        let command = given.command.clone();
        self.table.now += 20_000;
        let answer = self
            .table
            .give_with_id(id, by, command, &mut SeededDice::for_command(id));
        if answer.is_ok() {
            self.given.push((before, given));
        }
        answer.is_ok()
    }

    fn ok(&mut self, by: Actor, command: Command) {
        let said = format!("{command:?}");
        assert!(self.give(by, command), "{said} was refused");
    }

    /// Who acts strikes one of the other side, everything that is asked is answered, and the turn is over.
    fn turn(&mut self, turn: usize) {
        let view = self.seen();
        if let Some(by) = view.turn.acting {
            let side = |id: &CombatantId| view.rows.get(id).map(|row| row.owner);
            let others: Vec<CombatantId> = view
                .order
                .iter()
                .copied()
                .filter(|id| side(id) != side(&by))
                .collect();
            if let Some(at) = others.get(turn % others.len().max(1)) {
                self.strike(by, *at);
            }
        }
        let after = self.seen().turn;
        self.ok(
            ST,
            Command::NextTurn {
                after,
                anyway: true,
            },
        );
    }

    fn strike(&mut self, by: CombatantId, at: CombatantId) {
        let maneuver = match self.seen().system.key() {
            "tristat" => "attack",
            "chronicle" => "unarmed",
            _ => "strike",
        };
        let declared = Command::Declare(Box::new(Declaration {
            by: Some(by),
            at: vec![at],
            others: Vec::new(),
            intent: Intent::of(maneuver),
            without: Vec::new(),
            anyway: true,
            noticed: false,
            throws: false,
        }));
        let before = self.seen().exchanges;
        if !self.give(ST, declared) {
            return;
        }
        let after = self.seen().exchanges;
        if let Some(open) = after.keys().find(|id| !before.contains_key(id)) {
            while let Some(answer) = self.answer(*open) {
                if !self.give(ST, answer) {
                    break;
                }
            }
        }
    }

    /// The first answer there is to what is asked.
    fn answer(&self, open: ExchangeId) -> Option<Command> {
        let view = self.seen();
        let open = view.exchanges.get(&open)?;
        let next = open.next.clone()?;
        let step = next.questions().first()?.clone();
        let answer = match &step {
            ExchangeStep::Choose { options, .. } => {
                let open = options.iter().find(|option| option.barred.is_none())?;
                AnswerInput::Chose(open.key.to_string())
            }
            ExchangeStep::Number { range, .. } => AnswerInput::Number(range.0),
            _ => AnswerInput::Roll {
                bought: Vec::new(),
                faces: None,
            },
        };
        Some(Command::Answer {
            exchange: open.id,
            slot: step.slot_and_party()?.0.clone(),
            answer,
            throws: false,
        })
    }
}
