//! Dice that can be checked: a table plays, and what its class of viewers may know of the dice is
//! checked with nothing else.

use rules::base::id::{CommandId, EncounterId};
use rules::base::seat::Actor;
use rules::dice_proof::check::{DiceLog, DiceVerdict, FORMAT_WITHOUT_SUM};
use rules::dice_proof::{
    DiceSource, DiceVisibility, EPOCH_ROLLS, Hex, Nonce, RollProof, Secret, Thrower,
};
use rules::encounter::command::InitiativeTarget;
use rules::encounter::view::View;
use rules::encounter::{
    Class, Command, DiceEvent, DiceLogRecorder, Encounter, Event, IssuedCommand, Record, Refusal,
    decide_with_proof,
};
use testkit::table::{ANA, ST, SeededDice, Table, add_command, add_hidden_command, roll_request};

const ID: EncounterId = EncounterId(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);

/// A table whose dice are fair, as a server's are.
struct Fair {
    table: Table,
    sources: [DiceSource; 2],
}

impl Fair {
    fn new() -> Self {
        let mut fair = Self {
            table: Table::new(),
            sources: [0, 1].map(|at| source(0, at)),
        };
        for sight in DiceVisibility::ALL {
            fair.next_epoch(sight, 1);
        }
        fair
    }

    fn next_epoch(&mut self, sight: DiceVisibility, epoch: u32) {
        let at = usize::from(sight == DiceVisibility::Hidden);
        let next = source(epoch, at);
        let before = std::mem::replace(&mut self.sources[at], next);
        let bound = DiceEvent::Bound {
            sight,
            epoch,
            commitment: self.sources[at].secret.commitment(ID, epoch),
        };
        let bared = DiceEvent::Bared {
            sight,
            epoch: before.epoch,
            secret: before.secret.expose(),
        };
        let events = [Some(bound), Some(bared).filter(|_| epoch > 1)];
        let events = events.into_iter().flatten();
        let record = Record {
            at: self.table.now,
            by: Actor::Server,
            command: self.table.fresh_id(),
            events: events.map(|event| Event::Dice(Box::new(event))).collect(),
        };
        self.table.encounter.apply(&record);
        self.table.records.push(record);
    }

    fn give(&mut self, by: Actor, command: Command) -> Result<Vec<RollProof>, Refusal> {
        let id = self.table.fresh_id();
        let given = IssuedCommand { id, by, command };
        let events = self.decided(&given, Some(Hex(id.to_bytes())))?;
        let record = Record {
            at: self.table.now,
            by,
            command: id,
            events: events.clone(),
        };
        self.table.encounter.apply(&record);
        self.table.records.push(record);
        for sight in DiceVisibility::ALL {
            if self.table.encounter.needs_epoch(sight) {
                let epoch = self.table.encounter.epoch(sight).number + 1;
                self.next_epoch(sight, epoch);
            }
        }
        Ok(thrown(&events))
    }

    fn decided(&self, given: &IssuedCommand, nonce: Option<Nonce>) -> Result<Vec<Event>, Refusal> {
        let encounter = &self.table.encounter;
        let mut letters = SeededDice::for_command(CommandId(given.id.0 ^ 0x77));
        let [open, hidden] = &self.sources;
        let thrower = Thrower::new(
            (ID, |roller| encounter.roll_count(roller)),
            (given.by, nonce),
            (open, hidden),
            &mut letters,
        );
        decide_with_proof(encounter, given, thrower)
    }

    #[track_caller]
    fn ok(&mut self, by: Actor, command: Command) -> Vec<RollProof> {
        self.give(by, command).expect("an accepted command")
    }

    fn log(&self, class: Class) -> DiceLog {
        let title = self.table.encounter.title().clone();
        let system = rules::ruleset::SystemId::FIRST;
        let mut course = DiceLogRecorder::new(ID, Encounter::new(title, system), class);
        for record in &self.table.records {
            course.apply_record(record);
        }
        course.into_log()
    }
}

fn source(epoch: u32, at: usize) -> DiceSource {
    let mut bytes = [0x5a; 32];
    bytes[..4].copy_from_slice(&epoch.to_be_bytes());
    bytes[4] = at as u8;
    DiceSource {
        secret: Secret::new(bytes),
        epoch,
    }
}

fn thrown(events: &[Event]) -> Vec<RollProof> {
    let dice = events.iter().filter_map(|event| match event {
        Event::Dice(event) => match &**event {
            DiceEvent::Thrown(throw) => Some(throw.clone()),
            _ => None,
        },
        _ => None,
    });
    dice.collect()
}

fn roll(hidden: bool) -> Command {
    let mut ask = roll_request(None, "Wits", &[("Wits", 5)]);
    ask.hidden = hidden;
    Command::Roll(Box::new(ask))
}

