//! Whole exchanges: who is asked what, and what is written down in the end
//! (CHR-ST-01, CHR-ST-02 and everything they may overrule).

use rules::dice::Script;
use rules::systems::chronicle as chr;
use rules::systems::chronicle::Settings;
use rules::systems::chronicle::attack::pool::Mode;
use rules::systems::chronicle::attack::{Attack, AttackKind};
use rules::systems::chronicle::called_shot::{LegChoice, Location};
use rules::systems::chronicle::condition::{Condition, Held};
use rules::systems::chronicle::exchange::effect::Effect;
use rules::systems::chronicle::exchange::{
    Answer, Circumstances, Done, Exchange, Party, Purpose, Question, Refusal, Step,
};
use rules::systems::chronicle::overrides::{Change, TermKey};
use rules::systems::chronicle::pool;
use rules::term::Term;

use super::{attack, packet, row};

/// Answers every question from `answers` and every roll from `faces`, to the end.
fn finish(exchange: &mut Exchange, answers: &[Answer], faces: &[u16]) -> Done {
    let by = Settings::default();
    let mut answers = answers.iter().cloned();
    let mut dice = Script::new(faces.iter().copied());
    loop {
        let answer = match exchange.step(&by) {
            Step::NeedChoice { question, .. } => answers.next().unwrap_or_else(|| {
                panic!("nobody prepared for {question:?}");
            }),
            Step::NeedRoll { ask, .. } => Answer::Rolled(pool::roll(&ask, &mut dice)),
            Step::NeedDie { .. } => answers.next().expect("a face"),
            Step::Done(done) => {
                assert_eq!((dice.missing(), dice.left()), (0, 0), "dice");
                assert_eq!(answers.next(), None, "answers");
                return *done;
            }
            Step::Refused(why) => panic!("{why}"),
        };
        exchange.answer(answer, &by).expect("it was asked for");
    }
}

fn declare(attack: Attack) -> Exchange {
    Exchange::declare(attack, Circumstances::default())
}

#[test]
fn a_blow_asks_the_target_then_the_dice() {
    let by = Settings::default();
    let mut exchange = declare(attack(AttackKind::Melee));
    assert_eq!(
        exchange.step(&by),
        Step::NeedChoice {
            by: Party::Target,
            question: Question::Defense { value: 2 },
        }
    );
    assert_eq!(
        exchange.answer(Answer::Leg(LegChoice::LegWrack), &by),
        Err(Refusal::Unasked)
    );
    exchange.answer(Answer::Yes, &by).expect("asked");
    let Step::NeedRoll {
        by: Party::Attacker,
        purpose: Purpose::Attack,
        ask,
        ..
    } = exchange.step(&by)
    else {
        panic!("the attacker rolls");
    };
    assert_eq!(ask.pool, 4);
    let done = finish(&mut exchange, &[], &[8, 8, 1, 1]);
    assert_eq!(done.outcome.inflicted, packet(0, 4, 0));
    assert!(done.effects.contains(&Effect::DefenseApplied));
    let marked = Effect::Marked {
        packet: packet(0, 4, 0),
        before: Some(row(7, 0, 0, 0)),
        after: Some(row(7, 0, 4, 0)),
        excess: 0,
    };
    assert!(done.effects.contains(&marked));
    // It travels, and one answer can be taken back.
    let text = serde_json::to_string(&exchange).expect("writable");
    let copy: Exchange = serde_json::from_str(&text).expect("readable");
    assert_eq!(copy.step(&by), exchange.step(&by));
    assert!(exchange.take_back().is_some());
    assert!(matches!(exchange.step(&by), Step::NeedRoll { .. }));
}

#[test]
fn defense_may_be_saved() {
    let done = finish(
        &mut declare(attack(AttackKind::Melee)),
        &[Answer::No],
        &[1, 1, 1, 1, 1, 1],
    );
    assert_eq!((done.pool.pool, done.pool.defense_applied), (6, false));
    assert!(!done.effects.contains(&Effect::DefenseApplied));
}

