//! Turns the WebAssembly that rustc wrote into the pair a browser loads: `NAME.js` and `NAME_bg.wasm`.
//!
//! `glue INPUT.wasm OUT_DIR NAME [--small]`. This is the wasm-bindgen command without its many options, built from the
//! library at the version in Cargo.lock, so nothing has to be installed and nothing can drift. `--small` leaves out the
//! names of functions: right for a release, wrong where somebody will read a stack trace. It also empties functions that
//! nothing here ever calls ([`NEVER`]).
#![expect(
    clippy::print_stderr,
    reason = "a command line tool tells people what went wrong"
)]

use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};
use walrus::ir::{Visitor, dfs_in_order};
use walrus::{FunctionBuilder, FunctionId, FunctionKind, LocalId, Module, TypeId};
use wasm_bindgen_cli_support::Bindgen;

/// Parts of the names of functions that are linked and never called. Whatever is called after all stops the program
/// with `unreachable`.
///
/// leptos keeps, for every type of a view, a pointer to each way of waking it. This page is woken in one go
/// (`hydrate_from`); waking it piece by piece, while parts of it are still on their way, and drawing from a template are
/// other ways, and a fifteenth of the program. Nothing on the page is printed with a fraction, and nothing is streamed.
const NEVER: [&str; 6] = [
    "hydrate_async",
    "hydrate_from_template",
    "new_with_async_value",
    "4core3fmt5float",
    "wasm_streams",
    "intounderlying",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (input, out, name, small) = match arguments.as_slice() {
        [input, out, name] => (input, out, name, false),
        [input, out, name, flag] if flag == "--small" => (input, out, name, true),
        _ => {
            eprintln!("usage: glue INPUT.wasm OUT_DIR NAME [--small]");
            return ExitCode::from(2);
        }
    };
    let mut bindgen = Bindgen::new();
    bindgen.out_name(name).typescript(false);
    if small {
        match emptied(input) {
            Ok(bytes) => bindgen.input_bytes(name, bytes),
            Err(cause) => {
                eprintln!("glue: {input}: {cause}");
                return ExitCode::FAILURE;
            }
        };
    } else {
        bindgen.input_path(input);
    }
    bindgen
        .remove_name_section(small)
        .remove_producers_section(small);
    if let Err(cause) = bindgen.web(true).and_then(|bindgen| bindgen.generate(out)) {
        eprintln!("glue: {input}: {cause:#}");
        return ExitCode::FAILURE;
    }
    let script = Path::new(out).join(format!("{name}.js"));
    if small && let Err(cause) = uncommented(&script) {
        eprintln!("glue: {}: {cause}", script.display());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Takes comments and indentation out of the script: what stands on lines of its own.
fn uncommented(script: &Path) -> io::Result<()> {
    let mut small = String::new();
    let mut comment = false;
    for line in fs::read_to_string(script)?.lines().map(str::trim) {
        comment |= line.starts_with("/*");
        if !comment && !line.is_empty() && !line.starts_with("//") {
            small.push_str(line);
            small.push('\n');
        }
        comment &= !line.ends_with("*/");
    }
    fs::write(script, small)
}

/// The program without what is in the functions of [`NEVER`]; `wasm-opt` then drops what only they called.
fn emptied(input: &str) -> Result<Vec<u8>, String> {
    let mut module = Module::from_file(input).map_err(|cause| format!("{cause:#}"))?;
    for (id, ty, args) in never_called(&module) {
        let ty = module.types.get(ty);
        let (params, results) = (ty.params().to_vec(), ty.results().to_vec());
        let mut empty = FunctionBuilder::new(&mut module.types, &params, &results);
        empty.func_body().unreachable();
        module.funcs.get_mut(id).kind = FunctionKind::Local(empty.local_func(args));
    }
    Ok(module.emit_wasm())
}

/// The functions of [`NEVER`] that nobody else calls. The compiler makes one of functions that are alike, so a name may
/// stand for others, too.
fn never_called(module: &Module) -> Vec<(FunctionId, TypeId, Vec<LocalId>)> {
    let named = |id: &FunctionId| {
        let name = module.funcs.get(*id).name.as_deref().unwrap_or_default();
        let never = NEVER.iter().any(|part| name.contains(part));
        // What is described runs here and not in the browser; what is dropped may have been something else.
        never
            && !["describe", "drop_in_place"]
                .iter()
                .any(|part| name.contains(part))
    };
    let calls: Vec<(FunctionId, Vec<FunctionId>)> = module
        .funcs
        .iter_local()
        .map(|(id, function)| {
            let mut calls = Calls::default();
            dfs_in_order(&mut calls, function, function.entry_block());
            (id, calls.0)
        })
        .collect();
    let mut never: HashSet<FunctionId> = calls.iter().map(|(id, _)| *id).filter(named).collect();
    loop {
        let before = never.len();
        for (caller, called) in &calls {
            if !never.contains(caller) {
                called.iter().for_each(|id| _ = never.remove(id));
            }
        }
        if never.len() == before {
            break;
        }
    }
    let locals = module.funcs.iter_local();
    locals
        .filter(|(id, _)| never.contains(id))
        .map(|(id, function)| (id, function.ty(), function.args.clone()))
        .collect()
}

/// Which functions a function names.
#[derive(Default)]
struct Calls(Vec<FunctionId>);

impl Visitor<'_> for Calls {
    fn visit_function_id(&mut self, id: &FunctionId) {
        self.0.push(*id);
    }
}
