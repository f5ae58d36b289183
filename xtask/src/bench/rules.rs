//! Benchmarks of the rules alone: medians of the slowest system, from the benchmarks of `rules`.

use super::page::Figure;
use crate::cargo::{cargo_command, run_with_listener};
use crate::error::Failure;
use crate::target_dir::Claim;

/// Row id, name of the benchmark, and nanoseconds in the unit of the row.
const BENCHMARKS: [(&str, &str, f64); 4] = [
    ("rules-step", "a_step", 1e3),
    ("rules-answer", "the_last_answer", 1e3),
    ("rules-odds", "odds", 1e6),
    ("rules-dice", "odds_of_thirty_dice", 1e6),
];

/// Runs the benchmarks and returns their figures.
pub(crate) fn measure(claim: &Claim<'_>) -> Result<Vec<Figure>, Failure> {
    let mut lines = Vec::new();
    let run = cargo_command(claim, "bench --package rules --bench systems");
    run_with_listener(run, |line| lines.push(line.to_owned()))?;
    let medians = parse_medians(&lines);
    let figures = BENCHMARKS.iter().filter_map(|(id, name, unit)| {
        let of_this = medians.iter().filter(|(bench, _, _)| bench == name);
        let (_, which, slowest) = of_this.max_by(|one, other| one.2.total_cmp(&other.2))?;
        Figure::new(id, which, "", vec![slowest / unit])
    });
    let figures: Vec<Figure> = figures.collect();
    match figures.len() == BENCHMARKS.len() {
        true => Ok(figures),
        false => Err(Failure::new(format!(
            "of the benchmarks of the rules only {} are known: they are called otherwise.",
            figures.len()
        ))),
    }
}

/// Returns benchmark, argument and median in nanoseconds, from lines such as
/// `│  ├─ ascension  1.1 µs  │ 5 µs  │ 1.2 µs  │ 1.3 µs  │ 100  │ 100`.
fn parse_medians(lines: &[String]) -> Vec<(String, String, f64)> {
    let mut found = Vec::new();
    let mut within = String::new();
    for line in lines {
        let inner = line.starts_with(['│', ' ']);
        let line = line.trim_start_matches(['│', '├', '╰', '─', ' ']);
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { continue };
        if !inner {
            name.clone_into(&mut within);
        }
        let median = line.split('│').nth(2).and_then(parse_nanoseconds);
        if let Some(median) = median {
            found.push((within.clone(), name.to_owned(), median));
        }
    }
    found
}

/// Parses a duration such as `1.5 µs`; returns nanoseconds.
fn parse_nanoseconds(text: &str) -> Option<f64> {
    let (number, unit) = text.trim().split_once(' ')?;
    let factor = match unit {
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_read_from_what_is_printed() {
        let text = "\
Timer precision: 20 ns
systems                 fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ a_step                             │               │               │               │         │
│  ├─ ascension         1.1 µs        │ 5 µs          │ 1.5 µs        │ 1.3 µs        │ 100     │ 100
│  ╰─ tristat           0.8 µs        │ 2 µs          │ 900 ns        │ 1 µs          │ 100     │ 100
╰─ odds_of_thirty_dice  1 ms          │ 2 ms          │ 1.25 ms       │ 1.5 ms        │ 100     │ 100";
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let of = |one: &str, two: &str, time| (one.to_owned(), two.to_owned(), time);
        assert_eq!(
            parse_medians(&lines),
            [
                of("a_step", "ascension", 1_500.0),
                of("a_step", "tristat", 900.0),
                of("odds_of_thirty_dice", "odds_of_thirty_dice", 1_250_000.0),
            ]
        );
    }
}
