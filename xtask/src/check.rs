//! `cargo xtask check`: formatting and lints, for this machine and for the browser; and `cargo xtask fix`, which
//! formats.

use crate::cargo::{cargo_command, run_command};
use crate::deep_check;
use crate::error::Failure;
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
        ["--reach"] => return check_reach(),
        _ => return Err(Failure::usage(words)),
    };
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut counter = Steps::new(STEPS + 1 + if deep { deep_check::STEPS } else { 0 });
    let mut result = run_steps(&claim, &mut counter);
    if result.is_ok() {
        result = counter.step("Links of the docs", || check_doc_links(&claim));
    }
    if deep && result.is_ok() {
        result = deep_check::run_steps(&claim, &mut counter);
    }
    println!("\n{}", counter.summary());
    result
}

/// Checks that links in docs lead somewhere, which `Cargo.toml` asks of rustdoc. From nothing, this checks libraries once
/// more, with other features, and so it is no step of `cargo xtask test`.
fn check_doc_links(claim: &Claim<'_>) -> Result<(), Failure> {
    run_command(cargo_command(
        claim,
        "doc --no-deps --workspace --lib --document-private-items",
    ))
}

/// Runs `cargo xtask check --reach`: lists the items of the rule systems that nothing at the table uses.
fn check_reach() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(1);
    let result = steps.step_with_note("Reach of the table", |says| reach::check(&claim, says));
    println!("\n{}", steps.summary());
    result
}

/// Runs `cargo xtask fix`: formats all sources.
pub(crate) fn fix() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    toolchain::ensure_checkers()?;
    run_command(cargo_command(&claim, "fmt --all"))?;
    let changed = views::fix_views(target.root())?;
    println!("Views made straight in {changed} files.");
    Ok(())
}

/// Runs the steps of the check, which are also the first steps of `cargo xtask test`.
///
/// Artifacts of clippy and of builds share a target folder. Cargo keeps them apart as long as flags and features are
/// the same each time.
pub(crate) fn run_steps(claim: &Claim<'_>, steps: &mut Steps) -> Result<(), Failure> {
    steps.step("Fetching what is missing", || {
        toolchain::ensure_checkers()?;
        toolchain::ensure_wasm_target()
    })?;
    steps.step("Views", || views::check_views(claim.root()))?;
    let mut run =
        |name, arguments: &str| steps.step(name, || run_command(cargo_command(claim, arguments)));
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
    steps.step_with_note("Reach of the table", |says| reach::check(claim, says))
}