#[test]
fn every_roll_is_checked_once_its_secret_is_told() {
    let mut fair = Fair::new();
    let first = fair.ok(ANA, roll(false));
    fair.ok(ST, roll(false));
    fair.ok(ANA, roll(false));
    assert_eq!((first.len(), first[0].counter), (1, 1));
    let before = fair.log(Class::Table);
    let counters: Vec<u64> = before.rolls.iter().map(|roll| roll.throw.counter).collect();
    assert_eq!(counters, [1, 1, 2], "each roller counts alone");
    assert!(before.check().has_no_differences());
    assert_eq!(
        before.check().count(&DiceVerdict::Checked),
        0,
        "nothing is told yet"
    );
    assert_eq!(before.rolls[0].told, ["Wits"]);
    assert_eq!(before.rolls[0].by.as_deref(), Some("Ana"));

    fair.ok(ST, Command::EndEpoch);
    fair.ok(ANA, roll(false));
    let log = fair.log(Class::Table);
    assert_eq!(
        log.check().count(&DiceVerdict::Checked),
        4,
        "epoch and three rolls"
    );
    assert_eq!(
        log.check().count(&DiceVerdict::NotYet),
        2,
        "the epoch that runs, and its roll"
    );
    let text = serde_json::to_string(&log).expect("data");
    assert_eq!(
        serde_json::from_str::<DiceLog>(&text).expect("the same"),
        log
    );
}

#[test]
fn whatever_is_changed_afterwards_is_found() {
    let mut fair = Fair::new();
    for _ in 0..3 {
        fair.ok(ANA, roll(false));
    }
    fair.ok(ST, Command::EndEpoch);
    let log = fair.log(Class::Table);
    assert!(log.check().has_no_differences());
    let changes: [fn(&mut DiceLog); 9] = [
        |log| log.rolls[1].throw.dice[2].1 = log.rolls[1].throw.dice[2].1 % 10 + 1,
        |log| log.rolls[1].throw.dice[0].0 = 9,
        |log| log.rolls[0].throw.nonce.0[3] ^= 1,
        |log| log.rolls[2].throw.counter += 1,
        |log| _ = log.rolls.remove(1),
        |log| log.rolls.swap(0, 1),
        |log| log.epochs[0].commitment.0[0] ^= 1,
        |log| log.epochs[0].bound_after = 1,
        |log| log.epochs[0].told_after = Some(2),
    ];
    for (nth, change) in changes.into_iter().enumerate() {
        let mut other = log.clone();
        change(&mut other);
        assert!(!other.check().has_no_differences(), "change {nth}");
        // Also where the list has no sum, as those of older versions.
        (other.format, other.sum) = (FORMAT_WITHOUT_SUM.to_owned(), None);
        assert!(
            !other.check().has_no_differences(),
            "change {nth} without a sum"
        );
    }
}

