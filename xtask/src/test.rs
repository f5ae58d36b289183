//! `cargo xtask test`: runs every check and every test, and prints a table at the end. Stops at the first failure.

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

/// Maximum duration of each step in seconds, from an empty target folder, on two idle cores, with all downloads there:
/// 20 minutes together. A slower step is reported and does not fail, because machines differ.
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

/// A suite of tests that cargo runs on this machine.
struct Native {
    name: &'static str,
    step: &'static str,
    packages: &'static [&'static str],
    /// Feature with which one test file is compiled separately, and that file.
    anew: Option<(&'static str, &'static str)>,
}

/// All suites that cargo runs on this machine.
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

/// Environment variable for the seed of property tests. It is fixed here, so that a test that passed once passes
/// anywhere; `cargo xtask prove` and `cargo test` draw new cases.
pub(crate) const RNG_SEED: &str = "PROPTEST_RNG_SEED";

/// Environment variable for the number of tests that run at once. Tests of the server mostly wait for programs, disks
/// and clocks; with one for each core, cores would be idle.
const THREADS: &str = "RUST_TEST_THREADS";

/// Runs `cargo xtask test`: everything, or one part.
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

/// Runs all checks and all suites.
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
    /// Runs the tests of the suite, from programs that are compiled already or from its packages alone, which compiles
    /// faster than everything.
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
            // With the features of all packages, so that compiled libraries can be used.
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

    /// Returns the arguments of cargo for a run of this suite alone.
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

    /// Sets the environment of a test run and makes the tools available that it needs.
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
