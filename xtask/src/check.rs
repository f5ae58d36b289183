//! `cargo xtask check`: formatting and lints, for this machine and for the browser; and `cargo xtask fix`, which
//! formats.

use crate::cargo::{cargo, finish};
use crate::deep;
use crate::need::Failure;
use crate::progress::Steps;
use crate::reach;
use crate::target_dir::{Claim, TargetDir};
use crate::toolchain::{self, WASM};
use crate::views;

/// Number of steps of [`steps`].
pub(crate) const STEPS: usize = 6;

/// Runs `cargo xtask check`.
pub(crate) fn check(words: &[&str]) -> Result<(), Failure> {
    let deep = match words {
        [] => false,
        ["--deep"] => true,
        ["--reach"] => return reached(),
        _ => return Err(Failure::usage(words)),
    };
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut counter = Steps::new(STEPS + if deep { deep::STEPS } else { 0 });
    let mut result = steps(&claim, &mut counter);
    if deep && result.is_ok() {
        result = deep::steps(&claim, &mut counter);
    }
    println!("\n{}", counter.summary());
    result
}

/// Runs `cargo xtask check --reach`: lists the items of the rule systems that nothing at the table uses.
fn reached() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(1);
    let result = steps.telling("Reach of the table", |says| reach::check(&claim, says));
    println!("\n{}", steps.summary());
    result
}

/// Runs `cargo xtask fix`: formats all sources.
pub(crate) fn fix() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    toolchain::checkers()?;
    finish(cargo(&claim, "fmt --all"))?;
    let changed = views::fix(target.root())?;
    println!("Views made straight in {changed} files.");
    Ok(())
}

/// Runs the steps of the check, which are also the first steps of `cargo xtask test`.
///
/// Artifacts of clippy and of builds share a target folder. Cargo keeps them apart as long as flags and features are
/// the same each time.
pub(crate) fn steps(claim: &Claim<'_>, steps: &mut Steps) -> Result<(), Failure> {
    steps.step("Fetching what is missing", || {
        toolchain::checkers()?;
        toolchain::wasm_target()
    })?;
    steps.step("Views", || views::check(claim.root()))?;
    let mut run = |name, arguments: &str| steps.step(name, || finish(cargo(claim, arguments)));
    run("Formatting", "fmt --all --check")?;
    // One call for the whole workspace: `server` enables the server half of `app`.
    run(
        "Lints",
        "clippy --workspace --all-targets -- --deny warnings",
    )?;
    // The rules, too: for the browser they must compile without what only the server needs.
    run(
        "Lints, browser's half",
        &format!(
            "clippy --package app --package rules --lib --no-default-features --features app/hydrate --target {WASM} -- --deny warnings"
        ),
    )?;
    steps.telling("Reach of the table", |says| reach::check(claim, says))
}
