//! Payment for aborting a declared action: a Willpower roll or a Willpower point.

use serde::{Deserialize, Serialize};

use super::dice::{self, CountingRules, Pool};
use super::input::InvalidInput;
use crate::base::dice::Dice;
use crate::base::roll::RollResult;

/// Method of paying for the abort of a declared action in the d10 systems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbortMethod {
    /// Willpower roll against 6, which needs one success.
    #[default]
    Roll,
    /// Payment of one Willpower point.
    Spend,
}

/// Result of the payment for an abort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbortPayment {
    /// Whether the declared action is replaced.
    pub changed: bool,
    /// Number of Willpower points spent.
    pub willpower_spent: i32,
    /// Willpower roll, if one was made.
    pub roll: Option<RollResult>,
}

impl AbortPayment {
    /// Returns the result of an abort that costs nothing.
    #[must_use]
    pub const fn free() -> Self {
        Self {
            changed: true,
            willpower_spent: 0,
            roll: None,
        }
    }
}

/// Pays for the abort; `willpower` is the rating for a roll, or the points left for spending.
///
/// # Errors
/// [`InvalidInput::TooManyDice`] for an impossible rating.
pub fn pay_abort_price(
    method: AbortMethod,
    willpower: i32,
    dice: &mut dyn Dice,
) -> Result<AbortPayment, InvalidInput> {
    match method {
        AbortMethod::Spend => Ok(AbortPayment {
            willpower_spent: 1,
            ..AbortPayment::free()
        }),
        AbortMethod::Roll => {
            let pool = Pool::at_default_difficulty(willpower);
            pool.check_size()?;
            let rolled = dice::roll_pool(pool, &CountingRules::default(), dice);
            Ok(AbortPayment {
                changed: rolled.successes > 0,
                willpower_spent: 0,
                roll: Some(rolled),
            })
        }
    }
}
