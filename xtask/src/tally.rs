//! Reads the output of test runners: how many tests passed, which failed, and why.
//!
//! The text is parsed, because the JSON output of cargo's own runner is available on nightly only, and nextest would
//! take minutes to compile before the first test.

use crate::cargo::run_with_listener;
use crate::error::Failure;
use std::fmt;
use std::process::Command;

/// Runs test runners in turn until one fails, and notes their counts; a failure names the failed tests.
pub(crate) fn run_and_count(
    runners: impl IntoIterator<Item = Command>,
    says: &mut String,
) -> Result<(), Failure> {
    let mut tally = Tally::default();
    let mut runners = runners.into_iter();
    let result =
        runners.try_for_each(|runner| run_with_listener(runner, |line| tally.read_line(line)));
    *says = tally.to_string();
    // Tests that passed only at the second try are named as well.
    if result.is_ok() {
        says.push_str(&tally.list_failures());
    }
    result.map_err(|failure| failure.with_names(&tally.list_failures()))
}

/// Maximum number of failures that are named.
const MAX_NAMED: usize = 8;

/// Maximum length of a reason, in characters.
const MAX_REASON_CHARS: usize = 200;

/// Counts of test results over all runners, and the failures they printed.
#[derive(Default)]
pub(crate) struct Tally {
    counts: [u32; Self::WORDS.len()],
    failures: Vec<FailedTest>,
    awaited: Option<AwaitedLine>,
}

/// The line in which the reason of the last failure is expected.
enum AwaitedLine {
    /// The first line that is not empty, as Playwright prints it.
    FirstLine,
    /// The line with the place of a panic; earlier output of the test is no reason.
    Panic,
    /// The line after the place of a panic.
    PanicMessage,
    /// Later lines of Playwright: locator, expected and received values, and the line of the test.
    Details,
}

/// A test that failed at least once.
struct FailedTest {
    name: String,
    reason: String,
}

impl Tally {
    /// Result words of Rust's test runner and of Playwright.
    const WORDS: [&str; 5] = ["passed", "failed", "ignored", "skipped", "flaky"];

    /// Reads one line of output.
    pub(crate) fn read_line(&mut self, line: &str) {
        if let Some((name, awaits)) = parse_failed_test(line) {
            self.awaited = Some(awaits);
            self.failures.push(FailedTest {
                name: name.to_owned(),
                reason: String::new(),
            });
            return;
        }
        self.read_reason(line.trim());
        self.read_counts(line);
    }

    /// Adds a line to the reason of the last failure, if it is expected.
    fn read_reason(&mut self, line: &str) {
        let (Some(awaits), Some(last)) = (&self.awaited, self.failures.last_mut()) else {
            return;
        };
        let says = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
        let next = match awaits {
            AwaitedLine::FirstLine if !line.is_empty() => Some(AwaitedLine::Details),
            AwaitedLine::Panic if line.contains(" panicked at ") => Some(AwaitedLine::PanicMessage),
            AwaitedLine::PanicMessage => None,
            AwaitedLine::Details if line.starts_with("at ") && line.contains(".spec.mjs:") => None,
            AwaitedLine::Details if says(&["Locator:", "Expected:", "Received:"]) => {
                Some(AwaitedLine::Details)
            }
            AwaitedLine::FirstLine | AwaitedLine::Panic | AwaitedLine::Details => return,
        };
        if !last.reason.is_empty() {
            last.reason.push(' ');
        }
        last.reason.extend(line.chars().take(MAX_REASON_CHARS));
        self.awaited = next;
    }

    /// Adds the counts of a line such as `test result: ok. 3 passed; 0 failed; …` or `  3 passed (2.1s)`.
    fn read_counts(&mut self, line: &str) {
        let closing = match line.strip_prefix("test result: ") {
            Some(rest) => rest.split_once(". ").map_or(rest, |(_, counts)| counts),
            None if line.starts_with("  ") => line,
            None => return,
        };
        for count in closing.split(';') {
            let mut words = count.split_whitespace();
            let (Some(Ok(number)), Some(word)) =
                (words.next().map(str::parse::<u32>), words.next())
            else {
                return;
            };
            // Playwright prints at most a time in brackets after a count. Any other line is output of a test.
            if words
                .next()
                .is_some_and(|more| !more.starts_with('(') && !line.starts_with("test"))
            {
                return;
            }
            if let Some(place) = Self::WORDS.iter().position(|known| *known == word) {
                self.counts[place] += number;
            }
        }
    }

