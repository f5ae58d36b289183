//! Entry point of the server program: reads its options, opens the store, and serves.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the one line that says where it is, and the one that says why not"
)]

use std::io::Write as _;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use server::App;
use server::auth::token::Secret;
use server::chance::{Chance, SystemChance};
use server::cli::lan;
use server::cli::options::{self, CliAction, HELP, Options};
use server::cli::order::StoreCommand;
use server::cli::verify::{Verified, verify};
use server::clock::{Clock, SystemClock};
use server::folder::{DataFolder, find_foreign_owner};
use server::logs;
use server::store::check::{CheckReport, check_folder};
use server::store::{ArchiveStore as _, SqlStore, postgres, sqlite};
use tokio::net::TcpListener;

/// Environment variable with which tests show every message in an invented language. Not part of a release.
#[cfg(debug_assertions)]
const INVENTED_LANGUAGE_VARIABLE: &str = "COTERIE_MADE_UP";

/// Runs the program with the command line, and returns its exit code.
fn main() -> ExitCode {
    #[cfg(debug_assertions)]
    if std::env::var_os(INVENTED_LANGUAGE_VARIABLE).is_some() {
        rules::messages::made_up::turn_on();
    }
    let asked = options::parse(std::env::args_os().skip(1), |name| std::env::var(name).ok());
    let options = match asked {
        Ok(CliAction::Run(options)) => options,
        Ok(CliAction::Help) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(CliAction::Version) => {
            println!("coterie {}", env!("CARGO_PKG_VERSION"));
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
        Err(error) => return fail_with(&format!("the program could not start: {error}")),
    };
    let ran = runtime.block_on(run(options));
    // Tasks that still wait for the disk are not waited for.
    runtime.shutdown_background();
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => fail_with(&why),
    }
}

/// Starts the log as `RUST_LOG` says.
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
        Err(error) => Err(format!("the program could not start: {error}")),
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
        Err(error) => return fail_with(&format!("the program could not start: {error}")),
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

/// Adds to an error in the data folder which other user owns it, if so: that is the most frequent reason.
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

/// Runs the server until it is told to stop.
///
/// # Errors
///
/// The text for the host, where it cannot start or does not end in time.
async fn run(mut options: Options) -> Result<(), String> {
    let _folder = lock_folder(&options)?;
    let (listen, lan) = (options.listen.clone(), options.lan);
    options.connections = limit_connections(options.connections);
    let listener = server::bind(&listen).await.map_err(|error| {
        format!(
            "cannot listen on {listen}: {error}. Is it running already? `--listen` names another"
        )
    })?;
    let watched = match &options.metrics {
        Some(address) => Some(bind_metrics(address).await?),
        None => None,
    };
    // Opening a large store may take a while: visitors are told so, and a supervisor leaves the program alone.
    let opening = async {
        let store = open_store(&options).await?;
        let secret = load_key(&options, &store).await?;
        Ok::<_, String>((store, secret))
    };
    let (store, secret) = server::answer_while_starting(&listener, opening).await?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let app = App::new(
        options,
        Arc::new(store),
        choose_chance(),
        choose_clock(),
        secret,
    );
    let mut where_it_is = match lan {
        true => lan::startup_message(address.port(), &lan::lan_addresses()),
        false => format!("Coterie is at http://{address}\n"),
    };
    if let Some((listener, address)) = watched {
        where_it_is += &format!("Its meters are at http://{address}/metrics\n");
        tokio::spawn(app.clone().serve_metrics(listener));
    }
    // The output may be closed already.
    let mut out = std::io::stdout();
    _ = out
        .write_all(where_it_is.as_bytes())
        .and_then(|()| out.flush());
    let serving = tokio::spawn(app.clone().serve(listener));
    wait_for_stop_signal().await;
    tracing::info!("going down");
    let down = async {
        app.shut_down().await;
        _ = serving.await;
    };
    let why = tokio::select! {
        // The second wait begins before the first goodbye is sent: no later signal is missed.
        biased;
        () = wait_for_stop_signal() => "it was told so twice",
        () = down => return Ok(()),
        () = tokio::time::sleep(SHUTDOWN_TIMEOUT) => "the disk or a connection did not answer",
    };
    Err(format!(
        "ended without waiting any longer: {why}; what was confirmed is kept"
    ))
}

/// Locks the data folder for this server alone; not needed with a database elsewhere.
fn lock_folder(options: &Options) -> Result<Option<DataFolder>, String> {
    if options.database.is_some() {
        return Ok(None);
    }
    let data = options.data.display();
    let folder = DataFolder::lock(&options.data);
    folder
        .map(Some)
        .map_err(|error| format!("the data folder `{data}` cannot be used: {error}"))
}

