//! House rules of Ascension: points on which tables read the rules differently.

use crate::choices;
use crate::messages::ascension as msg;
use crate::settings;
use crate::systems::d10::dice::{DiceConventions, TensRule};
use crate::systems::d10::shared_rules::abort::AbortLimits;

choices! {
    /// Method of marking damage on a track that holds lighter marks.
    pub enum DamageRecording {
        /// Each point fills a box; lighter marks move down.
        #[default]
        Cumulative = "cumulative", msg::EVERY_POINT_FILLS_A_BOX;
        /// Each point upgrades a lighter mark if there is one.
        Upgrade = "upgrade", msg::A_POINT_MAKES_A_LIGHTER;
    }
}

settings! {
    /// House rules of one table that plays Ascension; settings missing from a file keep their defaults.
    pub struct Settings {
        msg::THE_TABLE {
            yards_per_square: i32 (1..=1000) = 1, msg::YARDS_THAT_A_SQUARE_OF, "";
        }
        msg::DICE {
            ones_cancel_harm: bool = true, msg::ONES_CANCEL_SUCCESSES_OF_DAMAGE, "ASC-DICE-04, ASC-SOAK-06";
            wounds_lower_arete: bool = true, msg::WOUNDS_LOWER_ARETE_AS_WELL, "";
        }
        msg::INITIATIVE_AND_TURNS {
            keep_order: bool = true, msg::AN_ACTION_OUT_OF_ITS | msg::EVERYBODY_ACTS_WHEN_THEY_LIKE, "ASC-INIT-03, ASC-TURN-01, ASC-DECL-01, ASC-INIT-02";
            reroll_each_turn: bool = false, msg::INITIATIVE_IS_ROLLED_ANEW_EACH, "ASC-INIT-02";
            declare_low_to_high: bool = false, msg::EVERYBODY_DECLARES_BEFORE_ANYBODY_ACTS, "ASC-DECL-01";
            sealed: bool = false, msg::DECLARATIONS_STAY_SEALED_UNTIL_EVERYBODY, "ASC-DECL-01";
            abort_cost: bool = true, msg::GIVING_UP_A_DECLARED_ACTION | msg::IT_COSTS_NOTHING, "ASC-DEF-03";
        }
        msg::DEFENSES {
            dodge_blow: i32 (2..=10) = 5, msg::DIFFICULTY_OF_DODGING_A_BLOW, "ASC-DODGE-02";
            dodge_gun_close: i32 (2..=10) = 9, msg::DIFFICULTY_OF_DODGING_A_GUN, "ASC-DODGE-02";
            dodge_gun_point_blank: i32 (2..=10) = 10, msg::DIFFICULTY_OF_DODGING_A_GUN_AT_TWO, "ASC-DODGE-02";
            dodge_other: i32 (2..=10) = 6, msg::DIFFICULTY_OF_DODGING_ANYTHING_ELSE, "ASC-DODGE-02";
            tight_room: i32 (0..=10) = 2, msg::WHAT_TIGHT_ROOM_ADDS_TO, "ASC-DODGE-04";
            stop_fist: i32 (2..=10) = 6, msg::DIFFICULTY_OF_BLOCKING_A_FIST, "ASC-BLOCK-02";
            stop_weapon: i32 (2..=10) = 7, msg::DIFFICULTY_OF_BLOCKING_A_WEAPON, "ASC-BLOCK-02";
            stop_heavy: i32 (2..=10) = 8, msg::DIFFICULTY_OF_BLOCKING_SOMETHING_HEAVY, "ASC-BLOCK-02";
            stop_missile: i32 (2..=10) = 8, msg::DIFFICULTY_OF_BLOCKING_WHAT_FLIES, "ASC-BLOCK-04";
            do_stops_missiles: bool = false, msg::DO_BLOCKS_MISSILES_AS_MARTIAL, "ASC-BLOCK-04";
            futile_blocks: bool = false, msg::BARE_SKIN_MAY_BE_HELD, "ASC-BLOCK-07";
            parry_limited: bool = false, msg::PARRIES_OF_LETHAL_AND_AGGRAVATED, "ASC-PARRY-01";
            desperate_grows: bool = true, msg::A_DESPERATE_DEFENSE_LOSES_ONE | msg::ONE_WHATEVER_CAME_BEFORE, "ASC-DESP-02";
        }
        msg::MAGICK {
            countermagick: i32 (2..=10) = 8, msg::DIFFICULTY_OF_COUNTERMAGICK, "ASC-CM-01";
            excess_to_attack: bool = true, msg::THE_EXCESS_OF_A_PARRY | msg::TO_ITS_DAMAGE, "ASC-REB-03";
        }
        msg::SOAK_AND_HEALTH {
            ward_helps_always: bool = true, msg::WARD_DICE_HELP_AGAINST_EVERY | msg::ONLY_AGAINST_AGGRAVATED_DAMAGE, "ASC-SOAK-04";
            cinematic_damage: bool = false, msg::THE_CINEMATIC_OPTION_HUMANS_SOAK, "ASC-CINE-01, ASC-CINE-03";
            cinematic_min_stamina: i32 (0..=30) = 0, msg::THE_LEAST_STAMINA_THAT_THE, "ASC-CINE-02";
            cinematic_difficulty: i32 (2..=10) = 8, msg::DIFFICULTY_OF_SOAKING_LETHAL_DAMAGE, "ASC-CINE-01";
            damage_recording: DamageRecording = DamageRecording::Cumulative, msg::HOW_MARKS_GET_ONTO_THE, "ASC-REC-03, ASC-REC-02";
        }
    }
}

impl Settings {
    /// Returns the conventions for counting dice, which are difficulty 6, ones cancel, tens with a
    /// specialty count twice (ASC-DICE-01, ASC-DICE-02, ASC-DICE-03, ASC-DICE-04, ASC-DICE-05).
    pub(super) const fn dice_conventions(&self) -> DiceConventions {
        DiceConventions {
            specialty: TensRule::Twice,
            extra_ones_cancel: false,
            ones_cancel_harm: self.ones_cancel_harm,
        }
    }

    /// Returns what aborting a declared action for a defense costs (ASC-DEF-02, ASC-DEF-03).
    pub(super) const fn abort_limits(&self) -> AbortLimits {
        AbortLimits {
            costs: self.abort_cost,
            can_roll_again: true,
            can_spend_after_roll: true,
        }
    }
}
