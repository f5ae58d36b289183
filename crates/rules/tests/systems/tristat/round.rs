//! A round as a combatant goes through it: attacks, defenses, stances, escapes.

use rules::ruleset::SystemId;

use super::fight::{Fight, Who, attacker, defender};
use rules::exchange::Party;

/// A combatant with this level of Extra Attacks.
fn quick(level: i32) -> Who {
    let line = format!("Kei body 6 mind 6 soul 6 extra_attacks {level}");
    Who::new(&line).with("sword").with("knife")
}

/// The rule that bars this maneuver to a combatant.
fn barred(who: Who, maneuver: &'static str) -> Option<String> {
    let target = defender().with("club").being("grappled");
    let fight = Fight::new(who, target, maneuver);
    let holds = match maneuver {
        "escape" => fight.holding(Party::Target(0), Party::Actor),
        "throw" | "strangle" => fight.holding(Party::Actor, Party::Target(0)),
        _ => fight,
    };
    holds.barred()
}

const ATTACKS: [&str; 7] = [
    "attack",
    "two_weapons",
    "disarm",
    "grapple",
    "throw",
    "strangle",
    "escape",
];

/// TRI-ATK-03, TRI-EXTRA-01, TRI-STANCE-01, TRI-STANCE-02: the whole table.
#[test]
fn the_allowance_table() {
    let of = |level, stance: &str| {
        let who = quick(level).taking(stance);
        let fight = Fight::new(who, defender(), "attack");
        let shown = fight.look(|scene| {
            let who = scene.actor.expect("somebody acts");
            SystemId::Tristat.combat().derived_values(who)
        });
        let value = |title: &str| {
            let (_, terms) = shown.iter().find(|(known, _)| known.get() == title)?;
            Some(rules::base::term::sum_terms(terms))
        };
        (value("Attacks"), value("Free defenses"))
    };
    let both = |attacks, defenses| (Some(attacks), Some(defenses));
    assert_eq!((of(0, ""), of(2, "")), (both(1, 1), both(3, 3)));
    let attack = "total_attack";
    assert_eq!((of(0, attack), of(2, attack)), (both(1, 0), both(3, 0)));
    let defense = "total_defense";
    assert_eq!((of(0, defense), of(2, defense)), (both(0, 1), both(0, 3)));
}

/// TRI-ATK-03, TRI-EXTRA-01: as many as there are, whatever they are used for.
#[test]
fn attacks_run_out() {
    for maneuver in ATTACKS {
        assert_eq!(barred(quick(0), maneuver), None, "{maneuver}");
        let spent = quick(0).having_done("attack", 1);
        let rule = Some("TRI-ATK-03");
        assert_eq!(barred(spent, maneuver).as_deref(), rule, "{maneuver}");
        let more = quick(2).having_done("attack", 2);
        assert_eq!(barred(more, maneuver), None, "{maneuver}");
        let spent = quick(2).having_done("attack", 3);
        assert_eq!(barred(spent, maneuver).as_deref(), rule, "{maneuver}");
    }
    for free in ["let_go", "contest", "check", "stand_up"] {
        let fight = Fight::new(
            quick(0).having_done("attack", 1).being("prone"),
            defender(),
            free,
        );
        let held = fight.holding(Party::Actor, Party::Target(0));
        assert_eq!(held.barred(), None, "{free}");
    }
}

/// TRI-DUAL-01: one attack, two rolls, once in a turn.
#[test]
fn both_weapons_once() {
    let used = quick(2)
        .having_done("attack", 1)
        .having_done("second_weapon", 1);
    let bar = barred(used.clone(), "two_weapons");
    assert_eq!(bar.as_deref(), Some("TRI-DUAL-01"));
    assert_eq!(barred(used.clone(), "attack"), None);
    let every = Fight::new(used, defender(), "two_weapons").at("dual_every_attack", true);
    assert_eq!(every.barred(), None);
}

/// TRI-STANCE-02: no use of an attack at all, but by house rule what rolls none.
#[test]
fn total_defense_leaves_no_attacks() {
    let careful = quick(1).taking("total_defense");
    for maneuver in ATTACKS {
        let bar = barred(careful.clone(), maneuver);
        assert_eq!(bar.as_deref(), Some("TRI-STANCE-02"), "{maneuver}");
    }
    let fight = Fight::new(careful.clone(), defender(), "strangle");
    let fight = fight.holding(Party::Actor, Party::Target(0));
    assert_eq!(fight.refused(), "total_defense_no_attacks");
    assert_eq!(fight.at("total_defense_wrestles", true).barred(), None);
    let blow = Fight::new(careful, defender(), "attack").at("total_defense_wrestles", true);
    assert_eq!(blow.refused(), "total_defense_no_attacks");
}

/// TRI-STANCE-01: a point more on every attack.
#[test]
fn total_attack_helps_attacks() {
    let fight = Fight::new(attacker().taking("total_attack"), defender(), "attack");
    let done = fight.play(&[6, 6]);
    assert_eq!(super::fight::sum(&done, "attack"), Some(10));
    assert_eq!(
        super::fight::told(&done.effects)[1],
        "actor counts stance_used"
    );
}

/// TRI-ESC-02, TRI-ESC-04: an attack that came back, and attacks that are gone.
#[test]
fn escapes_and_attacks() {
    let back = quick(0)
        .having_done("attack", 1)
        .having_done("attack_regained", 1);
    assert_eq!(barred(back.clone(), "attack"), None);
    let again = back.having_done("attack", 2);
    assert_eq!(barred(again, "attack").as_deref(), Some("TRI-ATK-03"));
    let lost = quick(3).being("attacks_lost");
    assert_eq!(barred(lost, "attack").as_deref(), Some("TRI-ESC-04"));
}

/// TRI-HLTH-01: a combatant who is down starts nothing.
#[test]
fn whoever_is_down_does_nothing() {
    let mut down = attacker();
    down.track = rules::character::track::Track::Points(
        rules::character::track::Points::new(-3, 60).expect("points"),
    );
    for maneuver in ATTACKS {
        let bar = barred(down.clone(), maneuver);
        assert_eq!(bar.as_deref(), Some("TRI-HLTH-01"), "{maneuver}");
    }
    let fight = Fight::new(down, defender(), "attack");
    assert_eq!(fight.refused(), "out_of_the_fight");
}
