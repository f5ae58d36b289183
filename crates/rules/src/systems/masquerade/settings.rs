//! House rules: every reading of the rules that another table may see differently.

use crate::settings;

settings! {
    /// The house rules of one table. What is left out of a file keeps its default.
    pub struct Settings {
        "The table" {
            yards_per_square: i32 (1..=1000) = 1, "Yards that a square of the map stands for", "";
            armor: bool = true, "The table plays with armor", "MSQ-SOAK-07";
        }
        "Dice" {
            ones_cancel_harm: bool = true, "Ones cancel successes of damage and soak rolls too", "MSQ-DMG-03, MSQ-SOAK-06";
            extra_ones_cancel: bool = false, "Ones on the extra dice of a specialty cancel too", "MSQ-DICE-04";
        }
        "Initiative and turns" {
            keep_order: bool = true, "An action out of its turn is refused; the storyteller may do it anyway. Off: everybody acts when they like", "MSQ-TURN-01, MSQ-TURN-05, MSQ-DECL-01, MSQ-INIT-02";
            initiative_each_turn: bool = true, "Initiative is rolled anew each turn. Off: once, when the fight begins", "MSQ-INIT-02";
            trait_most: i32 (1..=100) = 10, "The highest value that the initiative command takes", "MSQ-INIT-04";
            later_roll_replaces: bool = false, "A second initiative roll in a turn replaces the first", "MSQ-INIT-03";
            sealed: bool = false, "Declarations stay sealed until everybody has declared", "MSQ-DECL-01";
            tie_by_rolloff: bool = false, "Equal totals roll off at once, whatever the dice show", "MSQ-TURN-02";
            retry_after_failed_roll: bool = false, "After a failed Willpower roll one may try again", "MSQ-DEF-02";
        }
        "Damage" {
            guns_add_strength: bool = false, "Strength and Potence are added to guns as well", "MSQ-DMG-01";
            halve_bashing_for_undead: bool = true, "Bashing damage is halved for the undead, rounded down", "MSQ-DMG-05";
            halve_before_soak: bool = false, "It is halved before soak. Off: after", "MSQ-DMG-05";
        }
    }
}
