//! Installs the npm packages of package-lock.json: the WebAssembly optimizer and the driver for browser tests.

use crate::cargo::{read_output, run_command};
use crate::error::Failure;
use crate::target_dir::Claim;
use std::fs;
use std::process::Command;

/// Copy of the lock file that `node_modules/` was installed from.
const STAMP: &str = "node_modules/.installed-lock.json";

/// Installs the npm packages unless `node_modules/` is up to date.
pub(crate) fn install_packages(claim: &Claim<'_>) -> Result<(), Failure> {
    if read_output("node", &["--version"]).is_none() {
        return Err(Failure::no_node());
    }
    let lock = read_lock_file(claim)?;
    let stamp = claim.root().join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    if read_output("npm", &["--version"]).is_none() {
        return Err(Failure::no_node());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund"])
        .current_dir(claim.root());
    // Tests bring their own browser; skip a download of hundreds of megabytes.
    npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    run_command(npm).map_err(|_| Failure::npm_packages())?;
    fs::write(&stamp, lock).map_err(|cause| Failure::file_error("write", &stamp, &cause))
}

/// Reads the text of package-lock.json.
pub(crate) fn read_lock_file(claim: &Claim<'_>) -> Result<String, Failure> {
    let path = claim.root().join("package-lock.json");
    fs::read_to_string(&path).map_err(|cause| Failure::file_error("read", &path, &cause))
}

/// Returns a command for a program from `node_modules/`.
pub(crate) fn program_command(claim: &Claim<'_>, name: &str) -> Command {
    let mut command = Command::new(claim.root().join("node_modules/.bin").join(name));
    command.current_dir(claim.root());
    command
}
