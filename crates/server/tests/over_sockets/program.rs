//! The real program, as somebody starts it.

use std::ffi::OsString;
use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::client::soon;

/// Where the program writes its log.
pub(crate) const LOG: &str = "log.txt";

/// Where the program is whose times are measured: that of a release where `COTERIE_PROGRAM` names one.
pub(crate) fn file() -> OsString {
    let release = std::env::var_os("COTERIE_PROGRAM");
    release.unwrap_or_else(|| env!("CARGO_BIN_EXE_coterie").into())
}

/// The real program.
pub(crate) struct Program {
    child: Child,
    log: PathBuf,
    pub(crate) address: SocketAddr,
    /// Where its meters are, if it was told to show them.
    pub(crate) meters: Option<SocketAddr>,
}

impl Program {
    /// Without limits for addresses, and with little to say.
    pub(crate) async fn start(data: &Path) -> Self {
        Self::start_logging(data, "warn").await
    }

    /// With another `RUST_LOG`.
    pub(crate) async fn start_logging(data: &Path, wanted: &str) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
        program.arg("--no-address-limits").env("RUST_LOG", wanted);
        Self::of(program, data).await
    }

    /// The program as this command starts it.
    pub(crate) async fn of(program: Command, data: &Path) -> Self {
        Self::of_at(program, data, "127.0.0.1:0").await
    }

    /// The same at an address of the test's choice.
    pub(crate) async fn of_at(program: Command, data: &Path, listen: &str) -> Self {
        let started = Self::try_of_at(program, data, listen).await;
        started.expect("one line")
    }

    /// At an address of its own; `None` when it ends before it says where it is.
    pub(crate) async fn try_of(program: Command, data: &Path) -> Option<Self> {
        Self::try_of_at(program, data, "127.0.0.1:0").await
    }

    async fn try_of_at(mut program: Command, data: &Path, listen: &str) -> Option<Self> {
        // The program may be the one that makes the folder.
        let path = match data.exists() {
            true => data.join(LOG),
            false => data.with_extension(LOG),
        };
        let is_watched = program.as_std().get_args().any(|it| it == "--metrics");
        let log = File::options().create(true).append(true).open(&path);
        let mut child = program
            .args(["--listen", listen, "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(log.expect("a log"))
            .kill_on_drop(true)
            .spawn()
            .expect("the program");
        let stdout = child.stdout.take().expect("its words");
        let mut lines = BufReader::new(stdout).lines();
        let first = soon(lines.next_line()).await;
        let first = first.expect("text")?;
        let address = first
            .strip_prefix("Coterie is at http://")
            .or_else(|| first.strip_prefix("Coterie is at https://"));
        let meters = match is_watched {
            true => soon(lines.next_line()).await.expect("text"),
            false => None,
        };
        let meters = meters.and_then(|line| {
            let at = line.strip_prefix("Its meters are at http://")?;
            at.strip_suffix("/metrics")?.parse().ok()
        });
        Some(Self {
            child,
            log: path,
            meters,
            address: address.and_then(|at| at.parse().ok()).expect("an address"),
        })
    }

    /// Starts one that is expected to end by itself.
    pub(crate) async fn fails(arguments: &[&str]) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
        program.args(arguments).kill_on_drop(true);
        soon(program.output()).await.expect("the program")
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// Everything it has said so far.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).expect("a log")
    }

    /// No time for a last word.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.expect("our own program");
    }

    /// Sends it a signal by its name.
    pub(crate) async fn signal(&self, name: &str) {
        let pid = self.pid().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status().await;
        assert!(sent.expect("a shell's usual tools").success());
    }

    /// Whether it is gone.
    pub(crate) fn has_ended(&mut self) -> bool {
        let ended = self.child.try_wait();
        ended.is_ok_and(|status| status.is_some())
    }

    /// Waits for its end.
    pub(crate) async fn ended(&mut self) -> ExitStatus {
        soon(self.child.wait()).await.expect("our own program")
    }
}
