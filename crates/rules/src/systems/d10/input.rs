//! Checks of impossible input, kept apart from refusals by the rules.

use crate::base::roll::MAX_DICE;
use crate::messages::d10 as msg;

/// Maximum length of a list: combatants, actions of one turn, targets of a spray.
pub const MAX_LIST_LENGTH: usize = 1_000;

/// Error for input that no table could produce.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidInput {
    /// More dice than one roll may throw.
    #[error("{}", msg::dice_are_more_than_anybody(.pool, &MAX_DICE))]
    TooManyDice {
        /// Requested size of the pool.
        pool: i32,
    },
    /// List that is too long.
    #[error("{}", msg::there_are_more_than(.most, .what))]
    TooMany {
        /// Plural noun for the list's entries.
        what: &'static str,
        /// Maximum number of entries.
        most: usize,
    },
}

/// Reason for a failed request to d10 rules: refusal by the rules, or impossible input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied<R: std::error::Error> {
    /// Refusal by the rules.
    #[error(transparent)]
    Refused(R),
    /// Impossible input, independent of the rules.
    #[error(transparent)]
    Nonsense(#[from] InvalidInput),
}

impl<R: std::error::Error> Denied<R> {
    /// Creates a refusal by the rules.
    pub const fn from_refusal(reason: R) -> Self {
        Self::Refused(reason)
    }
}

/// Clamps a count to at least 0 and checks that it is at most [`MAX_LIST_LENGTH`].
///
/// # Errors
/// [`InvalidInput::TooMany`] past [`MAX_LIST_LENGTH`].
pub fn check_count(what: &'static str, number: i32) -> Result<i32, InvalidInput> {
    let number = number.max(0);
    match usize::try_from(number) {
        Ok(length) if length <= MAX_LIST_LENGTH => Ok(number),
        _ => Err(InvalidInput::TooMany {
            what,
            most: MAX_LIST_LENGTH,
        }),
    }
}

/// Converts a number of successes to a signed number, saturating.
#[must_use]
pub fn to_signed(successes: u32) -> i32 {
    i32::try_from(successes).unwrap_or(i32::MAX)
}
