//! The exchange step by step: who is asked what, in which order, and what is written down.

use rules::dice::Script;
use rules::systems::tristat::Settings;
use rules::systems::tristat::attack::NoAttack;
use rules::systems::tristat::damage::WeakPoint;
use rules::systems::tristat::disarm::{Distance, Grip};
use rules::systems::tristat::exchange::deed::Deed;
use rules::systems::tristat::exchange::done::Effect;
use rules::systems::tristat::exchange::{Answer, Exchange, For, Party, Refusal, Step};
use rules::systems::tristat::overrides::{Change, Ruling, Side, TermKey};
use rules::systems::tristat::settings::Landing;
use rules::systems::tristat::throw::Throw;
use rules::term::{RuleId, Term};

use super::{attack, blow, damage, defense, play};

fn by() -> Settings {
    Settings::default()
}

fn disarm(from: Distance) -> Deed {
    Deed::Disarm {
        attack: attack(),
        from,
        grip: Grip {
            body: 6,
            ..Grip::default()
        },
        damage: damage(),
    }
}

fn loses(points: i32, rule: &'static str) -> Effect {
    Effect::LoseHealth {
        points,
        rule: Some(RuleId::new(rule)),
    }
}

/// TRI-CRIT-02, TRI-DEF-01: attack, critical die, choice, defense.
#[test]
fn asks_in_order() {
    let mut exchange = Exchange::declare(blow(), Some(defense()));
    let asked = |exchange: &Exchange| match exchange.step(&by()) {
        Step::NeedRoll(ask) => (ask.by, ask.purpose, ask.dice, ask.target, ask.takes_ties),
        other => panic!("{other:?}"),
    };
    let first = (Party::Attacker, For::Attack, 2, Some(9), true);
    assert_eq!(asked(&exchange), first);
    exchange.answer(Answer::Faces(vec![1, 1]));
    let second = (Party::Attacker, For::Critical, 1, None, false);
    assert_eq!(asked(&exchange), second);
    exchange.answer(Answer::Faces(vec![4]));
    let Step::NeedDefense { target: 7, .. } = exchange.step(&by()) else {
        panic!("a choice")
    };
    exchange.answer(Answer::Defend);
    let third = (Party::Target, For::Defense, 2, Some(7), false);
    assert_eq!(asked(&exchange), third);
    exchange.answer(Answer::Faces(vec![3, 4]));
    let Step::Done(done) = exchange.step(&by()) else {
        panic!("done")
    };
    assert_eq!(
        done.effects,
        [Effect::CountDefense, loses(21, "TRI-DMG-03")]
    );
    assert_eq!(exchange.take_back(), Some(Answer::Faces(vec![3, 4])));
    assert_eq!(asked(&exchange), third);
}

/// TRI-DEF-01, TRI-DEF-04: letting it come costs nothing and is not counted.
#[test]
fn declining_is_free() {
    let mut exchange = Exchange::declare(blow(), Some(defense()));
    exchange.answer(Answer::Faces(vec![4, 4]));
    exchange.answer(Answer::Decline);
    let Step::Done(done) = exchange.step(&by()) else {
        panic!("done")
    };
    assert_eq!(done.effects, [loses(7, "TRI-DMG-03")]);
}

#[test]
fn answers_must_fit() {
    let refused = |answers: &[Answer]| {
        let mut exchange = Exchange::declare(blow(), Some(defense()));
        answers.iter().for_each(|one| exchange.answer(one.clone()));
        matches!(exchange.step(&by()), Step::Refused(_))
    };
    assert!(refused(&[Answer::Defend]));
    assert!(refused(&[Answer::Faces(vec![4])]));
    assert!(refused(&[Answer::Faces(vec![4, 7])]));
    assert!(refused(&[Answer::Faces(vec![0, 4])]));
    assert!(refused(&[
        Answer::Faces(vec![4, 4]),
        Answer::Faces(vec![1, 1])
    ]));
    assert!(refused(&[Answer::Faces(vec![6, 6]), Answer::Defend]));
    assert!(!refused(&[Answer::Faces(vec![6, 6])]));
}

