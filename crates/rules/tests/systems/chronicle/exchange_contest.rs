//! Grapples, disarming, touching, surprise and other contests through the exchange.

use rules::character::condition::Until;
use rules::character::gear::Carried;
use rules::character::initiative::Initiative;
use rules::exchange::{Effect, ExchangeStep, Party, PlayedExchange};

use super::table::{
    Made, Table, counts, gained, gains, harm, item, line, loses, made, soldier, table, told, victim,
};

const TARGET: Party = Party::Target(0);
const ACTOR: Party = Party::Actor;

fn wrestler(strength: i32) -> Made {
    made(&[("strength", strength), ("brawl", 3)]).is("grappled")
}

fn wrestle(strength: i32) -> Table {
    table("wrestle", wrestler(strength), &[wrestler(2)]).held(ACTOR, TARGET, "grapple", 0)
}

/// Whether an effect is a hold of a party, of so much.
fn takes(effect: &Effect, by: Party, key: &str, much: i32) -> bool {
    matches!(effect, Effect::Hold { by: who, key: how, amount, .. }
        if (*who, how.as_ref(), *amount) == (by, key, much))
}

fn holds(played: &PlayedExchange, by: Party, key: &str) -> bool {
    let mut effects = played.effects.iter();
    effects
        .any(|it| matches!(it, Effect::Hold { by: who, key: how, .. } if *who == by && how == key))
}

fn releases(played: &PlayedExchange, by: Party, key: &str) -> bool {
    let mut effects = played.effects.iter();
    effects.any(
        |it| matches!(it, Effect::Release { by: who, key: how, .. } if *who == by && how == key),
    )
}

/// CHR-GRAP-01, CHR-GRAP-02, CHR-DICE-08: both sides roll in any order.
#[test]
fn reaching_for_somebody() {
    let reach = table("grapple", soldier(), &[victim().with("athletics", 2)]);
    let Some(ExchangeStep::Several(both)) = reach.step().next else {
        panic!("both roll");
    };
    let asked: Vec<_> = both
        .iter()
        .filter_map(ExchangeStep::slot_and_party)
        .map(|(slot, by)| (slot.to_string(), by))
        .collect();
    assert_eq!(
        asked,
        [("grapple".to_owned(), ACTOR), ("resist".to_owned(), TARGET)]
    );
    // The second one may answer first.
    let one = reach.clone().rolled("resist", &[8, 1, 1, 1]);
    assert_eq!(one.asks(), ("grapple".to_owned(), ACTOR));
    let done = one.rolled("grapple", &[8, 8, 1, 1, 1, 1]).effects();
    assert!(done.iter().any(|it| takes(it, ACTOR, "grapple", 0)));
    // A tie gives no hold (CHR-GRAP-16).
    let tie = reach.out(&[], &[8, 1, 1, 1, 1, 1, 8, 1, 1, 1]);
    assert!(!holds(&tie, ACTOR, "grapple"));
    // Five successes are a move at once.
    let at_once = reach.out(&[("move", "hold")], &[8, 8, 8, 8, 8, 1, 1, 1, 1, 1]);
    assert!(holds(&at_once, ACTOR, "hold"));
    assert_eq!(counts(&at_once.effects, ACTOR, "attack"), 1);
}

/// CHR-GRAP-03, CHR-GRAP-04, CHR-GRAP-15, CHR-GRAP-16, CHR-DEF-10.
#[test]
fn the_contest_of_a_turn() {
    let roped = table("wrestle", wrestler(4).carries("chain"), &[wrestler(2)]);
    let roped = roped.held(ACTOR, TARGET, "grapple", 0);
    let played = roped.out(&[], &[1, 1, 1, 1, 1, 1, 2]);
    // 4 + 3 + 1 − 2 against 2 + 3 − 4 − 1.
    let pool = |slot: &str| rules::base::term::sum_terms(&line(&played.ledger, slot).terms);
    assert_eq!((pool("grapple"), pool("resist")), (6, 0));
    for who in [ACTOR, TARGET] {
        assert_eq!(counts(&played.effects, who, "grapple"), 1);
    }
    assert!(
        played
            .ledger
            .iter()
            .all(|line| line.slot.purpose() != "move")
    );
}

