//! `cargo xtask dist`: archives, package and images for people who do not compile.
//!
//! The compilers for other systems come from where this tool may take things: zig from PyPI, with what makes cargo use
//! it, and mingw from Debian. `pack` puts what they made into its forms.

use crate::artifacts;
use crate::browsers::run_as_root;
use crate::cargo::{cargo_command, read_output, run_command};
use crate::debian::prepend_path;
use crate::deep_check::python_tools;
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::{Claim, TargetDir};
use crate::toolchain::ensure_target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Packages of PyPI that compile for other systems, at fixed versions.
const CROSS_PACKAGES: [&str; 2] = ["cargo-zigbuild==0.24.0", "ziglang==0.15.2"];

/// System that is built for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct System {
    /// Name in the name of its archive.
    pub(crate) name: &'static str,
    triple: &'static str,
    /// Name of the step that compiles for it.
    compiling: &'static str,
    /// Name of the step that proves its archive.
    pub(crate) proving: &'static str,
    /// Name of the program's file.
    pub(crate) program: &'static str,
    /// Architecture of its Debian package and its image.
    pub(crate) architecture: Option<&'static str>,
}

/// All systems, the one first whose program prints the papers.
pub(crate) const SYSTEMS: [System; 3] = [
    System {
        name: "linux-x86_64",
        triple: "x86_64-unknown-linux-musl",
        compiling: "Compiling for Linux",
        proving: "The archive for Linux",
        program: "coterie",
        architecture: Some("amd64"),
    },
    System {
        name: "linux-arm64",
        triple: "aarch64-unknown-linux-musl",
        compiling: "Compiling for Linux on arm64",
        proving: "The archive for Linux on arm64",
        program: "coterie",
        architecture: Some("arm64"),
    },
    System {
        name: "windows-x86_64",
        triple: "x86_64-pc-windows-gnu",
        compiling: "Compiling for Windows",
        proving: "The archive for Windows",
        program: "coterie.exe",
        architecture: None,
    },
];

/// Folder of what people download, in this clone's own `target/`.
pub(crate) const FOLDER: &str = "dist";

/// Builds everything for all systems, or for those that are named.
pub(crate) fn dist(words: &[&str]) -> Result<(), Failure> {
    let mut chosen = Vec::new();
    for word in words {
        let system = SYSTEMS.iter().find(|system| system.name == *word);
        chosen.push(system.ok_or_else(|| Failure::usage(&[word]))?);
    }
    if chosen.is_empty() {
        chosen.extend(&SYSTEMS);
    }
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(artifacts::STEPS_OF_BROWSER_PART + 2 + chosen.len());
    let result = build(&claim, &mut steps, &chosen);
    println!("\n{}", steps.summary());
    let out = result?;
    let mut names: Vec<_> = fs::read_dir(&out)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name(), entry.metadata().ok()?.len())))
        .collect();
    names.sort();
    for (name, size) in names {
        println!("{:>12} bytes  {}", size, out.join(name).display());
    }
    Ok(())
}

/// Builds the program for these systems, and packs it; returns the folder.
fn build(claim: &Claim<'_>, steps: &mut Steps, chosen: &[&System]) -> Result<PathBuf, Failure> {
    artifacts::build_browser_part(claim, steps, true)?;
    for system in chosen {
        steps.step(system.compiling, || compile(claim, system))?;
    }
    steps.step("Compiling what packs", || {
        run_command(cargo_command(claim, "build --package pack"))
    })?;
    steps.step("Packing", || pack_all(claim, chosen))
}

/// Returns the path of the program that was compiled for a system.
fn program_path(claim: &Claim<'_>, system: &System) -> PathBuf {
    let folder = claim.shared_dir().join(system.triple).join("release");
    folder.join(system.program)
}

/// Compiles the server for a system.
fn compile(claim: &Claim<'_>, system: &System) -> Result<(), Failure> {
    if !ensure_target(system.triple) {
        return Err(Failure::new(format!(
            "the compiler's part for {0} is missing and could not be fetched: run `rustup target add {0}` where there is \
             a network.",
            system.triple
        )));
    }
    let arguments = format!(
        "--package server --bin coterie --release --target {}",
        system.triple
    );
    if system.architecture.is_none() {
        ensure_mingw()?;
        return run_command(cargo_command(claim, &format!("build {arguments}")));
    }
    let tools = python_tools(claim, "cross", &CROSS_PACKAGES)?;
    let mut cargo = cargo_command(claim, &format!("zigbuild {arguments}"));
    prepend_path(&tools, &mut cargo);
    run_command(cargo)
}

/// Makes sure that there is a linker for Windows.
fn ensure_mingw() -> Result<(), Failure> {
    let linker = "x86_64-w64-mingw32-gcc";
    let there = || read_output(linker, &["--version"]).is_some();
    if !there() {
        eprintln!("No {linker} here; fetching it.");
        _ = run_as_root("apt-get install -y --no-install-recommends gcc-mingw-w64-x86-64-win32");
    }
    match there() {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "{linker} is missing: install mingw-w64 for it."
        ))),
    }
}

/// Packs what was compiled; returns the folder.
fn pack_all(claim: &Claim<'_>, chosen: &[&System]) -> Result<PathBuf, Failure> {
    let out = claim.own_path(FOLDER);
    _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).map_err(|cause| Failure::file_error("make", &out, &cause))?;
    let time = read_output("git", &["log", "-1", "--format=%ct"]).unwrap_or_else(|| "0".into());
    let texts = program_path(claim, &SYSTEMS[0]);
    let root = claim.root();
    for system in chosen {
        let program = program_path(claim, system);
        let pack = |words: &[&str], papers: Option<&Path>| {
            let mut pack = pack_command(claim);
            pack.args(words).arg(&program);
            if let Some(papers) = papers {
                pack.arg(papers);
            }
            run_command_with(pack, [root, &out], &time)
        };
        pack(&["archive", system.name], Some(&texts))?;
        if let Some(architecture) = system.architecture {
            pack(&["deb", architecture], Some(&texts))?;
            pack(&["image", architecture], None)?;
        }
    }
    let metadata = claim.own_path("metadata.json");
    write_metadata(claim, &metadata)?;
    let mut list = pack_command(claim);
    list.arg("sbom").arg(&metadata).arg(&out);
    run_command(list)?;
    let mut sums = pack_command(claim);
    sums.arg("sums").arg(&out);
    run_command(sums)?;
    Ok(out)
}

/// Returns the command that packs.
fn pack_command(claim: &Claim<'_>) -> Command {
    Command::new(claim.shared_dir().join("debug/pack"))
}

/// Runs a command with two folders and the time behind its arguments.
fn run_command_with(mut command: Command, folders: [&Path; 2], time: &str) -> Result<(), Failure> {
    command.args(folders).arg(time);
    run_command(command)
}

/// Writes what cargo knows of the packages that are compiled in.
fn write_metadata(claim: &Claim<'_>, path: &Path) -> Result<(), Failure> {
    let file =
        fs::File::create(path).map_err(|cause| Failure::file_error("write", path, &cause))?;
    let mut cargo = crate::cargo::bare_cargo_command(claim);
    cargo.args(["metadata", "--format-version=1", "--locked"]);
    let status = cargo.stdin(Stdio::null()).stdout(file).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::command_failed(&cargo, status)),
        Err(cause) => Err(Failure::not_started(&cargo, &cause)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_system_prints_the_papers_here() {
        assert_eq!(SYSTEMS[0].triple, "x86_64-unknown-linux-musl");
        let mut names: Vec<_> = SYSTEMS.iter().map(|system| system.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SYSTEMS.len());
    }
}
