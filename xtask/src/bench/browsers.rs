//! What only real browsers can tell: how long a tap takes until it is on all screens, a cold phone until it lives, and a
//! weak one until it has drawn a change.

use super::page::Figure;
use crate::cargo::overhear;
use crate::need::Failure;
use crate::target_dir::Claim;
use crate::{browsers, npm};
use std::path::Path;

const CONFIG: &str = "tests/browser/bench.config.mjs";

/// The measurement of that name, with pages of the release build.
pub(crate) fn measure(
    claim: &Claim<'_>,
    server: &Path,
    name: &str,
) -> Result<Vec<Figure>, Failure> {
    let mut run = npm::program(claim, "playwright");
    run.args(["test", "--config", CONFIG])
        .arg(format!("{name}.bench"));
    run.env("COTERIE_BIN", server);
    for (variable, path) in browsers::chromium(claim.root())? {
        run.env(variable, path);
    }
    let mut figures = Vec::new();
    overhear(run, |line| figures.extend(Figure::read(line)))?;
    match figures.is_empty() {
        true => Err(Failure::new("the browsers told no figure.".to_owned())),
        false => Ok(figures),
    }
}
