//! Failures of this tool: one sentence about what is missing or went wrong, and what to do about it.

use std::fmt;
use std::path::Path;
use std::process::Command;

/// Failure of a command, as a sentence for people.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    /// Creates a failure from a sentence.
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// Failure for a command line that is not valid.
    pub(crate) fn usage(words: &[&str]) -> Self {
        Self(format!(
            "I do not know `{}`; `cargo xtask help` lists what I know.",
            words.join(" ")
        ))
    }

    /// Failure for a program that exited with an error, after printing its reason.
    pub(crate) fn command_failed(command: &Command, status: std::process::ExitStatus) -> Self {
        Self(format!(
            "`{}` ended with {status}; its reason stands above.",
            format_command(command)
        ))
    }

    /// Appends names to the failure, on lines of their own.
    pub(crate) fn with_names(mut self, names: &str) -> Self {
        self.0.push_str(names);
        self
    }

    /// Failure for a program that could not be started.
    pub(crate) fn not_started(command: &Command, cause: &std::io::Error) -> Self {
        Self(format!(
            "`{}` could not be started: {cause}.",
            format_command(command)
        ))
    }

    /// Failure for a file or folder that could not be read, written or made.
    pub(crate) fn file_error(what: &str, path: &Path, cause: &std::io::Error) -> Self {
        Self(format!("could not {what} {}: {cause}.", path.display()))
    }

    /// Failure for a missing WebAssembly target of rustc.
    pub(crate) fn no_wasm_target() -> Self {
        Self::new(
            "the compiler's WebAssembly part is missing and could not be fetched: run `rustup target add \
             wasm32-unknown-unknown` where there is a network (without rustup, use a compiler that brings this target, \
             such as Debian's rustc-web with rust-web-src).",
        )
    }

    /// Failure for a missing toolchain component that only checks need.
    pub(crate) fn no_component(name: &str) -> Self {
        Self(format!(
            "`cargo {name}` is missing and could not be fetched: run `rustup component add {name}` where there is a network."
        ))
    }

    /// Failure for a missing LLVM tool, which reads coverage data.
    pub(crate) fn no_llvm_tool(name: &str, major: &str) -> Self {
        Self(format!(
            "{name} of LLVM {major} is missing and could not be fetched: run `rustup component add llvm-tools` where \
             there is a network, or install it (on Debian, `apt-get install llvm-{major}`)."
        ))
    }

    /// Failure for a missing tool of the deep check.
    pub(crate) fn no_tool(name: &str, version: &str) -> Self {
        Self(format!(
            "{name} {version} could not be fetched and compiled: its reason stands above; `cargo xtask check` without \
             --deep does without."
        ))
    }

    /// Failure for missing Node or npm.
    pub(crate) fn no_node() -> Self {
        Self::new(
            "this needs Node 20 or newer with npm, and there is none: install it (on Debian, `apt-get install nodejs \
             npm`); `cargo xtask run` without --release does without.",
        )
    }

    /// Failure of npm to install the packages of package-lock.json.
    pub(crate) fn npm_packages() -> Self {
        Self::new(
            "npm could not fetch what package-lock.json lists: its reason stands above; try again where there is a network.",
        )
    }

    /// Failure for missing Chromium.
    pub(crate) fn no_chromium() -> Self {
        Self::new(
            "the browser tests need Chromium, and there is none to be found or fetched: install it (on Debian, `apt-get \
             install chromium`) or set COTERIE_CHROMIUM to one.",
        )
    }

    /// Failure for a missing browser engine besides Chromium.
    pub(crate) fn no_engine(name: &str, packages: &str) -> Self {
        Self(format!(
            "{name} is not here and could not be fetched, so the main job was not played in it: install it (on Debian, \
             `apt-get install {packages}`)."
        ))
    }

    /// Failure for missing strace, which makes system calls fail.
    pub(crate) fn no_strace() -> Self {
        Self::new(
            "strace is not here and could not be fetched, so the program was not killed at system calls and no write or \
             sync was made to fail: install it (on Debian, `apt-get install strace`).",
        )
    }

    /// Failure for missing Postgres.
    pub(crate) fn no_postgres() -> Self {
        Self::new(
            "Postgres is not here and could not be fetched, so what is kept was tried on SQLite only: install it (on \
             Debian, `apt-get install postgresql`).",
        )
    }

    /// Failure for missing Caddy.
    pub(crate) fn no_caddy() -> Self {
        Self::new(
            "Caddy is not here and could not be fetched, so no servers were tried behind a proxy: install it (on Debian, \
             `apt-get install caddy`) or set COTERIE_CADDY to one.",
        )
    }

    /// Failure for missing nginx.
    pub(crate) fn no_nginx() -> Self {
        Self::new(
            "nginx is not here and could not be fetched, so the manual's sample for it was not started: install it (on \
             Debian, `apt-get install nginx`) or set COTERIE_NGINX to one.",
        )
    }

    /// Failure for a missing NATS server.
    pub(crate) fn no_nats() -> Self {
        Self::new(
            "the NATS server is not here and could not be fetched, so several nodes on one database were not tried: \
             install it (on Debian, `apt-get install nats-server`).",
        )
    }

    /// Failure for missing valgrind, which counts instructions.
    pub(crate) fn no_valgrind() -> Self {
        Self::new(
            "valgrind is not here and could not be fetched, so no instructions were counted: install it (on Debian, \
             `apt-get install valgrind`).",
        )
    }

    /// Failure for two versions of wasm-bindgen that must be equal and are not.
    pub(crate) fn version_mismatch(used: &str, glue: &str) -> Self {
        Self(format!(
            "Cargo.lock has wasm-bindgen {used} but wasm-bindgen-cli-support {glue}: write the same version in Cargo.toml \
             and xtask/glue/Cargo.toml."
        ))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns a command as one would type it, without the path of the program.
fn format_command(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut words = vec![
        program
            .file_name()
            .unwrap_or(program.as_os_str())
            .to_string_lossy(),
    ];
    words.extend(command.get_args().map(|word| word.to_string_lossy()));
    words.join(" ")
}
