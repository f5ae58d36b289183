//! Runs files of test vectors against the rules: `cargo run -q -p rules --example vectors -- FILE.json…`
//!
//! A line for each vector that fails, then `N passed, N failed`. Anything but a clean pass
//! ends with a non-zero exit code.

mod runner;

use std::process::ExitCode;

#[expect(
    clippy::print_stdout,
    reason = "printing the result is what this program is for"
)]
fn main() -> ExitCode {
    let mut passed = 0;
    let mut failed = 0;
    for path in std::env::args().skip(1) {
        match read(&path).and_then(|text| runner::vectors(&text)) {
            Err(why) => {
                failed += 1;
                println!("{path}: {why}");
            }
            Ok(vectors) => {
                for vector in &vectors {
                    match runner::run(vector) {
                        Ok(()) => passed += 1,
                        Err(why) => {
                            failed += 1;
                            println!("{}: {why}", runner::id(vector));
                        }
                    }
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed > 0 || passed == 0 {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

#[expect(
    clippy::disallowed_methods,
    reason = "the files to run have to be read from somewhere"
)]
fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|cause| format!("cannot be read: {cause}"))
}