/// What is taken out of a list or written otherwise.
type Change = (&'static str, fn(&mut DiceLog));

/// Whatever is taken out of a list or written otherwise is found, also where the secret contradicts nothing.
#[test]
fn whatever_is_missing_from_a_list_is_found() {
    let mut fair = Fair::new();
    for _ in 0..3 {
        fair.ok(ANA, roll(false));
    }
    for _ in 0..2 {
        let roll = fair.ok(ST, roll(true))[0].counter;
        fair.ok(ST, Command::SealRoll { roll });
    }
    fair.ok(ST, Command::EndEpoch);
    fair.ok(ANA, roll(false));
    let mut log = fair.log(Class::Table);
    log.unproved = 2;
    let log = log.with_sum();
    assert!(log.check().has_no_differences(), "{:?}", log.check());
    assert_eq!((log.rolls.len(), log.seals.len()), (4, 2));
    let changes: [Change; 14] = [
        ("the last roll", |log| _ = log.rolls.pop()),
        ("the last two", |log| log.rolls.truncate(2)),
        ("all rolls", |log| log.rolls.clear()),
        ("the last die of a roll", |log| {
            _ = log.rolls[1].throw.dice.pop()
        }),
        ("all dice of a roll", |log| log.rolls[1].throw.dice.clear()),
        ("the last die of the newest", |log| {
            _ = log.rolls[3].throw.dice.pop()
        }),
        ("a d10 as a d20", |log| log.rolls[3].throw.dice[0].0 = 20),
        ("the first seal", |log| _ = log.seals.remove(0)),
        ("the last seal", |log| _ = log.seals.pop()),
        ("all seals", |log| log.seals.clear()),
        ("unproved", |log| log.unproved = 0),
        ("a secret", |log| log.epochs[0].secret = None),
        ("a secret and when", |log| {
            (log.epochs[0].secret, log.epochs[0].told_after) = (None, None)
        }),
        ("the sum", |log| log.sum = None),
    ];
    for (what, change) in changes {
        let mut other = log.clone();
        change(&mut other);
        assert!(!other.check().has_no_differences(), "{what}");
    }
    // Of an older list, what no sum is needed for.
    let mut old = log.clone();
    (old.format, old.sum) = (FORMAT_WITHOUT_SUM.to_owned(), None);
    assert!(old.check().has_no_differences());
    for (what, change) in changes.into_iter().filter(|(what, _)| {
        ["the last two", "all rolls", "the first seal", "a secret"].contains(what)
    }) {
        let mut other = old.clone();
        change(&mut other);
        assert!(
            !other.check().has_no_differences(),
            "{what} of an older list"
        );
    }
}

#[test]
fn the_same_command_falls_the_same_until_it_is_kept() {
    let mut fair = Fair::new();
    fair.ok(ANA, roll(false));
    for nonce in [Some(Hex([7; 16])), None] {
        let given = IssuedCommand {
            id: CommandId(99),
            by: ANA,
            command: roll(false),
        };
        let one = fair.decided(&given, nonce).expect("a roll");
        let again = fair.decided(&given, nonce).expect("a roll");
        assert_eq!(one, again);
        assert_eq!(thrown(&one)[0].nonce_by_server, nonce.is_none());
        let other = IssuedCommand {
            id: CommandId(100),
            ..given
        };
        let other = fair.decided(&other, Some(Hex([8; 16]))).expect("a roll");
        assert_ne!(thrown(&one)[0].dice, thrown(&other)[0].dice);
    }
}

#[test]
fn hidden_rolls_leave_no_trace_among_those_players_know_of() {
    let (mut one, mut other) = (Fair::new(), Fair::new());
    for fair in [&mut one, &mut other] {
        fair.ok(ANA, add_command("Iris dex 3 comp 2"));
        fair.ok(ST, add_command("ghoul dex 2 comp 2"));
    }
    other.ok(ST, add_hidden_command("shade dex 4 comp 4"));
    for fair in [&mut one, &mut other] {
        let iris = fair.table.combatant_id("Iris");
        let whose = InitiativeTarget::One(iris);
        fair.ok(ANA, Command::RollInitiative { whose, face: None });
        fair.ok(ST, roll(false));
    }
    other.ok(ST, roll(true));
    let shade = InitiativeTarget::One(other.table.combatant_id("Shade"));
    let hidden = Command::RollInitiative {
        whose: shade,
        face: None,
    };
    assert!(
        other
            .ok(ST, hidden)
            .iter()
            .all(|throw| throw.sight == DiceVisibility::Hidden)
    );
    // Those who run the table read what they were for.
    let log = other.log(Class::Storyteller);
    let last = log.rolls.last().expect("a roll");
    assert_eq!(last.throw.what, "Initiative");
    // A foe's die and score together would tell its traits.
    let ghoul = InitiativeTarget::One(other.table.combatant_id("Ghoul"));
    let foe = Command::RollInitiative {
        whose: ghoul,
        face: None,
    };
    assert!(
        other
            .ok(ST, foe)
            .iter()
            .all(|throw| throw.sight == DiceVisibility::Hidden)
    );
    let seen = |fair: &Fair| {
        let mut log = fair.log(Class::Table);
        // What a browser adds is by chance, and so are the faces.
        for roll in &mut log.rolls {
            (roll.throw.nonce, roll.throw.dice) = (Hex([0; 16]), Vec::new());
        }
        log
    };
    assert_eq!(seen(&one), seen(&other));
    assert_eq!(seen(&one).rolls.len(), 2);
    let all = other.log(Class::Storyteller);
    assert_eq!(all.rolls.len(), 5, "those who run the table see all");
    assert!(all.rolls[2..].iter().all(|roll| roll.throw.salt.is_some()));
}

#[test]
fn no_secret_is_anywhere_before_it_is_told() {
    let mut fair = Fair::new();
    fair.ok(ANA, roll(false));
    fair.ok(ST, roll(true));
    let secrets = fair
        .sources
        .clone()
        .map(|source| source.secret.expose().to_string());
    let everything = |fair: &Fair| {
        let views = Class::ALL.map(|class| View::of(&fair.table.encounter, class));
        let logs = Class::ALL.map(|class| fair.log(class));
        let state = serde_json::to_string(&fair.table.encounter).expect("data");
        let records = serde_json::to_string(&fair.table.records).expect("data");
        format!("{views:?}{logs:?}{state}{records}")
    };
    let before = everything(&fair);
    assert!(secrets.iter().all(|secret| !before.contains(secret)));
    assert!(!format!("{:?}", fair.sources).contains(&secrets[0]));
    fair.ok(ST, Command::EndEpoch);
    let after = everything(&fair);
    assert!(secrets.iter().all(|secret| after.contains(secret)));
    // The secret of the hidden dice is for those who run the table.
    let players = serde_json::to_string(&fair.log(Class::Table)).expect("data");
    assert!(players.contains(&secrets[0]) && !players.contains(&secrets[1]));
    let view = fair.table.view(Class::Table);
    let commitment = fair.sources[0].secret.commitment(ID, 2);
    assert_eq!(view.dice, format!("2 {commitment}"));
    let view = serde_json::to_string(&view).expect("data");
    assert!(!secrets.iter().any(|secret| view.contains(secret)));
}

#[test]
fn an_epoch_ends_after_a_thousand_rolls() {
    let mut fair = Fair::new();
    for _ in 0..EPOCH_ROLLS + 1 {
        fair.ok(ANA, roll(false));
    }
    let log = fair.log(Class::Table);
    let told: Vec<_> = log.epochs.iter().map(|epoch| epoch.told_after).collect();
    assert_eq!(told, [Some(EPOCH_ROLLS), None]);
    assert_eq!(log.check().count(&DiceVerdict::NotYet), 2);
    assert!(log.check().has_no_differences());
    let last = log.rolls.last().expect("a roll");
    assert_eq!(
        (last.throw.epoch, last.throw.counter),
        (2, u64::from(EPOCH_ROLLS) + 1)
    );
}

#[test]
fn a_hidden_roll_is_sealed_and_opened() {
    let mut fair = Fair::new();
    fair.ok(ST, roll(false));
    let hidden = fair.ok(ST, roll(true));
    let number = hidden[0].counter;
    for by in [ANA, testkit::table::EVE] {
        let seal = Command::SealRoll { roll: number };
        assert_eq!(fair.give(by, seal), Err(Refusal::NotAllowed));
        assert_eq!(
            fair.give(by, Command::OpenRoll { seal: 1 }),
            Err(Refusal::NotAllowed)
        );
        assert_eq!(fair.give(by, Command::EndEpoch), Err(Refusal::NotAllowed));
    }
    let unknown = fair.give(ST, Command::SealRoll { roll: 7 });
    assert_eq!(unknown, Err(Refusal::NoSuchLine));
    assert_eq!(
        fair.give(ST, Command::OpenRoll { seal: 1 }),
        Err(Refusal::NoSuchLine)
    );
    fair.ok(ST, Command::SealRoll { roll: number });
    let again = fair.give(ST, Command::SealRoll { roll: number });
    assert_eq!(again, Err(Refusal::NothingToDo));
    let words = hidden[0].sealed_text();
    assert!(words.starts_with("Wits: d10 "), "{words}");
    let sealed = serde_json::to_string(&fair.log(Class::Table)).expect("data");
    let salt = hidden[0].salt.expect("a salt").to_string();
    assert!(!sealed.contains(&words) && !sealed.contains(&salt));
    assert_eq!(
        fair.log(Class::Table).check().count(&DiceVerdict::NotYet),
        3
    );
    fair.ok(ST, Command::OpenRoll { seal: 1 });
    assert_eq!(
        fair.give(ST, Command::OpenRoll { seal: 1 }),
        Err(Refusal::NothingToDo)
    );
    let log = fair.log(Class::Table);
    assert_eq!(log.check().count(&DiceVerdict::Checked), 1, "the seal");
    let opened = log.seals[0].opened.clone().expect("what was sealed");
    assert_eq!(opened.1, words);
    let mut other = log;
    other.seals[0].opened = Some((opened.0, opened.1.replace("d10", "d8")));
    assert!(!other.check().has_no_differences());
}

#[test]
fn of_several_seals_the_one_that_is_named_is_opened() {
    let mut fair = Fair::new();
    let hidden = [fair.ok(ST, roll(true)), fair.ok(ST, roll(true))];
    let numbers = hidden.map(|throws| throws[0].counter);
    for roll in numbers {
        fair.ok(ST, Command::SealRoll { roll });
    }
    for seal in [0, 3] {
        assert_eq!(
            fair.give(ST, Command::OpenRoll { seal }),
            Err(Refusal::NoSuchLine)
        );
    }
    fair.ok(ST, Command::OpenRoll { seal: 2 });
    let seals = fair.log(Class::Table).seals;
    assert_eq!(
        seals
            .iter()
            .map(|seal| seal.opened.is_some())
            .collect::<Vec<_>>(),
        [false, true]
    );
    assert!(fair.log(Class::Table).check().has_no_differences());
}

#[test]
fn dice_that_lie_there_are_not_thrown_again_and_end_no_redo() {
    let mut fair = Fair::new();
    fair.ok(ANA, add_command("Iris dex 3 comp 2"));
    fair.ok(ANA, Command::Undo);
    fair.next_epoch(DiceVisibility::Open, 2);
    assert!(
        fair.ok(ANA, Command::Redo).is_empty(),
        "an epoch is nothing anybody did"
    );
}
