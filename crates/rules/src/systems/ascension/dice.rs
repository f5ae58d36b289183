//! Rolling: difficulty 6, ones cancel, tens of a specialty count twice (ASC-DICE-01,
//! ASC-DICE-02, ASC-DICE-03, ASC-DICE-04, ASC-DICE-05, ASC-DICE-06, ASC-DICE-07).

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::roll::Rolled;
pub use crate::systems::d10::ask::Ask;
use crate::systems::d10::dice::{Reads, Tens};

/// How dice are read here.
#[must_use]
pub const fn reading(by: &Settings) -> Reads {
    Reads {
        specialty: Tens::Twice,
        extra_ones_cancel: false,
        ones_cancel_harm: by.ones_cancel_harm,
    }
}

/// Rolls one pool.
///
/// # Errors
/// [`Refusal::NoDice`] below one die (ASC-DICE-06); then no die was thrown.
pub fn roll(ask: &Ask, by: &Settings, dice: &mut dyn Dice) -> Result<Rolled, Denied> {
    let rolled = ask.roll(reading(by), dice)?;
    rolled.ok_or(Denied::refused(Refusal::NoDice))
}
