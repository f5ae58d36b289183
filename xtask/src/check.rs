//! `cargo xtask check`: formatting and lints, for this machine and for the browser. `cargo xtask fix`: what of it can
//! be done by a machine.

use crate::cargo::{cargo, finish};
use crate::deep;
use crate::need::Failure;
use crate::progress::Steps;
use crate::reach;
use crate::target_dir::{Claim, TargetDir};
use crate::toolchain::{self, WASM};
use crate::views;

/// How many steps [`steps`] takes.
pub(crate) const STEPS: usize = 6;

/// The command by itself.
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

/// The one step that names what of the rule systems nothing at the table uses.
fn reached() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(1);
    let result = steps.telling("Reach of the table", |says| reach::check(&claim, says));
    println!("\n{}", steps.summary());
    result
}

/// Formats everything.
pub(crate) fn fix() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    toolchain::checkers()?;
    finish(cargo(&claim, "fmt --all"))?;
    let changed = views::fix(target.root())?;
    println!("Views made straight in {changed} files.");
    Ok(())
}

/// The steps, also the first ones of `cargo xtask test`.
///
/// What clippy leaves behind lies beside what a build leaves in the same folder, and neither spoils the other: cargo
/// tells them apart by itself as long as flags and features are the same each time.
pub(crate) fn steps(claim: &Claim<'_>, steps: &mut Steps) -> Result<(), Failure> {
    steps.step("Fetching what is missing", || {
        toolchain::checkers()?;
        toolchain::wasm_target()
    })?;
    steps.step("Views", || views::check(claim.root()))?;
    let mut run = |name, arguments: &str| steps.step(name, || finish(cargo(claim, arguments)));
    run("Formatting", "fmt --all --check")?;
    // The workspace in one call: `server` switches `app` to its server half.
    run(
        "Lints",
        "clippy --workspace --all-targets -- --deny warnings",
    )?;
    // The rules besides: in the browser they have to compile without what only the server needs.
    run(
        "Lints, browser's half",
        &format!(
            "clippy --package app --package rules --lib --no-default-features --features app/hydrate --target {WASM} -- --deny warnings"
        ),
    )?;
    steps.telling("Reach of the table", |says| reach::check(claim, says))
}
