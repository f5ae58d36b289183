//! Puts a built server into what people download. Run by `cargo xtask dist`; the same input makes the same bytes.
//!
//! ```text
//! pack archive SYSTEM PROGRAM TEXTS ROOT OUT TIME   an archive of the program with its papers
//! pack deb ARCHITECTURE PROGRAM TEXTS ROOT OUT TIME a Debian package
//! pack image ARCHITECTURE PROGRAM ROOT OUT TIME     an image, as an archive of the OCI's layout
//! pack sbom METADATA OUT                            a list of everything that is compiled into the program
//! pack sums OUT                                     SHA256SUMS over all of it
//! ```
//!
//! `PROGRAM` is the file for that system, `TEXTS` one that runs here and prints the manual and the completions, `TIME` the
//! seconds since 1970 that all files carry.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool answers on its output"
)]

mod archive;
mod deb;
mod image;
mod papers;
mod sbom;
mod sums;
mod tree;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

/// Result of a command, with an error that is printed as it is.
pub(crate) type Done<T = ()> = Result<T, Box<dyn Error>>;

/// Version of the program that is packed.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match pack(&words) {
        Ok(made) => {
            println!("{made}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("pack: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command; returns the path of the file it made.
fn pack(words: &[&str]) -> Done<String> {
    let time = |text: &str| text.parse::<u64>().map_err(|_| "the time is no number");
    let made = match *words {
        ["archive", system, program, texts, root, out, at] => {
            let papers = papers::Papers::gather(Path::new(texts), Path::new(root))?;
            archive::write(
                system,
                Path::new(program),
                &papers,
                Path::new(out),
                time(at)?,
            )?
        }
        ["deb", architecture, program, texts, root, out, at] => {
            let (texts, root) = (Path::new(texts), Path::new(root));
            let papers = papers::Papers::gather(texts, root)?;
            let program = Path::new(program);
            deb::write(
                architecture,
                program,
                &papers,
                root,
                Path::new(out),
                time(at)?,
            )?
        }
        ["image", architecture, program, root, out, at] => image::write(
            architecture,
            Path::new(program),
            Path::new(root),
            Path::new(out),
            time(at)?,
        )?,
        ["sbom", metadata, out] => sbom::write(Path::new(metadata), Path::new(out))?,
        ["sums", out] => sums::write(Path::new(out))?,
        _ => return Err("see the first lines of this program for its commands".into()),
    };
    Ok(made.display().to_string())
}
