//! Postgres and NATS servers of a measurement, in a temporary folder and stopped with it.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::net::{TcpStream, UnixStream};
use tokio::process::{Child, Command};
use tokio::time::sleep;

use crate::BoxError;
use crate::program::free_port;

/// Pause between two attempts to connect.
const RETRY_PAUSE: Duration = Duration::from_millis(50);
/// Maximum number of attempts: twenty seconds.
const MAX_TRIES: u32 = 400;

/// Postgres and NATS servers that several nodes share.
pub(crate) struct Services {
    folder: TempDir,
    postgres: Child,
    nats: Child,
    nats_address: SocketAddr,
}

impl Services {
    /// Starts both servers and waits until they accept connections.
    pub(crate) async fn start() -> Result<Self, BoxError> {
        let folder = tempfile::tempdir()?;
        let postgres = start_postgres(folder.path()).await?;
        let news = free_port()?;
        let program = find_program_dir("nats-server", &[PathBuf::from("/usr/sbin")])?;
        let nats = Command::new(program.join("nats-server"))
            .args(["--addr", "127.0.0.1", "--port", &news.port().to_string()])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        for _ in 0..MAX_TRIES {
            let socket = folder.path().join(".s.PGSQL.5432");
            let both = (
                UnixStream::connect(socket).await,
                TcpStream::connect(news).await,
            );
            if let (Ok(_), Ok(_)) = both {
                // Postgres may accept connections and still refuse them as starting up.
                sleep(Duration::from_secs(1)).await;
                return Ok(Self {
                    folder,
                    postgres,
                    nats,
                    nats_address: news,
                });
            }
            sleep(RETRY_PAUSE).await;
        }
        Err("Postgres or NATS does not start".into())
    }

    /// Returns the environment variables by which a node finds the servers.
    pub(crate) fn environment(&self) -> [(&'static str, String); 2] {
        let folder = self.folder.path().display();
        [
            (
                "DATABASE_URL",
                format!("postgres://coterie@localhost/postgres?host={folder}"),
            ),
            ("NATS_URL", format!("nats://{}", self.nats_address)),
        ]
    }

    /// Returns the address of NATS.
    pub(crate) const fn nats_address(&self) -> SocketAddr {
        self.nats_address
    }

    /// Returns the process ids of the database.
    pub(crate) fn database_pids(&self) -> Vec<u32> {
        let first = self.postgres.id().unwrap_or_default();
        let children = fs::read_to_string(format!("/proc/{first}/task/{first}/children"));
        let children = children.unwrap_or_default();
        let all = children.split_whitespace().filter_map(|it| it.parse().ok());
        all.chain([first]).collect()
    }

    /// Stops Postgres and NATS.
    pub(crate) async fn stop(mut self) -> Result<(), BoxError> {
        self.nats.kill().await?;
        let pid = self.postgres.id().unwrap_or_default().to_string();
        Command::new("kill")
            .args(["-s", "QUIT", &pid])
            .status()
            .await?;
        self.postgres.wait().await?;
        Ok(())
    }
}

/// Starts a new Postgres server in a folder, as `nobody` if we are root, as which it refuses to run.
async fn start_postgres(folder: &Path) -> Result<Child, BoxError> {
    let programs = find_program_dir("postgres", &debian_postgres_dirs())?;
    let user = (fs::metadata(folder)?.uid() == 0)
        .then(nobody_uid)
        .transpose()?;
    chown(folder, user, user)?;
    let as_user = |program: &str| {
        let mut command = Command::new(programs.join(program));
        command.current_dir(folder).stdin(Stdio::null());
        if let Some(user) = user {
            command.uid(user).gid(user);
        }
        command
    };
    let data = folder.join("data");
    let made = as_user("initdb")
        .args([
            "--username=coterie",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
        ])
        .arg("--pgdata")
        .arg(&data)
        .output()
        .await?;
    if !made.status.success() {
        return Err(String::from_utf8_lossy(&made.stderr).into());
    }
    let log = fs::File::create(folder.join("log"))?;
    let server = as_user("postgres")
        .arg("-D")
        .arg(&data)
        .arg("-k")
        .arg(folder)
        .args(["-c", "listen_addresses=", "-c", "max_connections=200"])
        .stderr(log)
        .kill_on_drop(true)
        .spawn()?;
    Ok(server)
}

/// Returns the folder of a program, from the search path or `more`.
fn find_program_dir(program: &str, more: &[PathBuf]) -> Result<PathBuf, BoxError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all = std::env::split_paths(&path).chain(more.iter().cloned());
    let found = all.find(|folder| folder.join(program).is_file());
    found.ok_or_else(|| format!("there is no {program} here").into())
}

/// Returns Debian's folders of Postgres programs.
fn debian_postgres_dirs() -> Vec<PathBuf> {
    let entries = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let folders = entries.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    folders.collect()
}

/// Returns the user id of `nobody`.
fn nobody_uid() -> Result<u32, BoxError> {
    let all = fs::read_to_string("/etc/passwd")?;
    let mut lines = all.lines().filter_map(|line| line.strip_prefix("nobody:"));
    let number = lines
        .next()
        .and_then(|line| line.split(':').nth(1)?.parse().ok());
    number.ok_or_else(|| "there is nobody here".into())
}
