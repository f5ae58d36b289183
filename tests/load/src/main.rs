//! Many clients at once. `cargo xtask bench` builds this and runs it:
//!
//! ```text
//! load reconnect --server COTERIE --floor FLOOR.mjs
//! load crowd     --server COTERIE
//! load nodes     --server COTERIE
//! ```
//!
//! Everything is on this machine, bounded, and ends by itself. The server has one core and the
//! load another, where the machine has two and `taskset`; several nodes, their database and the load take what
//! there is.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool answers on its output"
)]

mod crowd;
mod guest;
mod line;
#[cfg(unix)]
mod nodes;
mod program;
mod reconnect;
#[cfg(unix)]
mod services;

use std::error::Error;
use std::process::ExitCode;

/// What went wrong, in words.
type Trouble = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // One core, so one thread.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let done = runtime.map_err(Trouble::from).and_then(|runtime| {
        rlimit::increase_nofile_limit(u64::MAX)?;
        match words[..] {
            ["reconnect", "--server", server, "--floor", floor] => {
                runtime.block_on(reconnect::measure(server, floor))
            }
            ["crowd", "--server", server] => runtime.block_on(crowd::measure(server)),
            #[cfg(unix)]
            ["nodes", "--server", server] => runtime.block_on(nodes::measure(server)),
            _ => Err("this is run by `cargo xtask bench`".into()),
        }
    });
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("load: {why}");
            ExitCode::FAILURE
        }
    }
}
