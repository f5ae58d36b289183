//! Definition of the command line, from which help, completions and the manual page are made, too.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Text below the list of options in the help.
const AFTER_HELP: &str = "\
Each option can also be a line of the settings file, such as `listen = \"127.0.0.1:80\"` or `lan = true`, or the
environment variable that it names. The command line goes before the environment, and that before the file.

COTERIE_SECRET is the key that signs invite links, as 64 hexadecimal digits; unless it is set the program makes one
and keeps it beside the tables. RUST_LOG sets how much is logged, such as `debug` or `server=debug,sqlx=warn`.";

/// Coterie: a tabletop for storytelling games in the browser
///
/// Without a command, the program serves until it is stopped. Started without `--listen` it serves this computer alone,
/// opens the browser, and has a page on which phones in the room are let in.
#[derive(Debug, Parser)]
#[command(
    name = "coterie",
    version,
    args_override_self = true,
    disable_help_subcommand = true,
    after_help = AFTER_HELP
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(subcommand)]
    pub(super) command: Option<CommandWord>,
}

/// Options of the server, each of which is a setting of the settings file and of the environment as well.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Settings {
    /// Address to listen at, 127.0.0.1:3000 unless it is given (COTERIE_LISTEN)
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub(super) listen: Option<String>,
    /// Listen for the whole network, at the port of --listen, and print the address that phones in the room can open
    /// (COTERIE_LAN=1)
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(super) lan: Option<bool>,
    /// Open no browser (COTERIE_NO_OPEN=1)
    ///
    /// None is opened either with --listen, as root, as a service, without a display, or where CI is set.
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(super) no_open: Option<bool>,
    /// Folder where everything is kept (COTERIE_DATA)
    ///
    /// Unless it is given, it is `data` in the folder the program is started in, if there are tables in it, or else the
    /// folder that the system has for data of programs.
    #[arg(long, global = true, value_name = "FOLDER", value_parser = clap::value_parser!(OsString))]
    pub(super) data: Option<OsString>,
    /// Settings file; `settings.toml` in the data folder unless it is given (COTERIE_SETTINGS)
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) settings: Option<PathBuf>,
    /// Postgres to keep everything in instead of the folder, such as postgres://name:password@host/database
    /// (DATABASE_URL)
    ///
    /// In the environment nobody else on the machine sees the password.
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub(super) database: Option<String>,
    /// NATS by which several servers on one Postgres tell each other where something happened, such as
    /// nats://host:4222 (NATS_URL)
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub(super) news: Option<String>,
    /// Certificate (with its chain) and key, both as PEM, to speak https without a proxy (COTERIE_TLS, with the
    /// separator of search paths between them)
    #[arg(long, global = true, num_args = 2, value_names = ["CERT", "KEY"])]
    pub(super) tls: Vec<PathBuf>,
    /// Address people type, such as https://example.org, when it is not that of --listen: a host name of its own and no
    /// path behind it (COTERIE_PUBLIC_URL)
    #[arg(long, global = true, value_name = "URL")]
    pub(super) public_url: Option<String>,
    /// Believe a proxy in front, which sets X-Forwarded-For and X-Forwarded-Proto (COTERIE_TRUST_PROXY=1)
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(super) trust_proxy: Option<bool>,
    /// Connections at once, websockets included, 8192 unless it is given; never more than the limit of open files leaves
    /// room for (COTERIE_CONNECTIONS)
    #[arg(long, global = true, value_name = "COUNT")]
    pub(super) connections: Option<String>,
    /// Offer no demonstrations (COTERIE_NO_DEMOS=1)
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(super) no_demos: Option<bool>,
    /// Megabytes that a demonstration may write, 16 unless it is given (COTERIE_QUOTA_DEMO)
    #[arg(long, global = true, value_name = "MEGABYTES")]
    pub(super) quota_demo: Option<String>,
    /// Megabytes that a table may write, 1000 unless it is given (COTERIE_QUOTA_TABLE)
    #[arg(long, global = true, value_name = "MEGABYTES")]
    pub(super) quota_table: Option<String>,
    /// Megabytes that a table may write in a day, 64 unless it is given (COTERIE_QUOTA_DAY)
    #[arg(long, global = true, value_name = "MEGABYTES")]
    pub(super) quota_day: Option<String>,
    /// Address of its own at which /metrics tells Prometheus how the server is, such as 127.0.0.1:9464
    /// (COTERIE_METRICS)
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub(super) metrics: Option<String>,
    /// Write each line of the log as JSON (COTERIE_JSON_LOGS=1)
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(super) json_logs: Option<bool>,
    /// Set no limits per address: for tests and load, not for the open (COTERIE_NO_ADDRESS_LIMITS=1)
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(super) no_address_limits: Option<bool>,
}

/// Command of the command line, instead of serving.
#[derive(Debug, Subcommand)]
pub(super) enum CommandWord {
    /// Check the dice of an encounter: the list that the page of the dice gives out
    Verify {
        /// File with the list of dice.
        file: PathBuf,
    },
    /// List the tables, with their encounters by number
    Tables,
    /// Print a table as one file, also while a server runs: coterie export TABLE > FILE
    Export {
        /// Name of the table, or the beginning of its id.
        table: String,
        /// Only the cast.
        #[arg(long, conflicts_with = "encounter")]
        cast: bool,
        /// Only the encounter with this number.
        #[arg(long, value_name = "NUMBER")]
        encounter: Option<usize>,
    },
    /// Make a table of such a file, and print the links
    Import {
        /// File that `export` printed.
        file: PathBuf,
    },
    /// Copy everything into a file, also while a server runs
    Backup {
        /// File to write.
        file: PathBuf,
    },
    /// Bring such a copy back
    Restore {
        /// File that `backup` wrote.
        file: PathBuf,
        /// Put aside what the folder holds.
        #[arg(long)]
        replace: bool,
    },
    /// Move everything from the data folder into the database, or back, with no server on either
    ///
    /// What it came from stays as it is.
    Move {
        /// Where everything is to be.
        to: MoveTarget,
    },
    /// Read everything that is kept and say whether it is as it was written; also while a server runs
    Check,
    /// Print what completes these words in a shell
    Completions {
        /// Shell that reads it.
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// Place where `coterie move` moves everything.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum MoveTarget {
    /// The database of `--database`.
    Postgres,
    /// The data folder.
    Folder,
}
