//! Ambush: Stealth against Alertness (XOV-MAN-03).

use serde::{Deserialize, Serialize};

use super::contest::{self, Contest};
use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::systems::d10::dice::Pool;

/// An attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ambush {
    /// The attacker's Dexterity + Stealth.
    pub stealth: Pool,
    /// The victim's Perception + Alertness.
    pub alertness: Pool,
    /// The victim is fighting already.
    pub target_in_combat: bool,
}

/// How it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// One free attack that cannot be defended.
    FreeAttack,
    /// The attacker acts first; the victim may defend.
    AttackerFirst,
    /// As usual.
    NormalInitiative,
}

/// How it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ambushed {
    /// How the fight begins.
    pub result: Opening,
    /// Dice for the free attack: one for each success by which it was won beyond the first.
    pub bonus_dice: i32,
    /// Both rolls.
    pub contest: Contest,
}

/// Rolls for an ambush, the attacker's dice first.
///
/// # Errors
/// [`Refusal::TargetInCombat`], or pools that cannot be thrown; then no die was.
pub fn roll(ambush: &Ambush, by: &Settings, dice: &mut dyn Dice) -> Result<Ambushed, Denied> {
    if ambush.target_in_combat {
        return Err(Denied::refused(Refusal::TargetInCombat));
    }
    let contest = contest::resist(ambush.stealth, ambush.alertness, by, dice)?;
    let (result, bonus_dice) = match contest.margin() {
        ahead @ 1.. => (Opening::FreeAttack, ahead - 1),
        0 => (Opening::AttackerFirst, 0),
        _ => (Opening::NormalInitiative, 0),
    };
    Ok(Ambushed {
        result,
        bonus_dice,
        contest,
    })
}

/// Whether the victim may defend the attack that follows.
#[must_use]
pub const fn may_defend(opening: Opening, by: &Settings) -> bool {
    !matches!(opening, Opening::FreeAttack) || by.ambush_may_be_defended
}
