//! Refusing nonsense, and telling it apart from what the rules forbid.

use crate::messages::d10 as msg;
use crate::roll::MAX_DICE;

/// The most entries of a list: combatants, actions of one turn, targets of a spray.
pub const LIST_MOST: usize = 1_000;

/// Something that cannot be: the caller asked about a thing no table could have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Nonsense {
    /// More dice than one roll may throw.
    #[error("{}", msg::dice_are_more_than_anybody(.pool, &MAX_DICE))]
    TooManyDice {
        /// The pool that was asked for.
        pool: i32,
    },
    /// A list that is too long.
    #[error("{}", msg::there_are_more_than(.most, .what))]
    TooMany {
        /// What the list was of.
        what: &'static str,
        /// The most there may be.
        most: usize,
    },
    /// A list that needs an entry and has none.
    #[error("{}", msg::there_are_no(.what))]
    None {
        /// What the list was of.
        what: &'static str,
    },
    /// Two entries of the same name.
    #[error("{}", msg::there_are_two_called(.0))]
    Doubled(String),
    /// An ability that has no place in what is rolled.
    #[error("{}", msg::THAT_ABILITY_IS_NOT_ROLLED)]
    Ability,
}

/// Why there is no answer: the rules forbid it, or the question cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied<R: std::error::Error> {
    /// The rules say no.
    #[error(transparent)]
    Refused(R),
    /// The question cannot be.
    #[error(transparent)]
    Nonsense(#[from] Nonsense),
}

impl<R: std::error::Error> Denied<R> {
    /// The rules say no, for this reason.
    pub const fn refused(reason: R) -> Self {
        Self::Refused(reason)
    }
}

/// A number of things as a length, from 0 to [`LIST_MOST`].
///
/// # Errors
/// [`Nonsense::TooMany`] past [`LIST_MOST`].
pub fn count(what: &'static str, number: i32) -> Result<i32, Nonsense> {
    let number = number.max(0);
    match usize::try_from(number) {
        Ok(length) if length <= LIST_MOST => Ok(number),
        _ => Err(Nonsense::TooMany {
            what,
            most: LIST_MOST,
        }),
    }
}

/// Whether a list of `length` is short enough.
///
/// # Errors
/// [`Nonsense::TooMany`] past [`LIST_MOST`].
pub const fn list(what: &'static str, length: usize) -> Result<(), Nonsense> {
    if length <= LIST_MOST {
        return Ok(());
    }
    Err(Nonsense::TooMany {
        what,
        most: LIST_MOST,
    })
}

/// Whether no two of these names are the same.
///
/// # Errors
/// [`Nonsense::Doubled`] with the first name that comes twice.
pub fn distinct<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<(), Nonsense> {
    let mut seen = std::collections::BTreeSet::new();
    match names.into_iter().find(|name| !seen.insert(*name)) {
        Some(twice) => Err(Nonsense::Doubled(twice.to_owned())),
        None => Ok(()),
    }
}

/// Successes as a signed number.
#[must_use]
pub fn signed(successes: u32) -> i32 {
    i32::try_from(successes).unwrap_or(i32::MAX)
}
