//! Progress of a command: numbered steps with times, and a summary.

use crate::error::Failure;
use std::fmt;
use std::time::{Duration, Instant};

/// The steps of a command, with the results of those that are done.
pub(crate) struct Steps {
    total: usize,
    started_at: Instant,
    done: Vec<Step>,
    /// Maximum duration of steps by name, in seconds.
    ceilings: &'static [(&'static str, u64)],
}

/// A step that is done.
struct Step {
    name: &'static str,
    passed: bool,
    took: Duration,
    /// Maximum duration of the step, if it has one.
    ceiling: Option<Duration>,
    /// Note that the step added, for instance `212 passed`.
    note: String,
}

impl Steps {
    /// Begins a command of `total` steps.
    pub(crate) fn new(total: usize) -> Self {
        Self::with_ceilings(total, &[])
    }

    /// Begins a command whose steps have maximum durations. A slower step is reported, and does not fail.
    pub(crate) fn with_ceilings(total: usize, ceilings: &'static [(&'static str, u64)]) -> Self {
        Self {
            total,
            started_at: Instant::now(),
            done: Vec::with_capacity(total),
            ceilings,
        }
    }

    /// Runs one step and prints its duration.
    pub(crate) fn step<T>(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.step_with_note(name, |_| work())
    }

    /// Runs one step that adds a note, whether it passes or not.
    pub(crate) fn step_with_note<T>(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&mut String) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let number = self.done.len() + 1;
        eprintln!("[{number}/{}] {name} ...", self.total);
        let begun = Instant::now();
        let mut says = String::new();
        let result = work(&mut says);
        let ceiling = self.ceilings.iter().find(|(of, _)| *of == name);
        let step = Step {
            name,
            passed: result.is_ok(),
            took: begun.elapsed(),
            ceiling: ceiling.map(|(_, seconds)| Duration::from_secs(*seconds)),
            note: says,
        };
        eprintln!("[{number}/{}] {step}", self.total);
        self.done.push(step);
        result
    }

    /// Returns the summary: a line for each step, and one for the whole.
    pub(crate) fn summary(&self) -> String {
        let mut text = String::new();
        for step in &self.done {
            let result = if step.passed { "ok" } else { "FAILED" };
            let line = format!(
                "  {result:<6} {:>9}{}  {:<28} {}",
                format_duration(step.took),
                self.ceiling_column(step.ceiling),
                step.name,
                step.note
            );
            text.push_str(line.trim_end());
            text.push('\n');
        }
        for step in self.done.iter().filter(|step| step.is_slow()) {
            text.push_str(&format!(
                "SLOW: {}, over its ceiling; on two idle cores, make it quicker or move a share into a proof.\n",
                step.name
            ));
        }
        let took = format_duration(self.started_at.elapsed());
        match self.done.iter().find(|step| !step.passed) {
            Some(step) => text.push_str(&format!("FAILED: {}, after {took}", step.name)),
            None => text.push_str(&format!("all {} steps passed in {took}", self.done.len())),
        }
        text
    }

    /// Returns the column with the maximum duration, empty in a command without any.
    fn ceiling_column(&self, ceiling: Option<Duration>) -> String {
        match ceiling {
            Some(ceiling) => format!(" of {:>9}", format_duration(ceiling)),
            None if self.ceilings.is_empty() => String::new(),
            None => " ".repeat(13),
        }
    }
}

impl Step {
    /// Whether the step took longer than its maximum.
    fn is_slow(&self) -> bool {
        self.ceiling.is_some_and(|ceiling| self.took > ceiling)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = if self.passed { "" } else { " FAILED" };
        write!(f, "{}{result}, {}", self.name, format_duration(self.took))?;
        if self.note.is_empty() {
            Ok(())
        } else {
            write!(f, ", {}", self.note)
        }
    }
}

/// Formats a duration as `3.4 s` or `2 min 5 s`.
fn format_duration(took: Duration) -> String {
    // Round to tenths first, so that 59.97 seconds do not read as `60.0 s`.
    let tenths = (took.as_millis() + 50) / 100;
    if tenths < 600 {
        format!("{}.{} s", tenths / 10, tenths % 10)
    } else {
        format!("{} min {} s", tenths / 600, tenths % 600 / 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_well() {
        let said = |millis| format_duration(Duration::from_millis(millis));
        assert_eq!(said(340), "0.3 s");
        assert_eq!(said(59_940), "59.9 s");
        assert_eq!(said(59_970), "1 min 0 s");
        assert_eq!(said(125_000), "2 min 5 s");
    }

    #[test]
    fn a_step_over_its_ceiling_is_said_aloud_and_does_not_fail() {
        let mut steps = Steps::with_ceilings(2, &[("Waiting", 0), ("Going", 600)]);
        for name in ["Waiting", "Going"] {
            steps.step(name, || Ok(())).expect("it passed");
        }
        let summary = steps.summary();
        assert!(summary.contains(" of 10 min 0 s  Going"), "{summary}");
        assert!(summary.contains("SLOW: Waiting"), "{summary}");
        assert!(!summary.contains("SLOW: Going"), "{summary}");
        assert!(summary.contains("all 2 steps passed"), "{summary}");
    }

    #[test]
    fn the_summary_names_the_step_that_failed() {
        let mut steps = Steps::new(2);
        let counting = steps.step_with_note("Counting", |says| {
            says.push_str("3 passed");
            Ok(())
        });
        counting.expect("it passed");
        _ = steps.step("Falling", || Err::<(), _>(Failure::new("it fell.")));
        let summary = steps.summary();
        assert!(
            summary.contains("ok") && summary.contains("3 passed"),
            "{summary}"
        );
        assert!(
            summary
                .lines()
                .last()
                .is_some_and(|line| line.starts_with("FAILED: Falling, after ")),
            "{summary}"
        );
    }
}
