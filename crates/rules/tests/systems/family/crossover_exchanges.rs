//! Crossover through its exchanges: step by step, every way they can go, and at the table.

use std::collections::BTreeMap;

use rules::base::dice::DiceScript;
use rules::base::id::ExchangeId;
use rules::character::gear::{Carried, ItemId};
use rules::character::parameters::Parameters;
use rules::character::plan::Plan;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{AnswerInput, Declaration, InitiativeTarget, ItemInput, PlanInput};
use rules::encounter::{Class, Command, Refusal};
use rules::exchange::{
    Answer, Effect, ExchangeStep, Intent, Party, PlayedExchange, Progress, RulingKind, Slot,
    exchange_odds,
};
use rules::messages::Wording;
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, ST, SeededDice, Table};

use super::stage::{Chosen, OwnedFighter, Stage, gained, harm, line, sum, worn};

/// A mortal with 3 in everything a fight asks for, or of another kind.
fn fighter(kind: &str) -> OwnedFighter {
    let owned = OwnedFighter::new(SystemId::Crossover.rules(), kind).expect("a kind");
    let three = [
        "dexterity",
        "strength",
        "stamina",
        "wits",
        "perception",
        "brawl",
        "melee",
    ];
    let more = [
        "firearms",
        "athletics",
        "dodge",
        "archery",
        "stealth",
        "alertness",
    ];
    let three: Vec<(&str, i32)> = three.into_iter().chain(more).map(|key| (key, 3)).collect();
    owned.with(&three)
}

/// One of them does this to another.
fn stage(maneuver: &str, actor: OwnedFighter, target: OwnedFighter) -> Stage {
    let mut stage = Stage::new(SystemId::Crossover.combat(), actor, maneuver);
    stage.targets.push(target);
    stage
}

fn armed(who: &mut OwnedFighter, tags: &[&str], numbers: &[(&str, i32)]) -> ItemId {
    who.carries("weapon", numbers, tags)
}

fn faces(faces: &[u16]) -> Answer {
    Answer::Rolled {
        faces: faces.to_vec(),
        bought: Vec::new(),
        typed: false,
    }
}

fn chose(key: &str) -> Answer {
    Answer::Chose(key.to_owned())
}

fn next(progress: &Progress) -> (String, Option<Party>) {
    match &progress.next {
        None => ("over".to_owned(), None),
        Some(step) => {
            let asked = step
                .questions()
                .first()
                .and_then(ExchangeStep::slot_and_party);
            let (slot, by) = asked.expect("a question");
            (slot.to_string(), Some(by))
        }
    }
}

#[track_caller]
fn plays(stage: &Stage, chosen: &Chosen, faces: &[u16]) -> PlayedExchange {
    let mut dice = DiceScript::new(faces.iter().copied());
    let played = stage.play(chosen, &mut dice).expect("the rules allow it");
    assert_eq!(
        (dice.missing_faces(), dice.remaining_faces()),
        (0, 0),
        "{:?}",
        played.ledger
    );
    played
}

fn lethal(levels: u16) -> DamagePacket {
    DamagePacket::of_severity(Severity::Lethal, levels)
}

/// XOV-DEF-01, XOV-DMG-01, XOV-DMG-02, XOV-SOAK-01: attack, defense, damage, soak, one after the
/// other, each asked of the party it is up to.
#[test]
fn a_blow_is_asked_step_by_step() {
    let stage = stage("strike", fighter("mortal"), fighter("mortal"));
    let answers = [
        ("attack", Party::Actor, faces(&[6, 7, 8, 2, 3, 4])),
        ("defense", Party::Target(0), chose("dodge")),
        ("defend", Party::Target(0), faces(&[6, 2, 3, 4, 5, 2])),
        ("damage", Party::Actor, faces(&[6, 7, 8, 9])),
        ("soak", Party::Target(0), faces(&[6, 2, 3])),
    ];
    let mut given: Vec<(&str, Answer)> = Vec::new();
    for (slot, by, answer) in answers {
        let progress = stage.step(&given).expect("allowed");
        assert_eq!(next(&progress), (slot.to_owned(), Some(by)));
        given.push((slot, answer));
    }
    let done = stage.step(&given).expect("allowed");
    assert_eq!(next(&done).0, "over");
    assert_eq!(
        harm(&done.effects, Party::Target(0)),
        DamagePacket::of_severity(Severity::Bashing, 3)
    );
    // Both have used an action; neither is dazed by three levels with Stamina 3 (XOV-CMP-06).
    let count = |who| Effect::Count {
        who,
        key: "action".into(),
    };
    assert!(done.effects.contains(&count(Party::Actor)));
    assert!(done.effects.contains(&count(Party::Target(0))));
    assert_eq!(gained(&done.effects, Party::Target(0), "dazed"), None);
    // An answer taken back is asked again, and with it what came after is not lost.
    given.remove(1);
    let back = stage.step(&given).expect("allowed");
    assert_eq!(next(&back), ("defense".to_owned(), Some(Party::Target(0))));
    // Without an attack success there is no defense.
    let missed = stage
        .step(&[("attack", faces(&[2, 2, 3, 3, 4, 5]))])
        .expect("allowed");
    assert_eq!(next(&missed).0, "over");
    assert_eq!(
        harm(&missed.effects, Party::Target(0)),
        DamagePacket::default()
    );
}