/// CHR-GRAP-04: at the higher initiative, and once a turn.
#[test]
fn whose_contest_it_is() {
    let initiative = |score: i32| Initiative {
        die: 1,
        terms: Vec::new(),
        score,
        rank: vec![score],
    };
    let (slow, quick) = (initiative(5), initiative(9));
    let it = wrestle(3);
    let barred = |own: &Initiative, other: &Initiative| {
        it.scene(|scene| {
            let mut actor = *scene.actor.expect("an actor");
            actor.initiative = Some(own);
            let mut target = scene.targets[0];
            target.initiative = Some(other);
            let scene = rules::exchange::Scene {
                actor: Some(&actor),
                targets: &[target],
                ..*scene
            };
            let chronicle = rules::systems::chronicle::Chronicle;
            let bar = rules::exchange::CombatRules::find_bar(&chronicle, &scene);
            bar.map(|(_, rule)| rule.to_string())
        })
    };
    assert_eq!(barred(&quick, &slow), None);
    assert_eq!(barred(&slow, &quick).as_deref(), Some("CHR-GRAP-04"));
    let mut again = wrestle(3);
    again.targets[0] = again.targets[0].clone().counted("grapple", 1);
    assert_eq!(again.barred(), "CHR-GRAP-04");
    let strangers = table("wrestle", wrestler(3), &[wrestler(3)]);
    assert_eq!(strangers.barred(), "CHR-GRAP-04");
}

/// The pools are 4 and 2: four faces, then two.
fn won(choices: &[(&'static str, &'static str)]) -> PlayedExchange {
    wrestle(3).out(choices, &[8, 8, 1, 1, 1, 1])
}

/// CHR-GRAP-05, CHR-GRAP-06, CHR-GRAP-15: free, and the action is back.
#[test]
fn breaking_free() {
    let played = won(&[("move", "break_free")]);
    assert!(releases(&played, ACTOR, "grapple") && releases(&played, TARGET, "grapple"));
    assert_eq!(counts(&played.effects, ACTOR, "break_free"), 1);
    let free = table(
        "unarmed",
        soldier().counted("grapple", 1).counted("break_free", 1),
        &[victim()],
    );
    assert_eq!(free.barred(), "");
    let spent = table("unarmed", soldier().counted("grapple", 1), &[victim()]);
    assert_eq!(spent.barred(), "CHR-GRAP-15");
}

/// CHR-GRAP-08, CHR-GRAP-17, CHR-GRAP-18, CHR-GRAP-19.
#[test]
fn damage_and_helpers() {
    assert_eq!(harm(&won(&[("move", "damage")]).effects, TARGET), [2, 0, 0]);
    let lost = wrestle(3).out(&[("move", "damage")], &[8, 1, 1, 1, 8, 8]);
    assert_eq!(harm(&lost.effects, ACTOR), [1, 0, 0]);
    let idle = made(&[("strength", 3), ("brawl", 1)]);
    let helper = idle.clone().counted("join_grapple", 1);
    let helped = wrestle(3)
        .bystander(helper.clone())
        .held(Party::Bystander(0), TARGET, "help", 0);
    // The helper wins it, and does no damage: 1 + 2 against 2.
    let played = helped.out(&[("move", "damage")], &[8, 1, 1, 1, 8, 8, 8, 8, 1]);
    assert_eq!(harm(&played.effects, TARGET), [0, 0, 0]);
    assert!(releases(&played, Party::Bystander(0), "help"));
    assert_eq!(
        counts(&played.effects, Party::Bystander(0), "join_grapple"),
        0
    );
    // Who is drawn in pays for it, and goes on helping; who has acted otherwise does not help.
    let drawn = |who: Made| {
        wrestle(3)
            .bystander(who)
            .held(Party::Bystander(0), TARGET, "help", 0)
    };
    let played = drawn(idle.clone()).out(&[("move", "none")], &[8, 1, 1, 1, 8, 8, 8, 8, 1]);
    assert_eq!(
        counts(&played.effects, Party::Bystander(0), "join_grapple"),
        1
    );
    assert!(!releases(&played, Party::Bystander(0), "help"));
    let busy = drawn(idle.counted("attack", 1)).out(&[("move", "none")], &[8, 1, 1, 1, 8, 8]);
    assert!(busy.ledger.iter().all(|line| line.slot.purpose() != "help"));
    // Helping the loser lowers it: 3 − (1 + 1).
    let other = wrestle(3)
        .bystander(helper)
        .held(Party::Bystander(0), ACTOR, "help", 0);
    let played = other.out(&[("move", "damage")], &[8, 8, 8, 1, 8, 1, 8, 1, 1]);
    assert_eq!(harm(&played.effects, TARGET), [1, 0, 0]);
    let joins = table("help", soldier(), &[victim().is("grappled")]);
    let effects = joins.effects();
    assert_eq!(counts(&effects, ACTOR, "join_grapple"), 1);
    // Also in a grab that is about to be made.
    assert_eq!(table("help", soldier(), &[victim()]).barred(), "");
}

