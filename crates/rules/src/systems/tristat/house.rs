//! The house rules a table can turn while it plays. Those of [`Settings`] that concern what
//! people work out between two rolls stay with the people.

use super::settings::Settings;
use crate::house::{House, Switch};

const DEFENSE_TAKES_TIES: &str = "defense_takes_ties";
const NATURAL_12_FAILS: &str = "natural_12_fails";
const SNAKE_EYES_ATTACK_ONLY: &str = "snake_eyes_attack_only";
const EXTRA_ATTACKS_ONLY: &str = "extra_attacks_only_attack";
const FOCUS_ADDS_NOTHING: &str = "focus_adds_nothing";

/// The switches, as the screen offers them.
pub(super) const SWITCHES: [Switch; 5] = [
    Switch {
        key: DEFENSE_TAKES_TIES,
        title: "A defense also succeeds on exactly its target",
        rule: "TRI-ROLL-02",
    },
    Switch {
        key: NATURAL_12_FAILS,
        title: "Two sixes fail whatever the target",
        rule: "TRI-ROLL-04",
    },
    Switch {
        key: SNAKE_EYES_ATTACK_ONLY,
        title: "Two ones succeed by themselves only on attacks",
        rule: "TRI-CRIT-04",
    },
    Switch {
        key: EXTRA_ATTACKS_ONLY,
        title: "Extra Attacks bring no free defenses",
        rule: "TRI-EXTRA-01",
    },
    Switch {
        key: FOCUS_ADDS_NOTHING,
        title: "Focus adds nothing to what Energy buys",
        rule: "TRI-EN-02",
    },
];

/// The settings of a table with these switches on.
pub(super) fn settings(house: &House) -> Settings {
    Settings {
        defense_takes_ties: house.is_on(DEFENSE_TAKES_TIES),
        natural_12_fails: house.is_on(NATURAL_12_FAILS),
        snake_eyes_always_succeed: !house.is_on(SNAKE_EYES_ATTACK_ONLY),
        extra_attacks_defend: !house.is_on(EXTRA_ATTACKS_ONLY),
        focus_adds_level: !house.is_on(FOCUS_ADDS_NOTHING),
        ..Settings::default()
    }
}
