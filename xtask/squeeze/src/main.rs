//! Writes a Brotli-compressed `FILE.br` beside each file, and before that a program anew, in an order that compresses
//! well ([`order`]).
//!
//! `squeeze FILE...`
//!
//! Uses the best and slowest setting, because a release is compressed once and downloaded often.
#![expect(
    clippy::print_stderr,
    reason = "a command line tool tells people what went wrong"
)]

mod order;

use brotli::enc::BrotliEncoderParams;
use std::{fs, io, process::ExitCode};

fn main() -> ExitCode {
    for path in std::env::args().skip(1) {
        if let Err(cause) = compress(&path) {
            eprintln!("squeeze: {path}: {cause}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Compresses one file into `FILE.br`.
fn compress(path: &str) -> io::Result<()> {
    let mut plain = fs::read(path)?;
    if path.ends_with(".wasm") {
        plain = order::order_functions(&plain).map_err(io::Error::other)?;
        fs::write(path, &plain)?;
    }
    // 2^22 bytes are the largest window that every browser accepts. A block as large sees the file as a whole.
    let best = BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        lgblock: 22,
        size_hint: plain.len(),
        ..Default::default()
    };
    let mut small = Vec::with_capacity(plain.len() / 2);
    brotli::BrotliCompress(&mut plain.as_slice(), &mut small, &best)?;
    fs::write(format!("{path}.br"), &small)
}
