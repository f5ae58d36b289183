//! House rules: every reading of the rules that another table may see differently.

use crate::choices;
use crate::messages::crossover as msg;
use crate::settings;
use crate::systems::d10::dice::{DiceConventions, TensRule};
use crate::systems::d10::shared_rules::abort::AbortLimits;

choices! {
    /// Seats that may roll initiative for combatants without a sheet.
    pub enum NpcInit {
        /// Every seat of the scene.
        #[default]
        Anyone = "anyone", msg::ANYBODY;
        /// The storyteller.
        Gm = "gm", msg::THE_STORYTELLER;
    }
}

choices! {
    /// Manner in which actions beyond the first are taken in the extra phase.
    pub enum ExtraPhase {
        /// Each combatant takes all that is left in their slot.
        #[default]
        AllAtOnce = "all_at_once", msg::EVERYBODY_TAKES_ALL_THAT_IS;
        /// Each combatant takes one, then each the next.
        RoundRobin = "round_robin", msg::EVERYBODY_TAKES_ONE_ACTION_THEN;
    }
}

choices! {
    /// Consequence of a botched tackle for the attacker.
    pub enum TackleBotch {
        /// They fall.
        #[default]
        Falls = "falls", msg::THE_ATTACKER_FALLS_2;
        /// They run into the target: its Stamina in bashing dice.
        Damage = "damage", msg::THE_TARGETS_STAMINA_IN_BASHING;
    }
}

