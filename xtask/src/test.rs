//! `cargo xtask test`: runs every check and every test, and prints a table at the end. Stops at the first failure.

use crate::browser_tests::{self, SUITES};
use crate::cargo::cargo_command;
use crate::check;
use crate::error::Failure;
use crate::progress::Steps;
use crate::tally::run_and_count;
use crate::target_dir::{Claim, TargetDir};
use crate::test_build::{self, TestBuild};
use crate::{nats, postgres, proxies, strace};
use std::process::Command;

/// Maximum duration of each step in seconds, from an empty target folder, on two idle cores, with all downloads there:
/// 20 minutes together. A slower step is reported and does not fail, because machines differ.
const STEP_CEILINGS: [(&str, u64); 17] = [
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
struct NativeSuite {
    name: &'static str,
    step: &'static str,
    packages: &'static [&'static str],
    /// Feature with which one test file is compiled separately, and that file.
    feature_test: Option<(&'static str, &'static str)>,
}

/// All suites that cargo runs on this machine.
const NATIVE_SUITES: [NativeSuite; 5] = [
    NativeSuite {
        name: "rules",
        step: "Tests of the rules",
        packages: &["rules", "testkit"],
        feature_test: None,
    },
    NativeSuite {
        name: "switches",
        step: "Rules switched off",
        packages: &["rules"],
        feature_test: Some(("rules/switches", "switches")),
    },
    NativeSuite {
        name: "server",
        step: "Tests of the server",
        packages: &["server", "simulation"],
        feature_test: None,
    },
    NativeSuite {
        name: "app",
        step: "Tests of the pages",
        packages: &["app"],
        feature_test: None,
    },
    NativeSuite {
        name: "xtask",
        step: "Tests of this tool",
        packages: &["xtask", "glue", "load"],
        feature_test: None,
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
            steps = Steps::with_ceilings(
                check::STEPS + 1 + NATIVE_SUITES.len() + browser_tests::STEPS,
                &STEP_CEILINGS,
            );
            result = run_everything(&target, &mut steps);
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
            steps = Steps::new(browser_tests::STEPS_OF_ONE);
            result = target.claim().and_then(|claim| {
                browser_tests::run_one_suite(suite, &target, claim, &mut steps, release, more)
            });
        }
        [name] if let Some(native) = NATIVE_SUITES.iter().find(|native| native.name == *name) => {
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
fn run_everything(target: &TargetDir, steps: &mut Steps) -> Result<(), Failure> {
    let claim = target.claim()?;
    check::run_steps(&claim, steps)?;
    let compiled = steps.step("Compiling what is tested", || TestBuild::compile(&claim))?;
    for native in &NATIVE_SUITES {
        native.run(&claim, steps, Some(&compiled))?;
    }
    browser_tests::run_all_suites(target, claim, steps, &compiled)
}

impl NativeSuite {
    /// Runs the tests of the suite, from programs that are compiled already or from its packages alone, which compiles
    /// faster than everything.
    fn run(
        &self,
        claim: &Claim<'_>,
        steps: &mut Steps,
        compiled: Option<&TestBuild>,
    ) -> Result<(), Failure> {
        let mut runners = match (compiled, self.feature_test) {
            (Some(compiled), None) => {
                let tests = self
                    .packages
                    .iter()
                    .map(|package| compiled.test_commands(package));
                tests.flatten().collect()
            }
            // With the features of all packages, so that compiled libraries can be used.
            (Some(_), Some((feature, tests))) => {
                let all = test_build::TESTED_PACKAGES;
                let mut anew = cargo_command(
                    claim,
                    &format!("test {all} --features {feature} --test {tests}"),
                );
                anew.args(test_build::OPTIMIZED_RULES);
                vec![anew]
            }
            (None, _) => vec![cargo_command(claim, &self.cargo_arguments())],
        };
        runners
            .iter_mut()
            .try_for_each(|runner| self.provide_tools(claim, runner))?;
        steps.step_with_note(self.step, |says| run_and_count(runners, says))
    }

    /// Returns the arguments of cargo for a run of this suite alone.
    fn cargo_arguments(&self) -> String {
        let mut order = String::from("test");
        for package in self.packages {
            order.push_str(&format!(" --package {package}"));
        }
        if self.name == "app" {
            order.push_str(" --features ssr");
        }
        if let Some((feature, tests)) = self.feature_test {
            order.push_str(&format!(" --features {feature} --test {tests}"));
        }
        order
    }

    /// Sets the environment of a test run and makes the tools available that it needs.
    fn provide_tools(&self, claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
        if std::env::var_os(RNG_SEED).is_none() {
            tests.env(RNG_SEED, "1");
        }
        if self.name == "server" {
            if std::env::var_os(THREADS).is_none() {
                let cores = std::thread::available_parallelism().map_or(1, usize::from);
                tests.env(THREADS, (3 * cores).to_string());
            }
            strace::provide(claim, tests)?;
            postgres::provide()?;
            proxies::provide_all(claim, tests)?;
            nats::provide(claim, tests)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::STEP_CEILINGS;

    #[test]
    fn all_steps_together_take_twenty_minutes_at_most() {
        let seconds: u64 = STEP_CEILINGS.iter().map(|(_, seconds)| seconds).sum();
        assert!(seconds <= 20 * 60, "{seconds}");
    }
}
