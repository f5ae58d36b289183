//! The steps of `cargo xtask check --deep`: licenses, versions, known vulnerabilities, unused dependencies and workflows.
//!
//! The tools are compiled once, at fixed versions, into the shared target folder.

use crate::browsers::succeeds;
use crate::cargo::{bare_cargo_command, read_output, run_command};
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::Claim;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Number of steps of [`steps`].
pub(crate) const STEPS: usize = 5;

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
pub(crate) fn run_steps(claim: &Claim<'_>, steps: &mut Steps) -> Result<(), Failure> {
    steps.step("Fetching the tools", || {
        DENY.ensure_installed(claim)?;
        MACHETE.ensure_installed(claim)
    })?;
    steps.step("Licenses and versions", || {
        run_command(DENY.command(claim, "--locked check bans licenses sources"))
    })?;
    steps.step_with_note("Known holes", |says| {
        // The advisory database is downloaded, which not every machine can do.
        if run_command(DENY.command(claim, "fetch db")).is_err() {
            says.push_str("skipped: the list of advisories cannot be reached");
            return Ok(());
        }
        run_command(DENY.command(claim, "--locked check --disable-fetch advisories"))
    })?;
    steps.step("Unused dependencies", || {
        run_command(MACHETE.command(claim, "--with-metadata"))
    })?;
    steps.step("Workflows", || check_workflows(claim))
}

/// Folder of what the forge runs.
const WORKFLOWS: &str = ".github/workflows";
/// Packages of PyPI that judge workflows, at fixed versions.
const WORKFLOW_TOOLS: [&str; 2] = ["check-jsonschema==0.39.0", "zizmor==1.32.0"];

/// Checks the workflows against the forge's schema, and for what opens them to others.
fn check_workflows(claim: &Claim<'_>) -> Result<(), Failure> {
    let bin = python_tools(claim, "workflows", &WORKFLOW_TOOLS)?;
    let folder = claim.root().join(WORKFLOWS);
    let mut schema = Command::new(bin.join("check-jsonschema"));
    schema.args(["--builtin-schema", "vendor.github-workflows"]);
    for name in ["ci.yml", "release.yml"] {
        schema.arg(folder.join(name));
    }
    run_command(schema)?;
    let mut audit = Command::new(bin.join("zizmor"));
    audit.args(["--offline", "--quiet"]).arg(folder);
    run_command(audit)
}

/// Installs packages of PyPI into a folder of their own, once; returns the folder of their programs.
pub(crate) fn python_tools(
    claim: &Claim<'_>,
    name: &str,
    packages: &[&str],
) -> Result<PathBuf, Failure> {
    let place = claim.shared_dir().join("tools").join(name);
    let (bin, stamp) = (place.join("bin"), place.join("installed"));
    let wanted = packages.join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(bin);
    }
    let made = succeeds(Command::new("python3").args(["-m", "venv"]).arg(&place));
    let mut pip = Command::new(bin.join("python"));
    pip.args(["-m", "pip", "install", "--quiet"]);
    pip.arg("--disable-pip-version-check");
    if !made || !succeeds(pip.args(packages)) {
        return Err(Failure::new(format!(
            "{} could not be fetched from PyPI: it needs python3 with its venv module, and a network.",
            packages.join(" and ")
        )));
    }
    fs::write(&stamp, wanted).map_err(|cause| Failure::file_error("write", &stamp, &cause))?;
    Ok(bin)
}

impl Tool {
    /// Returns the folder in which tools are installed.
    fn install_dir(claim: &Claim<'_>) -> PathBuf {
        claim.shared_dir().join("tools")
    }

    /// Returns the path of the installed program.
    fn program_path(&self, claim: &Claim<'_>) -> PathBuf {
        Self::install_dir(claim).join("bin").join(self.name)
    }

    /// Installs the tool unless it is there at its version.
    pub(crate) fn ensure_installed(&self, claim: &Claim<'_>) -> Result<(), Failure> {
        let program = self.program_path(claim);
        let is_it = |said: String| said.split_whitespace().last() == Some(self.version);
        // Some tools expect the name of the cargo subcommand as the first argument.
        let word = self.name.trim_start_matches("cargo-");
        for asked in [&["--version"][..], &[word, "--version"]] {
            if read_output(&program.to_string_lossy(), asked).is_some_and(is_it) {
                return Ok(());
            }
        }
        eprintln!("Compiling {} {}, once.", self.name, self.version);
        let mut install = bare_cargo_command(claim);
        install
            .args(["install", self.name, "--version", self.version])
            .args(["--locked", "--force", "--root"])
            .arg(Self::install_dir(claim));
        run_command(install).map_err(|_| Failure::no_tool(self.name, self.version))
    }

    /// Returns a command that runs the tool in the root of the clone.
    pub(crate) fn command(&self, claim: &Claim<'_>, arguments: &str) -> Command {
        let mut command = Command::new(self.program_path(claim));
        command
            .current_dir(claim.root())
            .args(arguments.split_whitespace());
        command
    }
}

#[cfg(test)]
mod tests {
    use super::WORKFLOWS;
    use std::fs;
    use std::path::Path;

    #[test]
    fn workflows_run_what_the_readme_says_and_name_what_they_use_by_its_commit() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file");
        let readme = read("README.md");
        let tests = read(&format!("{WORKFLOWS}/ci.yml"));
        for command in ["cargo xtask run", "cargo xtask test"] {
            assert!(readme.contains(&format!("$ {command}\n")), "{command}");
            assert!(tests.contains(command), "{command}");
        }
        for text in [tests, read(&format!("{WORKFLOWS}/release.yml"))] {
            let used: Vec<&str> = text
                .lines()
                .filter_map(|line| line.split_once("uses: "))
                .map(|(_, used)| used)
                .collect();
            assert!(used.len() > 2, "{used:?}");
            for used in used {
                let (_, commit) = used.split_once('@').unwrap_or_default();
                let commit = commit.split(' ').next().unwrap_or_default();
                let is_commit =
                    commit.len() == 40 && commit.bytes().all(|it| it.is_ascii_hexdigit());
                assert!(is_commit, "{used}");
            }
        }
    }

    #[test]
    fn the_notes_have_the_version_that_is_packed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let notes = fs::read_to_string(root.join("CHANGELOG.md")).expect("the notes");
        let heading = concat!("\n## ", env!("CARGO_PKG_VERSION"), "\n");
        assert_eq!(notes.matches(heading).count(), 1, "{heading}");
    }
}
