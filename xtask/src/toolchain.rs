//! Brings what rustup can bring.

use crate::cargo::ask;
use crate::need::Failure;
use std::path::Path;
use std::process::{Command, Stdio};

/// The compiler's name for browsers.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure rustc can write WebAssembly.
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

/// Makes sure `cargo fmt` and `cargo clippy` exist; a minimal toolchain comes without.
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

/// Whether rustup did as told. It follows the toolchain that started this tool.
fn rustup(arguments: &[&str]) -> bool {
    let status = Command::new("rustup")
        .args(arguments)
        .stdin(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
