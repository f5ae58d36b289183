//! An exchange at the table: a step at a time, and an answer taken back.

use rules::base::sorted_map::Map;

use rules::character::gear::Carried;
use rules::exchange::{Answer, ExchangeStep, Party, Progress, Slot};

use super::fight::{Fight, attacker, defender, told};

fn blow() -> Fight {
    let actor = attacker().with_own("weapon", ("damage", 4), &[], Carried::Held);
    let target = defender().with("leather");
    Fight::new(actor, target, "attack").armed()
}

/// Whose answer to what is needed next.
fn asked(progress: &Progress) -> Vec<(String, Party, Option<i32>)> {
    let each = progress
        .next
        .iter()
        .flat_map(|step| step.questions().to_vec());
    each.map(|step| {
        let (slot, by) = step.slot_and_party().expect("one question");
        let sum = match &step {
            ExchangeStep::Roll { check, .. } => Some(check.sum()),
            _ => None,
        };
        (slot.to_string(), by, sum)
    })
    .collect()
}

fn one(slot: &str, by: Party, sum: Option<i32>) -> Vec<(String, Party, Option<i32>)> {
    vec![(slot.to_owned(), by, sum)]
}

fn faces(faces: &[u16]) -> Answer {
    Answer::Rolled {
        faces: faces.to_vec(),
        bought: Vec::new(),
        typed: false,
    }
}

/// TRI-CRIT-02, TRI-DEF-01: attack with its critical die, choice, defense.
#[test]
fn asks_in_order() {
    let fight = blow();
    let mut answers = Map::new();
    let target = Party::Target(0);
    let attack = one("attack", Party::Actor, Some(9));
    assert_eq!(asked(&fight.step(&answers)), attack);
    answers.insert(Slot::new("attack"), faces(&[1, 1]));
    assert_eq!(
        asked(&fight.step(&answers)),
        attack,
        "the third die is missing"
    );
    answers.insert(Slot::new("attack"), faces(&[1, 1, 4]));
    let progress = fight.step(&answers);
    assert_eq!(asked(&progress), one("defend", target, None));
    let Some(ExchangeStep::Choose { options, .. }) = &progress.next else {
        panic!("a choice")
    };
    let options: Vec<_> = options.iter().map(|it| (it.key.as_ref(), it.sum)).collect();
    let open = [
        ("defend", Some(7)),
        ("melee_defense", Some(7)),
        ("ranged_defense", Some(7)),
        ("none", None),
    ];
    assert_eq!(options, open);
    answers.insert(Slot::new("defend"), Answer::Chose("defend".to_owned()));
    let progress = fight.step(&answers);
    assert_eq!(asked(&progress), one("defense", target, Some(7)));
    let early = ["actor counts attack", "target0 counts defense"];
    assert_eq!(told(&progress.effects), early, "counted with the answer");
    answers.insert(Slot::new("defense"), faces(&[3, 4]));
    let progress = fight.step(&answers);
    assert_eq!(progress.next, None);
    assert_eq!(told(&progress.effects)[2..], ["target0 −21"]);
    let purposes: Vec<&str> = progress.ledger.iter().map(|it| it.slot.as_str()).collect();
    let all = [
        "attack",
        "defend",
        "defense",
        "damage",
        "armor",
        "multiplier",
        "loss",
    ];
    assert_eq!(purposes, all);
    assert!(
        progress
            .ledger
            .iter()
            .flat_map(|it| &it.terms)
            .all(|term| term.rule.is_some())
    );
}

/// Leaving an answer out takes it back, and everything that came of it.
#[test]
fn an_answer_is_taken_back() {
    let fight = blow();
    let mut answers = Map::from([
        (Slot::new("attack"), faces(&[4, 4])),
        (Slot::new("defend"), Answer::Chose("none".to_owned())),
    ]);
    let done = fight.step(&answers);
    assert_eq!(told(&done.effects), ["actor counts attack", "target0 −7"]);
    answers.remove(&Slot::new("defend"));
    let again = fight.step(&answers);
    assert_eq!(asked(&again), one("defend", Party::Target(0), None));
    assert_eq!(told(&again.effects), ["actor counts attack"]);
    answers.insert(Slot::new("defend"), Answer::Chose("defend".to_owned()));
    answers.insert(Slot::new("defense"), faces(&[1, 1]));
    let avoided = fight.step(&answers);
    assert_eq!(told(&avoided.effects)[1..], ["target0 counts defense"]);
}

/// TRI-ESC-01: both may roll in any order.
#[test]
fn both_sides_of_a_contest_are_asked() {
    let fight = Fight::new(attacker(), attacker(), "escape");
    let fight = fight.holding(Party::Target(0), Party::Actor);
    let mut answers = Map::new();
    let victim = ("victim".to_owned(), Party::Actor, Some(7));
    let grabber = ("grabber".to_owned(), Party::Target(0), Some(9));
    assert_eq!(asked(&fight.step(&answers)), [victim.clone(), grabber]);
    answers.insert(Slot::new("grabber"), faces(&[3, 3]));
    assert_eq!(asked(&fight.step(&answers)), [victim]);
    answers.insert(Slot::new("victim"), faces(&[1, 2]));
    let done = fight.step(&answers);
    assert_eq!((done.next, told(&done.effects).len()), (None, 4));
}

/// TRI-EN-01: what was bought is spent with the roll, and a purchase that is barred is not.
#[test]
fn energy_lands_with_the_roll() {
    let mut fight = blow();
    let bought = |keys: &[&str]| Answer::Rolled {
        faces: vec![5, 5],
        bought: keys.iter().map(|key| (*key).to_owned()).collect(),
        typed: true,
    };
    let mut answers = Map::from([(Slot::new("attack"), bought(&["energy"]))]);
    let progress = fight.step(&answers);
    let spent = ["actor counts attack", "actor spends 5"];
    assert_eq!(told(&progress.effects), spent);
    assert_eq!(asked(&progress), one("defend", Party::Target(0), None));
    fight.actor = fight.actor.map(|who| who.with_energy(3));
    let progress = fight.step(&answers);
    assert_eq!((progress.next, told(&progress.effects).len()), (None, 1));
    answers.clear();
    let Some(ExchangeStep::Roll { buys, .. }) = fight.step(&answers).next else {
        panic!("a roll")
    };
    let barred: Vec<_> = buys
        .iter()
        .map(|buy| (buy.key.as_ref(), buy.barred.is_some()))
        .collect();
    assert_eq!(barred, [("energy", true), ("critical", true)]);
}

/// TRI-THROW-04: the thrower is asked how far, and no other party.
#[test]
fn the_thrower_says_how_far() {
    let fight = Fight::new(attacker(), defender().taking("total_attack"), "throw");
    let fight = fight.holding(Party::Actor, Party::Target(0));
    let mut answers = Map::from([(Slot::new("attack"), faces(&[4, 4]))]);
    let Some(ExchangeStep::Number { by, range, .. }) = fight.step(&answers).next else {
        panic!("a number")
    };
    assert_eq!((by, range), (Party::Actor, (0, 3)));
    answers.insert(Slot::new("squares"), Answer::Number(4));
    assert!(fight.step(&answers).next.is_some(), "too far");
    answers.insert(Slot::new("squares"), Answer::Number(0));
    assert_eq!(fight.step(&answers).next, None);
    let settled = fight.at("shorter_throws", false);
    answers.remove(&Slot::new("squares"));
    assert_eq!(settled.step(&answers).next, None);
}
