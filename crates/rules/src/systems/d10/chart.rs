//! Reading charts: JSON lists of named entries.

use serde::de::DeserializeOwned;

/// Why a chart cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChartError {
    /// The file is not what it should be.
    #[error("the chart cannot be read: {0}")]
    Unreadable(String),
    /// The chart has nothing in it.
    #[error("the chart is empty")]
    Empty,
    /// Two entries have the same name.
    #[error("there are two entries called {0}")]
    Doubled(String),
    /// A number cannot be.
    #[error("in the entry {entry}: {what} is {value}, but must lie between {least} and {most}")]
    Number {
        /// Name of the entry.
        entry: String,
        /// What the number is for.
        what: &'static str,
        /// The number.
        value: i32,
        /// The least it may be.
        least: i32,
        /// The most it may be.
        most: i32,
    },
    /// An entry misses something it needs.
    #[error("the entry {entry} needs {needs}")]
    Missing {
        /// Name of the entry.
        entry: String,
        /// What is missing.
        needs: &'static str,
    },
}

/// The most a rating or a number of dice of a chart may be.
pub const RATING_MOST: i32 = 500;
/// The farthest range of a chart, in yards.
pub const YARDS_MOST: i32 = 1_000_000;

/// Reads a list of entries with distinct names.
///
/// # Errors
/// [`ChartError`] when the text is no such list, or an empty one.
pub fn read<T: DeserializeOwned>(
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

/// Whether each of an entry's numbers lies between its bounds: what, value, least, most.
///
/// # Errors
/// [`ChartError::Number`] for the first that does not.
pub fn numbers<const N: usize>(
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
