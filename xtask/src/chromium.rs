//! Finds or brings a browser for the tests.

use crate::cargo::ask;
use crate::need::Failure;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The program to start: named by the caller, found on this machine, or fetched.
pub(crate) fn chromium(root: &Path) -> Result<PathBuf, Failure> {
    if let Some(named) = env::var_os("COTERIE_CHROMIUM").filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        return if named.is_file() {
            Ok(named)
        } else {
            Err(Failure::new(format!(
                "COTERIE_CHROMIUM names {}, and there is no such program.",
                named.display()
            )))
        };
    }
    if let Some(found) = find(root) {
        return Ok(found);
    }
    eprintln!("No Chromium here; fetching one.");
    // The distribution's first: it brings the libraries a browser needs.
    if as_root("apt-get update") {
        as_root("apt-get install -y --no-install-recommends chromium");
    }
    if find(root).is_none() {
        let mut playwright = Command::new(root.join("node_modules/.bin/playwright"));
        run(playwright.args(["install", "chromium"]).current_dir(root));
    }
    find(root).ok_or_else(Failure::chromium)
}

/// A browser on the path, or the one Playwright keeps for itself.
fn find(root: &Path) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = NAMES
        .iter()
        .flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|program| program.is_file());
    on_path.or_else(|| {
        let module = root.join("node_modules/@playwright/test");
        let script = format!("console.log(require({module:?}).chromium.executablePath())");
        ask("node", &["-e", &script])
            .map(PathBuf::from)
            .filter(|program| program.is_file())
    })
}

/// Runs a line as root, if we are root or may be without a password.
fn as_root(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let mut command = if ask("id", &["-u"]).as_deref() == Some("0") {
        Command::new(words.next().unwrap_or_default())
    } else {
        let mut sudo = Command::new("sudo");
        sudo.arg("-n");
        sudo
    };
    run(command.args(words).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Whether a command did its work. It may well not exist here.
fn run(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
