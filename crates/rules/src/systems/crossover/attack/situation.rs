//! Under which circumstances an attack is made.

use serde::{Deserialize, Serialize};

use super::cover::Cover;
use crate::systems::crossover::blind::Relief;
use crate::systems::crossover::maneuver::Ability;
use crate::systems::crossover::movement::Flank;

/// How small the named part of the target is (XOV-TGT-02 to 04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetSize {
    /// Arm, leg, briefcase.
    Medium,
    /// Hand, head, laptop.
    Small,
    /// Eye, heart, lock.
    Precise,
}

impl TargetSize {
    /// Added to the difficulty.
    #[must_use]
    pub const fn difficulty(self) -> i32 {
        match self {
            Self::Medium => 1,
            Self::Small => 2,
            Self::Precise => 3,
        }
    }

    /// Dice added to the damage pool.
    #[must_use]
    pub const fn dice(self) -> i32 {
        match self {
            Self::Medium => 0,
            Self::Small => 1,
            Self::Precise => 2,
        }
    }

    /// Where it says so.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Medium => "XOV-TGT-02",
            Self::Small => "XOV-TGT-03",
            Self::Precise => "XOV-TGT-04",
        }
    }
}

/// How far the target is tied down (XOV-CMP-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Immobilized {
    /// Two dice against it.
    Partly,
    /// Hit without a roll.
    Fully,
}

/// Circumstances and choices. What does not concern the maneuver is ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Situation {
    /// The ability to roll with, where there is a choice.
    pub ability: Option<Ability>,
    /// Not from the front (XOV-MAN-05).
    pub flank: Option<Flank>,
    /// Yards moved besides (XOV-MAN-06).
    pub yards_moved: i32,
    /// The running distance, if it is not the usual one (XOV-MAN-08).
    pub running_yards: Option<i32>,
    /// Dice lost to several actions: 0 or less (XOV-MULT-01).
    pub split: i32,
    /// More actions than Dexterity or Wits (XOV-MULT-05).
    pub over_limit: bool,
    /// What armor and shield add (XOV-ATK-04, XOV-ATK-13).
    pub armor_difficulty: i32,
    /// The action was changed and is no defense (XOV-MAN-02).
    pub changed_action: bool,
    /// Was tackled the turn before (XOV-CLOSE-13).
    pub tackled: bool,
    /// A part of the target is named.
    pub target_size: Option<TargetSize>,
    /// Close attackers on oneself this turn (XOV-CLOSE-09).
    pub opponents: i32,
    /// The target's weapon is longer (XOV-CLOSE-14).
    pub target_weapon_longer: bool,
    /// Right after one's own successful parry (XOV-CLOSE-10).
    pub riposte: bool,
    /// Whole turns of aiming (XOV-RNG-01).
    pub aim_turns: i32,
    /// Scope or laser sight.
    pub scope: bool,
    /// Yards to the target, if they were measured (XOV-RNG-06).
    pub distance: Option<i32>,
    /// The target's cover (XOV-RNG-03).
    pub target_cover: Option<Cover>,
    /// The named part is not behind it (XOV-TGT-01).
    pub part_exposed: bool,
    /// The shooter's own cover (XOV-RNG-04).
    pub self_cover: Option<Cover>,
    /// With the wrong hand (XOV-RNG-10).
    pub off_hand: bool,
    /// The target cannot see (XOV-CMP-01).
    pub target_blinded: bool,
    /// Successes of the target's Blind Fighting against this bonus (XOV-CMP-05).
    pub target_blind_fighting: i32,
    /// Cannot see (XOV-CMP-02, XOV-CMP-03).
    pub self_blinded: bool,
    /// What helps then.
    #[serde(flatten)]
    pub relief: Relief,
    /// The target is dazed (XOV-CMP-07).
    pub target_dazed: bool,
    /// The target is tied down (XOV-CMP-08).
    pub target_immobilized: Option<Immobilized>,
    /// The target lies knocked down (XOV-CMP-10).
    pub target_down: bool,
    /// Lies knocked down (XOV-CMP-10).
    pub self_down: bool,
    /// Moves faster than a walk; `None` is told by the yards moved (XOV-CMP-11).
    pub self_fast: Option<bool>,
    /// The target moves faster than a walk (XOV-CMP-12).
    pub target_fast: bool,
    /// Dice from an ambush (XOV-MAN-03).
    pub ambush_bonus: i32,
    /// In a clinch with the target (XOV-CLOSE-02).
    pub in_clinch: bool,
    /// In a hold with the target (XOV-CLOSE-02).
    pub in_hold: bool,
    /// Tackled the target the turn before (XOV-CLOSE-02).
    pub tackled_target_last_turn: bool,
    /// The target is not smaller (XOV-CLOSE-12).
    pub target_as_big: bool,
}
