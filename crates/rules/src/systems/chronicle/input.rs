//! Refusing nonsense: what may come in as a number, and the error for what may not.

use crate::character::track::TrackError;
use crate::messages::chronicle as msg;

/// Error for input that no table could have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Nonsense {
    /// A number outside of what it may be.
    #[error("{}", msg::is_but_must_lie_between(.what, .value, .least, .most))]
    Range {
        /// Name of the number.
        what: &'static str,
        /// The number.
        value: i64,
        /// The smallest it may be.
        least: i64,
        /// The largest it may be.
        most: i64,
    },
    /// A list that is too long.
    #[error("{}", msg::there_are_more_than(.most, .what))]
    TooMany {
        /// Name of what is listed.
        what: &'static str,
        /// The most there may be.
        most: usize,
    },
    /// Short, medium and long range that do not grow.
    #[error("{}", msg::RANGES_MUST_GROW_FROM_SHORT)]
    Ranges,
    /// A track that cannot be.
    #[error(transparent)]
    Track(#[from] TrackError),
}

/// The most a trait, a rating or a weapon's number may be.
pub(crate) const TRAIT_MOST: i32 = 500;
/// The most a modifier may add or take.
pub(crate) const MODIFIER_MOST: i32 = 1_000;
/// The farthest distance, in yards.
pub(crate) const YARDS_MOST: i32 = 1_000_000;
/// The most entries of a list: targets of a burst, helpers, steps of a turn.
pub(crate) const LIST_MOST: usize = 1_000;

/// Checks that `value` lies between `least` and `most`, both included; `what` names it in the
/// error.
///
/// # Errors
/// [`Nonsense::Range`] when it does not.
pub(crate) fn within(
    what: &'static str,
    value: i32,
    least: i32,
    most: i32,
) -> Result<(), Nonsense> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Nonsense::Range {
        what,
        value: value.into(),
        least: least.into(),
        most: most.into(),
    })
}

/// Checks that all of these named values are possible traits: from 0 to [`TRAIT_MOST`].
///
/// # Errors
/// [`Nonsense::Range`] for the first that is not.
pub(crate) fn traits<const N: usize>(named: [(&'static str, i32); N]) -> Result<(), Nonsense> {
    named
        .into_iter()
        .try_for_each(|(what, value)| within(what, value, 0, TRAIT_MOST))
}

/// Checks that `value` is a possible penalty: from −[`MODIFIER_MOST`] to 0.
///
/// # Errors
/// [`Nonsense::Range`] when it is not.
pub(crate) fn penalty(what: &'static str, value: i32) -> Result<(), Nonsense> {
    within(what, value, -MODIFIER_MOST, 0)
}

/// Checks that a list of `length` is no longer than [`LIST_MOST`]; `what` names the list in the error.
///
/// # Errors
/// [`Nonsense::TooMany`] past [`LIST_MOST`].
pub(crate) fn list(what: &'static str, length: usize) -> Result<(), Nonsense> {
    if length <= LIST_MOST {
        return Ok(());
    }
    Err(Nonsense::TooMany {
        what,
        most: LIST_MOST,
    })
}

/// Converts a signed number of points to an unsigned one: below 0 is none, too many is the most
/// there can be.
#[must_use]
pub(crate) fn points(value: i32) -> u16 {
    u16::try_from(value.max(0)).unwrap_or(u16::MAX)
}

/// Converts a number of successes to a signed number, saturating.
#[must_use]
pub(crate) fn signed(successes: u32) -> i32 {
    i32::try_from(successes).unwrap_or(i32::MAX)
}
