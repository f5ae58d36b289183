//! What it costs to give up a declared action: a Willpower roll or a point of it.

use serde::{Deserialize, Serialize};

use super::dice::{self, Manner, Pool};
use super::input::Nonsense;
use crate::dice::Dice;
use crate::roll::Rolled;

/// How the change is paid for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// One success on the Willpower rating against 6.
    #[default]
    Roll,
    /// One point.
    Spend,
}

/// What was paid, and whether it was enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    /// Whether the declared action is replaced.
    pub changed: bool,
    /// Points of Willpower it took.
    pub willpower_spent: i32,
    /// The roll, if one was made.
    pub roll: Option<Rolled>,
}

impl Paid {
    /// Changed without a roll or a point.
    #[must_use]
    pub const fn free() -> Self {
        Self {
            changed: true,
            willpower_spent: 0,
            roll: None,
        }
    }
}

/// Pays for the change. `willpower` is the rating for a roll, the points left for spending.
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