/// XOV-DICE-05: what the storyteller rules about a difficulty, a die, a choice, a roll, damage.
#[test]
fn rulings_are_heard() {
    let plain = || stage("strike", fighter("mortal"), fighter("mortal"));
    let mut harder = plain();
    harder.add("attack_difficulty", 2);
    let played = plays(
        &harder,
        &Chosen::default(),
        &[6, 7, 8, 2, 3, 4, 6, 2, 3, 2, 2, 2],
    );
    assert_eq!(sum(&played.ledger, "net"), Some(1), "only the 8 counts");
    let mut fewer = plain();
    fewer.add("attack", -4);
    plays(&fewer, &Chosen::default(), &[2, 3]);
    let mut forced = plain();
    forced.rolls("attack", 2);
    forced.ruled(RulingKind::Choose {
        slot: Slot::new("defense"),
        key: "block".to_owned(),
    });
    let played = plays(&forced, &Chosen::default(), &[6, 6, 2, 2, 2, 2]);
    assert_eq!(sum(&played.ledger, "net"), Some(0));
    let mut ruled = plain();
    ruled.rolls("attack", 1);
    ruled.ruled(RulingKind::Damage {
        to: Party::Target(0),
        packet: lethal(1),
    });
    let played = plays(&ruled, &Chosen::default(), &[6, 7, 8, 2, 2, 2]);
    assert_eq!(harm(&played.effects, Party::Target(0)), lethal(1));
    let mut struck = plain();
    struck.rolls("attack", 1);
    struck.ruled(RulingKind::Strike {
        slot: Slot::new("soak"),
        label: Wording::verbatim("Stamina"),
    });
    let played = plays(&struck, &Chosen::default(), &[6, 7, 8]);
    assert_eq!(harm(&played.effects, Party::Target(0)).bashing, 3);
}

/// XOV-SOAK-03, XOV-SOAK-05, XOV-SOAK-07, XOV-SOAK-08, XOV-TGT-01: who soaks what, and armor.
#[test]
fn armor_helps_breaks_and_is_got_past() {
    let shot = |part: i32, damaged: i32| {
        let mut actor = fighter("mortal");
        let gun = armed(
            &mut actor,
            &["pistol", "lethal"],
            &[("damage", 5), ("loaded", 7), ("clip", 7), ("rate", 3)],
        );
        let mut target = fighter("mortal");
        let numbers = [("rating", 2), ("difficulty", 1), ("damaged", damaged)];
        target.carries("armor", &numbers, &["protects_kinetic", "covers_torso"]);
        let mut stage = stage("shoot", actor, target);
        stage.intent.item = Some(gun);
        stage.intent.set.set("part", part);
        stage.rolls("attack", 1);
        stage.rolls("damage", 4);
        stage
    };
    let played = plays(&shot(0, 0), &Chosen::default(), &[6, 2]);
    assert_eq!(harm(&played.effects, Party::Target(0)), lethal(3));
    assert_eq!(
        (
            worn(&played.effects, "damaged"),
            worn(&played.effects, "loaded")
        ),
        (1, -1)
    );
    for bare in [shot(5, 0), shot(0, 1)] {
        let played = plays(&bare, &Chosen::default(), &[]);
        assert_eq!(harm(&played.effects, Party::Target(0)), lethal(4));
        assert_eq!(worn(&played.effects, "damaged"), 0);
        // Four levels daze a target with Stamina 3 (XOV-CMP-06).
        assert!(gained(&played.effects, Party::Target(0), "dazed").is_some());
    }
    // Silver is worse in any shape but the one a werewolf was born in.
    for (kind, shape, dice) in [
        ("lupus", "crinos", 0),
        ("lupus", "lupus_form", 3),
        ("metis", "", 0),
    ] {
        let mut actor = fighter("mortal");
        let knife = armed(&mut actor, &["blade", "lethal", "silver"], &[("damage", 1)]);
        let mut target = fighter(kind);
        target.is(!shape.is_empty(), shape);
        let mut stage = stage("weapon_strike", actor, target);
        stage.intent.item = Some(knife);
        stage.rolls("attack", 1);
        stage.rolls("damage", 2);
        let played = plays(&stage, &Chosen::default(), &vec![2; dice]);
        let worse = harm(&played.effects, Party::Target(0)).aggravated > 0;
        assert_eq!(worse, dice == 0, "{kind} {shape}");
    }
}

