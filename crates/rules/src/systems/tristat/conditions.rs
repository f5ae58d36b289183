//! Stances and conditions a combatant can be in, as tables.

use super::roll_request as requests;
use crate::character::condition::ConditionSpec;
use crate::character::plan::StanceSpec;
use crate::messages::{Text, tristat as msg};

/// The stances of a plan (TRI-STANCE-01, TRI-STANCE-02).
pub(super) const STANCES: [StanceSpec; 2] = [
    StanceSpec {
        key: requests::TOTAL_ATTACK,
        title: msg::TOTAL_ATTACK,
        rule: "TRI-STANCE-01",
    },
    StanceSpec {
        key: requests::TOTAL_DEFENSE,
        title: msg::TOTAL_DEFENSE,
        rule: "TRI-STANCE-02",
    },
];

/// Specifies a condition of Tri-Stat, with its word, effect, rule and greatest amount.
const fn condition(
    key: &'static str,
    word: Text,
    effect: Text,
    rule: &'static str,
    most: i32,
) -> ConditionSpec {
    ConditionSpec {
        key,
        word,
        effect,
        rule,
        most,
    }
}

/// All conditions of Tri-Stat.
pub(super) const CONDITIONS: [ConditionSpec; 5] = [
    condition(
        requests::GRAPPLED,
        msg::GRAPPLED_2,
        msg::NO_MOVEMENT_MINUS_2_ON,
        "TRI-GRAP-03",
        1,
    ),
    condition(
        requests::PRONE,
        msg::PRONE_2,
        msg::LIES_ON_THE_GROUND_WHAT,
        "TRI-PRONE-01",
        0,
    ),
    condition(
        requests::SHAKEN,
        msg::UNSTEADY_WITH_THE_WEAPON,
        msg::MINUS_2_ON_ATTACKS_AND,
        "TRI-DISARM-04",
        0,
    ),
    condition(
        requests::LOST_ESCAPE,
        msg::HELD_TOO_FAST_TO_DEFEND,
        msg::NO_DEFENSES_UNTIL_THEIR_NEXT,
        "TRI-ESC-04",
        0,
    ),
    condition(
        requests::FORFEIT,
        msg::OUT_OF_ATTACKS,
        msg::NO_ATTACKS_LEFT_THIS_ROUND,
        "TRI-ESC-04",
        0,
    ),
];
