//! Refusing nonsense: what may come in as a number, and the error for what may not.

use crate::messages::tristat as msg;
/// Something that cannot be: the caller asked about a thing no table could have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Nonsense {
    /// A number outside of what it may be.
    #[error("{}", msg::is_but_must_lie_between(.what, .value, .least, .most))]
    Range {
        /// What the number was for.
        what: &'static str,
        /// The number.
        value: i32,
        /// The smallest it may be.
        least: i32,
        /// The largest it may be.
        most: i32,
    },
    /// A list that is too long.
    #[error("{}", msg::there_are_more_than(.most, .what))]
    TooMany {
        /// What the list was of.
        what: &'static str,
        /// The most there may be.
        most: usize,
    },
}

/// The most any single number may be, either way. Small enough that no sum of a roll or of
/// a damage ever reaches the end of its type.
pub const NUMBER_MOST: i32 = 1_000_000;
/// The most entries of a list: combatants, terms, squares a combatant stands on.
pub const LIST_MOST: usize = 1_000;

/// Whether `value` lies between `least` and `most`, both included.
///
/// # Errors
/// [`Nonsense::Range`] when it does not.
pub fn within(what: &'static str, value: i32, least: i32, most: i32) -> Result<(), Nonsense> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Nonsense::Range {
        what,
        value,
        least,
        most,
    })
}

/// Whether each of these is a possible number, at most [`NUMBER_MOST`] either way.
///
/// # Errors
/// [`Nonsense::Range`] for the first that is not.
pub fn numbers<const N: usize>(named: [(&'static str, i32); N]) -> Result<(), Nonsense> {
    named
        .into_iter()
        .try_for_each(|(what, value)| within(what, value, -NUMBER_MOST, NUMBER_MOST))
}

/// Whether each of these is a possible count: from 0 to [`NUMBER_MOST`].
///
/// # Errors
/// [`Nonsense::Range`] for the first that is not.
pub fn counts<const N: usize>(named: [(&'static str, i32); N]) -> Result<(), Nonsense> {
    named
        .into_iter()
        .try_for_each(|(what, value)| within(what, value, 0, NUMBER_MOST))
}

/// Whether a list of `length` is short enough.
///
/// # Errors
/// [`Nonsense::TooMany`] past [`LIST_MOST`].
pub fn list(what: &'static str, length: usize) -> Result<(), Nonsense> {
    if length <= LIST_MOST {
        return Ok(());
    }
    Err(Nonsense::TooMany {
        what,
        most: LIST_MOST,
    })
}