    /// Returns the tests that failed at least once, each with its reason; empty if none did.
    pub(crate) fn list_failures(&self) -> String {
        let mut text = String::new();
        for fallen in self.failures.iter().take(MAX_NAMED) {
            text.push_str(&format!("\n  {}\n    {}", fallen.name, fallen.reason));
        }
        if let Some(more) = self.failures.len().checked_sub(MAX_NAMED + 1) {
            text.push_str(&format!("\n  and {} more", more + 1));
        }
        text
    }
}

/// Returns the test name from the line that begins a failure: `---- laws::x stdout ----` of Rust's runner, and `  1)
/// boxes.spec.mjs:60:1 › taps … ───` of Playwright.
fn parse_failed_test(line: &str) -> Option<(&str, AwaitedLine)> {
    if let Some(rest) = line.strip_prefix("---- ") {
        return Some((rest.strip_suffix(" stdout ----")?, AwaitedLine::Panic));
    }
    let (number, name) = line.strip_prefix("  ")?.split_once(") ")?;
    let counts = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    (counts && name.contains(" › "))
        .then(|| (name.trim_end_matches(['─', ' ']), AwaitedLine::FirstLine))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts.iter().zip(Self::WORDS);
        let words: Vec<String> = counts
            .filter(|(count, _)| **count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        f.write_str(&words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Tally {
        let mut tally = Tally::default();
        lines.iter().for_each(|line| tally.read_line(line));
        tally
    }

    #[test]
    fn counts_of_several_test_binaries_are_added() {
        let tally = read(&[
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.01s",
        ]);
        assert_eq!(tally.to_string(), "7 passed, 1 failed, 1 ignored");
        assert_eq!(tally.list_failures(), "");
    }

    #[test]
    fn playwrights_lines_count_and_a_talking_test_does_not() {
        let tally = read(&[
            "  2 flaky",
            "  1 skipped",
            "  12 passed (3.4s)",
            "  3 passed tests were dull",
            "5 passed",
        ]);
        assert_eq!(tally.to_string(), "12 passed, 1 skipped, 2 flaky");
    }

    #[test]
    fn a_test_that_failed_is_named_with_its_reason() {
        let tally = read(&[
            "[3/9] boxes.spec.mjs:60:1 › taps go around",
            "  1) boxes.spec.mjs:60:1 › taps go around ─────",
            "",
            "    Error: the track of Thug",
            "",
            "    Expected: \"//\"",
            "      58 |   await thug.tap();",
            "        at Guest.sees (/work/tests/table.mjs:300:5)",
            "        at /work/tests/boxes.spec.mjs:61:3",
            "        at /work/tests/boxes.spec.mjs:70:3",
            "  1 failed",
            "    boxes.spec.mjs:60:1 › taps go around ─────",
            "  8 passed (2.0s)",
        ]);
        assert_eq!(tally.to_string(), "8 passed, 1 failed");
        assert_eq!(
            tally.list_failures(),
            "\n  boxes.spec.mjs:60:1 › taps go around\n    Error: the track of Thug Expected: \"//\" at /work/tests/boxes.spec.mjs:61:3"
        );
    }

    #[test]
    fn a_panic_is_told_with_its_place_and_its_words() {
        let tally = read(&[
            "failures:",
            "",
            "---- chaos::all stdout ----",
            "the seed is 7",
            "",
            "thread 'chaos::all' (7) panicked at tests/client.rs:4:2:",
            "an open socket: Cut",
            "note: run with a backtrace",
            "failures:",
            "    chaos::all",
            "test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1s",
        ]);
        assert_eq!(tally.to_string(), "4 passed, 1 failed");
        assert_eq!(
            tally.list_failures(),
            "\n  chaos::all\n    thread 'chaos::all' (7) panicked at tests/client.rs:4:2: an open socket: Cut"
        );
    }

    #[test]
    fn of_many_failures_the_rest_is_counted() {
        let lines: Vec<String> = (0..MAX_NAMED + 2)
            .map(|at| format!("---- t::n{at} stdout ----"))
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let told = read(&lines).list_failures();
        assert!(told.ends_with("\n  and 2 more"), "{told}");
    }
}
