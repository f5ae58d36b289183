//! Brings what npm can bring: the optimiser for releases and the driver for browser tests, as package-lock.json says.

use crate::cargo::{ask, finish};
use crate::need::Failure;
use crate::target_dir::Claim;
use std::fs;
use std::process::Command;

/// What stands in `node_modules/` is what this copy of the lock file says.
const STAMP: &str = "node_modules/.installed-lock.json";

/// Makes sure `node_modules/` is what package-lock.json says. Quick when it is.
pub(crate) fn parts(claim: &Claim<'_>) -> Result<(), Failure> {
    if ask("node", &["--version"]).is_none() {
        return Err(Failure::node());
    }
    let lock = lock(claim)?;
    let stamp = claim.root().join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    if ask("npm", &["--version"]).is_none() {
        return Err(Failure::node());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund"])
        .current_dir(claim.root());
    // The tests bring their own browser; hundreds of megabytes need not come along.
    npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    finish(npm).map_err(|_| Failure::npm_parts())?;
    fs::write(&stamp, lock).map_err(|cause| Failure::file("write", &stamp, &cause))
}

/// The lock file's text.
pub(crate) fn lock(claim: &Claim<'_>) -> Result<String, Failure> {
    let path = claim.root().join("package-lock.json");
    fs::read_to_string(&path).map_err(|cause| Failure::file("read", &path, &cause))
}

/// A program that npm brought.
pub(crate) fn program(claim: &Claim<'_>, name: &str) -> Command {
    let mut command = Command::new(claim.root().join("node_modules/.bin").join(name));
    command.current_dir(claim.root());
    command
}
