//! House rules: every reading of the rules that another table may see differently.

use serde::{Deserialize, Serialize};

/// Who may roll initiative for those without a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NpcInit {
    /// Everybody in the scene.
    #[default]
    Anyone,
    /// The storyteller.
    Gm,
}

/// How actions beyond the first are taken in the extra phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraPhase {
    /// Everybody takes all that is left in their slot.
    #[default]
    AllAtOnce,
    /// Everybody takes one, then everybody the next.
    RoundRobin,
}

/// What a botched tackle does to the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TackleBotch {
    /// They fall.
    #[default]
    Falls,
    /// They run into the target: its Stamina in bashing dice.
    Damage,
}

/// The house rules of one table. What is left out of a file keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Everybody agrees to settle it by hand; the program only writes down (XOV-POL-01).
    pub rules_waived: bool,
    /// Yards that a square of the map stands for.
    pub yards_per_square: i32,
    /// Ones cancel successes of damage and soak rolls too (XOV-DICE-03, XOV-DMG-01, XOV-SOAK-01).
    pub ones_cancel_harm: bool,
    /// Ones on the extra dice of a specialty cancel too (XOV-DICE-04).
    pub extra_ones_cancel: bool,
    /// The wound penalty also lowers reflex rolls (XOV-ACT-01).
    pub wounds_on_reflexes: bool,
    /// Who may roll initiative for those without a sheet (XOV-INIT-04).
    pub npc_init_by: NpcInit,
    /// A second initiative roll in one turn replaces the first by itself (XOV-INIT-07).
    pub later_roll_replaces: bool,
    /// How the extra phase is played (XOV-TURN-05).
    pub extra_phase: ExtraPhase,
    /// A single declared action loses a die as well (XOV-MULT-01).
    pub single_action_costs: bool,
    /// Difficulty of every action of somebody who does too much (XOV-MULT-05).
    pub over_limit: i32,
    /// It counts twice for somebody who exceeds both Dexterity and Wits (XOV-MULT-05).
    pub over_limit_adds_up: bool,
    /// The difficulty for doing too much also hits a desperate defence (XOV-DEF-06).
    pub over_limit_on_desperate: bool,
    /// Half of an odd Rage is rounded up (XOV-POW-02).
    pub rage_rounds_up: bool,
    /// Turns that Dream Time lasts (XOV-POW-04).
    pub dream_time_turns: i32,
    /// What armour adds to the difficulty of attacks it adds to defences too (XOV-ATK-04).
    pub armor_hinders_defense: bool,
    /// A changed action is harder even if the change was free (XOV-MAN-02).
    pub free_change_costs: bool,
    /// After a failed Willpower roll a point may still be spent (XOV-MAN-01).
    pub spend_after_failed_roll: bool,
    /// The victim of an ambush may defend the free attack (XOV-MAN-03).
    pub ambush_may_be_defended: bool,
    /// Up to this angle, in degrees off the target's view, an attack comes from the front (XOV-MAN-05).
    pub front_degrees: i32,
    /// From this angle on it comes from the rear (XOV-MAN-05).
    pub rear_degrees: i32,
    /// Hitting an uncovered part gets past armour (XOV-TGT-01).
    pub parts_bypass_armor: bool,
    /// Bashing damage is halved for the undead, after soak and rounded down (XOV-SOAK-02).
    pub halve_bashing_for_undead: bool,
    /// In the body one was born with, Stamina soaks silver (XOV-SOAK-05).
    pub stamina_soaks_silver_in_breed_form: bool,
    /// A metis in Crinos soaks with Stamina (XOV-SOAK-06).
    pub metis_crinos_soaks: bool,
    /// Damaged armour still gives its dice (XOV-SOAK-08).
    pub damaged_armor_protects: bool,
    /// Levels that a werewolf's healing roll in combat brings back (XOV-SOAK-09).
    pub combat_healing_levels: u16,
    /// Somebody held counts as partly immobilized (XOV-CLOSE-06).
    pub held_is_immobilized: bool,
    /// What a botched tackle does (XOV-CLOSE-13).
    pub tackle_botch: TackleBotch,
    /// The roll against falling also decides how one lands (XOV-CMP-09).
    pub single_knockdown_roll: bool,
    /// Successes that a fully immobilized target gives away (XOV-CMP-08).
    pub helpless_successes: i32,
    /// Difficulty for the blinded on anything but attacks (XOV-CMP-02).
    pub sight_difficulty: i32,
    /// Lying down by one's own will is light cover (XOV-RNG-03).
    pub lying_is_cover: bool,
    /// The successes a spray leaves over may go to the same target (XOV-RNG-08).
    pub leftovers_may_heap: bool,
    /// Shots of power actions count towards the rate of fire (XOV-RNG-11).
    pub power_shots_count: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rules_waived: false,
            yards_per_square: 1,
            ones_cancel_harm: true,
            extra_ones_cancel: false,
            wounds_on_reflexes: false,
            npc_init_by: NpcInit::Anyone,
            later_roll_replaces: false,
            extra_phase: ExtraPhase::AllAtOnce,
            single_action_costs: false,
            over_limit: 3,
            over_limit_adds_up: false,
            over_limit_on_desperate: false,
            rage_rounds_up: false,
            dream_time_turns: 5,
            armor_hinders_defense: false,
            free_change_costs: true,
            spend_after_failed_roll: false,
            ambush_may_be_defended: false,
            front_degrees: 45,
            rear_degrees: 135,
            parts_bypass_armor: true,
            halve_bashing_for_undead: false,
            stamina_soaks_silver_in_breed_form: true,
            metis_crinos_soaks: true,
            damaged_armor_protects: false,
            combat_healing_levels: 1,
            held_is_immobilized: true,
            tackle_botch: TackleBotch::Falls,
            single_knockdown_roll: false,
            helpless_successes: 1,
            sight_difficulty: 2,
            lying_is_cover: true,
            leftovers_may_heap: true,
            power_shots_count: true,
        }
    }
}
