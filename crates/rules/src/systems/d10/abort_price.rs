//! Payment for aborting a declared action: a Willpower roll or a Willpower point.

use serde::{Deserialize, Serialize};

use super::dice::{self, Manner, Pool};
use super::input::Nonsense;
use crate::dice::Dice;
use crate::roll::Rolled;

/// Method of paying for the abort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Willpower roll against 6, which needs one success.
    #[default]
    Roll,
    /// Payment of one Willpower point.
    Spend,
}

/// Result of the payment for an abort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    /// Whether the declared action is replaced.
    pub changed: bool,
    /// Number of Willpower points spent.
    pub willpower_spent: i32,
    /// Willpower roll, if one was made.
    pub roll: Option<Rolled>,
}

impl Paid {
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
/// [`Nonsense::TooManyDice`] for an impossible rating.
pub fn pay(method: Method, willpower: i32, dice: &mut dyn Dice) -> Result<Paid, Nonsense> {
    match method {
        Method::Spend => Ok(Paid {
            willpower_spent: 1,
            ..Paid::free()
        }),
        Method::Roll => {
            let pool = Pool::of(willpower);
            pool.check()?;
            let rolled = dice::roll(pool, &Manner::default(), dice);
            Ok(Paid {
                changed: rolled.successes > 0,
                willpower_spent: 0,
                roll: Some(rolled),
            })
        }
    }
}
