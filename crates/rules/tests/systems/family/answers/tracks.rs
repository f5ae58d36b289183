//! What the three systems answer about sheets and tracks.

use crate::family::owned_fighter::{FAMILY, OwnedFighter};
use rules::character::track::{DamagePacket, Severity};

use super::{ASC, MSQ, XOV, set};

#[test]
fn every_alias_means_one_trait_and_every_key_is_plain() {
    for system in FAMILY {
        let rules = system.rules();
        let mut words = std::collections::BTreeSet::new();
        for spec in rules.facts().trait_specs {
            assert!(
                (spec.min..=spec.max).contains(&spec.default),
                "{}",
                spec.key
            );
            for word in std::iter::once(&spec.key).chain(spec.aliases) {
                assert!(words.insert(*word), "{word} twice in {system:?}");
                assert_eq!(*word, word.to_ascii_lowercase());
                // Willpower is rolled and paid; where a part is expected it is rolled.
                let paid = rules.parameter_from_word(word).is_some();
                assert!(!paid || spec.key == "willpower", "{word} sets a dial");
            }
        }
        for kind in rules.facts().creature_kinds {
            assert!(words.insert(kind.key), "{} is a trait too", kind.key);
        }
        for key in rules.facts().unrolled_traits {
            assert!(
                rules
                    .facts()
                    .trait_specs
                    .iter()
                    .any(|spec| spec.key == *key),
                "{key}"
            );
        }
    }
}

#[test]
fn pools_are_what_the_sheet_has() {
    let keys = |owned: &OwnedFighter| owned.pools.keys().cloned().collect::<Vec<_>>();
    let vampire = OwnedFighter::of(XOV, "vampire", &[("blood", 12), ("ammo", 6)]);
    assert_eq!(keys(&vampire), ["ammo", "blood", "willpower"]);
    assert_eq!(vampire.pools.get("blood"), Some(&12));
    assert_eq!(keys(&OwnedFighter::of(MSQ, "", &[])), ["willpower"]);
    let drained = OwnedFighter::of(ASC, "mage", &[("willpower", 0)]);
    assert_eq!(keys(&drained), [""; 0]);
}

#[test]
fn a_full_row_is_death_torpor_or_neither_by_kind() {
    let lethal = |points| DamagePacket::of_severity(Severity::Lethal, points);
    let check = |system, kind, packet, expected: &str| {
        let owned = OwnedFighter::of(system, kind, &[]).hurt(packet);
        assert_eq!(owned.state(), expected, "{system:?} {kind}");
    };
    for system in FAMILY {
        check(system, "", lethal(0), ".......  0");
        check(system, "", lethal(1), "X...... bruised 0");
        check(system, "", lethal(4), "XXXX... wounded -2");
        check(system, "", lethal(6), "XXXXXX. crippled -5");
        check(system, "", lethal(7), "XXXXXXX incapacitated! 0");
        check(system, "", lethal(8), "XXXXXXX dead! 0");
    }
    for (system, kind) in [
        (XOV, "ghoul"),
        (MSQ, "ghoul"),
        (XOV, "werewolf"),
        (ASC, "mage"),
    ] {
        check(system, kind, lethal(9), "XXXXXXX dead! 0");
    }
    for system in [XOV, MSQ] {
        check(system, "vampire", lethal(8), "XXXXXXX in torpor! 0");
        let fire = DamagePacket::of_severity(Severity::Aggravated, 8);
        check(system, "vampire", fire, "******* Final Death! 0");
    }
}

#[test]
fn a_wraith_has_corpus_and_every_kind_of_damage_counts() {
    let packet = DamagePacket {
        bashing: 2,
        lethal: 1,
        aggravated: 1,
        points: 1,
    };
    let wraith = OwnedFighter::of(XOV, "wraith", &[]);
    assert_eq!(wraith.state(), "10/10  0");
    let thin = wraith.hurt(packet);
    assert_eq!(thin.state(), "5/10  0");
    let harmed = thin
        .rules()
        .apply_damage(&thin.fighter(), DamagePacket::of_points(7));
    let harmed = harmed.expect("points");
    assert_eq!(harmed.excess, 2);
    let gone = OwnedFighter {
        track: harmed.after,
        ..thin
    };
    assert_eq!(gone.state(), "0/10 dissolved! 0");
    assert!(
        gone.rules()
            .forbids_roll(&gone.fighter(), &set(&[]))
            .is_some()
    );
    assert!(
        gone.rules()
            .roll_terms(&gone.fighter(), &set(&[]))
            .is_empty()
    );
    assert!(
        gone.rules()
            .suggested_initiative_terms(&gone.fighter())
            .is_empty()
    );
    assert_eq!(gone.rules().box_name(&gone.track, 0), None);
    assert_eq!(
        OwnedFighter::of(XOV, "wraith", &[("corpus", 4)]).state(),
        "4/4  0"
    );
}

#[test]
fn points_without_a_severity_are_unknown_to_rows_of_boxes() {
    for system in FAMILY {
        let owned = OwnedFighter::of(system, "", &[]);
        let harm = |packet| owned.rules().apply_damage(&owned.fighter(), packet);
        assert!(harm(DamagePacket::of_points(1)).is_none());
        let dead = harm(DamagePacket::of_severity(Severity::Aggravated, 20)).expect("damage");
        assert_eq!(dead.excess, 12, "{system:?}");
    }
}

#[test]
fn asc_rec_03_upgrading_by_house_rule() {
    let bruised =
        OwnedFighter::of(ASC, "", &[]).hurt(DamagePacket::of_severity(Severity::Bashing, 3));
    let cut = DamagePacket::of_severity(Severity::Lethal, 2);
    assert_eq!(bruised.clone().hurt(cut).state(), "XX///.. mauled -2");
    let upgraded = bruised.under("upgrade").hurt(cut);
    assert_eq!(upgraded.state(), "XX/.... injured -1");
}

#[test]
fn a_packet_marks_its_worst_first() {
    let mixed = DamagePacket {
        bashing: 1,
        aggravated: 1,
        ..DamagePacket::default()
    };
    let six = DamagePacket::of_severity(Severity::Bashing, 6);
    let owned = OwnedFighter::of(XOV, "", &[]).hurt(six).hurt(mixed);
    assert_eq!(owned.state(), "*X///// incapacitated! 0");
}
