//! Load program for `cargo xtask bench`: many clients at once.
//!
//! ```text
//! load NAME --server COTERIE --programs tests/load [--quick] [--minutes N]
//! ```
//!
//! A measurement prints each of its figures on a line (`figures`), for a row of `rows`. Everything runs on this machine
//! and ends by itself. The server has one core and the load another, if the machine has two cores and `taskset`;
//! several nodes, their database and the load share all cores.
//!
//! ```text
//! fanout paced           changes to many sockets, at full speed and one at a time; beside baselines
//! private                changes to a table of whom some are told things in private; beside one without
//! acks writers           acknowledged commands
//! idle stalled crowd     clients that are idle, do not read, or are too many
//! reconnect              clients that reconnect
//! clicks first_load      bytes of a click and of a first load
//! costs                  instructions
//! waking soak            long logs, long load
//! nodes cross_node       several nodes: throughput, and latency between nodes
//! services               Postgres and NATS of several nodes
//!
//! connection             one websocket
//! audience stage         listeners, and everybody at a table
//! guest table            browsers, and tables with guests
//! program                the measured program
//! baselines raw disk     what it is compared with
//! plan rows figures      options, the list of figures, and their output
//! ```
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool answers on its output"
)]

mod acks;
mod audience;
mod baselines;
mod clicks;
mod connection;
mod costs;
#[cfg(unix)]
mod cross_node;
mod crowd;
mod disk;
mod fanout;
mod figures;
mod first_load;
mod guest;
mod idle;
#[cfg(unix)]
mod nodes;
mod paced;
mod plan;
mod private;
mod program;
mod raw;
mod reconnect;
mod rows;
#[cfg(unix)]
mod services;
mod soak;
mod stage;
mod stalled;
mod table;
mod waking;
mod writers;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use crate::plan::Plan;

/// Error of any kind, as text.
type BoxError = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // A single thread, because the load has a single core.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let done = runtime.map_err(BoxError::from).and_then(|runtime| {
        rlimit::increase_nofile_limit(u64::MAX)?;
        runtime.block_on(run_measurement(&words))
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("load: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the measurement that the command line names.
async fn run_measurement(words: &[&str]) -> Result<(), BoxError> {
    if let ["raw", port, frame] = words {
        return raw::serve(port.parse()?, Path::new(frame)).await;
    }
    let (name, plan) = parse_arguments(words).ok_or("this is run by `cargo xtask bench`")?;
    if !rows::ROWS.iter().any(|row| row.bench == name) {
        return Err(format!("there is no row of {name}").into());
    }
    // The nodes, their database and the load are not pinned to cores.
    #[cfg(unix)]
    if name == "nodes" {
        return nodes::measure(&plan).await;
    }
    if !program::pin_to_core().await? {
        println!("  there is no core for each here");
    }
    match name {
        "fanout" => fanout::measure(&plan).await,
        "paced" => paced::measure(&plan).await,
        "private" => private::measure(&plan).await,
        "idle" => idle::measure(&plan).await,
        "acks" => acks::measure(&plan).await,
        "lone" => acks::measure_lone(&plan).await,
        "clicks" => clicks::measure(&plan).await,
        "load" => first_load::measure(&plan).await,
        "stalled" => stalled::measure(&plan).await,
        "reconnect" => reconnect::measure(&plan).await,
        "crowd" => crowd::measure(&plan).await,
        "costs" => costs::measure(&plan).await,
        "waking" => waking::measure(&plan).await,
        "writers" => writers::measure(&plan).await,
        "soak" => soak::measure(&plan).await,
        _ => Err(format!("{name} is not measured here").into()),
    }
}

/// Parses the command line; returns the name of the measurement and its plan.
fn parse_arguments<'a>(words: &[&'a str]) -> Option<(&'a str, Plan)> {
    let (name, mut rest) = words.split_first()?;
    let mut plan = Plan {
        server: String::new(),
        baseline_dir: Path::new("").to_owned(),
        quick: false,
        minutes: 30,
    };
    while let Some((word, behind)) = rest.split_first() {
        rest = match (*word, behind) {
            ("--quick", behind) => {
                plan.quick = true;
                behind
            }
            ("--server", [server, behind @ ..]) => {
                (*server).clone_into(&mut plan.server);
                behind
            }
            ("--programs", [folder, behind @ ..]) => {
                plan.baseline_dir = Path::new(folder).to_owned();
                behind
            }
            ("--minutes", [minutes, behind @ ..]) => {
                plan.minutes = minutes.parse().ok()?;
                behind
            }
            _ => return None,
        };
    }
    Some((name, plan))
}
