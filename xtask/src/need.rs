//! What is missing or went wrong: always one sentence, and what to do about it.

use std::fmt;
use std::path::Path;
use std::process::Command;

/// Why a command stops. The text is all there is: nobody decides anything by it.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    /// Says `sentence` and nothing else.
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// The words on the command line mean nothing.
    pub(crate) fn usage(words: &[&str]) -> Self {
        Self(format!(
            "I do not know `{}`; `cargo xtask help` lists what I know.",
            words.join(" ")
        ))
    }

    /// A program ran and said no; it has told why itself.
    pub(crate) fn refused(command: &Command, status: std::process::ExitStatus) -> Self {
        Self(format!(
            "`{}` ended with {status}; its reason stands above.",
            shown(command)
        ))
    }

    /// The same, with the names behind it in lines of their own.
    pub(crate) fn naming(mut self, names: &str) -> Self {
        self.0.push_str(names);
        self
    }

    /// A program could not be started at all.
    pub(crate) fn not_started(command: &Command, cause: &std::io::Error) -> Self {
        Self(format!(
            "`{}` could not be started: {cause}.",
            shown(command)
        ))
    }

    /// A file or folder could not be read, written or made.
    pub(crate) fn file(what: &str, path: &Path, cause: &std::io::Error) -> Self {
        Self(format!("could not {what} {}: {cause}.", path.display()))
    }

    /// rustc cannot write WebAssembly here.
    pub(crate) fn wasm_target() -> Self {
        Self::new(
            "the compiler's WebAssembly part is missing and could not be fetched: run `rustup target add \
             wasm32-unknown-unknown` where there is a network (without rustup, use a compiler that brings this target, \
             such as Debian's rustc-web with rust-web-src).",
        )
    }

    /// A part of the toolchain that only checks need.
    pub(crate) fn component(name: &str) -> Self {
        Self(format!(
            "`cargo {name}` is missing and could not be fetched: run `rustup component add {name}` where there is a network."
        ))
    }

    /// A tool of LLVM, which reads what a program that counts its lines has counted.
    pub(crate) fn llvm(name: &str, major: &str) -> Self {
        Self(format!(
            "{name} of LLVM {major} is missing and could not be fetched: run `rustup component add llvm-tools` where \
             there is a network, or install it (on Debian, `apt-get install llvm-{major}`)."
        ))
    }

    /// A tool that only the deep check needs.
    pub(crate) fn tool(name: &str, version: &str) -> Self {
        Self(format!(
            "{name} {version} could not be fetched and compiled: its reason stands above; `cargo xtask check` without \
             --deep does without."
        ))
    }

    /// No Node, or no npm.
    pub(crate) fn node() -> Self {
        Self::new(
            "this needs Node 20 or newer with npm, and there is none: install it (on Debian, `apt-get install nodejs \
             npm`); `cargo xtask run` without --release does without.",
        )
    }

    /// npm could not bring what package-lock.json lists.
    pub(crate) fn npm_parts() -> Self {
        Self::new(
            "npm could not fetch what package-lock.json lists: its reason stands above; try again where there is a network.",
        )
    }

    /// No browser to test with.
    pub(crate) fn chromium() -> Self {
        Self::new(
            "the browser tests need Chromium, and there is none to be found or fetched: install it (on Debian, `apt-get \
             install chromium`) or set COTERIE_CHROMIUM to one.",
        )
    }

    /// One of the engines besides Chromium that the main job is played in.
    pub(crate) fn engine(name: &str, packages: &str) -> Self {
        Self(format!(
            "{name} is not here and could not be fetched, so the main job was not played in it: install it (on Debian, \
             `apt-get install {packages}`)."
        ))
    }

    /// The program that lets system calls fail.
    pub(crate) fn strace() -> Self {
        Self::new(
            "strace is not here and could not be fetched, so the program was not killed at system calls and no write or \
             sync was made to fail: install it (on Debian, `apt-get install strace`).",
        )
    }

    /// The database beside SQLite.
    pub(crate) fn postgres() -> Self {
        Self::new(
            "Postgres is not here and could not be fetched, so what is kept was tried on SQLite only: install it (on \
             Debian, `apt-get install postgresql`).",
        )
    }

    /// The proxy in front of several servers.
    pub(crate) fn caddy() -> Self {
        Self::new(
            "Caddy is not here and could not be fetched, so no servers were tried behind a proxy: install it (on Debian, \
             `apt-get install caddy`) or set COTERIE_CADDY to one.",
        )
    }

    /// The proxy of the manual's other sample.
    pub(crate) fn nginx() -> Self {
        Self::new(
            "nginx is not here and could not be fetched, so the manual's sample for it was not started: install it (on \
             Debian, `apt-get install nginx`) or set COTERIE_NGINX to one.",
        )
    }

    /// What carries news between nodes.
    pub(crate) fn nats() -> Self {
        Self::new(
            "the NATS server is not here and could not be fetched, so several nodes on one database were not tried: \
             install it (on Debian, `apt-get install nats-server`).",
        )
    }

    /// The program that counts instructions.
    pub(crate) fn valgrind() -> Self {
        Self::new(
            "valgrind is not here and could not be fetched, so no instructions were counted: install it (on Debian, \
             `apt-get install valgrind`).",
        )
    }

    /// Somebody raised one of two numbers that have to be equal.
    pub(crate) fn drift(used: &str, glue: &str) -> Self {
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

/// A command the way one would type it, without the long path of the program.
fn shown(command: &Command) -> String {
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