/// TRI-GRAP-01: a hold hurts nobody, and can be avoided.
#[test]
fn a_grapple_holds() {
    let deed = Deed::Grapple { attack: attack() };
    let held = play(&deed, Some(defense()), &by(), &[4, 4, 6, 6]);
    assert_eq!(held.effects, [Effect::CountDefense, Effect::Grappled]);
    assert_eq!((held.hurt, held.total_loss()), (None, 0));
    let missed = play(&deed, Some(defense()), &by(), &[6, 6]);
    assert!(missed.effects.is_empty());
    let avoided = play(&deed, Some(defense()), &by(), &[4, 4, 1, 2]);
    assert_eq!(avoided.effects, [Effect::CountDefense]);
}

/// TRI-DISARM-01 to TRI-DISARM-05: the attack is harder, then the defense, then Body.
#[test]
fn a_disarm_up_close() {
    let kept = play(
        &disarm(Distance::Close),
        Some(defense()),
        &by(),
        &[3, 4, 4, 4, 3, 3],
    );
    assert_eq!(kept.attack.as_ref().map(|check| check.target), Some(7));
    assert_eq!(kept.effects, [Effect::CountDefense, Effect::WeaponShaken]);
    assert_eq!(kept.total_loss(), 0);
    let gone = play(&disarm(Distance::Close), None, &by(), &[3, 4, 3, 4]);
    let lost = Effect::WeaponGone {
        probably_damaged: false,
        lands: Landing::VictimSquare,
    };
    assert_eq!(gone.effects, [lost]);
}

/// TRI-DISARM-06: no check from afar, and the weapon suffers.
#[test]
fn a_disarm_from_afar() {
    let gone = play(
        &disarm(Distance::Ranged),
        Some(defense()),
        &by(),
        &[2, 3, 4, 4],
    );
    assert_eq!(gone.attack.as_ref().map(|check| check.target), Some(5));
    assert!(gone.grip.is_none());
    let lost = Effect::WeaponGone {
        probably_damaged: true,
        lands: Landing::VictimSquare,
    };
    assert_eq!(gone.effects, [Effect::CountDefense, lost]);
    let kept = play(
        &disarm(Distance::Ranged),
        Some(defense()),
        &by(),
        &[2, 3, 3, 3],
    );
    assert_eq!(
        (kept.kept, kept.effects),
        (None, vec![Effect::CountDefense])
    );
}

/// TRI-THROW-02, TRI-THROW-04, TRI-THROW-06: both damages, each by its rule.
#[test]
fn a_throw_into_a_wall() {
    let deed = Deed::Throw {
        attack: attack(),
        throw: Throw {
            armor: 2,
            free_squares: Some(1),
            ..Throw::default()
        },
    };
    let done = play(&deed, None, &by(), &[4, 4]);
    assert_eq!(
        done.effects,
        [
            Effect::Prone,
            Effect::Moved { squares: 1 },
            loses(9, "TRI-THROW-04"),
            loses(10, "TRI-THROW-05"),
            Effect::GrappleEnds,
        ]
    );
    assert_eq!((done.loss(), done.total_loss()), (9, 19));
    let missed = play(&deed, Some(defense()), &by(), &[6, 6]);
    assert_eq!(missed.effects, [Effect::GrappleEnds]);
}

/// TRI-CHOKE-01, TRI-CHOKE-02: no attack roll, no critical, no base.
#[test]
fn strangling_is_not_rolled() {
    let deed = Deed::Strangle { damage: damage() };
    let done = play(&deed, Some(defense()), &by(), &[6, 6]);
    assert_eq!((done.attack, done.critical), (None, None));
    assert_eq!(
        done.effects,
        [Effect::CountDefense, loses(3, "TRI-CHOKE-02")]
    );
}

/// TRI-CHINK-02: aiming at nothing is refused beforehand; if let pass, armor counts in full.
#[test]
fn a_chink_must_be_there() {
    let aimed = |chink| {
        let mut attack = attack();
        attack.chink = true;
        let mut damage = damage();
        damage.chink = chink;
        Deed::Blow { attack, damage }
    };
    assert_eq!(aimed(Some(WeakPoint::None)).legal(), Ok(()));
    assert_eq!(aimed(None).legal(), Err(NoAttack::NoWeakPoint));
    assert_eq!(play(&aimed(None), None, &by(), &[2, 3]).loss(), 7);
    assert_eq!(
        play(&aimed(Some(WeakPoint::None)), None, &by(), &[2, 3]).loss(),
        10
    );
    assert_eq!(
        play(&aimed(Some(WeakPoint::Half)), None, &by(), &[2, 3]).loss(),
        9
    );
}