/// XOV-DEF-02, XOV-DEF-04, XOV-DEF-05, XOV-CLOSE-10: a parry needs something to parry with; a hand
/// that runs into a blade is cut, and the blow after it has a die more.
#[test]
fn a_parry_cuts_and_opens_a_riposte() {
    let bare = stage("strike", fighter("mortal"), fighter("mortal"));
    let asked = bare
        .step(&[("attack", faces(&[6, 2, 2, 2, 2, 2]))])
        .expect("allowed");
    let Some(ExchangeStep::Choose { options, .. }) = asked.next else {
        panic!("{asked:?}");
    };
    let parry = options
        .iter()
        .find(|option| option.key == "parry")
        .expect("a parry");
    let (_, rule) = parry.barred.as_ref().expect("nothing to parry with");
    assert_eq!(rule.as_str(), "XOV-DEF-04");
    let mut target = fighter("mortal");
    let sword = armed(
        &mut target,
        &["blade", "lethal"],
        &[("damage", 2), ("length", 2)],
    );
    let mut parried = stage("strike", fighter("mortal"), target.clone());
    parried.rolls("attack", 1);
    parried.rolls("defend", 3);
    let played = plays(&parried, &Chosen::default().choose("defense", "parry"), &[]);
    let follow = played.effects.iter().find_map(|effect| match effect {
        Effect::Follow { by, at, intent } => Some((*by, at.clone(), intent.clone())),
        _ => None,
    });
    let (by, at, intent) = follow.expect("a cut");
    assert_eq!((by, at), (Party::Target(0), vec![Party::Actor]));
    let mut cut = stage("", target.clone(), fighter("mortal"));
    cut.intent = intent;
    let played = plays(&cut, &Chosen::default(), &[6, 2, 2, 2, 2, 2, 2]);
    assert_eq!(
        sum(&played.ledger, "damage"),
        Some(7),
        "Strength 3, sword 2, two more"
    );
    assert_eq!(harm(&played.effects, Party::Target(0)), lethal(1));
    let riposte = gained(
        &parried
            .given(&Chosen::default().choose("defense", "parry"))
            .expect("played")
            .effects,
        Party::Target(0),
        "riposte",
    );
    let riposte = riposte.expect("a riposte");
    target.conditions.insert("riposte".to_owned(), riposte);
    let dice = |with_hold: bool| {
        let mut blow = stage("weapon_strike", target.clone(), fighter("mortal"));
        blow.intent.item = Some(sword);
        if with_hold {
            blow.holds("riposte", 0);
        }
        match blow.step(&[]).expect("allowed").next {
            Some(ExchangeStep::Roll { check, .. }) => check.sum(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((dice(false), dice(true)), (6, 7));
}

/// XOV-MAN-01, XOV-DEF-06, XOV-DEF-07, XOV-TURN-07, XOV-CMP-06: what a defense costs, and who has
/// none.
#[test]
fn defenses_take_what_was_declared() {
    let struck = |target: OwnedFighter| {
        let mut stage = stage("strike", fighter("mortal"), target);
        stage.rolls("attack", 1);
        stage
    };
    let asked = |target: OwnedFighter, answers: &[(&str, Answer)]| {
        struck(target).step(answers).expect("allowed")
    };
    // Declared as defense: the second of two loses three dice.
    let planned = |used: u16| {
        let mut target = fighter("mortal");
        target.plan = Some(Plan {
            actions: 2,
            defenses: [2].into(),
            ..Plan::default()
        });
        target.tally.insert("action".to_owned(), used);
        target
    };
    let rolled = asked(planned(1), &[("defense", chose("dodge"))]);
    assert_eq!(next(&rolled).0, "defend");
    let Some(ExchangeStep::Roll { check, .. }) = rolled.next else {
        panic!("a roll");
    };
    assert_eq!(check.sum(), 3);
    // An attack was declared: giving it up takes Willpower.
    let mut target = fighter("mortal").with(&[("willpower", 2)]);
    target.pools.insert("willpower".to_owned(), 1);
    target.plan = Some(Plan::default());
    let change = asked(target.clone(), &[("defense", chose("dodge"))]);
    assert_eq!(next(&change).0, "change");
    let spent = asked(
        target.clone(),
        &[("defense", chose("dodge")), ("change", chose("spend"))],
    );
    assert_eq!(next(&spent).0, "defend");
    let spend = Effect::Spend {
        who: Party::Target(0),
        pool: "willpower".into(),
        points: 1,
    };
    assert!(spent.effects.contains(&spend));
    let failed = asked(
        target,
        &[
            ("defense", chose("dodge")),
            ("change", chose("roll")),
            ("change_roll", faces(&[2, 3])),
        ],
    );
    assert_eq!(next(&failed).0, "damage");
    // Nothing but defense: the third loses two dice and nothing else.
    let mut desperate = fighter("mortal");
    desperate.plan = Some(Plan {
        stance: Some("desperate_defense".to_owned()),
        ..Plan::default()
    });
    desperate.tally.insert("defense".to_owned(), 2);
    let Some(ExchangeStep::Roll { check, .. }) =
        asked(desperate, &[("defense", chose("dodge"))]).next
    else {
        panic!("a roll");
    };
    assert_eq!(check.sum(), 4);
    // The dazed do not defend.
    let mut dazed = fighter("mortal");
    dazed.is(true, "dazed");
    assert_eq!(next(&asked(dazed, &[])).0, "damage");
}

/// XOV-CLOSE-04, XOV-CLOSE-06, XOV-CLOSE-02, XOV-CMP-08: into a grip, what is done in it, and out.
#[test]
fn grips_hold_until_somebody_gets_out() {
    let mut clinch = stage("clinch", fighter("mortal"), fighter("mortal"));
    clinch.rolls("attack", 1);
    let played = plays(&clinch, &Chosen::default(), &[2, 2, 2]);
    let clinches = |effect: &Effect| matches!(effect, Effect::Hold { key, .. } if key == "clinch");
    assert!(played.effects.iter().any(clinches));
    let gripped = |maneuver: &str, hold: &str, kind: &str| {
        let (mut actor, mut target) = (fighter(kind), fighter("mortal"));
        let conditions = if hold == "clinch" {
            ["clinched", "clinched"]
        } else {
            ["holding", "held"]
        };
        actor.is(true, conditions[0]);
        target.is(true, conditions[1]);
        let mut stage = stage(maneuver, actor, target);
        stage.holds(hold, 0);
        stage
    };
    let refused = |stage: &Stage| stage.step(&[]).map(|_| ()).expect_err("refused");
    assert_eq!(refused(&gripped("strike", "clinch", "mortal")), "in_a_grip");
    assert_eq!(
        refused(&gripped("bite", "clinch", "mortal")),
        "not_eligible"
    );
    assert_eq!(refused(&gripped("squeeze", "hold", "mortal")), "only_held");
    assert_eq!(
        refused(&stage("bite", fighter("vampire"), fighter("mortal"))),
        "bite_needs_hold"
    );
    let squeezed = plays(
        &gripped("squeeze", "clinch", "mortal"),
        &Chosen::default(),
        &[6, 7, 2, 2, 2, 2],
    );
    assert_eq!(harm(&squeezed.effects, Party::Target(0)).bashing, 2);
    // A tie fails; one success more gets out.
    let tie = plays(
        &gripped("escape", "clinch", "mortal"),
        &Chosen::default(),
        &[6, 2, 2, 2, 2, 2, 6, 2, 2, 2, 2, 2],
    );
    assert!(
        !tie.effects
            .iter()
            .any(|effect| matches!(effect, Effect::Release { .. }))
    );
    let out = plays(
        &gripped("escape", "clinch", "mortal"),
        &Chosen::default(),
        &[6, 6, 2, 2, 2, 2, 6, 2, 2, 2, 2, 2],
    );
    assert!(
        out.effects
            .iter()
            .any(|effect| matches!(effect, Effect::Release { .. }))
    );
    let mut drinks = gripped("bite", "hold", "vampire");
    drinks.intent.set.set("drink", 2);
    drinks.rolls("attack", 1);
    let drunk = plays(&drinks, &Chosen::default(), &[]);
    let gets = Effect::Spend {
        who: Party::Actor,
        pool: "blood".into(),
        points: -2,
    };
    assert!(drunk.effects.contains(&gets) && line(&drunk.ledger, "damage").is_none());
}

/// XOV-CLOSE-12, XOV-CLOSE-13, XOV-CMP-09: falls, and a botched tackle.
#[test]
fn falls_take_two_rolls() {
    let mut sweep = stage("sweep_leg", fighter("mortal"), fighter("mortal"));
    sweep.rolls("attack", 1);
    sweep.rolls("damage", 0);
    let stands = plays(&sweep, &Chosen::default(), &[8, 2, 2, 2, 2, 2]);
    assert_eq!(gained(&stands.effects, Party::Target(0), "down"), None);
    let rises = plays(
        &sweep,
        &Chosen::default(),
        &[7, 2, 2, 2, 2, 2, 6, 2, 2, 2, 2, 2],
    );
    let rose = gained(&rises.effects, Party::Target(0), "rose_at_once");
    assert_eq!(rose.map(|rose| rose.amount), Some(2));
    let lies = plays(
        &sweep,
        &Chosen::default(),
        &[7, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2],
    );
    assert!(gained(&lies.effects, Party::Target(0), "down").is_some());
    assert_eq!(harm(&lies.effects, Party::Target(0)).bashing, 1);
    let mut tackle = stage("tackle", fighter("mortal"), fighter("mortal"));
    let falls = plays(
        &tackle,
        &Chosen::default(),
        &[1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    );
    assert!(gained(&falls.effects, Party::Actor, "down").is_some());
    let hurt = Chosen::default().choose("botch", "damage");
    let hurt = plays(&tackle, &hurt, &[1, 2, 2, 2, 2, 2, 6, 6, 2, 6, 2, 2]);
    assert_eq!(harm(&hurt.effects, Party::Actor).bashing, 1);
    tackle.rolls("attack", 1);
    tackle.rolls("damage", 0);
    let both = plays(
        &tackle,
        &Chosen::default(),
        &[7, 2, 2, 2, 2, 2, 7, 2, 2, 2, 2, 2],
    );
    assert!(gained(&both.effects, Party::Target(0), "tackled").is_some());
}

/// XOV-RNG-07, XOV-RNG-08, XOV-RNG-11, XOV-EQP-05, XOV-ATK-08: rounds, sprays, bows.
#[test]
fn rounds_are_counted_and_sprays_shared() {
    let mut actor = fighter("mortal");
    let gun = armed(
        &mut actor,
        &["smg", "lethal"],
        &[("damage", 4), ("loaded", 20), ("clip", 30), ("rate", 3)],
    );
    let mut spray = stage("strafe", actor.clone(), fighter("mortal"));
    spray.intent.item = Some(gun);
    spray.targets.push(fighter("mortal"));
    spray.rolls("attack", 5);
    spray.rolls("damage", 0);
    spray.rolls("damage@1", 0);
    let asked = spray.step(&[]).expect("allowed");
    assert!(
        matches!(asked.next, Some(ExchangeStep::Number { range: (0, 1), .. })),
        "{asked:?}"
    );
    let played = plays(&spray, &Chosen::default().number("extra", 0), &[]);
    assert_eq!(
        (sum(&played.ledger, "net"), sum(&played.ledger, "net@1")),
        (Some(2), Some(3))
    );
    assert_eq!(worn(&played.effects, "loaded"), -20);
    let mut shot = stage("shoot", actor.clone(), fighter("mortal"));
    shot.intent.item = Some(gun);
    shot.actor.tally.insert(format!("shots_{gun}"), 3);
    assert_eq!(shot.step(&[]).map(|_| ()), Err("rate_of_fire".to_owned()));
    shot.actor = actor.clone();
    shot.actor
        .gear
        .get_mut(&gun)
        .expect("a gun")
        .numbers
        .insert("loaded".to_owned(), 0);
    assert_eq!(
        shot.step(&[]).map(|_| ()),
        Err("not_enough_rounds".to_owned())
    );
    let mut archer = fighter("mortal");
    let bow = armed(
        &mut archer,
        &["bow", "lethal"],
        &[("damage", 4), ("clip", 1), ("range", 60)],
    );
    let mut shot = stage("bow", archer, fighter("mortal"));
    shot.intent.item = Some(bow);
    assert_eq!(shot.step(&[]).map(|_| ()), Err("not_ready".to_owned()));
    let mut nock = stage("load", shot.actor.clone(), fighter("mortal"));
    nock.targets.clear();
    nock.intent.item = Some(bow);
    let nocked = plays(&nock, &Chosen::default(), &[]);
    assert_eq!(
        (
            worn(&nocked.effects, "readied"),
            worn(&nocked.effects, "loaded")
        ),
        (1, 1)
    );
    let numbers = &mut shot.actor.gear.get_mut(&bow).expect("a bow").numbers;
    numbers.extend([("readied".to_owned(), 1), ("loaded".to_owned(), 1)]);
    let snapped = plays(&shot, &Chosen::default(), &[1, 2, 2, 2, 2, 2]);
    let worn = |key| worn(&snapped.effects, key);
    assert_eq!(
        (worn("broken"), worn("readied"), worn("loaded")),
        (1, -1, -1)
    );
}

/// XOV-RNG-01, XOV-MAN-03, XOV-CMP-01 to XOV-CMP-05, XOV-CLOSE-09, XOV-POL-04: what turns before
/// an attack bring to it.
#[test]
fn what_came_before_counts() {
    let mut actor = fighter("mortal");
    let gun = armed(&mut actor, &["pistol", "lethal"], &[("damage", 4)]);
    let aimed = |actor: OwnedFighter, hold: i32| {
        let mut shot = stage("shoot", actor, fighter("mortal"));
        shot.intent.item = Some(gun);
        shot.holds("aim", hold);
        match shot.step(&[]).expect("allowed").next {
            Some(ExchangeStep::Roll { check, .. }) => check.sum(),
            other => panic!("{other:?}"),
        }
    };
    let mut aims = stage("aim", actor.clone(), fighter("mortal"));
    aims.intent.item = Some(gun);
    let effects = plays(&aims, &Chosen::default(), &[]).effects;
    let aiming = gained(&effects, Party::Actor, "aiming").expect("aiming");
    assert_eq!(aiming.amount, 1);
    let mut steady = actor.clone();
    steady.conditions.insert("aiming".to_owned(), aiming);
    assert_eq!((aimed(actor.clone(), 1), aimed(steady.clone(), 1)), (6, 7));
    let mut shot = stage("shoot", steady, fighter("mortal"));
    shot.intent.item = Some(gun);
    shot.rolls("attack", 0);
    let lost = Effect::LetGo {
        by: Party::Actor,
        key: "aim".into(),
    };
    assert!(
        plays(&shot, &Chosen::default(), &[])
            .effects
            .contains(&lost)
    );
    let waits = stage("ambush", fighter("mortal"), fighter("mortal"));
    let hidden = plays(
        &waits,
        &Chosen::default(),
        &[6, 6, 6, 2, 2, 2, 6, 2, 2, 2, 2, 2],
    );
    let ambush = gained(&hidden.effects, Party::Actor, "ambush").expect("ahead by two");
    assert_eq!(ambush.amount, 1);
    let mut free = stage("strike", fighter("mortal"), fighter("mortal"));
    free.actor.conditions.insert("ambush".to_owned(), ambush);
    free.holds("ambush", 1);
    let asked = free
        .step(&[("attack", faces(&[6, 2, 2, 2, 2, 2, 2]))])
        .expect("allowed");
    assert_eq!(next(&asked).0, "damage", "nobody defends a free attack");
    let mut blind = stage("strike", fighter("mortal"), fighter("mortal"));
    blind.actor.is(true, "blinded");
    blind.actor.tally.insert("attackers".to_owned(), 3);
    blind.actor.has("harried", 1);
    let Some(ExchangeStep::Roll { check, .. }) = blind.step(&[]).expect("allowed").next else {
        panic!("a roll");
    };
    // 6, 2 for not seeing, 2 for three attackers, 1 for the pack: 11, which is rolled as 10.
    assert_eq!(check.reading.get_or("difficulty", 6), 11);
}

/// XOV-POW-01, XOV-POW-02, XOV-POW-04: powers cost what they cost and last as long as they last.
#[test]
fn powers_give_actions() {
    let power = |key: &str, kind: &str, points: i32| {
        let mut who = fighter(kind).with(&[("celerity", 2), ("rage", 5), ("faith", 3)]);
        for pool in ["blood", "rage", "faith"] {
            who.pools.insert(pool.to_owned(), 3);
        }
        let mut stage = Stage::new(SystemId::Crossover.combat(), who, key);
        stage.intent.set.set("points", points);
        stage.given(&Chosen::default())
    };
    let effects = power("celerity", "vampire", 1).expect("blood").effects;
    let celerity = gained(&effects, Party::Actor, "celerity").expect("celerity");
    assert_eq!(celerity.amount, 2);
    assert_eq!(
        power("rage", "mortal", 1).map(|_| ()),
        Err("garou_only".to_owned())
    );
    assert_eq!(
        power("rage", "werewolf", 3).map(|_| ()),
        Err("exceeds_half_rage".to_owned())
    );
    assert!(power("rage", "werewolf", 2).is_ok());
    assert_eq!(
        power("faith", "other", 4).map(|_| ()),
        Err("not_enough".to_owned())
    );
}

/// XOV-ACT-01, XOV-ACT-02, XOV-HLTH-03: wounds lower actions and no reflexes, which are not counted.
#[test]
fn reflexes_are_no_actions() {
    let mut hurt = fighter("mortal");
    hurt.hurt(4);
    let asked = stage("strike", hurt.clone(), fighter("mortal")).step(&[]);
    let Some(ExchangeStep::Roll { check, .. }) = asked.expect("allowed").next else {
        panic!("a roll");
    };
    assert_eq!(check.sum(), 4);
    let falls = stage("knocked_down", hurt, fighter("mortal"));
    let played = plays(&falls, &Chosen::default(), &[6, 2, 2, 2, 2, 2]);
    let counts = |effect: &Effect| matches!(effect, Effect::Count { .. });
    assert!(!played.effects.iter().any(counts));
    let mut who = fighter("vampire").with(&[("celerity", 1)]);
    who.pools.insert("blood".to_owned(), 1);
    let paid = stage("celerity", who, fighter("mortal"));
    assert!(
        !plays(&paid, &Chosen::default(), &[])
            .effects
            .iter()
            .any(counts)
    );
}

/// XOV-HLTH-04, XOV-HLTH-05: a wraith loses Corpus whatever hits it, and the dead lose no more.
#[test]
fn what_is_marked() {
    let rules = SystemId::Crossover.rules();
    let wraith = fighter("wraith");
    let struck = stage("strike", wraith.clone(), wraith);
    let after = struck.staged(|scene| {
        let who = scene.actor.expect("a wraith");
        rules.apply_damage(who, lethal(3)).expect("Corpus").after
    });
    let health = struck.staged(|scene| {
        let who = scene.actor.expect("a wraith");
        rules.health_state(who.sheet, &after, who.conditions, who.house)
    });
    assert_eq!((health.penalty, health.states.len()), (0, 0));
    let mortal = stage("strike", fighter("mortal"), fighter("mortal"));
    let harmed = mortal.staged(|scene| {
        let who = scene.actor.expect("a combatant");
        rules.apply_damage(who, lethal(10)).expect("levels")
    });
    assert_eq!(harmed.excess, 2, "seven fill the row, the eighth kills");
}

const SIMULATED: u32 = 50_000;

/// The odds of an exchange equal what so many simulated ones come to.
#[track_caller]
fn odds_are_right(stage: &Stage, chosen: &Chosen) {
    let odds = stage.staged(|scene| exchange_odds(stage.combat, scene, &stage.rulings, chosen));
    let odds = odds.expect("odds");
    assert!(odds.exact, "{} ways", odds.branches);
    let sum: f64 = odds.outcomes.values().sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let mut dice = SeededDice(0x5eed_0000_0bad_cafe);
    let mut seen: BTreeMap<Vec<Effect>, u32> = BTreeMap::new();
    for _ in 0..SIMULATED {
        let played = stage.play(chosen, &mut dice).expect("played");
        *seen.entry(played.effects).or_default() += 1;
    }
    let all = f64::from(SIMULATED);
    for effects in odds.outcomes.keys().chain(seen.keys()) {
        let chance = odds.outcomes.get(effects).copied().unwrap_or(0.0);
        let share = f64::from(seen.get(effects).copied().unwrap_or(0)) / all;
        let error = (chance * (1.0 - chance) / all).sqrt();
        // One occurrence of what is rarer than one in a million proves nothing.
        let room = 5.0 * error + 2.0 / all;
        assert!(
            (share - chance).abs() <= room,
            "{share} is not {chance}: {effects:?}"
        );
    }
}

#[test]
fn odds_of_a_fist() {
    odds_are_right(
        &stage("strike", fighter("mortal"), fighter("mortal")),
        &Chosen::default(),
    );
}

#[test]
fn odds_of_a_fist_that_is_dodged() {
    let dodges = Chosen::default().choose("defense", "dodge");
    odds_are_right(
        &stage("strike", fighter("mortal"), fighter("vampire")),
        &dodges,
    );
}

#[test]
fn odds_of_a_shot_with_a_specialty() {
    let mut actor = fighter("mortal");
    let gun = armed(
        &mut actor,
        &["pistol", "lethal"],
        &[("damage", 4), ("range", 20)],
    );
    let mut target = fighter("mortal");
    target.carries(
        "armor",
        &[("rating", 2)],
        &["protects_kinetic", "covers_torso"],
    );
    let mut shot = stage("shoot", actor, target);
    shot.intent.item = Some(gun);
    shot.between = Parameters::default().with("distance", 30).with("cover", 1);
    odds_are_right(
        &shot,
        &Chosen::default().buy("attack", vec!["specialty".to_owned()]),
    );
}

#[test]
fn odds_of_a_sweep() {
    let target = fighter("mortal").with(&[("dexterity", 2), ("athletics", 0)]);
    odds_are_right(
        &stage("sweep_leg", fighter("mortal"), target),
        &Chosen::default(),
    );
}

#[test]
fn odds_of_a_parry_that_cuts() {
    let mut target = fighter("mortal");
    armed(&mut target, &["blade", "lethal"], &[("damage", 2)]);
    let parries = Chosen::default().choose("defense", "parry");
    odds_are_right(&stage("kick", fighter("mortal"), target), &parries);
}

#[test]
fn odds_of_an_ambush() {
    odds_are_right(
        &stage("ambush", fighter("mortal"), fighter("mortal")),
        &Chosen::default(),
    );
}

#[test]
fn odds_of_a_disarm() {
    let mut target = fighter("mortal");
    armed(&mut target, &["blunt", "bashing"], &[("damage", 1)]);
    odds_are_right(
        &stage("disarm_unarmed", fighter("mortal"), target),
        &Chosen::default(),
    );
}

#[test]
fn odds_of_a_spray_at_two() {
    let mut actor = fighter("mortal").with(&[("dexterity", 1), ("firearms", 0)]);
    let gun = armed(&mut actor, &["smg", "lethal"], &[("damage", 1)]);
    let weak = fighter("mortal").with(&[("stamina", 1)]);
    let mut spray = stage("strafe", actor, weak.clone());
    spray.intent.item = Some(gun);
    spray.targets.push(weak);
    spray.add("attack", -6);
    odds_are_right(&spray, &Chosen::default().number("extra", 1));
}

fn answer(exchange: ExchangeId, slot: &str, answer: AnswerInput) -> Command {
    Command::Answer {
        exchange,
        slot: Slot::from(slot),
        answer,
        throws: false,
    }
}

fn rolls(exchange: ExchangeId, slot: &str) -> Command {
    let roll = AnswerInput::Roll {
        bought: Vec::new(),
        faces: None,
    };
    answer(exchange, slot, roll)
}

/// Opens an exchange at a table.
fn declared(table: &mut Table, by: &str, at: &str, intent: Intent) -> ExchangeId {
    let command = Command::Declare(Box::new(Declaration {
        by: Some(table.combatant_id(by)),
        at: vec![table.combatant_id(at)],
        others: Vec::new(),
        intent,
        without: Vec::new(),
        anyway: false,
        noticed: false,
        throws: false,
    }));
    table.give_accepted(ST, command);
    let view = table.view(Class::Storyteller);
    let mut open = view.exchanges.values().filter(|it| it.next.is_some());
    open.next().expect("an exchange").id
}

/// XOV-MULT-01, XOV-RNG-07: at the table a shot costs a round and an action, the second of two
/// declared ones loses three dice, and what an answer did comes back with it.
#[test]
fn a_shot_at_the_table() {
    let mut table = Table::with_system(SystemId::Crossover)
        .add_combatants(&[
            "@Ilse dex 3 wits 3 firearms 2 stamina 3",
            "Ghoul dex 2 wits 2 stamina 2",
        ])
        .without_turn_order()
        .place_all_in_order();
    let ilse = table.combatant_id("Ilse");
    let gun = Command::GiveItem {
        id: ilse,
        what: ItemInput::Chart("heavy_pistol".into()),
        carried: Some(Carried::Held),
    };
    table.give_accepted(ST, gun);
    for (name, face) in [("Ilse", 9), ("Ghoul", 2)] {
        let whose = InitiativeTarget::One(table.combatant_id(name));
        table.give_accepted_with(ST, Command::RollInitiative { whose, face: None }, &[face]);
    }
    table.next_turn();
    let plan = PlanInput {
        actions: 2,
        ..PlanInput::default()
    };
    table.give_accepted(
        ST,
        Command::Plan {
            id: ilse,
            plan: Some(plan),
        },
    );
    let item = *table.row("Ilse").gear.keys().next().expect("a gun");
    let loaded = |table: &Table| table.row("Ilse").gear[&item].number("loaded");
    let shoots = || Intent::of("shoot").with_item(item);
    let first = declared(&mut table, "Ilse", "Ghoul", shoots());
    assert_eq!(loaded(&table), Some(7));
    table.give_accepted_with(ANA, rolls(first, "attack"), &[6, 7, 2]);
    assert_eq!(loaded(&table), Some(6));
    assert_eq!(table.row("Ilse").tally.get("action"), Some(&1));
    // The target is asked, and no other answers.
    let dodge = answer(first, "defense", AnswerInput::Chose("dodge".into()));
    assert_eq!(table.give_refused(BEN, dodge.clone()), Refusal::NotAllowed);
    table.give_accepted(ST, dodge);
    table.give_accepted(ST, Command::TakeBack { exchange: first });
    let none = answer(first, "defense", AnswerInput::Chose("none".into()));
    table.give_accepted(ST, none);
    table.give_accepted_with(ANA, rolls(first, "damage"), &[6, 7, 8, 2, 2, 2]);
    assert_eq!(
        table.health_boxes("Ghoul"),
        "XXX....",
        "a mortal does not soak lethal damage"
    );
    let second = declared(&mut table, "Ilse", "Ghoul", shoots());
    table.give_accepted_with(ANA, rolls(second, "attack"), &[2, 3]);
    assert_eq!(
        (loaded(&table), table.row("Ilse").tally.get("action")),
        (Some(5), Some(&2))
    );
    let third = Command::Declare(Box::new(Declaration {
        by: Some(ilse),
        at: vec![table.combatant_id("Ghoul")],
        others: Vec::new(),
        intent: shoots(),
        without: Vec::new(),
        anyway: false,
        noticed: false,
        throws: false,
    }));
    assert!(
        matches!(table.give_refused(ANA, third), Refusal::Barred { rule, .. } if rule == "XOV-DECL-02")
    );
}
