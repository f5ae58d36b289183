//! Finds or installs parts of the Rust toolchain through rustup.

use crate::cargo::ask;
use crate::need::Failure;
use std::path::Path;
use std::process::{Command, Stdio};

/// Target triple for browsers.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure that rustc can compile for the browser.
pub(crate) fn wasm_target() -> Result<(), Failure> {
    let there = || {
        ask("rustc", &["--print", "target-libdir", "--target", WASM])
            .is_some_and(|folder| Path::new(&folder).is_dir())
    };
    if there() || (rustup(&["target", "add", WASM]) && there()) {
        return Ok(());
    }
    Err(Failure::wasm_target())
}

/// Makes sure that `cargo fmt` and `cargo clippy` exist; a minimal toolchain lacks them.
pub(crate) fn checkers() -> Result<(), Failure> {
    for (program, component) in [("cargo-fmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        let there = || ask(program, &["--version"]).is_some();
        if there() || (rustup(&["component", "add", component]) && there()) {
            continue;
        }
        return Err(Failure::component(component));
    }
    Ok(())
}

/// Returns a command for one of LLVM's tools, in the version of rustc's LLVM, since others cannot read its coverage
/// data. It is in the toolchain if rustup installed it, or on the search path under a name with the version.
pub(crate) fn llvm(name: &str) -> Result<Command, Failure> {
    let about = ask("rustc", &["--version", "--verbose"]).unwrap_or_default();
    let told = |what: &str| about.lines().find_map(|line| line.strip_prefix(what));
    let host = told("host: ").unwrap_or_default();
    let version = told("LLVM version: ").unwrap_or_default();
    let major = version.split('.').next().unwrap_or_default();
    let find = || {
        let root = ask("rustc", &["--print", "sysroot"]).unwrap_or_default();
        let ours = Path::new(&root).join("lib/rustlib").join(host).join("bin");
        let named = format!("{name}-{major}");
        let of_version = |program: &str| {
            let about = ask(program, &["--version"]).unwrap_or_default();
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
    _ = rustup(&["component", "add", "llvm-tools"]);
    find()
        .map(Command::new)
        .ok_or_else(|| Failure::llvm(name, major))
}

/// Runs rustup for the toolchain that started this tool; returns whether it succeeded.
fn rustup(arguments: &[&str]) -> bool {
    let status = Command::new("rustup")
        .args(arguments)
        .stdin(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