#[test]
fn worn_out_defense_is_not_asked_for() {
    let mut blow = attack(AttackKind::Melee);
    blow.target.defense_applied = 2;
    let done = finish(&mut declare(blow), &[], &[1, 1, 1, 1, 1, 1]);
    assert!(!done.effects.contains(&Effect::DefenseApplied));
}

#[test]
fn a_killing_blow_is_an_offer() {
    let mut blow = attack(AttackKind::Melee);
    blow.target.dormant = true;
    let done = finish(&mut declare(blow.clone()), &[Answer::Yes], &[]);
    assert_eq!(done.outcome.inflicted, packet(0, 6, 0));
    let done = finish(&mut declare(blow), &[Answer::No], &[8, 1, 1, 1, 1, 1]);
    assert_eq!(
        (done.pool.mode, done.outcome.inflicted),
        (Mode::Pool, packet(0, 3, 0))
    );
}

#[test]
fn the_attacker_picks_what_the_leg_suffers() {
    let mut blow = attack(AttackKind::Melee);
    blow.options.called = Some(Location::Leg);
    let answers = [Answer::No, Answer::Leg(LegChoice::KnockedDown)];
    let done = finish(&mut declare(blow.clone()), &answers, &[8, 1, 1, 1]);
    assert_eq!(done.outcome.conditions, [Condition::KnockedDown]);
    // Armor leaves too little: nothing to pick.
    blow.target.armor = vec![chr::armor::Armor {
        general: 1,
        ..chr::armor::Armor::default()
    }];
    let done = finish(&mut declare(blow), &[Answer::No], &[8, 1, 1, 1]);
    assert_eq!(done.outcome.conditions, []);
}

/// CHR-CMP-09: the roll comes after the marks, with the wound penalty they bring.
#[test]
fn a_hard_blow_to_the_head_is_rolled_against() {
    let by = Settings::default();
    let mut blow = attack(AttackKind::Melee);
    blow.options.called = Some(Location::Head);
    blow.target.track = Some(row(7, 1, 0, 0));
    let mut exchange = declare(blow.clone());
    exchange.answer(Answer::No, &by).expect("asked");
    let three = pool::roll(&pool::Ask::pool(3), &mut Script::new([8, 8, 8]));
    exchange.answer(Answer::Rolled(three), &by).expect("asked");
    // Five points on a row with one mark: six filled, −2; Stamina 2 leaves a chance die.
    let Step::NeedRoll {
        by: Party::Target,
        purpose: Purpose::Knockout,
        ask,
        terms,
    } = exchange.step(&by)
    else {
        panic!("the target rolls");
    };
    assert_eq!((ask.pool, terms.len()), (0, 2));
    let done = finish(&mut exchange, &[], &[3]);
    assert!(done.effects.contains(&Effect::KnockedOut(5)));
    assert!(
        done.effects
            .contains(&Effect::Gains(Held::new(Condition::Stunned)))
    );
    // A vampire feels neither.
    blow.target.vampire = true;
    let done = finish(&mut declare(blow), &[Answer::No], &[8, 8, 8]);
    assert_eq!(done.outcome.conditions, []);
    assert!(
        !done
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::KnockedOut(_)))
    );
}

/// CHR-MIX-04, CHR-CMP-05: a dramatic failure jams, and may hit somebody else.
#[test]
fn a_botched_shot() {
    let mut shot = attack(AttackKind::Firearm);
    shot.options.avoid = 3;
    let answers = [Answer::Yes, Answer::Face(3)];
    let done = finish(&mut declare(shot.clone()), &answers, &[1]);
    assert!(done.effects.contains(&Effect::Jammed));
    assert!(done.effects.contains(&Effect::Stray {
        index: 2,
        damage: 2
    }));
    let done = finish(&mut declare(shot), &[Answer::No], &[1]);
    assert!(
        !done
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Stray { .. }))
    );
}

