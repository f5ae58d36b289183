//! House rules: every reading of the rules that another table may see differently.

use crate::{choices, settings};

choices! {
    /// Who may roll initiative for combatants without a sheet.
    pub enum NpcInit {
        /// Every seat of the scene.
        #[default]
        Anyone = "anyone", "anybody";
        /// The storyteller.
        Gm = "gm", "the storyteller";
    }
}

choices! {
    /// How actions beyond the first are taken in the extra phase.
    pub enum ExtraPhase {
        /// Each combatant takes all that is left in their slot.
        #[default]
        AllAtOnce = "all_at_once", "everybody takes all that is left";
        /// Each combatant takes one, then each the next.
        RoundRobin = "round_robin", "everybody takes one action, then everybody the next";
    }
}

choices! {
    /// What a botched tackle does to the attacker.
    pub enum TackleBotch {
        /// They fall.
        #[default]
        Falls = "falls", "the attacker falls";
        /// They run into the target: its Stamina in bashing dice.
        Damage = "damage", "the target's Stamina in bashing dice";
    }
}

settings! {
    /// The house rules of one table. What is left out of a file keeps its default.
    pub struct Settings {
        "The table" {
            rules_waived: bool = false, "The fight is settled by hand, and the program only writes down", "XOV-POL-01";
            yards_per_square: i32 (1..=1000) = 1, "Yards that a square of the map stands for", "XOV-MAN-08";
        }
        "Dice" {
            ones_cancel_harm: bool = true, "Ones cancel successes of damage and soak rolls too", "XOV-DICE-03, XOV-DMG-01, XOV-SOAK-01";
            extra_ones_cancel: bool = false, "Ones on the extra dice of a specialty cancel too", "XOV-DICE-04";
            wounds_on_reflexes: bool = false, "The wound penalty also lowers reflex rolls", "XOV-ACT-01";
        }
        "Initiative and turns" {
            keep_order: bool = true, "An action out of its turn is refused; the storyteller may do it anyway. Off: everybody acts when they like", "XOV-TURN-01, XOV-TURN-04, XOV-MULT-04, XOV-DECL-01, XOV-INIT-02";
            npc_init_by: NpcInit = NpcInit::Anyone, "Who rolls initiative for those without a sheet", "XOV-INIT-04";
            later_roll_replaces: bool = false, "A second initiative roll in a turn replaces the first", "XOV-INIT-07";
            sealed: bool = false, "Declarations stay sealed until everybody has declared", "XOV-DECL-01";
            extra_phase: ExtraPhase = ExtraPhase::AllAtOnce, "How the extra phase is played", "XOV-TURN-05";
        }
        "Several actions" {
            single_action_costs: bool = false, "A single declared action loses a die as well", "XOV-MULT-01";
            over_limit: i32 (0..=10) = 3, "Difficulty added to every action of those who do too much", "XOV-MULT-05";
            over_limit_adds_up: bool = false, "It counts twice for those who exceed both Dexterity and Wits", "XOV-MULT-05";
            over_limit_on_desperate: bool = false, "The difficulty for doing too much also hits a desperate defense", "XOV-DEF-06";
            free_change_costs: bool = true, "A changed action is harder even if the change was free", "XOV-MAN-02";
            spend_after_failed_roll: bool = false, "After a failed Willpower roll a point may still be spent", "XOV-MAN-01";
        }
        "Powers" {
            rage_rounds_up: bool = false, "Half of an odd Rage is rounded up", "XOV-POW-02";
            dream_time_turns: i32 (1..=100) = 5, "Turns that Dream Time lasts", "XOV-POW-04";
        }
        "Attacks" {
            armor_hinders_defense: bool = false, "What armor adds to the difficulty of attacks it adds to defenses too", "XOV-ATK-04";
            ambush_may_be_defended: bool = false, "The victim of an ambush may defend the free attack", "XOV-MAN-03";
            front_degrees: i32 (0..=180) = 45, "Up to this angle off the target's view, in degrees, an attack comes from the front", "XOV-MAN-05";
            rear_degrees: i32 (0..=180) = 135, "From this angle on, in degrees, an attack comes from the rear", "XOV-MAN-05";
            parts_bypass_armor: bool = true, "Hitting an uncovered part gets past armor", "XOV-TGT-01";
        }
        "Soak and healing" {
            halve_bashing_for_undead: bool = false, "Bashing damage is halved for the undead, after soak and rounded down", "XOV-SOAK-02";
            stamina_soaks_silver_in_breed_form: bool = true, "In the form a werewolf was born in, Stamina soaks silver", "XOV-SOAK-05";
            metis_crinos_soaks: bool = true, "A metis in Crinos soaks with Stamina", "XOV-SOAK-06";
            damaged_armor_protects: bool = false, "Damaged armor still gives its dice", "XOV-SOAK-08";
            combat_healing_levels: u16 (0..=20) = 1, "Levels that a werewolf's healing roll in combat brings back", "XOV-SOAK-09";
        }
        "Close combat and complications" {
            held_is_immobilized: bool = true, "A held combatant counts as partly immobilized", "XOV-CLOSE-06";
            tackle_botch: TackleBotch = TackleBotch::Falls, "What a botched tackle does", "XOV-CLOSE-13";
            single_knockdown_roll: bool = false, "The roll against falling also decides how one lands", "XOV-CMP-09";
            helpless_successes: i32 (0..=20) = 1, "Successes that a fully immobilized target gives away", "XOV-CMP-08";
            sight_difficulty: i32 (0..=10) = 2, "Difficulty added for the blinded on anything but attacks", "XOV-CMP-02";
        }
        "Ranged combat" {
            lying_is_cover: bool = true, "Lying down by choice is light cover", "XOV-RNG-03";
            leftovers_may_heap: bool = true, "The successes a spray leaves over may go to the same target", "XOV-RNG-08";
            power_shots_count: bool = true, "Shots of power actions count toward the rate of fire", "XOV-RNG-11";
        }
    }
}
