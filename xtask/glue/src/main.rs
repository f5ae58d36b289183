//! Turns the WebAssembly that rustc wrote into what a browser loads: `NAME.js` and `NAME_bg.wasm`.
//!
//! `glue INPUT.wasm OUT_DIR NAME [--small | --parts]`
//!
//! This is the wasm-bindgen command without its many options, built from the library at the version in Cargo.lock.
//! Nothing has to be installed, and versions cannot drift apart.
//!
//! `--small` removes the names of functions: right for a release, wrong where a stack trace will be read. It also
//! empties functions that are never called ([`strip`]) and shortens names ([`script`]). `--parts` does the same, and
//! moves what a page does not need for hydration into a second file, `NAME_rest.wasm` ([`parts`]);
//! `docs/design/first-load.md` says why no library does this, and what deleting it takes.
#![expect(
    clippy::print_stderr,
    reason = "a command line tool tells people what went wrong"
)]

mod parts;
mod script;
mod strip;

use std::path::Path;
use std::process::ExitCode;
use std::{fmt, fs};
use walrus::Module;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (input, out, name, how) = match *arguments.as_slice() {
        [input, out, name] => (input, out, name, OutputMode::Named),
        [input, out, name, "--small"] => (input, out, name, OutputMode::Small),
        [input, out, name, "--parts"] => (input, out, name, OutputMode::Parts),
        _ => {
            eprintln!("usage: glue INPUT.wasm OUT_DIR NAME [--small | --parts]");
            return ExitCode::from(2);
        }
    };
    match write_output(input, Path::new(out), name, how) {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            eprintln!("glue: {input}: {cause}");
            ExitCode::FAILURE
        }
    }
}

/// Kind of output to make of a program.
#[derive(Clone, Copy, PartialEq)]
enum OutputMode {
    /// A single file that keeps the names of functions.
    Named,
    /// A single small file without names.
    Small,
    /// Two small files: what hydrates a page, and the rest.
    Parts,
}

/// Error of a glue run, as text.
struct GlueError(String);

impl fmt::Display for GlueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: fmt::Debug> From<E> for GlueError {
    fn from(cause: E) -> Self {
        Self(format!("{cause:?}"))
    }
}

/// Writes the output files for a program.
fn write_output(input: &str, out: &Path, name: &str, how: OutputMode) -> Result<(), GlueError> {
    let mut bindgen = Bindgen::new();
    bindgen.out_name(name).typescript(false).web(true)?;
    if how == OutputMode::Named {
        bindgen.input_path(input).generate(out)?;
        return Ok(());
    }
    let source = fs::read(input)?;
    let (program, rest) = match how {
        OutputMode::Parts => {
            parts::mark_rest(&source).map(|(program, rest)| (program, Some(rest)))?
        }
        OutputMode::Small | OutputMode::Named => (strip_program(&source)?, None),
    };
    bindgen
        .input_bytes(name, program)
        .demangle(false)
        .remove_name_section(how == OutputMode::Small)
        .remove_producers_section(true)
        .generate(out)?;
    let script = out.join(format!("{name}.js"));
    let program = out.join(format!("{name}_bg.wasm"));
    script::shrink_script(&script)?;
    script::shorten_names(&script, &program)?;
    if let Some(rest) = rest {
        parts::split_files(&script, &program, &rest)?;
    }
    Ok(())
}

/// Empties the program of functions that are never called.
fn strip_program(input: &[u8]) -> Result<Vec<u8>, GlueError> {
    let mut module = Module::from_buffer(input)?;
    strip::empty_removable(&mut module);
    Ok(module.emit_wasm())
}