/// CHR-GRAP-07, CHR-GRAP-08, CHR-GRAP-09: a weapon under control, used and thrown out.
#[test]
fn control_of_a_weapon() {
    let mut it = wrestle(3);
    assert_eq!(control_bar(&it), Some("CHR-GRAP-07".to_owned()));
    it.targets[0] = it.targets[0].clone().carries("machete");
    let played = it.out(&[("move", "control_weapon")], &[8, 8, 1, 1, 1, 1]);
    assert!(holds(&played, ACTOR, "control"));
    // Item 1 of the other's, in hand.
    let armed = it.clone().held(ACTOR, TARGET, "control", 3);
    let played = armed.out(&[("move", "damage")], &[8, 8, 1, 1, 1, 1]);
    assert_eq!(harm(&played.effects, TARGET), [0, 4, 0]);
    let played = armed.out(&[("move", "disarm")], &[8, 8, 1, 1, 1, 1]);
    assert!(releases(&played, ACTOR, "control"));
    let dropped = Effect::Carry {
        who: TARGET,
        item: 1,
        to: Carried::Dropped,
    };
    assert!(played.effects.contains(&dropped));
}

/// The rule that bars Control Weapon to the winner.
fn control_bar(it: &Table) -> Option<String> {
    let asked = it
        .clone()
        .rolled("grapple", &[8, 8, 1, 1])
        .rolled("resist", &[1, 1]);
    let Some(ExchangeStep::Choose { options, .. }) = asked.step().next else {
        panic!("a move");
    };
    let option = options
        .into_iter()
        .find(|it| it.key == "control_weapon")
        .expect("a move");
    option.barred.map(|(_, rule)| rule.to_string())
}

/// CHR-GRAP-05, CHR-GRAP-11, CHR-GRAP-12: two moves, the first allows the second.
#[test]
fn hold_and_restrain() {
    let strong = || {
        let strong = table("wrestle", wrestler(5), &[wrestler(2)]);
        strong.held(ACTOR, TARGET, "grapple", 0)
    };
    let faces = [8, 8, 8, 8, 8, 1, 2];
    let early = strong()
        .rolled("grapple", &faces[..6])
        .rolled("resist", &faces[6..]);
    assert_eq!(
        early.clone().chose("move", "restrain").asks().0,
        "move",
        "barred without a Hold"
    );
    let held = early.chose("move", "hold");
    assert_eq!(held.asks(), ("move#2".to_owned(), ACTOR));
    let lock = held
        .clone()
        .chose("move#2", "restrain")
        .chose("restrain", "lock")
        .effects();
    assert!(lock.iter().any(|it| takes(it, ACTOR, "hold", 1)));
    let ties = held
        .chose("move#2", "restrain")
        .chose("restrain", "ties")
        .effects();
    assert!(gained(&ties, TARGET).contains(&("immobilised".to_owned(), 1, Until::Lifted)));
    let lets_go = |by, on, key: &'static str| {
        let key = key.into();
        ties.contains(&Effect::Release { by, on, key })
    };
    assert!(lets_go(ACTOR, TARGET, "grapple") && lets_go(ACTOR, TARGET, "hold"));
    // The held one wins: the Hold is broken.
    let held = wrestle(3).held(TARGET, ACTOR, "hold", 0);
    let played = held.out(&[("move", "none")], &[8, 8, 1, 1, 1, 1]);
    assert!(releases(&played, TARGET, "hold"));
}

