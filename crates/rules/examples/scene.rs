//! Plays scenes at the table: `cargo run -q -p rules --example scene -- FILE.json…`
//!
//! A line for each expectation that fails, then `N passed, N failed`, which counts scenes.
//! Anything but a clean pass ends with a non-zero exit code. The format is in `docs/scenes.md`.

use std::process::ExitCode;

use testkit::scene;

#[expect(
    clippy::print_stdout,
    reason = "printing the result is what this program is for"
)]
fn main() -> ExitCode {
    let mut passed = 0;
    let mut failed = 0;
    for path in std::env::args().skip(1) {
        match read(&path).and_then(|text| scene::parse_scenes(&text)) {
            Err(why) => {
                failed += 1;
                println!("{path}: {why}");
            }
            Ok(scenes) => {
                for one in &scenes {
                    let wrong = scene::play(one);
                    for line in &wrong {
                        println!("{}: {line}", one.scene);
                    }
                    match wrong.is_empty() {
                        true => passed += 1,
                        false => failed += 1,
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
    reason = "the files to play have to be read from somewhere"
)]
fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|cause| format!("cannot be read: {cause}"))
}
