//! The charts: those that come along are read whole, broken ones are named.

use super::*;
use crate::systems::tristat::ability::{Effects, sum_effects};
use crate::systems::tristat::technique::Reduce;

/// TRI-DMG-01, TRI-GRAP-03: bare hands have no base, weapons do; most for two hands need room.
#[test]
fn the_weapon_chart() {
    let chart = weapons(WEAPONS).expect("the chart that comes along");
    let damage = |name| {
        chart
            .iter()
            .find(|one| one.name == name)
            .map(|one| one.damage)
    };
    assert_eq!((damage("Bare hands"), damage("Knife")), (Some(0), Some(5)));
    for one in chart.iter().filter(|one| one.name != "Bare hands") {
        assert!(one.damage > 0, "{}", one.name);
        assert_eq!(one.extreme_mobility, one.hands == 2, "{}", one.name);
        assert_eq!(one.reach == 0, one.style == Style::Ranged, "{}", one.name);
    }
    assert!(chart.iter().any(|one| one.reach > 1));
}

/// TRI-CHINK-02: some armor has a weak point, of either kind, some has none.
#[test]
fn the_armor_chart() {
    let chart = armor(ARMOR).expect("the chart that comes along");
    for weak in [None, Some(WeakPoint::None), Some(WeakPoint::Half)] {
        assert!(chart.iter().any(|one| one.weak_point == weak), "{weak:?}");
    }
    assert!(chart.iter().all(|one| one.armor > 0));
}

/// TRI-STAT-06, TRI-EN-02, TRI-GRAP-04: all eight are there, and levels add up.
#[test]
fn the_attribute_chart() {
    let chart = attributes(ATTRIBUTES).expect("the chart that comes along");
    let of = |name: &str| {
        let found = chart.iter().find(|one| one.name == name);
        found.unwrap_or_else(|| panic!("{name} is missing"))
    };
    let sheet = [
        (of("Extra Attacks"), 2),
        (of("Focus"), 3),
        (of("Gun Bunny"), 2),
        (of("Kensei"), 4),
        (of("Weapon Attack"), 2),
        (of("Super Strength"), 3),
        (of("Diminutive"), 1),
        (of("Not So Strong"), -5),
    ];
    let shot = sum_effects(sheet, Style::Ranged);
    assert_eq!(
        shot,
        Effects {
            extra_attacks: 2,
            focus: 3,
            base_damage: 10,
            damage: 0,
            strength_adjust: 2,
            reduce: Reduce {
                vital: 2,
                chink: 2,
                dual: 2,
                draw: 2,
                disarm: 2,
            },
        }
    );
    assert_eq!(sum_effects(sheet, Style::Close).reduce.vital, 4);
    let most = sum_effects([(of("Weapon Attack"), i32::MAX)], Style::Any);
    assert_eq!(most.base_damage, i32::MAX, "saturates");
}

#[test]
fn broken_charts_are_named() {
    let odd = |text: &str| weapons(text).expect_err("broken");
    assert!(matches!(odd("[{]"), ProfileError::Unreadable(_)));
    assert!(matches!(odd("{}"), ProfileError::Unreadable(_)));
    assert_eq!(odd("[]"), ProfileError::Empty);
    let club = r#"{"name":"Club","style":"close","damage":4,"hands":1}"#;
    let twice = format!("[{club},{club}]");
    assert_eq!(odd(&twice), ProfileError::Doubled("Club".to_owned()));
    let many = format!("[{}]", club.replace(r#""hands":1"#, r#""hands":3"#));
    assert!(odd(&many).to_string().contains("Club"));
    let less = format!("[{}]", club.replace(":4", ":-4"));
    assert!(matches!(odd(&less), ProfileError::Number { .. }));
    let more = format!(
        "[{}]",
        club.replace(r#""hands":1"#, r#""hands":1,"luck":1"#)
    );
    assert!(matches!(odd(&more), ProfileError::Unreadable(_)));
    assert!(armor(r#"[{"name":"A","armor":1,"weak_point":"most"}]"#).is_err());
    assert!(armor(r#"[{"name":"A","armor":-1}]"#).is_err());
    let huge = r#"[{"name":"A","per_level":{"focus":2000000}}]"#;
    assert!(matches!(attributes(huge), Err(ProfileError::Number { .. })));
}