#[test]
fn bullets_aim_and_cover_are_written_down() {
    let by = Settings::default();
    let mut shot = attack(AttackKind::Firearm);
    shot.options.aim = 2;
    shot.options.burst = Some(chr::burst::Burst::Short);
    shot.options.firing_from = Some(chr::concealment::Concealment::Complete);
    shot.cover = Some(chr::cover::Cover {
        durability: 3,
        structure: 6,
        see_through: false,
    });
    let loaded = |ammo| Circumstances {
        ammo: Some(ammo),
        ..Circumstances::default()
    };
    let empty = Exchange::declare(shot.clone(), loaded(2));
    assert_eq!(
        empty.step(&by),
        Step::Refused(Refusal::TooFewBullets { needed: 3 })
    );
    let mut exchange = Exchange::declare(shot, loaded(5));
    let done = finish(&mut exchange, &[], &[8, 8, 8, 1, 1, 1, 1]);
    for effect in [
        Effect::AmmoAfter(2),
        Effect::AimUsed,
        Effect::FirerConcealed(chr::concealment::Concealment::Substantial),
        Effect::CoverAfter(4),
    ] {
        assert!(done.effects.contains(&effect), "{effect:?}");
    }
    assert!(done.outcome.inflicted.is_empty());
}

/// CHR-VMP-12, CHR-IMPR-04, CHR-CMP-08, CHR-BLEED-04: what else a hit leaves behind.
#[test]
fn a_hit_leaves_traces() {
    let mut blow = attack(AttackKind::Melee);
    blow.options.called = Some(Location::Hand);
    blow.target.vampire = true;
    blow.target.size = 4;
    let weapon = blow.weapon.as_mut().expect("a weapon");
    weapon.stun = true;
    weapon.improvised = true;
    weapon.category = Some(chr::attack::Harm::Slashing);
    let circumstances = Circumstances {
        stabilised: true,
        thing: Some(chr::improvised::Improvised {
            durability: 1,
            size: 1,
            structure: 3,
            ..chr::improvised::Improvised::default()
        }),
        ..Circumstances::default()
    };
    let mut exchange = Exchange::declare(blow, circumstances);
    // 6 − 4 − 1 leaves one die; its 10 brings another.
    let done = finish(&mut exchange, &[Answer::No], &[10, 8]);
    let wrack = Held::of_injury(Condition::ArmWrack, packet(0, 4, 0));
    for effect in [
        Effect::Gains(wrack),
        Effect::LosesNextAction,
        Effect::WeaponAfter(0),
        Effect::DressingTorn,
    ] {
        assert!(done.effects.contains(&effect), "{effect:?}");
    }
}

/// CHR-ST-01: terms, mode, damage, conditions and track can all be changed.
#[test]
fn the_storyteller_has_the_last_word() {
    let by = Settings::default();
    let mut blow = attack(AttackKind::Melee);
    blow.target.no_defense = true;
    blow.options.called = Some(Location::Arm);
    let mut exchange = declare(blow);
    let strength = TermKey {
        label: "Strength".into(),
        rule: Some(rules::term::RuleId::new("CHR-ATK-04")),
    };
    let called = TermKey {
        label: "Aimed at the arm".into(),
        rule: Some(rules::term::RuleId::new("CHR-TGT-02")),
    };
    let pool = |exchange: &Exchange| match exchange.step(&by) {
        Step::NeedRoll { ask, .. } => (ask.pool, ask.is_chance()),
        other => panic!("{other:?}"),
    };
    assert_eq!(pool(&exchange), (4, false));
    exchange.rule(
        "Ada",
        1,
        Change::AddTerm(Term::typed("High ground", 2)),
        &by,
    );
    exchange.rule(
        "Ada",
        2,
        Change::ChangeTerm {
            term: strength,
            value: 1,
        },
        &by,
    );
    exchange.rule("Ada", 3, Change::StrikeTerm(called), &by);
    assert_eq!(pool(&exchange), (6, false));
    exchange.rule("Ada", 4, Change::Mode(Mode::Chance), &by);
    assert_eq!(pool(&exchange), (6, true));
    assert!(exchange.unrule(3) && !exchange.unrule(9));
    assert_eq!(pool(&exchange), (6, false));
    let done = finish(&mut exchange, &[], &[8, 1, 1, 1, 1, 1]);
    assert_eq!(done.outcome.conditions, [Condition::ArmWrack]);
    exchange.rule("Ada", 5, Change::Damage(packet(1, 0, 0)), &by);
    let done = finish(&mut exchange, &[], &[]);
    assert_eq!(
        (done.outcome.inflicted, done.outcome.conditions),
        (packet(1, 0, 0), vec![])
    );
    exchange.rule("Ada", 6, Change::Conditions(vec![Condition::Stunned]), &by);
    exchange.rule("Ada", 7, Change::Track(row(7, 0, 0, 2)), &by);
    let done = finish(&mut exchange, &[], &[]);
    assert_eq!(done.outcome.conditions, [Condition::Stunned]);
    assert_eq!(
        done.outcome.marked.map(|marked| marked.after),
        Some(row(7, 0, 0, 2))
    );
}