/// CHR-GRAP-10, CHR-GRAP-13, CHR-GRAP-14, CHR-COND-06.
#[test]
fn down_in_front_and_through_the_air() {
    let down = won(&[("move", "drop_prone")]);
    assert!(
        gains(&down.effects, ACTOR, "both_prone") && gains(&down.effects, TARGET, "both_prone")
    );
    let grounded = table("rise", soldier().is("both_prone").is("grappled"), &[]);
    assert_eq!(grounded.barred(), "CHR-GRAP-15");
    assert!(holds(&won(&[("move", "take_cover")]), ACTOR, "shield"));
    let next = wrestle(3).held(ACTOR, TARGET, "shield", 0);
    assert!(releases(
        &next.out(&[], &[1, 1, 1, 1, 1, 1]),
        ACTOR,
        "shield"
    ));
    let giant = table("wrestle", wrestler(6), &[wrestler(2)]).held(ACTOR, TARGET, "grapple", 0);
    let thrown = giant.out(
        &[("move", "throw")],
        &[8, 1, 1, 1, 1, 1, 1, 2, 8, 8, 1, 1, 1, 1],
    );
    assert_eq!(harm(&thrown.effects, TARGET), [2, 0, 0]);
    assert!(gains(&thrown.effects, TARGET, "prone") && releases(&thrown, ACTOR, "grapple"));
    assert_eq!(told(&thrown.effects), ["CHR-GRAP-14"]);
    let bound = table("unarmed", soldier().is("immobilised"), &[victim()]);
    assert_eq!(bound.barred(), "CHR-COND-06");
}

/// CHR-GRAP-06: there is no breaking free from who is out of the fight.
#[test]
fn a_grapple_whose_other_side_is_out() {
    let leave = |other: Made| {
        table("leave", soldier().is("grappled"), &[other]).held(ACTOR, TARGET, "grapple", 0)
    };
    assert_eq!(leave(wrestler(2)).barred(), "CHR-GRAP-06");
    let out = leave(wrestler(2).is("knocked_out"));
    assert_eq!(out.barred(), "");
    assert!(loses(&out.effects(), ACTOR, "grappled"));
    let gone = table("leave", soldier().is("grappled"), &[wrestler(2)]);
    assert_eq!(gone.barred(), "");
}

/// CHR-DISARM-01, CHR-DISARM-02, CHR-DISARM-03, CHR-DISARM-04, CHR-DISARM-05.
#[test]
fn disarming() {
    let target = made(&[("strength", 4), ("dexterity", 2), ("athletics", 1)]).carries("machete");
    let snatch = table("disarm", soldier(), std::slice::from_ref(&target));
    assert_eq!(snatch.asks(), ("attribute".to_owned(), TARGET));
    let pool = |choice| {
        let chosen = snatch
            .clone()
            .chose("attribute", choice)
            .rolled("disarm", &[1; 6]);
        chosen.pool()
    };
    assert_eq!((pool("higher"), pool("lower")), (5, 3));
    let carried = |faces: &[u16]| snatch.out(&[], faces).effects;
    let dropped = carried(&[8, 8, 1, 1, 1, 1, 8, 1, 1, 1, 1]);
    assert!(dropped.contains(&Effect::Carry {
        who: TARGET,
        item: 1,
        to: Carried::Dropped
    }));
    let taken = carried(&[8, 8, 8, 8, 8, 1, 8, 1, 1, 1, 1]);
    assert!(taken.contains(&Effect::Give {
        from: TARGET,
        item: 1,
        to: ACTOR
    }));
    let kept = carried(&[8, 1, 1, 1, 1, 1, 8, 1, 1, 1, 1]);
    assert!(
        !kept
            .iter()
            .any(|it| matches!(it, Effect::Carry { .. } | Effect::Give { .. }))
    );
    let clumsy = made(&[("dexterity", 0)]);
    let botched = table("disarm", clumsy, &[target]).out(&[], &[1, 1, 1, 1, 1, 1]);
    assert_eq!(harm(&botched.effects, ACTOR), [0, 2, 0]);
    assert_eq!(
        table("disarm", soldier(), &[victim()]).barred(),
        "CHR-DISARM-01"
    );
}

/// CHR-CMP-06: never damage; Defense only where it is resisted.
#[test]
fn touching() {
    let touch = table("touch", soldier(), &[victim()]);
    assert_eq!(touch.asks(), ("defense".to_owned(), TARGET));
    let allowed = touch.clone().chose("defense", "allow").effects();
    assert_eq!(told(&allowed), ["CHR-CMP-06"]);
    let resisted = touch.chose("defense", "resist");
    assert_eq!(resisted.pool(), 4);
    let effects = resisted.rolled("touch", &[8, 1, 1, 1]).effects();
    assert_eq!((harm(&effects, TARGET), told(&effects).len()), ([0; 3], 1));
    assert_eq!(counts(&effects, TARGET, "defense"), 1);
}

