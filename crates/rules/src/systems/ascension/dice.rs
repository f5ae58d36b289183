//! Rolling: difficulty 6, ones cancel, tens of a specialty count twice (ASC-DICE-01,
//! ASC-DICE-02, ASC-DICE-03, ASC-DICE-04, ASC-DICE-05, ASC-DICE-06, ASC-DICE-07).

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
    /// A specialty fits (ASC-DICE-05).
    pub specialty: bool,
    /// A point of Willpower was paid (ASC-DICE-07).
    pub willpower: bool,
    /// Whether it can be botched; damage and soak rolls cannot (ASC-DICE-04).
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