/// Loads the key that signs invitation links, which is the host's own, or the one stored beside the tables.
async fn load_key(options: &Options, store: &SqlStore) -> Result<Secret, String> {
    if let Some(secret) = &options.secret {
        return Ok(secret.clone());
    }
    let data = options.data.display();
    let unreadable = |error| format!("the key in `{data}` cannot be read or made: {error}");
    let Some(address) = &options.database else {
        if Secret::read_from_folder(&options.data)
            .map_err(unreadable)?
            .is_none()
            && has_tables(store).await
        {
            tracing::warn!(
                "the file `secret` is missing in `{data}`, beside tables: a new key is made, and every invite link from \
                 before has stopped. If you have a copy of the file, end the server and put it back"
            );
        }
        return Secret::load_or_create(&options.data, &SystemChance).map_err(unreadable);
    };
    let own = Secret::read_from_folder(&options.data).map_err(unreadable)?;
    let brought = own
        .clone()
        .unwrap_or_else(|| Secret::generate(&SystemChance));
    let kept = postgres::shared_key(address, &brought).await;
    let kept = kept.map_err(|error| format!("the database {address} cannot be used: {error}"))?;
    if own.is_some_and(|own| own != kept) {
        tracing::warn!(
            "the key in `{data}` is not that of the database {address}: links that were signed with it have stopped"
        );
    }
    Ok(kept)
}

/// Whether the store has any table.
async fn has_tables(store: &SqlStore) -> bool {
    let tables = store.list_tables().await;
    tables.is_ok_and(|tables| !tables.is_empty())
}

/// Opens the database in the data folder or elsewhere.
async fn open_store(options: &Options) -> Result<SqlStore, String> {
    let data = options.data.display();
    let Some(address) = &options.database else {
        let store = sqlite::open(&options.data).await;
        return store
            .map_err(|error| format!("the database in `{data}` cannot be opened: {error}"));
    };
    if options.data.join(sqlite::FILE).exists() {
        tracing::warn!(
            "the tables in `{data}` are not shown: everything is kept in the database {address}"
        );
    }
    let store = postgres::open(address).await;
    store.map_err(|error| format!("the database {address} cannot be used: {error}"))
}

/// Binds the listener for reading the metrics.
async fn bind_metrics(wanted: &str) -> Result<(TcpListener, SocketAddr), String> {
    let failed =
        |error| format!("cannot listen on {wanted}: {error}. `--metrics` names another address");
    let listener = server::bind(wanted).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    if !address.ip().is_loopback() {
        tracing::warn!(%address, "the meters can be read by everybody who reaches this address");
    }
    Ok((listener, address))
}

/// Longest time for the program to shut down, whatever the disk does.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Number of open files besides connections, for the database, the log, the program's own, and some spare for
/// connections that replace each other.
const OTHER_FILES: u64 = 64;

/// Limits the number of connections to what the limit of open files allows, after raising that.
fn limit_connections(wanted: usize) -> usize {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => {
            let room = files.saturating_sub(OTHER_FILES).max(1);
            let room = usize::try_from(room).unwrap_or(usize::MAX);
            if room < wanted {
                tracing::warn!(
                    "the limit of {files} open files leaves room for {room} of {wanted} connections: raise it to {} \
                     (LimitNOFILE= of systemd, `ulimit -n`), or ask for fewer with `--connections`",
                    OTHER_FILES.saturating_add(u64::try_from(wanted).unwrap_or(u64::MAX))
                );
            }
            room.min(wanted)
        }
        Err(error) => {
            tracing::warn!(%error, "the limit of open files is not known");
            wanted
        }
    }
}

/// Waits for Ctrl-C, a termination signal, or the end of the terminal it was started in.
async fn wait_for_stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        // A program started with `nohup` should outlive the terminal.
        let stays = is_hangup_ignored();
        let signals = (
            signal(SignalKind::terminate()),
            signal(SignalKind::hangup()),
        );
        if let (Ok(mut end), Ok(mut hangup)) = signals {
            tokio::select! {
                _ = end.recv() => {}
                _ = hangup.recv(), if !stays => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    _ = tokio::signal::ctrl_c().await;
}

/// Whether this program was started so that it ignores the hangup signal. Known on Linux only.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    /// Bit of the signal SIGHUP in the mask of ignored signals.
    const HANGUP: u64 = 1;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits & HANGUP != 0)
}
