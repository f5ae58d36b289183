//! Measurements in real browsers: from a tap to all screens, a cold phone until its page is interactive, and a slow
//! phone until it has drawn a change.

use super::page::Figure;
use crate::cargo::{run_command, run_with_listener};
use crate::error::Failure;
use crate::target_dir::{Claim, TargetDir};
use crate::{browsers, npm};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Playwright configuration of the measurements.
const CONFIG: &str = "tests/browser/bench.config.mjs";

/// Name of the measurement that compares a cold phone with an older program.
pub(super) const COMPARISON: &str = "before";

/// Commit of the older program: the release before the last.
const OLDER_COMMIT: &str = "62595957";

/// Builds the older program from its own sources, in a work tree in `target/`; returns the path of its binary.
///
/// The build shares the folder for compiled things, so it waits for its turn.
pub(super) fn build_older(target: &TargetDir) -> Result<PathBuf, Failure> {
    let tree = target.own_path(COMPARISON);
    if !tree.join("Cargo.toml").is_file() {
        let mut add = Command::new("git");
        add.current_dir(target.root());
        add.args(["worktree", "add", "--force", "--detach"]);
        add.arg(&tree).arg(OLDER_COMMIT);
        run_command(add)?;
    }
    let mut build = Command::new("cargo");
    build
        .current_dir(&tree)
        .args(["xtask", "build", "--release"]);
    build.env("COTERIE_TARGET_DIR", target.shared_unclaimed());
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO") && name != "CARGO_HOME" {
            build.env_remove(name.as_ref());
        }
    }
    let mut last = String::new();
    run_with_listener(build, |line| last = line.trim().to_owned())?;
    match Path::new(&last).is_file() {
        true => Ok(PathBuf::from(last)),
        false => Err(Failure::new(format!(
            "the program of {OLDER_COMMIT} was not found where its build said: {last}."
        ))),
    }
}

/// Runs one browser measurement against the release build, and against the older program where one is given.
pub(crate) fn measure(
    claim: &Claim<'_>,
    server: &Path,
    name: &str,
    older: Option<&Path>,
) -> Result<Vec<Figure>, Failure> {
    let mut run = npm::program_command(claim, "playwright");
    run.args(["test", "--config", CONFIG])
        .arg(format!("{name}.bench"));
    run.env("COTERIE_BIN", server);
    run.envs(older.map(|older| ("COTERIE_OLDER", older)));
    for (variable, path) in browsers::find_chromium(claim.root())? {
        run.env(variable, path);
    }
    let mut figures = Vec::new();
    run_with_listener(run, |line| figures.extend(Figure::read(line)))?;
    match figures.is_empty() {
        true => Err(Failure::new("the browsers told no figure.".to_owned())),
        false => Ok(figures),
    }
}
