//! The program: reads its settings, opens what is kept, and serves.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the one line that says where it is, and the one that says why not"
)]

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use server::App;
use server::chance::SystemChance;
use server::clock::SystemClock;
use server::lan;
use server::logs;
use server::settings::{self, Asked, HELP, Settings};
use server::store::sqlite::SqliteStore;
use server::token::Secret;
use tokio::net::TcpListener;

fn main() -> ExitCode {
    let asked = settings::read(std::env::args_os().skip(1), |name| std::env::var(name).ok());
    let settings = match asked {
        Ok(Asked::Run(settings)) => settings,
        Ok(Asked::Help) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(Asked::Version) => {
            println!("coterie {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        Err(error) => return failed(&error.to_string()),
    };
    let wanted = std::env::var_os("RUST_LOG").map(|text| text.to_string_lossy().into_owned());
    let filter = match logs::filter(wanted.as_deref()) {
        Ok(filter) => filter,
        Err(error) => return failed(&error.to_string()),
    };
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Colors are for people; a file or a journal gets plain lines.
        .with_ansi(std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .with_writer(std::io::stderr)
        .with_target(false)
        .init();
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return failed(&format!("the program could not start: {error}")),
    };
    match runtime.block_on(run(settings)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => failed(&why),
    }
}

fn failed(why: &str) -> ExitCode {
    eprintln!("coterie: {why}");
    ExitCode::FAILURE
}

async fn run(settings: Settings) -> Result<(), String> {
    let data = settings.data.display().to_string();
    std::fs::create_dir_all(&settings.data)
        .map_err(|error| format!("the data folder `{data}` cannot be made: {error}"))?;
    let secret = Secret::open(&settings.data, &SystemChance)
        .map_err(|error| format!("the key in `{data}` cannot be read or made: {error}"))?;
    let store = SqliteStore::open(&settings.data)
        .await
        .map_err(|error| format!("the database in `{data}` cannot be opened: {error}"))?;
    let (listen, lan) = (settings.listen.clone(), settings.lan);
    let listener = TcpListener::bind(&listen).await.map_err(|error| {
        format!(
            "cannot listen on {listen}: {error}. Is it running already? `--listen` names another"
        )
    })?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let app = App::new(
        settings,
        Arc::new(store),
        Arc::new(SystemChance),
        Arc::new(SystemClock),
        secret,
    );
    if lan {
        print!("{}", lan::announcement(address.port(), &lan::addresses()));
    } else {
        println!("Coterie is at http://{address}");
    }
    _ = std::io::stdout().flush();
    let serving = tokio::spawn(app.clone().serve(listener));
    asked_to_stop().await;
    tracing::info!("going down");
    app.go_down().await;
    _ = serving.await;
    Ok(())
}

/// Waits for Ctrl-C or a polite end.
async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut end) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = end.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    _ = tokio::signal::ctrl_c().await;
}
