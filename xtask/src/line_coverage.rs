//! `cargo xtask prove lines`: the share of the lines of the rule systems that the scenes execute; `prove lines
//! chronicle` lists one system.
//!
//! The scene runner is built with coverage instrumentation and plays every scene; LLVM's tools read the result.
//! Nothing else is executed, no unit tests either. Every file with lines that no scene reaches is listed with their
//! numbers.

use crate::cargo::{bare_cargo_command, run_command};
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::Claim;
use crate::toolchain;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Minimum share of the lines, in percent.
const MIN_PERCENT: f64 = 90.0;

/// Folder of the rule systems.
const SYSTEMS_DIR: &str = "crates/rules/src/systems";
/// Folder of the scenes.
const SCENES_DIR: &str = "crates/rules/tests/scenes";

/// Statement that the proof records when it passes.
pub(crate) const STATEMENT: &str =
    "the scenes execute at least 90 % of the lines of the rule systems";

/// Number of steps of [`prove`].
pub(crate) const STEPS: usize = 3;

/// Builds the runner, plays the scenes and counts lines. `only` restricts the list to one system; the share is always
/// that of all systems.
pub(crate) fn prove(
    claim: &Claim<'_>,
    steps: &mut Steps,
    only: Option<&str>,
) -> Result<(), Failure> {
    let systems = claim.root().join(SYSTEMS_DIR);
    if let Some(system) = only.filter(|system| !systems.join(system).is_dir()) {
        return Err(Failure::usage(&["prove", "lines", system]));
    }
    // The flags apply to all crates, and cargo would rebuild them in the shared folder each time.
    let folder = claim.shared_dir().join("lines");
    steps.step("Building the scenes, counting", || {
        let mut build = bare_cargo_command(claim);
        build.args([
            "build",
            "--quiet",
            "--package",
            "rules",
            "--example",
            "scene",
        ]);
        build.arg("--target-dir").arg(&folder);
        build.env("RUSTFLAGS", "-Cinstrument-coverage");
        // Coverage of procedural macros is not wanted.
        build.env("LLVM_PROFILE_FILE", folder.join("build.profraw"));
        run_command(build)
    })?;
    let program = folder.join("debug/examples/scene");
    let counted = folder.join("scenes.profraw");
    steps.step("Playing every scene", || {
        let mut run = Command::new(&program);
        run.args(list_files(&claim.root().join(SCENES_DIR), "json")?);
        run.env("LLVM_PROFILE_FILE", &counted);
        run_command(run)
    })?;
    steps.step_with_note("Counting lines", |says| {
        let merged = folder.join("scenes.profdata");
        let mut merge = toolchain::find_llvm_tool("llvm-profdata")?;
        merge.args(["merge", "--sparse"]).arg(&counted);
        merge.arg("--output").arg(&merged);
        run_command(merge)?;
        let mut export = toolchain::find_llvm_tool("llvm-cov")?;
        export.args(["export", "--format=lcov", "--instr-profile"]);
        export.arg(&merged).arg(&program);
        let told = export
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|cause| Failure::not_started(&export, &cause))?;
        if !told.status.success() {
            return Err(Failure::command_failed(&export, told.status));
        }
        let lines = LineCoverage::parse(&String::from_utf8_lossy(&told.stdout), &systems);
        lines.print_missed(only);
        let share = lines.percent(None);
        *says = format!("{share:.1} % of the lines of all systems");
        if share < MIN_PERCENT {
            return Err(Failure::new(format!(
                "the scenes execute {share:.1} % of the lines under {SYSTEMS_DIR}, and {MIN_PERCENT} % are wanted: write scenes \
                 that play what is listed above."
            )));
        }
        Ok(())
    })
}

/// Returns all files below a folder with the extension `end`, sorted.
pub(crate) fn list_files(folder: &Path, end: &str) -> Result<Vec<PathBuf>, Failure> {
    let entries =
        fs::read_dir(folder).map_err(|cause| Failure::file_error("read", folder, &cause))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|cause| Failure::file_error("read", folder, &cause))?
            .path();
        if path.is_dir() {
            found.extend(list_files(&path, end)?);
        } else if path.extension().is_some_and(|it| it == end) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Coverage of lines: whether each line ran, by file below the folder of the systems.
