//! House rules of Masquerade: points on which tables read the rules differently.

use crate::messages::masquerade as msg;
use crate::settings;
use crate::systems::d10::dice::{DiceConventions, TensRule};
use crate::systems::d10::shared_rules::abort::AbortLimits;

settings! {
    /// House rules of one table that plays Masquerade; settings missing from a file keep their defaults.
    pub struct Settings {
        msg::THE_TABLE {
            yards_per_square: i32 (1..=1000) = 1, msg::YARDS_THAT_A_SQUARE_OF, "";
            armor: bool = true, msg::THE_TABLE_PLAYS_WITH_ARMOR, "MSQ-SOAK-07";
        }
        msg::DICE {
            ones_cancel_harm: bool = true, msg::ONES_CANCEL_SUCCESSES_OF_DAMAGE, "MSQ-DMG-03, MSQ-SOAK-06";
            extra_ones_cancel: bool = false, msg::ONES_ON_THE_EXTRA_DICE, "MSQ-DICE-04";
        }
        msg::INITIATIVE_AND_TURNS {
            keep_order: bool = true, msg::AN_ACTION_OUT_OF_ITS | msg::EVERYBODY_ACTS_WHEN_THEY_LIKE, "MSQ-TURN-01, MSQ-TURN-05, MSQ-DECL-01, MSQ-INIT-02";
            initiative_each_turn: bool = true, msg::INITIATIVE_IS_ROLLED_ANEW_EACH | msg::ONCE_WHEN_THE_FIGHT_BEGINS, "MSQ-INIT-02";
            trait_most: i32 (1..=100) = 10, msg::THE_HIGHEST_VALUE_THAT_THE, "MSQ-INIT-04";
            later_roll_replaces: bool = false, msg::A_SECOND_INITIATIVE_ROLL_IN, "MSQ-INIT-03";
            sealed: bool = false, msg::DECLARATIONS_STAY_SEALED_UNTIL_EVERYBODY, "MSQ-DECL-01";
            tie_by_rolloff: bool = false, msg::EQUAL_TOTALS_ROLL_OFF_AT, "MSQ-TURN-02";
            retry_after_failed_roll: bool = false, msg::AFTER_A_FAILED_WILLPOWER_ROLL, "MSQ-DEF-02";
        }
        msg::DAMAGE {
            guns_add_strength: bool = false, msg::STRENGTH_AND_POTENCE_ARE_ADDED, "MSQ-DMG-01";
            halve_bashing_for_undead: bool = true, msg::BASHING_DAMAGE_IS_HALVED_FOR, "MSQ-DMG-05";
            halve_before_soak: bool = false, msg::IT_IS_HALVED_BEFORE_SOAK | msg::AFTER, "MSQ-DMG-05";
        }
    }
}

impl Settings {
    /// Returns the conventions for counting dice, which are difficulty 6, ones cancel, tens with a
    /// specialty explode (MSQ-DICE-01, MSQ-DICE-02, MSQ-DICE-03, MSQ-DICE-04).
    pub(super) const fn dice_conventions(&self) -> DiceConventions {
        DiceConventions {
            specialty: TensRule::Again,
            extra_ones_cancel: self.extra_ones_cancel,
            ones_cancel_harm: self.ones_cancel_harm,
        }
    }

    /// Returns what aborting a declared action for a defense costs (MSQ-DEF-01 to MSQ-DEF-03).
    pub(super) const fn abort_limits(&self) -> AbortLimits {
        AbortLimits {
            costs: true,
            can_roll_again: self.retry_after_failed_roll,
            can_spend_after_roll: self.retry_after_failed_roll,
        }
    }
}
