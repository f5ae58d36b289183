//! Turns the WebAssembly that rustc wrote into what a browser loads: `NAME.js` and `NAME_bg.wasm`.
//!
//! `glue INPUT.wasm OUT_DIR NAME [--small | --parts]`
//!
//! This is the wasm-bindgen command without its many options, built from the library at the version in Cargo.lock.
//! Nothing has to be installed, and versions cannot drift apart.
//!
//! `--small` removes the names of functions: right for a release, wrong where a stack trace will be read. It also
//! empties functions that are never called ([`empty`]) and shortens names ([`script`]). `--parts` does
//! the same, and moves what a page does not need for hydration into a second file, `NAME_rest.wasm` ([`rest`],
//! [`parts`]).
#![expect(
    clippy::print_stderr,
    reason = "a command line tool tells people what went wrong"
)]

mod deferred;
mod references;
mod script;
mod split;
mod strip;

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, fs};
use walrus::{FunctionId, Module, ModuleConfig};
use wasm_bindgen_cli_support::Bindgen;

use self::deferred::DeferredModule;
use self::references::References;

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
    let (program, rest) = prepare_program(&fs::read(input)?, how == OutputMode::Parts)?;
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
        let module = format!("./{name}_bg.js");
        let parts = split::split_program(&fs::read(&program)?, &rest.data, &module)?;
        fs::write(&program, parts.first)?;
        fs::write(out.join(format!("{name}_rest.wasm")), parts.rest)?;
        script::add_loader(&script)?;
    }
    Ok(())
}

/// Empties the program of functions that are never called; with `in_parts`, also returns what belongs to the rest.
/// Functions of the rest are marked in their names.
fn prepare_program(
    input: &[u8],
    in_parts: bool,
) -> Result<(Vec<u8>, Option<DeferredModule>), GlueError> {
    let (mut module, functions) = read_module(input)?;
    let emptied = strip::empty_removable(&mut module);
    let mut rest = None;
    if in_parts {
        let name = |number: usize| {
            let id = functions.get(number).copied();
            let id = id.filter(|id| !emptied.contains(id));
            id.and_then(|id| module.funcs.get(id).name.as_deref())
        };
        let found = DeferredModule::find(&References::read(input)?, name);
        for (number, mark) in found.marked_functions() {
            if let Some(id) = functions.get(number) {
                let name = module.funcs.get_mut(*id).name.get_or_insert_default();
                name.push_str(mark);
            }
        }
        rest = Some(found);
    }
    for section in ["linking", "reloc.CODE", "reloc.DATA"] {
        _ = module.customs.remove_raw(section);
    }
    Ok((module.emit_wasm(), rest))
}

/// Reads a program; returns the module and its functions by their index in the file.
fn read_module(input: &[u8]) -> Result<(Module, Vec<FunctionId>), GlueError> {
    let functions = Arc::new(Mutex::new(Vec::new()));
    let mut config = ModuleConfig::new();
    let found = Arc::clone(&functions);
    config.on_parse(move |module, numbers| {
        let count = u32::try_from(module.funcs.iter().count())?;
        let all = (0..count).map(|number| numbers.get_func(number));
        *found.lock().unwrap_or_else(PoisonError::into_inner) = all.collect::<Result<_, _>>()?;
        Ok(())
    });
    let module = config.parse(input)?;
    let functions = std::mem::take(&mut *functions.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((module, functions))
}
