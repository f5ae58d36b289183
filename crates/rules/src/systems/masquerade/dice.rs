//! Rolling: difficulty 6, ones cancel, tens of a specialty again (MSQ-DICE-01, MSQ-DICE-02,
//! MSQ-DICE-03, MSQ-DICE-04, MSQ-DICE-05, MSQ-DICE-06).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::family::dice::{self, Manner, Pool, Tens};
use crate::systems::family::exchange::Reading;

/// One roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ask {
    /// The summed pool.
    pub pool: i32,
    /// The summed difficulty.
    pub difficulty: i32,
    /// A specialty fits (MSQ-DICE-04).
    pub specialty: bool,
    /// A declared point of Willpower was paid (MSQ-DICE-06).
    pub willpower: bool,
    /// Whether it can be botched; damage and soak rolls cannot (MSQ-DMG-03, MSQ-SOAK-06).
    pub botchable: bool,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            pool: 0,
            difficulty: dice::DIFFICULTY,
            specialty: false,
            willpower: false,
            botchable: true,
        }
    }
}

/// How dice are read here.
#[must_use]
pub const fn reading(by: &Settings) -> Reading {
    Reading {
        specialty: Tens::Again,
        extra_ones_cancel: by.extra_ones_cancel,
        ones_cancel_harm: by.ones_cancel_harm,
    }
}

/// Rolls one pool.
///
/// # Errors
/// [`Refusal::NoDice`] below one die (MSQ-DICE-05); then no die was thrown.
pub fn roll(ask: &Ask, by: &Settings, dice: &mut dyn Dice) -> Result<Rolled, Denied> {
    if ask.pool < 1 {
        return Err(Denied::refused(Refusal::NoDice));
    }
    let pool = Pool::at(ask.pool, ask.difficulty);
    pool.check()?;
    let manner = Manner {
        botchable: ask.botchable,
        ones_cancel: ask.botchable || by.ones_cancel_harm,
        ..reading(by).action(ask.specialty, ask.willpower)
    };
    Ok(dice::roll(pool, &manner, dice))
}
