//! Bounds of the numbers of a chart.

use crate::messages::tristat as msg;

/// Error for a number outside of its permitted range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", msg::is_but_must_lie_between(.what, .value, .least, .most))]
pub(super) struct OutOfRange {
    /// Name of the number.
    what: &'static str,
    /// The number.
    value: i32,
    /// The smallest it may be.
    least: i32,
    /// The largest it may be.
    most: i32,
}

/// The most any single number may be, either way.
const NUMBER_MOST: i32 = 1_000_000;

/// Checks that `value` lies between `least` and `most`, both included; `what` names it in the
/// error.
///
/// # Errors
/// [`OutOfRange`] when it does not.
pub(super) fn within(
    what: &'static str,
    value: i32,
    least: i32,
    most: i32,
) -> Result<(), OutOfRange> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(OutOfRange {
        what,
        value,
        least,
        most,
    })
}

/// Checks that each of these named values is between −[`NUMBER_MOST`] and [`NUMBER_MOST`].
///
/// # Errors
/// [`OutOfRange`] for the first that is not.
pub(super) fn numbers<const N: usize>(named: [(&'static str, i32); N]) -> Result<(), OutOfRange> {
    named
        .into_iter()
        .try_for_each(|(what, value)| within(what, value, -NUMBER_MOST, NUMBER_MOST))
}

/// Checks that each of these named values is a count: from 0 to [`NUMBER_MOST`].
///
/// # Errors
/// [`OutOfRange`] for the first that is not.
pub(super) fn counts<const N: usize>(named: [(&'static str, i32); N]) -> Result<(), OutOfRange> {
    named
        .into_iter()
        .try_for_each(|(what, value)| within(what, value, 0, NUMBER_MOST))
}
