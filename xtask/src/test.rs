//! `cargo xtask test`: every check and every test, a table at the end. Stops at the first failure.

use crate::cargo::cargo;
use crate::check;
use crate::compiled::{self, Compiled};
use crate::need::Failure;
use crate::progress::Steps;
use crate::screens::{self, SUITES};
use crate::tally::counted;
use crate::target_dir::{Claim, TargetDir};
use crate::{nats, postgres, proxies, strace};
use std::process::Command;

/// How many seconds each step may take from nothing, on two cores that do nothing else, with what cargo downloads there
/// already: 20 minutes together. A step that takes longer is said aloud and does not fail: machines differ.
const CEILINGS: [(&str, u64); 17] = [
    ("Fetching what is missing", 10),
    ("Views", 5),
    ("Formatting", 10),
    ("Lints", 110),
    ("Lints, browser's half", 60),
    ("Reach of the table", 20),
    ("Compiling what is tested", 190),
    ("Tests of the rules", 80),
    ("Rules switched off", 30),
    ("Tests of the server", 130),
    ("Tests of the pages", 20),
    ("Tests of this tool", 15),
    ("Compiling the browser's part", 150),
    ("Gluing it", 15),
    ("Fetching browsers", 10),
    ("Tests in the browser", 300),
    ("Tests in three engines", 45),
];

/// What cargo tests on this machine.
struct Native {
    name: &'static str,
    step: &'static str,
    packages: &'static [&'static str],
    /// A feature with which a file of tests is compiled anew, and that file.
    anew: Option<(&'static str, &'static str)>,
}

const NATIVE: [Native; 5] = [
    Native {
        name: "rules",
        step: "Tests of the rules",
        packages: &["rules", "testkit"],
        anew: None,
    },
    Native {
        name: "switches",
        step: "Rules switched off",
        packages: &["rules"],
        anew: Some(("rules/switches", "switches")),
    },
    Native {
        name: "server",
        step: "Tests of the server",
        packages: &["server"],
        anew: None,
    },
    Native {
        name: "app",
        step: "Tests of the pages",
        packages: &["app"],
        anew: None,
    },
    Native {
        name: "xtask",
        step: "Tests of this tool",
        packages: &["xtask", "glue", "load"],
        anew: None,
    },
];

/// The variable from which properties are tried: the cases of a test are the same each time, so that a test that passed
/// here passes anywhere. New cases are drawn by `cargo xtask prove` and by `cargo test`.
pub(crate) const RNG_SEED: &str = "PROPTEST_RNG_SEED";

/// The variable that says how many tests run at once. Those of the server wait for programs, disks and clocks more than they
/// compute: with one for each core, cores would be idle most of the time.
const THREADS: &str = "RUST_TEST_THREADS";

/// All of it, or one part.
pub(crate) fn test(words: &[&str]) -> Result<(), Failure> {
    let target = TargetDir::find();
    let (mut steps, result);
    match words {
        [] => {
            steps = Steps::within(check::STEPS + 1 + NATIVE.len() + screens::STEPS, &CEILINGS);
            result = everything(&target, &mut steps);
        }
        ["check", rest @ ..] => return check::check(rest),
        [name, rest @ ..] if let Some(suite) = SUITES.iter().find(|suite| suite.name == *name) => {
            let (release, rest) = match rest {
                ["--release", rest @ ..] => (true, rest),
                _ => (false, rest),
            };
            let more = match rest {
                [] => rest,
                ["--", more @ ..] => more,
                _ => return Err(Failure::usage(rest)),
            };
            steps = Steps::new(screens::STEPS_OF_ONE);
            result = target
                .claim()
                .and_then(|claim| screens::one(suite, &target, claim, &mut steps, release, more));
        }
        [name] if let Some(native) = NATIVE.iter().find(|native| native.name == *name) => {
            steps = Steps::new(1);
            result = target
                .claim()
                .and_then(|claim| native.run(&claim, &mut steps, None));
        }
        _ => return Err(Failure::usage(words)),
    }
    println!("\n{}", steps.summary());
    result
}

fn everything(target: &TargetDir, steps: &mut Steps) -> Result<(), Failure> {
    let claim = target.claim()?;
    check::steps(&claim, steps)?;
    let compiled = steps.step("Compiling what is tested", || Compiled::here(&claim))?;
    for native in &NATIVE {
        native.run(&claim, steps, Some(&compiled))?;
    }
    screens::all(target, claim, steps, &compiled)
}

impl Native {
    /// Runs its tests: of what is compiled already, or of its packages alone, which is sooner there than everything.
    fn run(
        &self,
        claim: &Claim<'_>,
        steps: &mut Steps,
        compiled: Option<&Compiled>,
    ) -> Result<(), Failure> {
        let mut runners = match (compiled, self.anew) {
            (Some(compiled), None) => {
                let tests = self
                    .packages
                    .iter()
                    .map(|package| compiled.tests_of(package));
                tests.flatten().collect()
            }
            // With the features of all: then its libraries are there.
            (Some(_), Some((feature, tests))) => {
                let all = compiled::ALL;
                let mut anew = cargo(
                    claim,
                    &format!("test {all} --features {feature} --test {tests}"),
                );
                anew.args(compiled::QUICK_RULES);
                vec![anew]
            }
            (None, _) => vec![cargo(claim, &self.order())],
        };
        runners
            .iter_mut()
            .try_for_each(|runner| self.lend(claim, runner))?;
        steps.telling(self.step, |says| counted(runners, says))
    }

    /// What cargo is asked for where nothing is compiled yet.
    fn order(&self) -> String {
        let mut order = String::from("test");
        for package in self.packages {
            order.push_str(&format!(" --package {package}"));
        }
        if self.name == "app" {
            order.push_str(" --features ssr");
        }
        if let Some((feature, tests)) = self.anew {
            order.push_str(&format!(" --features {feature} --test {tests}"));
        }
        order
    }

    /// Gives its tests what they need besides.
    fn lend(&self, claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
        if std::env::var_os(RNG_SEED).is_none() {
            tests.env(RNG_SEED, "1");
        }
        if self.name == "server" {
            if std::env::var_os(THREADS).is_none() {
                let cores = std::thread::available_parallelism().map_or(1, usize::from);
                tests.env(THREADS, (4 * cores).to_string());
            }
            strace::lend(claim, tests)?;
            postgres::lend()?;
            proxies::lend(claim, tests)?;
            nats::lend(claim, tests)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::CEILINGS;

    #[test]
    fn all_steps_together_take_twenty_minutes_at_most() {
        let seconds: u64 = CEILINGS.iter().map(|(_, seconds)| seconds).sum();
        assert!(seconds <= 20 * 60, "{seconds}");
    }
}