/// CHR-CMP-07: no action and no Defense in the first turn.
#[test]
fn surprise() {
    let ambush = table("ambush", soldier(), &[victim(), victim()]);
    let played = ambush.out(&[], &[8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 8, 1, 1, 1, 1]);
    let end = ("surprised".to_owned(), 0, Until::Rounds(1));
    assert_eq!(gained(&played.effects, TARGET), [end]);
    assert_eq!(gained(&played.effects, Party::Target(1)), []);
    let caught = table("unarmed", soldier().is("surprised"), &[victim()]);
    assert_eq!(caught.barred(), "CHR-CMP-07");
}

/// CHR-DICE-07 to 10: any two traits against any two.
#[test]
fn contests() {
    let shove = table("contest", soldier(), &[victim()]);
    let shove = shove
        .set("trait", 1)
        .set("second", 6)
        .set("their_trait", 2)
        .set("their_second", 7);
    let played = shove.out(&[], &[8, 1, 1, 1, 1, 1, 7]);
    let pool = |slot: &str| rules::base::term::sum_terms(&line(&played.ledger, slot).terms);
    assert_eq!((pool("contest"), pool("resist")), (6, 1));
    assert_eq!(told(&played.effects), ["CHR-DICE-08"]);
    let much = shove.out(&[], &[8, 8, 8, 8, 8, 1, 7]);
    assert_eq!(told(&much.effects), ["CHR-DICE-09"]);
    let tied = shove.out(&[], &[1, 1, 1, 1, 1, 1, 7]).effects;
    let words = tied.iter().find_map(|it| match it {
        Effect::Tell { words, .. } => Some(words.to_string()),
        _ => None,
    });
    assert_eq!(words.as_deref(), Some("no one wins the contest"));
}

/// A gun that is wrested from its owner goes off against armor as guns do (CHR-DISARM-04).
#[test]
fn a_gun_goes_off() {
    let gunman = victim().has(item("gun", &[("damage", 3)], &["ballistic"]));
    let clumsy = made(&[("dexterity", 0)]).carries("light_vest");
    let botched = table("disarm", clumsy, &[gunman]).out(&[], &[1, 1]);
    assert_eq!(harm(&botched.effects, ACTOR), [2, 0, 0]);
}

/// CHR-DICE-12: a point of Willpower is three dice in a grapple and any other contest, on both
/// sides.
#[test]
fn willpower_buys_dice_on_both_sides_of_a_contest() {
    let willing = |who: Made| {
        let mut who = who.with("willpower", 4);
        who.pools.insert("willpower".to_owned(), 1);
        who
    };
    let (by, on) = (willing(soldier()), willing(victim().with("athletics", 2)));
    let reach = table("grapple", by.clone(), std::slice::from_ref(&on));
    let wrestles = |who: Made| who.is("grappled");
    let wrestle = table("wrestle", wrestles(by.clone()), &[wrestles(on.clone())]);
    let wrestle = wrestle.held(ACTOR, TARGET, "grapple", 0);
    let pull = table("contest", by, &[on])
        .set("trait", 1)
        .set("their_trait", 1);
    // Dice of both sides, without and with the three more of each: 6 and 4; 6 − 2 and a chance die
    // for 2 − 1 − 3, which becomes one die; 3 and 2.
    let all = [
        (reach, "grapple", 10, 16),
        (wrestle, "grapple", 5, 8),
        (pull, "contest", 5, 11),
    ];
    for (table, slot, plain, paid) in all {
        let bought = [(slot, "willpower"), ("resist", "willpower")];
        let plain = table.out(&[], &vec![1; plain]);
        let paid = table.out(&bought, &vec![1; paid]);
        for (slot, who) in [(slot, ACTOR), ("resist", TARGET)] {
            let sum = |played: &PlayedExchange| {
                rules::base::term::sum_terms(&line(&played.ledger, slot).terms)
            };
            assert_eq!(sum(&paid), sum(&plain) + 3, "{slot}");
            assert!(paid.effects.contains(&Effect::Spend {
                who,
                pool: "willpower".into(),
                points: 1
            }));
        }
    }
}