/// TRI-EN-01: Energy for the critical die was spent before anybody knew it would be thrown.
#[test]
fn energy_on_the_critical_die() {
    let exchange = Exchange::declare(blow(), None).with_critical_energy(1);
    let done = exchange
        .play(&by(), &mut Script::new([1, 1, 5]))
        .expect("possible");
    assert_eq!(done.loss(), 28);
}

fn said(change: Change) -> Ruling {
    Ruling {
        who: "Robin".to_owned(),
        when: 7,
        change,
        undone: false,
    }
}

/// The storyteller changes terms before a roll.
#[test]
fn the_storyteller_changes_terms() {
    let mut exchange = Exchange::declare(blow(), Some(defense()));
    let skill = TermKey {
        label: "Skill".to_owned(),
        rule: Some(RuleId::new("TRI-ATK-01")),
    };
    exchange.rule(said(Change::StrikeTerm(Side::Attack, skill)));
    exchange.rule(said(Change::AddTerm(Side::Attack, Term::typed("Fog", -1))));
    let value = TermKey::of(&Term::of_rule("Defense Value", 4, "TRI-DEF-02"));
    exchange.rule(said(Change::ChangeTerm(Side::Defense, value, 0)));
    let mut dice = Script::new([2, 3, 1, 2]);
    let done = exchange.play(&by(), &mut dice).expect("possible");
    assert_eq!(done.attack.map(|check| check.target), Some(5));
    assert_eq!(
        done.defense.map(|check| (check.target, check.success)),
        Some((3, false))
    );
}

/// The storyteller changes results after a roll, and takes it back.
#[test]
fn the_storyteller_changes_results() {
    let mut exchange = Exchange::declare(blow(), None);
    exchange.answer(Answer::Faces(vec![6, 6]));
    exchange.rule(said(Change::Success(Side::Attack, true)));
    exchange.rule(said(Change::Loss(2)));
    let Step::Done(done) = exchange.step(&by()) else {
        panic!("done")
    };
    assert_eq!((done.loss(), done.total_loss()), (7, 2));
    let mut rulings = exchange.rulings().clone();
    assert!(rulings.undo(0) && rulings.undo(1) && !rulings.undo(2));
    assert_eq!(
        (rulings.success(Side::Attack), rulings.loss()),
        (None, None)
    );
    assert_eq!(
        rulings.all().len(),
        2,
        "what was taken back stays on record"
    );
}

/// TRI-STANCE-02: refused before any die, with a word for machines.
#[test]
fn total_defense_refuses() {
    let mut attack = attack();
    attack.total_defense = true;
    for deed in [
        Deed::Grapple {
            attack: attack.clone(),
        },
        Deed::Throw {
            attack: attack.clone(),
            throw: Throw::default(),
        },
        Deed::Blow {
            attack,
            damage: damage(),
        },
    ] {
        let mut dice = Script::new([1, 1]);
        let why = Exchange::declare(deed, Some(defense())).play(&by(), &mut dice);
        let Err(Refusal::NoAttack(why)) = why else {
            panic!("refused")
        };
        assert_eq!(
            (why.code(), dice.left()),
            (Some("total_defense_no_attacks"), 2)
        );
    }
}

/// An exchange can be put away and taken out again.
#[test]
fn an_exchange_travels() {
    let mut exchange = Exchange::declare(disarm(Distance::Close), Some(defense()));
    exchange.answer(Answer::Faces(vec![3, 3]));
    exchange.rule(said(Change::Loss(1)));
    let text = serde_json::to_string(&exchange).expect("writable");
    let back: Exchange = serde_json::from_str(&text).expect("readable");
    assert_eq!(back, exchange);
    assert!(serde_json::to_string(&exchange.step(&by())).is_ok());
}
