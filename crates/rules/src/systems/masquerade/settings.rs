//! House rules: every reading of the rules that another table may see differently.

use serde::{Deserialize, Serialize};

/// The house rules of one table. What is left out of a file keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Yards that a square of the map stands for.
    pub yards_per_square: i32,
    /// Ones cancel successes of damage and soak rolls too (MSQ-DMG-03, MSQ-SOAK-06).
    pub ones_cancel_harm: bool,
    /// Ones on the extra dice of a specialty cancel too (MSQ-DICE-04).
    pub extra_ones_cancel: bool,
    /// Initiative is rolled anew each turn. Off: once, when the fight begins (MSQ-INIT-02).
    pub initiative_each_turn: bool,
    /// The highest value the command takes (MSQ-INIT-04).
    pub trait_most: i32,
    /// A second initiative roll in one turn replaces the first by itself (MSQ-INIT-03).
    pub later_roll_replaces: bool,
    /// Equal totals roll off at once, without looking at die, Wits and Dexterity (MSQ-TURN-02).
    pub tie_by_rolloff: bool,
    /// After a failed Willpower roll one may try again (MSQ-DEF-02).
    pub retry_after_failed_roll: bool,
    /// Strength and Potence are added to guns as well (MSQ-DMG-01).
    pub guns_add_strength: bool,
    /// Bashing damage is halved for the undead, rounded down (MSQ-DMG-05).
    pub halve_bashing_for_undead: bool,
    /// It is halved before soak. Off: after (MSQ-DMG-05).
    pub halve_before_soak: bool,
    /// The table plays with armour (MSQ-SOAK-07).
    pub armor: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            yards_per_square: 1,
            ones_cancel_harm: true,
            extra_ones_cancel: false,
            initiative_each_turn: true,
            trait_most: 10,
            later_roll_replaces: false,
            tie_by_rolloff: false,
            retry_after_failed_roll: false,
            guns_add_strength: false,
            halve_bashing_for_undead: true,
            halve_before_soak: false,
            armor: true,
        }
    }
}