#[derive(Default)]
struct LineCoverage(BTreeMap<String, BTreeMap<u32, bool>>);

impl LineCoverage {
    /// Reads a tracefile of `lcov`: `SF:` names a file, `DA:` a line and how often it ran.
    fn parse(trace: &str, systems: &Path) -> Self {
        let mut lines = Self::default();
        let mut file = None;
        for line in trace.lines() {
            if let Some(path) = line.strip_prefix("SF:") {
                file = Path::new(path)
                    .strip_prefix(systems)
                    .ok()
                    .map(|path| path.display().to_string());
            } else if let (Some(file), Some((at, times))) = (
                &file,
                line.strip_prefix("DA:").and_then(|it| it.split_once(',')),
            ) && let Ok(at) = at.parse()
            {
                let ran = lines.0.entry(file.clone()).or_default();
                *ran.entry(at).or_default() |= times != "0";
            }
        }
        lines
    }

    /// Returns the system that a file belongs to; `None` for the list of systems itself.
    fn system_of(file: &str) -> Option<&str> {
        file.split_once('/').map(|(system, _)| system)
    }

    /// Returns the number of lines that ran and the number of all lines, of one system or of all.
    fn count(&self, system: Option<&str>) -> (usize, usize) {
        let files = self.0.iter();
        let files = files.filter(|(file, _)| system.is_none() || Self::system_of(file) == system);
        files.fold((0, 0), |(ran, all), (_, lines)| {
            let here = lines.values().filter(|ran| **ran).count();
            (ran + here, all + lines.len())
        })
    }

    /// Returns the share of lines that ran, in percent.
    fn percent(&self, system: Option<&str>) -> f64 {
        let (ran, all) = self.count(system);
        if all == 0 {
            return 0.0;
        }
        100.0 * ran as f64 / all as f64
    }

    /// Prints the lines that did not run, by file, and a summary for each system.
    fn print_missed(&self, only: Option<&str>) {
        for (file, lines) in &self.0 {
            let missed = missed_ranges(lines);
            if missed.is_empty() || only.is_some() && Self::system_of(file) != only {
                continue;
            }
            let ran = lines.values().filter(|ran| **ran).count();
            println!("{file}: {ran} of {}; not {}", lines.len(), missed.join(" "));
        }
        let systems: BTreeSet<&str> = self.0.keys().filter_map(|it| Self::system_of(it)).collect();
        for system in systems {
            let (ran, all) = self.count(Some(system));
            let share = self.percent(Some(system));
            println!("{system:<12} {share:>5.1} %  {ran:>5} of {all:>5} lines");
        }
    }
}

/// Returns the lines that did not run, as ranges such as `12-18`.
fn missed_ranges(lines: &BTreeMap<u32, bool>) -> Vec<String> {
    let mut all: Vec<(u32, u32)> = Vec::new();
    let mut open = false;
    for (at, ran) in lines {
        match all.last_mut() {
            Some((_, last)) if open && !ran => *last = *at,
            _ if !ran => all.push((*at, *at)),
            _ => {}
        }
        open = !ran;
    }
    let told = all.into_iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::LineCoverage;
    use std::path::Path;

    #[test]
    fn lines_that_ran_in_one_instance_ran() {
        let trace = "SF:/x/systems/a/one.rs\nDA:3,0\nDA:4,2\nDA:5,0\nDA:6,0\nDA:9,0\nend_of_record\n\
                     SF:/x/elsewhere.rs\nDA:1,0\nend_of_record\n\
                     SF:/x/systems/a/one.rs\nDA:3,7\nend_of_record\n";
        let lines = LineCoverage::parse(trace, Path::new("/x/systems"));
        assert_eq!(lines.count(None), (2, 5));
        assert_eq!(lines.count(Some("b")), (0, 0));
        assert_eq!(super::missed_ranges(&lines.0["a/one.rs"]), ["5-9"]);
    }
}