settings! {
    /// House rules of one table that plays Crossover. What is left out of a file keeps its default.
    pub struct Settings {
        msg::THE_TABLE {
            rules_waived: bool = false, msg::THE_FIGHT_IS_SETTLED_BY, "XOV-POL-01";
            yards_per_square: i32 (1..=1000) = 1, msg::YARDS_THAT_A_SQUARE_OF, "XOV-MAN-08";
        }
        msg::DICE {
            ones_cancel_harm: bool = true, msg::ONES_CANCEL_SUCCESSES_OF_DAMAGE, "XOV-DICE-03, XOV-DMG-01, XOV-SOAK-01";
            extra_ones_cancel: bool = false, msg::ONES_ON_THE_EXTRA_DICE, "XOV-DICE-04";
            wounds_on_reflexes: bool = false, msg::THE_WOUND_PENALTY_ALSO_LOWERS, "XOV-ACT-01";
        }
        msg::INITIATIVE_AND_TURNS {
            keep_order: bool = true, msg::AN_ACTION_OUT_OF_ITS | msg::EVERYBODY_ACTS_WHEN_THEY_LIKE, "XOV-TURN-01, XOV-TURN-04, XOV-MULT-04, XOV-DECL-01, XOV-INIT-02";
            npc_init_by: NpcInit = NpcInit::Anyone, msg::WHO_ROLLS_INITIATIVE_FOR_THOSE, "XOV-INIT-04";
            later_roll_replaces: bool = false, msg::A_SECOND_INITIATIVE_ROLL_IN, "XOV-INIT-07";
            sealed: bool = false, msg::DECLARATIONS_STAY_SEALED_UNTIL_EVERYBODY, "XOV-DECL-01";
            extra_phase: ExtraPhase = ExtraPhase::AllAtOnce, msg::HOW_THE_EXTRA_PHASE_IS, "XOV-TURN-05";
        }
        msg::SEVERAL_ACTIONS {
            single_action_costs: bool = false, msg::A_SINGLE_DECLARED_ACTION_LOSES, "XOV-MULT-01";
            over_limit: i32 (0..=10) = 3, msg::DIFFICULTY_ADDED_TO_EVERY_ACTION, "XOV-MULT-05";
            over_limit_adds_up: bool = false, msg::IT_COUNTS_TWICE_FOR_THOSE, "XOV-MULT-05";
            over_limit_on_desperate: bool = false, msg::THE_DIFFICULTY_FOR_DOING_TOO, "XOV-DEF-06";
            free_change_costs: bool = true, msg::A_CHANGED_ACTION_IS_HARDER, "XOV-MAN-02";
            spend_after_failed_roll: bool = false, msg::AFTER_A_FAILED_WILLPOWER_ROLL, "XOV-MAN-01";
        }
        msg::POWERS {
            rage_rounds_up: bool = false, msg::HALF_OF_AN_ODD_RAGE, "XOV-POW-02";
            dream_time_turns: i32 (1..=100) = 5, msg::TURNS_THAT_DREAM_TIME_LASTS, "XOV-POW-04";
        }
        msg::ATTACKS {
            armor_hinders_defense: bool = false, msg::WHAT_ARMOR_ADDS_TO_THE, "XOV-ATK-04";
            ambush_may_be_defended: bool = false, msg::THE_VICTIM_OF_AN_AMBUSH, "XOV-MAN-03";
            front_degrees: i32 (0..=180) = 45, msg::UP_TO_THIS_ANGLE_OFF, "XOV-MAN-05";
            rear_degrees: i32 (0..=180) = 135, msg::FROM_THIS_ANGLE_ON_IN, "XOV-MAN-05";
            parts_bypass_armor: bool = true, msg::HITTING_AN_UNCOVERED_PART_GETS, "XOV-TGT-01";
        }
        msg::SOAK_AND_HEALING {
            halve_bashing_for_undead: bool = false, msg::BASHING_DAMAGE_IS_HALVED_FOR, "XOV-SOAK-02";
            stamina_soaks_silver_in_breed_form: bool = true, msg::IN_THE_FORM_A_WEREWOLF, "XOV-SOAK-05";
            metis_crinos_soaks: bool = true, msg::A_METIS_IN_CRINOS_SOAKS, "XOV-SOAK-06";
            damaged_armor_protects: bool = false, msg::DAMAGED_ARMOR_STILL_GIVES_ITS, "XOV-SOAK-08";
            combat_healing_levels: u16 (0..=20) = 1, msg::LEVELS_THAT_A_WEREWOLFS_HEALING, "XOV-SOAK-09";
        }
        msg::CLOSE_COMBAT_AND_COMPLICATIONS {
            held_is_immobilized: bool = true, msg::A_HELD_COMBATANT_COUNTS_AS, "XOV-CLOSE-06";
            tackle_botch: TackleBotch = TackleBotch::Falls, msg::WHAT_A_BOTCHED_TACKLE_DOES, "XOV-CLOSE-13";
            single_knockdown_roll: bool = false, msg::THE_ROLL_AGAINST_FALLING_ALSO, "XOV-CMP-09";
            helpless_successes: i32 (0..=20) = 1, msg::SUCCESSES_THAT_A_FULLY_IMMOBILIZED, "XOV-CMP-08";
            sight_difficulty: i32 (0..=10) = 2, msg::DIFFICULTY_ADDED_FOR_THE_BLINDED, "XOV-CMP-02";
        }
        msg::RANGED_COMBAT {
            lying_is_cover: bool = true, msg::LYING_DOWN_BY_CHOICE_IS, "XOV-RNG-03";
            leftovers_may_heap: bool = true, msg::THE_SUCCESSES_A_SPRAY_LEAVES, "XOV-RNG-08";
            power_shots_count: bool = true, msg::SHOTS_OF_POWER_ACTIONS_COUNT, "XOV-RNG-11";
        }
    }
}

impl Settings {
    /// Returns the conventions for counting dice, which are difficulty 6, ones cancel, tens of a
    /// specialty again (XOV-DICE-01, XOV-DICE-02, XOV-DICE-03, XOV-DICE-04, XOV-DICE-05).
    pub(super) const fn dice_conventions(&self) -> DiceConventions {
        DiceConventions {
            specialty: TensRule::Again,
            extra_ones_cancel: self.extra_ones_cancel,
            ones_cancel_harm: self.ones_cancel_harm,
        }
    }

    /// Returns what aborting a declared action for a defense costs (XOV-MAN-01,
    /// XOV-DECL-03).
    pub(super) const fn abort_limits(&self) -> AbortLimits {
        AbortLimits {
            costs: true,
            can_roll_again: false,
            can_spend_after_roll: self.spend_after_failed_roll,
        }
    }
}
