//! Installs the npm packages of package-lock.json: the WebAssembly optimizer and the driver for browser tests.

use crate::cargo::{ask, finish};
use crate::need::Failure;
use crate::target_dir::Claim;
use std::fs;
use std::process::Command;

/// Copy of the lock file that `node_modules/` was installed from.
const STAMP: &str = "node_modules/.installed-lock.json";

/// Installs the npm packages unless `node_modules/` is up to date.
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
    // Tests bring their own browser; skip a download of hundreds of megabytes.
    npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    finish(npm).map_err(|_| Failure::npm_parts())?;
    fs::write(&stamp, lock).map_err(|cause| Failure::file("write", &stamp, &cause))
}

/// Reads the text of package-lock.json.
pub(crate) fn lock(claim: &Claim<'_>) -> Result<String, Failure> {
    let path = claim.root().join("package-lock.json");
    fs::read_to_string(&path).map_err(|cause| Failure::file("read", &path, &cause))
}

/// Returns a command for a program from `node_modules/`.
pub(crate) fn program(claim: &Claim<'_>, name: &str) -> Command {
    let mut command = Command::new(claim.root().join("node_modules/.bin").join(name));
    command.current_dir(claim.root());
    command
}
