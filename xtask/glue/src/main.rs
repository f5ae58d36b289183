//! Turns the WebAssembly that rustc wrote into the pair a browser loads: `NAME.js` and `NAME_bg.wasm`.
//!
//! `glue INPUT.wasm OUT_DIR NAME [--small]`. This is the wasm-bindgen command without its many options, built from the
//! library at the version in Cargo.lock, so nothing has to be installed and nothing can drift. `--small` leaves out the
//! names of functions: right for a release, wrong where somebody will read a stack trace.
#![expect(
    clippy::print_stderr,
    reason = "a command line tool tells people what went wrong"
)]

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

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
    bindgen.input_path(input).out_name(name).typescript(false);
    bindgen
        .remove_name_section(small)
        .remove_producers_section(small);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            eprintln!("glue: {input}: {cause:#}");
            ExitCode::FAILURE
        }
    }
}
