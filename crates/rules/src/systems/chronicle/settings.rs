//! House rules: every reading of the rules that another table may see differently.

use serde::{Deserialize, Serialize};

use super::input::{self, Nonsense};
use crate::track::Severity;

/// Who has won when both sides of a contest roll the same number of successes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// Nobody, so nothing happens.
    #[default]
    Nobody,
    /// Whoever started it.
    Initiator,
    /// Whoever resists it.
    Resister,
}

/// What becomes of a delayed action whose trigger never came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnmetDelay {
    /// It is lost.
    #[default]
    Lost,
    /// It may be taken after everybody else, before the turn ends.
    EndOfTurn,
}

/// Which points of one attack are marked first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkOrder {
    /// The most severe.
    #[default]
    WorstFirst,
    /// The mildest.
    MildestFirst,
}

/// When a called shot goes past armor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bypass {
    /// When the armor does not cover the place.
    #[default]
    ByLocation,
    /// Never: armor always counts.
    Never,
    /// Always: no armor counts.
    Always,
}

/// What an improvised weapon's own damage is counted from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelfDamage {
    /// What the target was marked with.
    #[default]
    Inflicted,
    /// The blow before cover and armor.
    Raw,
}

/// The house rules of one table. What is left out of a file keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// A ten on a chance die is thrown once more. Off: it is one success and no more (CHR-DICE-04).
    pub chance_ten_again: bool,
    /// What a physical roll loses when its skill is 0 (CHR-DICE-07, CHR-GRAP-17).
    pub unskilled_physical: i32,
    /// A helpless target is hit without a roll even where a chance die is forced, by distance
    /// or by sight. Off: the chance die goes before (CHR-DICE-06, CHR-DEF-09).
    pub automatic_hit_beats_chance: bool,
    /// Who wins an even contest (CHR-DICE-08, CHR-GRAP-16, CHR-DISARM-02, CHR-CMP-07).
    pub contest_tie: Tie,
    /// Those still tied in initiative roll their modifiers against each other. Off: they act
    /// at the same moment (CHR-INIT-03).
    pub initiative_roll_offs: bool,
    /// What becomes of a delayed action whose trigger never came (CHR-INIT-04).
    pub unmet_delay: UnmetDelay,
    /// How many yards count as close: Defense against guns, shots at somebody prone
    /// (CHR-DEF-03, CHR-CQB-01, CHR-PRONE-03).
    pub close_range_yards: i32,
    /// How near to a target somebody must be to be drawn into a burst, in yards (CHR-AUTO-08, CHR-AUTO-09).
    pub bystander_yards: i32,
    /// Attacks met without Defense wear it down too. Off: only applying it does (CHR-DEF-05, CHR-DEF-06).
    pub withheld_attacks_wear: bool,
    /// Dodging doubles bonuses as well as the trait itself (CHR-DEF-08, CHR-DODGE-01).
    pub dodge_doubles_bonuses: bool,
    /// A killing blow adds the weapon's modifier. Off: it is the bare pool (CHR-DEF-09).
    pub killing_blow_adds_weapon: bool,
    /// Defense is also taken from the initiator's pool in grapples and disarming. Off: the
    /// other side's roll is resistance enough (CHR-DEF-10).
    pub defense_in_contests: bool,
    /// Dodge may be declared before one's own place in the order (CHR-DODGE-03).
    pub early_dodge: bool,
    /// A dodge declared late starts with the wear of this turn. Off: it starts fresh (CHR-DODGE-03).
    pub late_dodge_keeps_wear: bool,
    /// On a full row, damage milder than everything marked still makes one box worse. Off: it
    /// changes nothing (CHR-DMG-05).
    pub milder_damage_overflows: bool,
    /// Which points of one attack are marked first (CHR-DMG-06).
    pub mark_order: MarkOrder,
    /// The penalties of the last three boxes add up, to −6. Off: only the worst counts (CHR-WND-01).
    pub wounds_add_up: bool,
    /// Turns between two points of slow bleeding (CHR-BLEED-02).
    pub bleed_interval_turns: u32,
    /// Aggravated boxes count towards bleeding like lethal ones (CHR-BLEED-01).
    pub aggravated_bleeds: bool,
    /// Other living creatures bleed like mortals (CHR-BLEED-05).
    pub supernaturals_bleed: bool,
    /// The three kinds of damage heal side by side. Off: the milder kind heals off first,
    /// then the next begins (CHR-HEAL-04).
    pub heal_in_parallel: bool,
    /// What blunt weapons do to vampires (CHR-VMP-03).
    pub blunt_on_vampires: Severity,
    /// What a bullet to the head or eye does to a vampire (CHR-VMP-07).
    pub headshot_on_vampires: Severity,
    /// A ballistic rating helps a vampire against a called shot to the head or eye (CHR-VMP-06).
    pub vampire_helmets: bool,
    /// Lethal points a stake must inflict to hold a vampire (CHR-VMP-08).
    pub stake_holds_from: u16,
    /// Points a stake in the heart must inflict to be lethal to a vampire (CHR-VMP-09).
    pub stake_lethal_from: u16,
    /// Staking asks for an exceptional success on the roll. Off: any success (CHR-VMP-08).
    pub stake_needs_exceptional: bool,
    /// Vampires can be knocked out (CHR-VMP-14, CHR-CMP-09).
    pub knockout_on_vampires: bool,
    /// Stunning weapons work on vampires (CHR-VMP-14, CHR-CMP-08).
    pub stun_on_vampires: bool,
    /// When a called shot goes past armor (CHR-ARM-06, CHR-TGT-08).
    pub called_shots_bypass: Bypass,
    /// Ratings of several mundane suits on one place add up. Off: the second suit is refused (CHR-ARM-05).
    pub mundane_armor_stacks: bool,
    /// Cover that stops a shot is damaged by it (CHR-COV-02).
    pub stopped_shots_hurt_cover: bool,
    /// Half Durability also decides whether see-through cover can be pierced (CHR-COV-04).
    pub see_through_softens: bool,
    /// Dice added to the roll for covering fire (CHR-CFIRE-02).
    pub covering_fire_bonus: i32,
    /// Bystanders count towards a medium burst's limit of three (CHR-AUTO-09).
    pub bystanders_fill_bursts: bool,
    /// Called shots are judged by the damage before cover and armor (CHR-TGT-09).
    pub thresholds_before_armor: bool,
    /// What the Damage move does with a weapon under control (CHR-GRAP-08).
    pub grapple_weapon_damage: Severity,
    /// A rope's bonus is also taken from the other side's pool (CHR-GRAP-03).
    pub rope_hinders: bool,
    /// Helpers' successes count towards an exceptional success (CHR-GRAP-17).
    pub helpers_make_exceptional: bool,
    /// Helpers of the losing side lower the winner's Damage (CHR-GRAP-18).
    pub helpers_lower_damage: bool,
    /// Throwing somebody takes more Strength than their Size. Off: as much is enough (CHR-GRAP-14).
    pub throw_needs_more_than_size: bool,
    /// Five successes take the weapon only if they also win (CHR-DISARM-03). Off: five are
    /// enough to drop it even in a lost contest.
    pub disarm_must_win: bool,
    /// What a botched disarm does to the attacker (CHR-DISARM-04).
    pub disarm_backlash: Severity,
    /// A pulled blow's limit holds for what gets through armor. Off: for the blow itself (CHR-PULL-04).
    pub pulled_cap_after_armor: bool,
    /// An improvised weapon loses a die even if it is as good as one from the chart (CHR-IMPR-02).
    pub improvised_penalty_with_profile: bool,
    /// What an improvised weapon's own damage is counted from (CHR-IMPR-04).
    pub improvised_self_damage: SelfDamage,
    /// Somebody who lies down also gets the bonus against somebody prone (CHR-PRONE-02).
    pub prone_attacker_bonus: bool,
    /// The roll against being knocked out takes the wound penalty (CHR-CMP-09).
    pub knockout_takes_wounds: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            chance_ten_again: false,
            unskilled_physical: -1,
            automatic_hit_beats_chance: false,
            contest_tie: Tie::Nobody,
            initiative_roll_offs: true,
            unmet_delay: UnmetDelay::Lost,
            close_range_yards: 2,
            bystander_yards: 1,
            withheld_attacks_wear: false,
            dodge_doubles_bonuses: false,
            killing_blow_adds_weapon: false,
            defense_in_contests: false,
            early_dodge: true,
            late_dodge_keeps_wear: true,
            milder_damage_overflows: true,
            mark_order: MarkOrder::WorstFirst,
            wounds_add_up: false,
            bleed_interval_turns: 20,
            aggravated_bleeds: true,
            supernaturals_bleed: false,
            heal_in_parallel: true,
            blunt_on_vampires: Severity::Bashing,
            headshot_on_vampires: Severity::Lethal,
            vampire_helmets: false,
            stake_holds_from: 5,
            stake_lethal_from: 3,
            stake_needs_exceptional: true,
            knockout_on_vampires: false,
            stun_on_vampires: true,
            called_shots_bypass: Bypass::ByLocation,
            mundane_armor_stacks: false,
            stopped_shots_hurt_cover: true,
            see_through_softens: false,
            covering_fire_bonus: 0,
            bystanders_fill_bursts: true,
            thresholds_before_armor: false,
            grapple_weapon_damage: Severity::Lethal,
            rope_hinders: true,
            helpers_make_exceptional: true,
            helpers_lower_damage: true,
            throw_needs_more_than_size: true,
            disarm_must_win: true,
            disarm_backlash: Severity::Lethal,
            pulled_cap_after_armor: false,
            improvised_penalty_with_profile: true,
            improvised_self_damage: SelfDamage::Inflicted,
            prone_attacker_bonus: false,
            knockout_takes_wounds: true,
        }
    }
}

impl Settings {
    /// Whether every number here is possible.
    ///
    /// # Errors
    /// [`Nonsense::Range`] for the first that is not.
    pub fn check(&self) -> Result<(), Nonsense> {
        input::penalty("unskilled_physical", self.unskilled_physical)?;
        input::within("close_range_yards", self.close_range_yards, 0, 1_000)?;
        input::within("bystander_yards", self.bystander_yards, 0, 1_000)?;
        input::modifier("covering_fire_bonus", self.covering_fire_bonus)?;
        let turns = i32::try_from(self.bleed_interval_turns).unwrap_or(i32::MAX);
        input::within("bleed_interval_turns", turns, 1, 1_000_000)
    }
}
