//! `cargo xtask bench instructions`: counts the instructions that an evening takes in each core part of the program,
//! and compares them with the recorded counts.
//!
//! Counts are the same on a busy machine, unlike times.

use crate::browsers::{run_as_root, succeeds};
use crate::cargo::{cargo_command, run_command};
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::{Claim, TargetDir};
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

/// Number of steps of [`compare`].
pub(crate) const STEPS: usize = 1;

/// Parts of the evening: functions of the example, in the order of the record.
const PARTS: [&str; 8] = [
    "decide", "apply", "view", "follow", "encode", "crowd", "offers", "throng",
];

/// File of the recorded counts.
const RECORD: &str = "crates/rules/examples/evening/instructions.txt";

/// Percentage by which a part may grow.
const MAX_GROWTH_PERCENT: u64 = 10;

/// Limit for scaling: the first part may take so many times the instructions of the second, with ten times the
/// combatants.
const SCALING_LIMIT: (&str, &str, u64) = ("throng", "offers", 20);

/// Number of instructions by part.
type Counts = BTreeMap<String, u64>;

/// Counts the instructions and records them.
pub(crate) fn record_counts() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(STEPS);
    let counts = steps.step("Counting instructions", || {
        if !has_valgrind() {
            return Err(Failure::no_valgrind());
        }
        count_instructions(&claim)
    })?;
    let path = claim.root().join(RECORD);
    fs::write(&path, format_counts(&counts))
        .map_err(|cause| Failure::file_error("write", &path, &cause))?;
    print!("{}", format_counts(&counts));
    Ok(())
}

/// Statement that the proof records when [`compare`] passes.
pub(crate) const STATEMENT: &str =
    "what an evening takes in each part of the heart is at most a tenth more than was written down";

/// Counts the instructions and compares them with the record; returns the difference of each part.
///
/// # Errors
/// A part takes more than it may, or nothing can be counted here.
pub(crate) fn compare(claim: &Claim<'_>, steps: &mut Steps) -> Result<String, Failure> {
    let mut compared_parts = String::new();
    steps.step_with_note("Counting instructions", |says| {
        if !has_valgrind() {
            return Err(Failure::no_valgrind());
        }
        let path = claim.root().join(RECORD);
        let before = fs::read_to_string(&path)
            .map_err(|cause| Failure::file_error("read", &path, &cause))?;
        compared_parts = compare_counts(&parse_counts(&before), &count_instructions(claim)?)?;
        says.push_str(&compared_parts);
        Ok(())
    })?;
    Ok(compared_parts)
}

/// Whether valgrind is available; installs it if possible.
pub(crate) fn has_valgrind() -> bool {
    let answers = || {
        let mut asked = Command::new("valgrind");
        asked.arg("--version").stdout(Stdio::null());
        succeeds(&mut asked)
    };
    answers()
        || (run_as_root("apt-get update")
            && run_as_root("apt-get install -y --no-install-recommends valgrind")
            && answers())
}

/// Compiles the evening as a release and counts its instructions.
fn count_instructions(claim: &Claim<'_>) -> Result<Counts, Failure> {
    run_command(cargo_command(
        claim,
        "build --release --package rules --example evening",
    ))?;
    let counted = claim.own_path("evening.callgrind");
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--quiet", "--tool=callgrind"])
        .arg(format!("--callgrind-out-file={}", counted.display()))
        .arg(claim.shared_dir().join("release/examples/evening"));
    run_command(valgrind)?;
    let mut annotate = Command::new("callgrind_annotate");
    annotate
        .args(["--inclusive=yes", "--threshold=100"])
        .arg(&counted);
    let told = annotate
        .output()
        .map_err(|cause| Failure::not_started(&annotate, &cause))?;
    let counts = parse_annotation(&String::from_utf8_lossy(&told.stdout));
    match counts.len() == PARTS.len() {
        true => Ok(counts),
        false => Err(Failure::new(format!(
            "of {} only {} were counted: the functions of the evening are named otherwise.",
            PARTS.join(", "),
            counts.into_keys().collect::<Vec<_>>().join(", ")
        ))),
    }
}

