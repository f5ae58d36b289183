//! What only `cargo xtask check --deep` looks at: licenses, versions, known holes and unused dependencies. The tools are
//! fetched and compiled once, at these versions, beside what is compiled for all clones.

use crate::cargo::{ask, finish, plain_cargo};
use crate::need::Failure;
use crate::progress::Steps;
use crate::target_dir::Claim;
use std::path::PathBuf;
use std::process::Command;

/// How many steps [`steps`] takes.
pub(crate) const STEPS: usize = 4;

/// A program from the package registry.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

/// Reads `deny.toml`.
const DENY: Tool = Tool {
    name: "cargo-deny",
    version: "0.20.2",
};
/// Looks for the names of dependencies in the sources.
const MACHETE: Tool = Tool {
    name: "cargo-machete",
    version: "0.9.2",
};

/// The steps after those of the plain check.
pub(crate) fn steps(claim: &Claim<'_>, steps: &mut Steps) -> Result<(), Failure> {
    steps.step("Fetching the tools", || {
        DENY.bring(claim)?;
        MACHETE.bring(claim)
    })?;
    steps.step("Licenses and versions", || {
        finish(DENY.command(claim, "--locked check bans licenses sources"))
    })?;
    steps.telling("Known holes", |says| {
        // The list of them lies elsewhere, and not every machine may go there.
        if finish(DENY.command(claim, "fetch db")).is_err() {
            says.push_str("skipped: the list of advisories cannot be reached");
            return Ok(());
        }
        finish(DENY.command(claim, "--locked check --disable-fetch advisories"))
    })?;
    steps.step("Unused dependencies", || {
        finish(MACHETE.command(claim, "--with-metadata"))
    })
}

impl Tool {
    fn folder(claim: &Claim<'_>) -> PathBuf {
        claim.shared().join("tools")
    }

    fn program(&self, claim: &Claim<'_>) -> PathBuf {
        Self::folder(claim).join("bin").join(self.name)
    }

    /// Makes sure it is there at its version.
    pub(crate) fn bring(&self, claim: &Claim<'_>) -> Result<(), Failure> {
        let program = self.program(claim);
        let is_it = |said: String| said.split_whitespace().last() == Some(self.version);
        // Some want to hear the word by which cargo calls them first.
        let word = self.name.trim_start_matches("cargo-");
        for asked in [&["--version"][..], &[word, "--version"]] {
            if ask(&program.to_string_lossy(), asked).is_some_and(is_it) {
                return Ok(());
            }
        }
        eprintln!("Compiling {} {}, once.", self.name, self.version);
        let mut install = plain_cargo(claim);
        install
            .args(["install", self.name, "--version", self.version])
            .args(["--locked", "--force", "--root"])
            .arg(Self::folder(claim));
        finish(install).map_err(|_| Failure::tool(self.name, self.version))
    }

    pub(crate) fn command(&self, claim: &Claim<'_>, arguments: &str) -> Command {
        let mut command = Command::new(self.program(claim));
        command
            .current_dir(claim.root())
            .args(arguments.split_whitespace());
        command
    }
}
