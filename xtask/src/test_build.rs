//! Compiles everything of this workspace that is tested on this machine, in one cargo call.
//!
//! Cargo unifies the features of libraries anew for each selection of packages: `test --package rules`, `test
//! --package server`, `build --package server` and so on would compile most libraries, the rules and the pages two or
//! three times. No package has examples in its documentation, so no doc tests are built.

use crate::cargo::cargo_command;
use crate::error::Failure;
use crate::target_dir::Claim;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Cargo options that select the tested packages. The empty app is only weighed, and only a release is compressed.
pub(crate) const TESTED_PACKAGES: &str = "--workspace --exclude empty-app --exclude squeeze";

/// Cargo options that optimize the rules, so that their tests take two fifths of the time: half a minute longer to
/// compile, a minute less to run. A run of one part alone goes without, because compilation dominates it.
pub(crate) const OPTIMIZED_RULES: [&str; 2] = ["--config", "profile.dev.package.rules.opt-level=1"];

/// Programs and test programs that cargo has compiled.
pub(crate) struct TestBuild {
    programs: Vec<Program>,
}

/// A compiled program, where cargo put it.
struct Program {
    /// Name of the program, or of the file of its tests.
    name: String,
    path: PathBuf,
    /// Folder of the package.
    folder: PathBuf,
    is_test: bool,
}

impl TestBuild {
    /// Compiles all tested packages.
    pub(crate) fn compile(claim: &Claim<'_>) -> Result<Self, Failure> {
        let order = format!(
            "build {TESTED_PACKAGES} --lib --bins --tests --message-format json-render-diagnostics"
        );
        let mut compiler = cargo_command(claim, &order);
        let told = compiler
            .args(OPTIMIZED_RULES)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|cause| Failure::not_started(&compiler, &cause))?;
        if !told.status.success() {
            return Err(Failure::command_failed(&compiler, told.status));
        }
        let told = String::from_utf8_lossy(&told.stdout);
        let mut programs: Vec<Program> = told.lines().filter_map(Program::parse).collect();
        programs.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Self { programs })
    }

    /// Returns a command for each test program of a package, to run in the folder of the package as cargo does.
    pub(crate) fn test_commands(&self, package: &str) -> Vec<Command> {
        let of_package = |it: &&Program| it.is_test && it.folder.ends_with(package);
        let run = |program: &Program| {
            let mut command = Command::new(&program.path);
            command
                .current_dir(&program.folder)
                .env("CARGO_MANIFEST_DIR", &program.folder);
            command
        };
        self.programs.iter().filter(of_package).map(run).collect()
    }

    /// Returns the path of a program.
    ///
    /// # Errors
    /// Cargo did not report a program of that name.
    pub(crate) fn program_path(&self, name: &str) -> Result<&Path, Failure> {
        let found = self
            .programs
            .iter()
            .find(|it| !it.is_test && it.name == name);
        found
            .map(|program| program.path.as_path())
            .ok_or_else(|| Failure::new(format!("cargo did not say where it put {name}.")))
    }
}

impl Program {
    /// Reads a program from a line of cargo's JSON output; `None` for any other line.
    fn parse(line: &str) -> Option<Self> {
        let said = |key: &str| {
            let (_, rest) = line.split_once(&format!("\"{key}\":\""))?;
            rest.split_once('"').map(|(value, _)| value)
        };
        if said("reason")? != "compiler-artifact" {
            return None;
        }
        let (_, profile) = line.split_once("\"profile\":{")?;
        Some(Self {
            name: said("name")?.to_owned(),
            path: said("executable")?.into(),
            folder: Path::new(said("manifest_path")?).parent()?.to_path_buf(),
            is_test: profile.split('}').next()?.contains("\"test\":true"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAWS: &str = r#"{"reason":"compiler-artifact","package_id":"path+file:///w/crates/rules#0.1.0","manifest_path":"/w/crates/rules/Cargo.toml","target":{"kind":["test"],"crate_types":["bin"],"name":"laws","src_path":"/w/crates/rules/tests/laws.rs","edition":"2024","doc":false,"doctest":false,"test":true},"profile":{"opt_level":"0","debuginfo":"line-tables-only","debug_assertions":true,"overflow_checks":true,"test":true},"features":[],"filenames":["/t/debug/deps/laws-1"],"executable":"/t/debug/deps/laws-1","fresh":true}"#;

    #[test]
    fn tests_programs_and_libraries_are_told_apart() {
        let program = LAWS
            .replace(
                "\"overflow_checks\":true,\"test\":true}",
                "\"overflow_checks\":true,\"test\":false}",
            )
            .replace("laws", "glue");
        let library = LAWS.replace(
            "\"executable\":\"/t/debug/deps/laws-1\"",
            "\"executable\":null",
        );
        let lines = [
            LAWS,
            &program,
            &library,
            r#"{"reason":"build-finished","success":true}"#,
        ];
        let compiled = TestBuild {
            programs: lines
                .iter()
                .filter_map(|line| Program::parse(line))
                .collect(),
        };
        let tests = compiled.test_commands("rules");
        assert_eq!(tests.len(), 1, "{tests:?}");
        assert_eq!(tests[0].get_program(), "/t/debug/deps/laws-1");
        assert_eq!(
            tests[0].get_current_dir(),
            Some(Path::new("/w/crates/rules"))
        );
        assert!(compiled.program_path("glue").is_ok());
        assert!(compiled.program_path("laws").is_err());
        assert_eq!(compiled.test_commands("server").len(), 0);
    }
}