/// CHR-ST-02: who, when, the old value and the new one.
#[test]
fn rulings_are_on_record() {
    let by = Settings::default();
    let mut blow = attack(AttackKind::Melee);
    blow.target.no_defense = true;
    let mut exchange = declare(blow);
    let strength = TermKey {
        label: "Strength".into(),
        rule: Some(rules::term::RuleId::new("CHR-ATK-04")),
    };
    let raise = |value| Change::ChangeTerm {
        term: strength.clone(),
        value,
    };
    exchange.rule("Ada", 7, raise(5), &by);
    exchange.rule("Bo", 9, raise(1), &by);
    exchange.rule("Bo", 9, Change::Mode(Mode::Impossible), &by);
    exchange.rule("Bo", 9, Change::Track(row(7, 1, 0, 0)), &by);
    let all = exchange.rulings().all();
    let read: Vec<_> = all
        .iter()
        .map(|one| (one.who.as_str(), one.when, one.old.clone()))
        .collect();
    assert_eq!(
        read,
        [
            ("Ada", 7, Some(raise(3))),
            ("Bo", 9, Some(raise(5))),
            ("Bo", 9, Some(Change::Mode(Mode::Pool))),
            ("Bo", 9, Some(Change::Track(row(7, 0, 0, 0)))),
        ]
    );
    assert!(
        exchange.unrule(0)
            && exchange
                .rulings()
                .all()
                .first()
                .is_some_and(|one| one.undone)
    );
}

/// CHR-AUTO-12: the list of targets is the storyteller's as well.
#[test]
fn targets_are_the_storytellers() {
    let by = Settings::default();
    let mut exchange = declare(attack(AttackKind::Firearm));
    assert_eq!(exchange.rulings().targets(), None);
    exchange.rule("Ada", 1, Change::Targets(vec!["Bo".into()]), &by);
    exchange.rule("Ada", 2, Change::Targets(vec![]), &by);
    assert_eq!(exchange.rulings().targets(), Some(&[][..]));
    let old = exchange
        .rulings()
        .all()
        .last()
        .and_then(|one| one.old.clone());
    assert_eq!(old, Some(Change::Targets(vec!["Bo".into()])));
}

#[test]
fn nonsense_is_refused() {
    let by = Settings::default();
    let mut blow = attack(AttackKind::Melee);
    blow.attacker.strength = -1;
    assert!(matches!(
        declare(blow).step(&by),
        Step::Refused(Refusal::Nonsense(_))
    ));
    let mut blow = attack(AttackKind::Melee);
    blow.options.pulled = 1;
    assert!(matches!(
        declare(blow).step(&by),
        Step::Refused(Refusal::Illegal(_))
    ));
}
