//! Tests of the charts: those that come along are read whole, broken ones are named.

use super::{
    ARMOR, CONDITIONS, ChartError, Condition, OBJECTS, WEAPONS, WeaponProfile, armor, conditions,
    objects, weapons,
};
use crate::systems::chronicle::gear::weapon::{AttackKind, Harm};

/// CHR-RNG-04, CHR-ATK-11: every gun has growing ranges, every weapon a way to harm.
#[test]
fn the_weapon_chart() {
    let chart = weapons(WEAPONS).expect("the chart that comes along");
    let of = |kind| chart.iter().filter(|one| one.kind == kind).count();
    for kind in [
        AttackKind::Unarmed,
        AttackKind::Melee,
        AttackKind::Firearm,
        AttackKind::Thrown,
    ] {
        assert!(of(kind) > 0, "{kind:?}");
    }
    for one in &chart {
        let gun = one.kind == AttackKind::Firearm;
        assert_eq!(one.ranges.is_some(), gun, "{}", one.name);
        assert_eq!(one.loading.is_some(), gun, "{}", one.name);
        assert!(!one.automatic || one.magazine >= 20, "{}", one.name);
        assert!((-10..=0).contains(&one.initiative), "{}", one.name);
        assert_eq!(one.weapon().modifier, one.damage);
    }
    let any = |found: fn(&WeaponProfile) -> bool| chart.iter().any(found);
    assert!(any(|one| one.wooden_stake && one.harm == Harm::Piercing));
    assert!(any(|one| one.stun) && any(|one| one.binds) && any(|one| one.aerodynamic));
    assert!(any(|one| one.name == "Crowbar"
        && one.damage == 2
        && one.initiative == -2));
}

#[test]
fn the_armor_chart() {
    for one in armor(ARMOR).expect("the chart that comes along") {
        assert!(one.ballistic + one.general > 0, "{}", one.name);
        assert!(!one.armor().supernatural);
    }
}

/// CHR-COV-07: how hard and sturdy things are is data.
#[test]
fn the_object_chart() {
    let chart = objects(OBJECTS).expect("the chart that comes along");
    assert!(chart.iter().any(|one| one.see_through) && chart.iter().any(|one| one.aerodynamic));
    for one in chart {
        assert!(
            one.structure > 0 && one.cover().durability == one.durability,
            "{}",
            one.name
        );
    }
}

#[test]
fn the_condition_chart() {
    let chart = conditions(CONDITIONS).expect("the chart that comes along");
    for condition in Condition::ALL {
        let data = chart.get(condition).expect("every condition has a line");
        assert!(!data.label.is_empty() && !data.ends.is_empty());
    }
}

#[test]
fn broken_charts_say_what_is_wrong() {
    let broken = |text: &str| weapons(text).expect_err("broken");
    assert!(matches!(broken("{"), ChartError::Unreadable(_)));
    assert!(matches!(broken("[]"), ChartError::Empty));
    let line = |more: &str| {
        format!(r#"{{"name":"A","kind":"melee","damage":1,"harm":"blunt","size":1{more}}}"#)
    };
    let one = |more: &str| format!("[{}]", line(more));
    assert!(weapons(&one("")).is_ok());
    assert_eq!(
        broken(&format!("[{},{}]", line(""), line(""))),
        ChartError::Doubled("A".into())
    );
    assert!(matches!(
        broken(&one(r#","price":3"#)),
        ChartError::Unreadable(_)
    ));
    assert!(matches!(
        broken(&one(r#","initiative":2"#)),
        ChartError::Number { .. }
    ));
    assert!(matches!(
        broken(&one(r#","ranges":[9,3,1]"#)),
        ChartError::Unreadable(_)
    ));
    assert!(matches!(
        broken(&one(r#","damage":NaN"#)),
        ChartError::Unreadable(_)
    ));
    let gun = r#"[{"name":"G","kind":"firearm","damage":1,"harm":"ballistic","size":1}]"#;
    assert!(matches!(broken(gun), ChartError::Missing { .. }));
    assert!(armor(r#"[{"name":"A","ballistic":-1,"general":0,"covers":["all"]}]"#).is_err());
    assert!(armor(r#"[{"name":"A","ballistic":1,"general":0,"covers":[]}]"#).is_err());
    assert!(objects(r#"[{"name":"A","durability":1,"structure":-4,"size":1}]"#).is_err());
    let lonely =
        r#"[{"condition":"stunned","label":"S","rule":"CHR-COND-03","ends":"","effect":{}}]"#;
    assert!(matches!(
        conditions(lonely),
        Err(ChartError::Missing { .. })
    ));
}
