//! Entry point of the server program: reads its options, opens the store, and serves.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a command was asked to print, and the line that says why not"
)]

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use server::chance::{Chance, SystemChance};
use server::cli::options::{self, CliAction, Options};
use server::cli::order::StoreCommand;
use server::cli::verify::{Verified, verify};
use server::clock::{Clock, SystemClock};
use server::folder::find_foreign_owner;
use server::store::check::{CheckReport, check_folder};
use server::store::postgres;
use server::{logs, program};

/// Allocator of the static programs for Linux.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Environment variable with which tests show every message in an invented language. Not part of a release.
#[cfg(debug_assertions)]
const INVENTED_LANGUAGE_VARIABLE: &str = "COTERIE_MADE_UP";

/// Runs the program with the command line, and returns its exit code.
fn main() -> ExitCode {
    #[cfg(debug_assertions)]
    if std::env::var_os(INVENTED_LANGUAGE_VARIABLE).is_some() {
        rules::messages::made_up::turn_on();
    }
    let asked = options::parse(
        std::env::args_os().skip(1),
        |name| std::env::var(name).ok(),
        &program::usual_data_folder(),
    );
    let options = match asked {
        Ok(CliAction::Run(options)) => options,
        Ok(CliAction::Print(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Ok(CliAction::Verify(file)) => {
            return match verify(&file) {
                Ok(Verified {
                    report: words,
                    is_right: right,
                }) => {
                    print!("{words}");
                    match right {
                        true => ExitCode::SUCCESS,
                        false => ExitCode::FAILURE,
                    }
                }
                Err(why) => fail_with(&why),
            };
        }
        Ok(CliAction::Archive(order, options)) => return run_archive_command(order, &options),
        Ok(CliAction::Check(options)) => return run_check(&options),
        Err(error) => return fail_with(&error.to_string()),
    };
    if let Err(why) = start_log(&options) {
        return fail_with(&why);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return fail_with(&not_started(&error)),
    };
    let ran = runtime.block_on(program::run(options, choose_chance(), choose_clock()));
    // Tasks that still wait for the disk are not waited for.
    runtime.shutdown_background();
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => fail_with(&why),
    }
}

/// Starts the log with the filter in `RUST_LOG`.
fn start_log(options: &Options) -> Result<(), String> {
    let wanted = std::env::var_os("RUST_LOG").map(|text| text.to_string_lossy().into_owned());
    let filter = logs::parse_filter(wanted.as_deref()).map_err(|error| error.to_string())?;
    logs::start_log(filter, options.json_logs);
    Ok(())
}

/// Runs a command on the stored tables, without serving, and prints its result.
fn run_archive_command(order: StoreCommand, options: &Options) -> ExitCode {
    // A command that may take long logs its progress.
    if let StoreCommand::Move(_) = order
        && let Err(why) = start_log(options)
    {
        return fail_with(&why);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(order.run(options, &SystemChance, SystemClock.now())),
        Err(error) => Err(not_started(&error)),
    };
    let printed = done.and_then(|words| {
        let mut out = std::io::stdout().lock();
        let written = out.write_all(words.as_bytes()).and_then(|()| out.flush());
        written.map_err(|error| format!("not all could be printed: {error}"))
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => fail_with(&append_owner(why, options)),
    }
}

/// Returns the error message for a program that the system gives no threads.
fn not_started(error: &std::io::Error) -> String {
    format!(
        "the program could not start: {error}. End other programs, or raise the limit of threads"
    )
}

/// Prints an error and returns the exit code for it.
fn fail_with(why: &str) -> ExitCode {
    eprintln!("coterie: {why}");
    ExitCode::FAILURE
}

/// Checks the stored data and prints what was found.
fn run_check(options: &Options) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return fail_with(&not_started(&error)),
    };
    let found = async {
        match &options.database {
            None => check_folder(&options.data).await,
            Some(address) => postgres::check_database(address).await,
        }
    };
    match runtime.block_on(found) {
        Ok(CheckReport {
            text: words,
            is_intact: whole,
        }) => {
            print!("{words}");
            match whole {
                true => ExitCode::SUCCESS,
                false => ExitCode::FAILURE,
            }
        }
        Err(why) => fail_with(&append_owner(why, options)),
    }
}

/// Adds to an error message which other user owns the data folder, if so. That is the most frequent
/// reason.
fn append_owner(why: String, options: &Options) -> String {
    let folder = options.database.is_none().then_some(&options.data);
    match folder.and_then(|data| find_foreign_owner(data)) {
        Some(owned) => format!("{why}. {owned}"),
        None => why,
    }
}

/// Returns the source of randomness and dice, which is the operating system, or in development a file.
fn choose_chance() -> Arc<dyn Chance> {
    #[cfg(debug_assertions)]
    if let Some(file) = std::env::var_os(server::chance::ScriptedChance::VARIABLE) {
        return Arc::new(server::chance::ScriptedChance::new(file.into()));
    }
    Arc::new(SystemChance)
}

/// Returns the server's clock, which is the machine's, or in development one shifted by a file.
fn choose_clock() -> Arc<dyn Clock> {
    #[cfg(debug_assertions)]
    if let Some(file) = std::env::var_os(server::clock::AdjustedClock::VARIABLE) {
        return Arc::new(server::clock::AdjustedClock::new(file.into()));
    }
    Arc::new(SystemClock)
}
