//! Finds or installs parts of the Rust toolchain through rustup.

use crate::cargo::read_output;
use crate::error::Failure;
use std::path::Path;
use std::process::{Command, Stdio};

/// Target triple for browsers.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure that rustc can compile for the browser.
pub(crate) fn ensure_wasm_target() -> Result<(), Failure> {
    match ensure_target(WASM) {
        true => Ok(()),
        false => Err(Failure::no_wasm_target()),
    }
}

/// Makes sure that rustc can compile for a target; returns whether it can.
pub(crate) fn ensure_target(triple: &str) -> bool {
    let there = || {
        read_output("rustc", &["--print", "target-libdir", "--target", triple])
            .is_some_and(|folder| Path::new(&folder).is_dir())
    };
    there() || (run_rustup(&["target", "add", triple]) && there())
}

/// Makes sure that `cargo fmt` and `cargo clippy` exist; a minimal toolchain lacks them.
pub(crate) fn ensure_checkers() -> Result<(), Failure> {
    for (program, component) in [("cargo-fmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        let there = || read_output(program, &["--version"]).is_some();
        if there() || (run_rustup(&["component", "add", component]) && there()) {
            continue;
        }
        return Err(Failure::no_component(component));
    }
    Ok(())
}

/// Returns a command for one of LLVM's tools, in the version of rustc's LLVM, since others cannot read its coverage
/// data. It is in the toolchain if rustup installed it, or on the search path under a name with the version.
pub(crate) fn find_llvm_tool(name: &str) -> Result<Command, Failure> {
    let about = read_output("rustc", &["--version", "--verbose"]).unwrap_or_default();
    let told = |what: &str| about.lines().find_map(|line| line.strip_prefix(what));
    let host = told("host: ").unwrap_or_default();
    let version = told("LLVM version: ").unwrap_or_default();
    let major = version.split('.').next().unwrap_or_default();
    let find = || {
        let root = read_output("rustc", &["--print", "sysroot"]).unwrap_or_default();
        let ours = Path::new(&root).join("lib/rustlib").join(host).join("bin");
        let named = format!("{name}-{major}");
        let of_version = |program: &str| {
            let about = read_output(program, &["--version"]).unwrap_or_default();
            about.contains(&format!("LLVM version {major}."))
        };
        let all = [
            ours.join(name).display().to_string(),
            named,
            name.to_owned(),
        ];
        all.into_iter().find(|program| of_version(program))
    };
    if let Some(program) = find() {
        return Ok(Command::new(program));
    }
    _ = run_rustup(&["component", "add", "llvm-tools"]);
    find()
        .map(Command::new)
        .ok_or_else(|| Failure::no_llvm_tool(name, major))
}

/// Runs rustup for the toolchain that started this tool; returns whether it succeeded.
fn run_rustup(arguments: &[&str]) -> bool {
    let status = Command::new("rustup")
        .args(arguments)
        .stdin(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
