//! Checks of impossible input, kept apart from refusals by the rules.

use crate::messages::d10 as msg;
use crate::roll::MAX_DICE;

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
    /// List that must not be empty.
    #[error("{}", msg::there_are_no(.what))]
    None {
        /// Plural noun for the list's entries.
        what: &'static str,
    },
    /// Two entries with the same name.
    #[error("{}", msg::there_are_two_called(.0))]
    Doubled(String),
    /// Ability that cannot be part of the roll.
    #[error("{}", msg::THAT_ABILITY_IS_NOT_ROLLED)]
    Ability,
}

/// Reason for a failed request: refusal by the rules, or impossible input.
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

/// Clamps a count to at least 0 and checks that it is at most [`LIST_MOST`].
///
/// # Errors
/// [`Nonsense::TooMany`] past [`LIST_MOST`].
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

/// Checks that a list of `length` entries is not too long.
///
/// # Errors
/// [`Nonsense::TooMany`] past [`LIST_MOST`].
pub const fn check_length(what: &'static str, length: usize) -> Result<(), InvalidInput> {
    if length <= MAX_LIST_LENGTH {
        return Ok(());
    }
    Err(InvalidInput::TooMany {
        what,
        most: MAX_LIST_LENGTH,
    })
}

/// Checks that no two of these names are equal.
///
/// # Errors
/// [`Nonsense::Doubled`] with the first duplicate name.
pub fn check_distinct<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<(), InvalidInput> {
    let mut seen = std::collections::BTreeSet::new();
    match names.into_iter().find(|name| !seen.insert(*name)) {
        Some(twice) => Err(InvalidInput::Doubled(twice.to_owned())),
        None => Ok(()),
    }
}

/// Converts a number of successes to a signed number, saturating.
#[must_use]
pub fn to_signed(successes: u32) -> i32 {
    i32::try_from(successes).unwrap_or(i32::MAX)
}
