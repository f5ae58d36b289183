//! How long a tap takes until it is on all screens, in real browsers.

use super::page::Figure;
use crate::cargo::overhear;
use crate::need::Failure;
use crate::target_dir::Claim;
use crate::{browsers, npm};
use std::path::Path;

const CONFIG: &str = "tests/browser/bench.config.mjs";

/// Three pages at one table of the release build.
pub(crate) fn measure(claim: &Claim<'_>, server: &Path) -> Result<Vec<Figure>, Failure> {
    let mut run = npm::program(claim, "playwright");
    run.args(["test", "--config", CONFIG]);
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
