//! House rules that no scene has: with their default, and with the switch the other way.

use rules::exchange::Party;
use rules::ruleset::settings::Value;
use rules::systems::tristat::settings::Settings;

use super::fight::{Fight, Says, Who, attacker, defender, lost, sum};

/// Checks that a fight comes to `usual` by default and to `other` in the house.
#[track_caller]
fn check<T: PartialEq + std::fmt::Debug>(
    fight: &Fight,
    (setting, value): (&str, impl Into<Value>),
    of: impl Fn(&Fight) -> T,
    usual: T,
    other: T,
) {
    assert_ne!(usual, other, "the switch shows");
    assert_eq!(of(fight), usual, "by default");
    assert_eq!(of(&fight.clone().at(setting, value)), other, "{setting}");
}

#[test]
fn files_may_leave_out_but_not_invent() {
    let some: Settings = serde_json::from_str(r#"{"collision_cap": 4}"#).expect("a setting");
    let expected = Settings {
        collision_cap: 4,
        ..Settings::default()
    };
    assert_eq!(some, expected);
    assert_eq!(some.misfit(), None);
    assert!(serde_json::from_str::<Settings>(r#"{"collision_caps": 4}"#).is_err());
    let text = serde_json::to_string(&some).expect("writable");
    assert_eq!(serde_json::from_str::<Settings>(&text).ok(), Some(some));
    for odd in [r#"{"collision_cap": -1}"#, r#"{"prone_attack": 101}"#] {
        let odd: Settings = serde_json::from_str(odd).expect("a setting");
        assert!(odd.misfit().is_some());
    }
}

/// TRI-EXTRA-01: extra attacks bring as many free defenses.
#[test]
fn rounds() {
    let line = "Ren body 6 mind 6 soul 6 brawl_defense 3 extra_attacks 2";
    let tired = Who::new(line).having_done("defense", 2);
    let fight = Fight::new(attacker(), tired, "attack");
    let defense = |fight: &Fight| sum(&fight.play(&[4, 4, 6, 6]), "defense");
    let switch = ("extra_attacks_defend", false);
    check(&fight, switch, defense, Some(7), Some(3));
}

/// TRI-DMG-05: what two multipliers come to; one alone is that one.
#[test]
fn multipliers() {
    let times = |vital: i32, faces: &[u16], stacking: &'static str| {
        let fight = Fight::new(attacker(), defender(), "attack").set("vital", vital);
        let fight = fight.at("multipliers", stacking);
        sum(&fight.play(faces), "multiplier")
    };
    let critical = [1, 1, 4, 6, 6];
    for (stacking, both) in [("multiply", 6), ("add", 4), ("greatest", 3)] {
        assert_eq!(times(1, &critical, stacking), Some(both), "{stacking}");
        assert_eq!(times(0, &critical, stacking), Some(3), "{stacking}");
        assert_eq!(times(1, &[2, 2, 6, 6], stacking), Some(2), "{stacking}");
    }
}

/// TRI-ESC-01, TRI-GRAP-02: what counts in the contest to get free.
#[test]
fn escapes() {
    let victim = Who::new("Kei body 5 brawl 2 strength_adjust 3");
    let grabber = Who::new("Ren body 6 strength_adjust -1");
    let fight = Fight::new(victim, grabber, "escape").set("room", 1);
    let fight = fight.holding(Party::Target(0), Party::Actor);
    let targets = |fight: &Fight| {
        let done = fight.play(&[3, 3, 3, 3]);
        ["victim", "grabber"].map(|slot| sum(&done, slot).expect("a roll"))
    };
    for (setting, other) in [
        ("mobility_hinders_escape", [3, 6]),
        ("escape_by_effective_body", [8, 5]),
        ("holding_hinders", [5, 4]),
    ] {
        check(&fight, (setting, true), targets, [5, 6], other);
    }
}

/// TRI-THROW-04, TRI-THROW-05: what a critical does to a flight. It was good for 9 squares.
#[test]
fn throws() {
    let thrown = Fight::new(attacker(), defender(), "throw");
    let thrown = thrown.holding(Party::Actor, Party::Target(0));
    let wall = thrown.between("free_squares", 8);
    let loss = |fight: &Fight| lost(&fight.play(&[1, 1, 1, 6, 6]));
    check(&wall, ("collision_multiplies", true), loss, 27, 32);
    check(&wall, ("critical_lengthens_throw", true), loss, 27, 37);
    check(&wall, ("collision_damage", 2), loss, 27, 24);
}

/// TRI-PRONE-01.
#[test]
fn lying_down() {
    let fight = Fight::new(attacker().being("prone"), defender(), "attack");
    let attack = |fight: &Fight| sum(&fight.play(&[6, 6]), "attack");
    check(&fight, ("prone_attack", -2), attack, Some(9), Some(7));
}

/// TRI-EN-02.
#[test]
fn focus() {
    let focused = Who::new("Kei body 6 mind 6 soul 6 brawl 3 focus 1");
    let fight = Fight::new(focused, defender(), "attack");
    let paid = Says::buying("attack", &["energy"]);
    let attack = |fight: &Fight| sum(&fight.play_by(&paid, &[6, 6]), "attack");
    let switch = ("focus_adds_level", false);
    check(&fight, switch, attack, Some(11), Some(10));
}