/// Reads the counts from lines such as `80,903,126 ( 8.17%)  ???:evening::decide_all [program]`.
fn parse_annotation(text: &str) -> Counts {
    let one = |line: &str| {
        let (_, rest) = line.split_once("evening::")?;
        let part = rest.split("_all").next()?;
        let digits: String = line
            .split_whitespace()
            .next()?
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        let known = PARTS.contains(&part) && rest.starts_with(&format!("{part}_all"));
        Some((part.to_owned(), digits.parse().ok()?)).filter(|_| known)
    };
    text.lines().filter_map(one).collect()
}

/// Returns the counts as the text of the record.
fn format_counts(counts: &Counts) -> String {
    let line = |part: &&str| counts.get(*part).map(|count| format!("{part} {count}\n"));
    PARTS.iter().filter_map(line).collect()
}

/// Parses the text of the record.
fn parse_counts(text: &str) -> Counts {
    let one = |line: &str| {
        let (part, count) = line.split_once(' ')?;
        Some((part.to_owned(), count.parse().ok()?))
    };
    text.lines().filter_map(one).collect()
}

/// Returns the difference of each part in percent.
///
/// # Errors
/// A part takes more than it may, or is missing from the record.
fn compare_counts(before: &Counts, now: &Counts) -> Result<String, Failure> {
    let mut words = Vec::new();
    let mut grown = Vec::new();
    for part in PARTS {
        let (Some(before), Some(now)) = (before.get(part), now.get(part)) else {
            return Err(Failure::new(format!(
                "{RECORD} has no figure for {part}: `cargo xtask bench instructions` writes it."
            )));
        };
        let percent = (*now as f64 / *before as f64 - 1.0) * 100.0;
        words.push(format!("{part} {percent:+.1} %"));
        if now * 100 > before * (100 + MAX_GROWTH_PERCENT) {
            grown.push(part);
        }
    }
    let words = words.join(", ");
    let (many, few, times) = SCALING_LIMIT;
    if now[many] > now[few] * times {
        return Err(Failure::new(format!(
            "{words}: {many} takes more than {times} times what {few} takes."
        )));
    }
    match grown.is_empty() {
        true => Ok(words),
        false => Err(Failure::new(format!(
            "{words}: more than {MAX_GROWTH_PERCENT} % more instructions than written down. Look for what the last change does more \
             often; if it is worth it, `cargo xtask bench instructions` writes the new figures."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
160,453,841 (16.19%)  ???:evening::view_all [/x/evening]
 80,903,126 ( 8.17%)  ???:evening::decide_all [/x/evening]
 70,000,000 ( 7.00%)  ???:evening::Evening::turn [/x/evening]
";

    #[test]
    fn parts_are_read_from_what_is_annotated() {
        let counts = parse_annotation(TEXT);
        assert_eq!(format_counts(&counts), "decide 80903126\nview 160453841\n");
        assert_eq!(parse_counts(&format_counts(&counts)), counts);
    }

    #[test]
    fn a_tenth_more_is_allowed_and_no_more() {
        let all = |count: u64| -> Counts {
            let one = |part: &&str| ((*part).to_owned(), count);
            PARTS.iter().map(one).collect()
        };
        assert!(compare_counts(&all(1_000), &all(1_100)).is_ok());
        let mut grown = all(1_000);
        grown.insert("follow".to_owned(), 1_101);
        let said = compare_counts(&all(1_000), &grown).map_err(|failure| failure.to_string());
        assert!(said.is_err_and(|it| it.contains("follow +10.1 %")));
        assert!(compare_counts(&Counts::new(), &all(1)).is_err());
        let mut slow = all(1_000);
        slow.insert("throng".to_owned(), 20_001);
        let said = compare_counts(&slow, &slow).map_err(|failure| failure.to_string());
        assert!(said.is_err_and(|it| it.contains("20 times what offers takes")));
    }
}
