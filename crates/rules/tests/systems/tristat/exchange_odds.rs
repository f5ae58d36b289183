//! The odds of whole exchanges: exactly what happens when they are played often.

use rules::character::gear::Carried;
use rules::exchange::{CombatRules, Effect, FirstOpen, Party, exchange_odds, play_out};
use rules::ruleset::SystemId;
use testkit::table::SeededDice;

use super::fight::{Fight, Who, attacker, defender};

const TIMES: u32 = 50_000;

fn loss(effects: &[Effect]) -> f64 {
    let each = effects.iter().map(|effect| match effect {
        Effect::Harm { packet, .. } => f64::from(packet.points),
        _ => 0.0,
    });
    each.sum()
}

/// How likely something comes of it and how much Health is lost on average: counted out, and in
/// so many plays, within five standard errors.
fn check(fight: &Fight, seed: u64, is_so: fn(&[Effect]) -> bool) {
    let combat: &dyn CombatRules = SystemId::Tristat.combat();
    let exact = fight.look(|scene| exchange_odds(combat, scene, &fight.rulings, &FirstOpen));
    let exact = exact.expect("a possible exchange");
    assert!(
        exact.exact && exact.branches < 20_000,
        "{} ways",
        exact.branches
    );
    let whole: f64 = exact.outcomes.values().sum();
    assert!((whole - 1.0).abs() < 1e-9, "{whole}");
    let mut dice = SeededDice(seed);
    let (mut so, mut lost) = (0.0, 0.0);
    for _ in 0..TIMES {
        let played =
            fight.look(|scene| play_out(combat, scene, &fight.rulings, &FirstOpen, &mut dice));
        let effects = played.expect("a possible exchange").effects;
        so += f64::from(u8::from(is_so(&effects)));
        lost += loss(&effects);
    }
    let times = f64::from(TIMES);
    let chance = exact.probability_of(is_so);
    assert!(
        chance > 0.001 && chance < 0.999,
        "it may go either way: {chance}"
    );
    let error = (chance * (1.0 - chance) / times).sqrt();
    let near = (so / times - chance).abs() <= 5.0 * error;
    assert!(near, "{} instead of {chance}", so / times);
    let average = exact.mean_of(loss);
    let square = exact.mean_of(|effects| loss(effects) * loss(effects));
    let error = ((square - average * average) / times).max(0.0).sqrt();
    let near = (lost / times - average).abs() <= 5.0 * error + 1e-9;
    assert!(near, "{} instead of {average}", lost / times);
}

fn hurt(effects: &[Effect]) -> bool {
    loss(effects) > 0.0
}

fn gains(effects: &[Effect], wanted: &str) -> bool {
    let mut effects = effects.iter();
    effects.any(|effect| matches!(effect, Effect::Gain { key, .. } if key == wanted))
}

/// TRI-ATK-02, TRI-DEF-02, TRI-CRIT-02: a blow, met or not, with everything that multiplies.
#[test]
fn blows() {
    let fight = Fight::new(
        attacker().with("sword"),
        defender().with("leather"),
        "attack",
    )
    .armed();
    check(&fight, 1, hurt);
    check(&fight.clone().set("vital", 1).set("chink", 1), 2, hurt);
    let undefended = fight.clone().at("crit_denies_defense", true);
    check(&undefended, 3, |effects| loss(effects) > 20.0);
    let strict = fight
        .at("natural_12_fails", true)
        .at("defense_takes_ties", true);
    check(&strict, 4, hurt);
}

/// TRI-DUAL-01, TRI-DEF-03: two weapons, and the second defense is worse.
#[test]
fn two_weapons() {
    let line = "Kei body 8 mind 8 soul 8 melee 4 kensei 2";
    let actor = Who::new(line).with("sword").with("knife");
    let mut fight = Fight::new(actor, defender(), "two_weapons").armed();
    check(&fight, 5, |effects| loss(effects) > 16.0);
    fight.targets.push(defender().being("prone"));
    check(&fight, 6, hurt);
}

/// TRI-DISARM-04, TRI-GRAP-01: what does no harm.
#[test]
fn disarms_and_grapples() {
    let actor = attacker().with_own("weapon", ("damage", 4), &[], Carried::Held);
    let fight = Fight::new(actor, defender().with("sword"), "disarm").armed();
    check(&fight, 7, |effects| gains(effects, "shaken_weapon"));
    let fight = Fight::new(attacker(), defender(), "grapple");
    check(&fight, 8, |effects| {
        let mut effects = effects.iter();
        effects.any(|effect| matches!(effect, Effect::Hold { .. }))
    });
}

/// TRI-THROW-04, TRI-THROW-05, TRI-CHOKE-01, TRI-ESC-01: what follows from a hold.
#[test]
fn holds() {
    let held = |maneuver| {
        let fight = Fight::new(attacker(), defender(), maneuver);
        fight.holding(Party::Actor, Party::Target(0))
    };
    let throw = held("throw")
        .between("free_squares", 1)
        .at("shorter_throws", false);
    check(&throw, 9, |effects| loss(effects) > 20.0);
    check(&held("strangle"), 10, hurt);
    let escape = Fight::new(attacker(), attacker(), "escape");
    let escape = escape.holding(Party::Target(0), Party::Actor);
    check(&escape, 11, |effects| gains(effects, "lost_escape"));
}

/// A chance that can be counted by hand: 30 of 36 hit 9 or less, 15 of 36 stay under 7.
#[test]
fn counted_by_hand() {
    let fight = Fight::new(attacker().with("sword"), defender(), "attack").armed();
    let combat: &dyn CombatRules = SystemId::Tristat.combat();
    let exact = fight.look(|scene| exchange_odds(combat, scene, &[], &FirstOpen));
    let exact = exact.expect("a possible exchange");
    let expected = 30.0 / 36.0 * 21.0 / 36.0;
    assert!((exact.hurt_chance(Party::Target(0)) - expected).abs() < 1e-12);
    let critical = (3.0 * 2.0 + 2.0 * 3.0 + 4.0) / 6.0;
    let average = 14.0 * (29.0 / 36.0 + critical / 36.0) * 21.0 / 36.0;
    assert!((exact.mean_damage(Party::Target(0)) - average).abs() < 1e-9);
}
