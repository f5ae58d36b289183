//! Reader for charts: JSON lists of named entries.

use serde::de::DeserializeOwned;

/// Reason why a chart of a d10 system cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChartError {
    /// Text that is not JSON of the expected type.
    #[error("the chart cannot be read: {0}")]
    Unreadable(String),
    /// Chart without any entries.
    #[error("the chart is empty")]
    Empty,
    /// Two entries with the same name.
    #[error("there are two entries called {0}")]
    Doubled(String),
    /// Number outside of its bounds.
    #[error("in the entry {entry}: {what} is {value}, but must lie between {least} and {most}")]
    Number {
        /// Name of the faulty entry.
        entry: String,
        /// Name of the number.
        what: &'static str,
        /// Value that the chart gives.
        value: i32,
        /// Smallest value that is permitted.
        least: i32,
        /// Largest value that is permitted.
        most: i32,
    },
    /// Required value that an entry lacks.
    #[error("the entry {entry} needs {needs}")]
    Missing {
        /// Name of the faulty entry.
        entry: String,
        /// Name of the missing value.
        needs: &'static str,
    },
}

/// Maximum rating or number of dice in a chart.
pub const MAX_RATING: i32 = 500;
/// Maximum range in a chart, in yards.
pub const MAX_YARDS: i32 = 1_000_000;

/// Reads a list of entries with distinct names.
///
/// # Errors
/// [`ChartError`] if the text is not such a list, or the list is empty.
pub fn read_chart<T: DeserializeOwned>(
    text: &str,
    name: impl Fn(&T) -> String,
) -> Result<Vec<T>, ChartError> {
    let chart: Vec<T> =
        serde_json::from_str(text).map_err(|cause| ChartError::Unreadable(cause.to_string()))?;
    if chart.is_empty() {
        return Err(ChartError::Empty);
    }
    let mut names = std::collections::BTreeSet::new();
    match chart
        .iter()
        .map(name)
        .find(|name| !names.insert(name.clone()))
    {
        Some(twice) => Err(ChartError::Doubled(twice)),
        None => Ok(chart),
    }
}

/// Checks an entry's numbers, each given as name, value, minimum and maximum.
///
/// # Errors
/// [`ChartError::Number`] for the first number outside of its bounds.
pub fn check_numbers<const N: usize>(
    entry: &str,
    named: [(&'static str, i32, i32, i32); N],
) -> Result<(), ChartError> {
    let wrong = named
        .into_iter()
        .find(|(_, value, least, most)| !(*least..=*most).contains(value));
    match wrong {
        None => Ok(()),
        Some((what, value, least, most)) => Err(ChartError::Number {
            entry: entry.to_owned(),
            what,
            value,
            least,
            most,
        }),
    }
}
