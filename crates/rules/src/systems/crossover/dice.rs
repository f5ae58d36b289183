//! Rolling: difficulty 6, ones cancel, tens of a specialty again (XOV-DICE-01 to 06,
//! XOV-ACT-01 to 03).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::roll::Rolled;
pub use crate::systems::d10::ask::Ask;
use crate::systems::d10::dice::{Outcome, Reads, Tens};
use crate::systems::d10::levels::Level;

/// How dice are read here (XOV-DICE-02 to 04).
#[must_use]
pub const fn reading(by: &Settings) -> Reads {
    Reads {
        specialty: Tens::Again,
        extra_ones_cancel: by.extra_ones_cancel,
        ones_cancel_harm: by.ones_cancel_harm,
    }
}

/// Rolls one pool.
///
/// # Errors
/// [`Refusal::NoDice`] below one die (XOV-DICE-06); then no die was thrown.
pub fn roll(ask: &Ask, by: &Settings, dice: &mut dyn Dice) -> Result<Rolled, Denied> {
    let rolled = ask.roll(reading(by), dice)?;
    rolled.ok_or(Denied::refused(Refusal::NoDice))
}

/// How a roll went: success, failure or botch (XOV-DICE-03).
#[must_use]
pub fn outcome(rolled: &Rolled) -> Outcome {
    rolled.grade.into()
}

/// An ability rolled in the place of another (XOV-DICE-07, XOV-DICE-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Substitute {
    /// A secondary ability for a primary one: it fits better.
    SecondaryForPrimary,
    /// A primary ability for a secondary one: it is broader.
    PrimaryForSecondary,
}

/// What a substitute does to the difficulty. Where a rule already names the substitute with a
/// number, that number is this one and nothing is added (XOV-DICE-09).
#[must_use]
pub const fn substitution(how: Substitute, named_by_rule: bool) -> i32 {
    match (how, named_by_rule) {
        (_, true) => 0,
        (Substitute::SecondaryForPrimary, false) => -1,
        (Substitute::PrimaryForSecondary, false) => 1,
    }
}

/// What a roll is for: only actions count towards a split and feel wounds (XOV-ACT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// An action. One without a roll simply succeeds and is an action all the same (XOV-DICE-10).
    Action,
    /// A reflex: soak, keeping one's feet, paying with blood, Rage, Willpower, Faith (XOV-ACT-02).
    Reflex,
    /// A Willpower roll.
    Willpower,
}

/// What wounds take from a roll (XOV-HLTH-03); `None` when nothing can be rolled at all.
#[must_use]
pub const fn wounds(level: Level, purpose: Purpose, by: &Settings) -> Option<i32> {
    match (level.penalty(), purpose) {
        (None, _) => None,
        (Some(penalty), Purpose::Action) => Some(penalty),
        (Some(penalty), Purpose::Reflex) if by.wounds_on_reflexes => Some(penalty),
        (Some(_), Purpose::Reflex | Purpose::Willpower) => Some(0),
    }
}
