//! A NATS server of a test's own, at a port of its own, ended by its number.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use server::cluster::NatsAddress;
use tempfile::TempDir;

/// The program.
const PROGRAM: &str = "nats-server";
/// Where Debian puts it, which is on the search path of few.
const OF_DEBIAN: &str = "/usr/sbin";
/// How long it may take to say where it is.
const READY: Duration = Duration::from_secs(20);

/// Starts the server, says its number, and waits for its parent process to end, however that ends. Then the server is
/// ended by its number.
const GUARD: &str = r#"
"$1" --addr 127.0.0.1 --port -1 --ports_file_dir "$2" --log "$2/log" >>"$2/said" 2>&1 &
server=$!
echo "$server"
read -r end
kill -s KILL "$server"
"#;

/// A server.
pub(crate) struct Nats {
    pub(crate) at: SocketAddr,
    guard: Child,
    /// While it is open, the server stays.
    stays: Option<ChildStdin>,
    _folder: TempDir,
}

impl Nats {
    /// Starts one, if the program is here. Where everything is to be tried it must be.
    #[expect(clippy::print_stderr, reason = "what is not tried is said")]
    pub(crate) fn start() -> Option<Self> {
        let Some(program) = program() else {
            let all = std::env::var_os("COTERIE_ALL_ENGINES").is_some_and(|all| !all.is_empty());
            assert!(!all, "no NATS server here, and everything is to be tried");
            eprintln!("skipped: no NATS server here; `cargo xtask test server` brings one");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let mut guard = Command::new("sh")
            .args(["-c", GUARD, "guard"])
            .args([&program, folder.path()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut pid = String::new();
        let said = BufReader::new(guard.stdout.take().expect("its words")).read_line(&mut pid);
        said.expect("a number");
        let ports = format!("{PROGRAM}_{}.ports", pid.trim());
        let at = listening(&folder.path().join(ports));
        Some(Self {
            at,
            stays: guard.stdin.take(),
            guard,
            _folder: folder,
        })
    }

    /// Its address as a host writes it.
    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.at)
    }

    /// What a node is told of it.
    pub(crate) fn address(&self) -> NatsAddress {
        NatsAddress::parse(&self.url()).expect("an address")
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        drop(self.stays.take());
        _ = self.guard.wait();
    }
}

/// Where it listens, once its file says so.
fn listening(ports: &Path) -> SocketAddr {
    let until = Instant::now() + READY;
    loop {
        let text = fs::read_to_string(ports).unwrap_or_default();
        let all: Option<serde_json::Value> = serde_json::from_str(&text).ok();
        let first = all.and_then(|all| Some(all["nats"][0].as_str()?.to_owned()));
        let address = first.and_then(|url| url.strip_prefix("nats://")?.parse().ok());
        if let Some(address) = address {
            return address;
        }
        assert!(Instant::now() < until, "it does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from(OF_DEBIAN)]);
    let mut all = folders.map(|folder| folder.join(PROGRAM));
    all.find(|program| program.is_file())
}
