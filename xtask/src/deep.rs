//! The steps of `cargo xtask check --deep`: licenses, versions, known vulnerabilities and unused dependencies.
//!
//! The tools are compiled once, at fixed versions, into the shared target folder.

use crate::cargo::{ask, finish, plain_cargo};
use crate::need::Failure;
use crate::progress::Steps;
use crate::target_dir::Claim;
use std::path::PathBuf;
use std::process::Command;

/// Number of steps of [`steps`].
pub(crate) const STEPS: usize = 4;

/// A tool from the package registry, at a fixed version.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

/// The tool that checks dependencies against `deny.toml`.
const DENY: Tool = Tool {
    name: "cargo-deny",
    version: "0.20.2",
};
/// The tool that finds dependencies that no source file mentions.
const MACHETE: Tool = Tool {
    name: "cargo-machete",
    version: "0.9.2",
};

/// Runs the steps that follow those of the plain check.
pub(crate) fn steps(claim: &Claim<'_>, steps: &mut Steps) -> Result<(), Failure> {
    steps.step("Fetching the tools", || {
        DENY.bring(claim)?;
        MACHETE.bring(claim)
    })?;
    steps.step("Licenses and versions", || {
        finish(DENY.command(claim, "--locked check bans licenses sources"))
    })?;
    steps.telling("Known holes", |says| {
        // The advisory database is downloaded, which not every machine can do.
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
    /// Returns the folder in which tools are installed.
    fn folder(claim: &Claim<'_>) -> PathBuf {
        claim.shared().join("tools")
    }

    /// Returns the path of the installed program.
    fn program(&self, claim: &Claim<'_>) -> PathBuf {
        Self::folder(claim).join("bin").join(self.name)
    }

    /// Installs the tool unless it is there at its version.
    pub(crate) fn bring(&self, claim: &Claim<'_>) -> Result<(), Failure> {
        let program = self.program(claim);
        let is_it = |said: String| said.split_whitespace().last() == Some(self.version);
        // Some tools expect the name of the cargo subcommand as the first argument.
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

    /// Returns a command that runs the tool in the root of the clone.
    pub(crate) fn command(&self, claim: &Claim<'_>, arguments: &str) -> Command {
        let mut command = Command::new(self.program(claim));
        command
            .current_dir(claim.root())
            .args(arguments.split_whitespace());
        command
    }
}
