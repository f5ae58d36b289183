//! Reports measured figures as lines that xtask reads.

use std::time::Duration;

use crate::BoxError;
use crate::rows::find_row;

/// Prefix of a line with a figure.
const FIGURE_PREFIX: &str = "figure\t";

/// Prints one figure: what was measured and beside what, in words, and the values that are compared with the target,
/// one for each repetition.
pub(crate) fn report(
    id: &str,
    measured: &str,
    beside: &str,
    values: &[f64],
) -> Result<(), BoxError> {
    let row = find_row(id).ok_or_else(|| format!("there is no row {id}"))?;
    if values.is_empty() {
        return Err(format!("nothing was measured of {id}").into());
    }
    let figure = median(values);
    let verdict = match row.target.is_met_by(figure) {
        Some(true) => "holds",
        Some(false) => "falls short",
        None => "noted",
    };
    println!(
        "  {}: {figure:.2} {}, wanted {}: {verdict}",
        row.description, row.unit, row.target
    );
    let values: Vec<String> = values.iter().map(|value| format!("{value:.4}")).collect();
    println!(
        "{FIGURE_PREFIX}{}\t{measured}\t{beside}\t{}",
        row.id,
        values.join(" ")
    );
    Ok(())
}

/// Returns the median; NaN if there are no values.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Converts a duration to milliseconds.
pub(crate) fn to_ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Returns events per second.
pub(crate) fn per_second(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}
