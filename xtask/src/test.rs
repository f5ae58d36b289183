//! `cargo xtask test`: every check and every test, a table at the end. Stops at the first failure.

use crate::cargo::{cargo, overhear};
use crate::need::Failure;
use crate::progress::Steps;
use crate::tally::Tally;
use crate::target_dir::{Claim, TargetDir};
use crate::{browsers, check, nats, npm, parts as program, postgres, proxies, size, strace};
use std::path::PathBuf;
use std::process::Command;

/// Both parts, and what tests in browsers need besides.
const BEFORE_BROWSERS: usize = program::STEPS + 1;

/// Tests in browsers: what they are called, and the file beside them that says where they lie.
struct Suite {
    name: &'static str,
    step: &'static str,
    config: &'static str,
    /// Whether they need more engines than Chromium.
    all_engines: bool,
    /// Which of them, and the variable that says how much of it; all of them, and a share, unless it is said.
    only: Option<(&'static str, (&'static str, &'static str))>,
}

/// The suite that looks at a release's first load; it needs the two parts of the browser's program besides.
const FIRST_LOAD: &str = "first-load";

const SUITES: [Suite; 3] = [
    Suite {
        name: FIRST_LOAD,
        step: "Tests of the first load",
        config: "tests/browser/first-load.config.mjs",
        all_engines: false,
        only: None,
    },
    Suite {
        name: "browser",
        step: "Tests in the browser",
        config: "tests/browser/playwright.config.mjs",
        all_engines: false,
        only: None,
    },
    Suite {
        name: "engines",
        step: "Tests in three engines",
        config: "tests/engines/playwright.config.mjs",
        all_engines: true,
        only: None,
    },
];

/// Every way to disturb a page, of which the suite of the engines tries a share.
const DISTURBED: Suite = Suite {
    name: "disturb",
    step: "Pages that are disturbed",
    config: "tests/engines/playwright.config.mjs",
    all_engines: true,
    only: Some(("disturb.spec", ("DISTURB", "all"))),
};

/// How many steps [`disturbed`] takes.
pub(crate) const DISTURBED_STEPS: usize = BEFORE_BROWSERS + 1;

/// Tries every way to disturb a page.
pub(crate) fn disturbed(
    target: &TargetDir,
    claim: Claim<'_>,
    steps: &mut Steps,
) -> Result<(), Failure> {
    in_browsers(target, claim, steps, &[&DISTURBED], false, None, &[])
}

/// What cargo tests on this machine: name, step, arguments.
const NATIVE: [(&str, &str, &str); 5] = [
    (
        "rules",
        "Tests of the rules",
        "test --package rules --package testkit",
    ),
    (
        "switches",
        "Rules switched off",
        "test --package rules --features switches --test switches",
    ),
    ("server", "Tests of the server", "test --package server"),
    (
        "app",
        "Tests of the pages",
        "test --package app --features ssr",
    ),
    (
        "xtask",
        "Tests of this tool",
        "test --package xtask --package glue --package load",
    ),
];

/// The variable from which properties are tried: the cases of a test are the same each time, so that a test that passed
/// here passes anywhere. New cases are drawn by `cargo xtask prove` and by `cargo test`.
pub(crate) const RNG_SEED: &str = "PROPTEST_RNG_SEED";

/// All of it, or one part.
pub(crate) fn test(words: &[&str]) -> Result<(), Failure> {
    let target = TargetDir::find();
    let (mut steps, result);
    match words {
        [] => {
            steps = Steps::new(
                check::STEPS + NATIVE.len() + size::STEPS + BEFORE_BROWSERS + SUITES.len(),
            );
            result = everything(&target, &mut steps);
        }
        ["check", rest @ ..] => return check::check(rest),
        [one, rest @ ..] if SUITES.iter().any(|suite| suite.name == *one) => {
            let (release, rest) = match rest {
                ["--release", rest @ ..] => (true, rest),
                _ => (false, rest),
            };
            let more = match rest {
                [] => rest,
                ["--", more @ ..] => more,
                _ => return Err(Failure::usage(rest)),
            };
            let wanted: Vec<&Suite> = SUITES.iter().filter(|suite| suite.name == *one).collect();
            let weighed = *one == FIRST_LOAD;
            let before = if weighed { size::STEPS } else { 0 };
            steps = Steps::new(before + BEFORE_BROWSERS + wanted.len());
            result = target.claim().and_then(|claim| {
                let parts = weighed
                    .then(|| size::weigh(&claim, &mut steps))
                    .transpose()?;
                in_browsers(&target, claim, &mut steps, &wanted, release, parts, more)
            });
        }
        [one] if NATIVE.iter().any(|(name, ..)| name == one) => {
            steps = Steps::new(1);
            result = target
                .claim()
                .and_then(|claim| native(&claim, &mut steps, one));
        }
        _ => return Err(Failure::usage(words)),
    }
    println!("\n{}", steps.summary());
    result
}

fn everything(target: &TargetDir, steps: &mut Steps) -> Result<(), Failure> {
    let claim = target.claim()?;
    check::steps(&claim, steps)?;
    for (name, ..) in NATIVE {
        native(&claim, steps, name)?;
    }
    let parts = size::weigh(&claim, steps)?;
    let wanted: Vec<&Suite> = SUITES.iter().collect();
    in_browsers(target, claim, steps, &wanted, false, Some(parts), &[])
}

/// One of the packages cargo tests by itself.
fn native(claim: &Claim<'_>, steps: &mut Steps, wanted: &str) -> Result<(), Failure> {
    for (_, step, arguments) in NATIVE.iter().filter(|(name, ..)| *name == wanted) {
        let mut tests = cargo(claim, arguments);
        if std::env::var_os(RNG_SEED).is_none() {
            tests.env(RNG_SEED, "1");
        }
        if wanted == "server" {
            strace::lend(claim, &mut tests)?;
            postgres::lend()?;
            proxies::lend(claim, &mut tests)?;
            nats::lend(claim, &mut tests)?;
        }
        steps.telling(step, |says| counted(tests, says))?;
    }
    Ok(())
}

/// Real browsers against the real server. `parts` is where the two parts of a release's program lie, for those who look at
/// them.
fn in_browsers(
    target: &TargetDir,
    claim: Claim<'_>,
    steps: &mut Steps,
    wanted: &[&Suite],
    release: bool,
    parts: Option<PathBuf>,
    more: &[&str],
) -> Result<(), Failure> {
    let server = program::build(&claim, steps, release)?;
    let (programs, missing) = steps.step("Fetching browsers", || {
        npm::parts(&claim)?;
        let mut programs = browsers::chromium(target.root())?;
        let mut missing = Vec::new();
        if wanted.iter().any(|suite| suite.all_engines) {
            let (others, not_here) = browsers::others()?;
            programs.extend(others);
            missing = not_here;
        }
        Ok((programs, missing))
    })?;
    let runner = |suite: &Suite| {
        let mut tests = npm::program(&claim, "playwright");
        tests.args(["test", "--config", suite.config]).args(more);
        if let Some((which, (much, all))) = suite.only {
            tests.arg(which).env(much, all);
        }
        tests.env("COTERIE_BIN", &server);
        tests.envs(parts.as_ref().map(|folder| ("COTERIE_PARTS", folder)));
        tests.envs(programs.iter().map(|(variable, path)| (variable, path)));
        tests
    };
    let runners: Vec<Command> = wanted.iter().map(|suite| runner(suite)).collect();
    // Nothing is compiled from here on: other clones may go on.
    drop(claim);
    for (suite, runner) in wanted.iter().zip(runners) {
        steps.telling(suite.step, |says| {
            let result = counted(runner, says);
            if suite.all_engines && !missing.is_empty() {
                says.push_str(&format!(" (not here: {})", missing.join(", ")));
            }
            result
        })?;
    }
    Ok(())
}

/// Runs a test runner and keeps the numbers from its closing lines; a failure names the tests behind it.
fn counted(runner: Command, says: &mut String) -> Result<(), Failure> {
    let mut tally = Tally::default();
    let result = overhear(runner, |line| tally.read(line));
    *says = tally.to_string();
    // A test that passed at its second try is to be looked at as well.
    if result.is_ok() {
        says.push_str(&tally.failures());
    }
    result.map_err(|failure| failure.naming(&tally.failures()))
}
