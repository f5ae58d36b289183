//! A measured program, pinned to a core of its own and killed on drop.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::BoxError;

/// Core of the measured program.
const SERVER_CORE: &str = "0";
/// Core of the load.
const LOAD_CORE: &str = "1";

/// A running program with its address.
pub(crate) struct Program {
    command_line: Vec<String>,
    child: Child,
    pub(crate) address: SocketAddr,
}

/// Returns a local address with a free port.
pub(crate) fn free_port() -> std::io::Result<SocketAddr> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}

/// Whether programs can be pinned to cores here.
fn has_cores() -> bool {
    let cores = std::thread::available_parallelism();
    cores.is_ok_and(|cores| cores.get() > 1) && Path::new("/usr/bin/taskset").exists()
}

/// Pins this process to its core; returns whether there is a core for each.
pub(crate) async fn pin_to_core() -> Result<bool, BoxError> {
    if !has_cores() {
        return Ok(false);
    }
    let own = std::process::id().to_string();
    let moved = Command::new("taskset")
        .args(["--cpu-list", "--pid", LOAD_CORE, &own])
        .stdout(Stdio::null())
        .status()
        .await?;
    Ok(moved.success())
}

impl Program {
    /// Starts a program that will listen at `address`, pinned to its core.
    pub(crate) async fn start(words: Vec<String>, address: SocketAddr) -> Result<Self, BoxError> {
        let child = start_pinned(&words).await?;
        Ok(Self {
            command_line: words,
            child,
            address,
        })
    }

    /// Starts our server with a data folder, pinned to its core.
    pub(crate) async fn start_server(
        server: &str,
        data: &Path,
        more: &[&str],
    ) -> Result<Self, BoxError> {
        let address = free_port()?;
        let (listen, data) = (address.to_string(), data.display().to_string());
        let words = [server, "--listen", &listen, "--data", &data];
        let words = words.into_iter().chain(more.iter().copied());
        Self::start(words.map(str::to_owned).collect(), address).await
    }

    /// Starts our server by the command line `words` without pinning it: the load is one program among several.
    pub(crate) async fn start_unpinned(
        words: &[&str],
        data: &Path,
        more: &[&str],
    ) -> Result<Self, BoxError> {
        let address = free_port()?;
        let (listen, data) = (address.to_string(), data.display().to_string());
        let all = [words, &["--listen", &listen, "--data", &data], more].concat();
        let words: Vec<String> = all.into_iter().map(str::to_owned).collect();
        let child = spawn_and_wait(unpinned_command(&words), &words).await?;
        Ok(Self {
            command_line: words,
            child,
            address,
        })
    }

    /// Starts our server under a tracer, whose command line precedes that of the server.
    pub(crate) async fn start_traced(
        by: &[&str],
        server: &str,
        data: &Path,
        more: &[&str],
    ) -> Result<Self, BoxError> {
        let address = free_port()?;
        let (listen, data) = (address.to_string(), data.display().to_string());
        let own = [server, "--listen", &listen, "--data", &data];
        let words = by.iter().copied().chain(own).chain(more.iter().copied());
        Self::start(words.map(str::to_owned).collect(), address).await
    }

    /// Returns the process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id().unwrap_or_default()
    }

    /// Returns a memory figure of the process in KiB: `VmRSS` for the current size, `VmHWM` for the peak.
    pub(crate) fn memory(&self, which: &str) -> Result<u64, BoxError> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(which));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        Ok(number.ok_or("no number")?.parse()?)
    }

    /// Stops the program in an orderly way.
    pub(crate) async fn stop(mut self) -> Result<(), BoxError> {
        let own = self.pid().to_string();
        Command::new("kill").arg(own).status().await?;
        self.child.wait().await?;
        Ok(())
    }

    /// Stops the program in an orderly way and starts it again.
    pub(crate) async fn restart(&mut self) -> Result<(), BoxError> {
        let own = self.pid().to_string();
        Command::new("kill").arg(own).status().await?;
        self.child.wait().await?;
        self.child = start_pinned(&self.command_line).await?;
        Ok(())
    }

    /// Kills the program and starts it again at once.
    pub(crate) async fn kill_and_start(&mut self) -> Result<(), BoxError> {
        self.child.kill().await?;
        self.child = start_pinned(&self.command_line).await?;
        Ok(())
    }
}

/// Starts a program, pinned to its core if possible, and waits until it listens.
async fn start_pinned(words: &[String]) -> Result<Child, BoxError> {
    let command = match has_cores() {
        true => {
            let mut pinned = Command::new("taskset");
            pinned.args(["--cpu-list", SERVER_CORE]).args(words);
            pinned
        }
        false => unpinned_command(words),
    };
    spawn_and_wait(command, words).await
}

/// Returns a command that is not pinned.
fn unpinned_command(words: &[String]) -> Command {
    let mut plain = Command::new(&words[0]);
    plain.args(&words[1..]);
    plain
}

/// Spawns a command and waits until it prints its address.
async fn spawn_and_wait(mut command: Command, words: &[String]) -> Result<Child, BoxError> {
    command.env("RUST_LOG", "warn");
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.kill_on_drop(true).spawn()?;
    let stdout = child.stdout.take().ok_or("no output")?;
    let first = BufReader::new(stdout).lines().next_line().await?;
    match first {
        Some(line) if line.contains(" at http://") => Ok(child),
        _ => Err(format!("`{}` did not start", words.join(" ")).into()),
    }
}
