//! A NATS of a test's own, at a port that was free, which ends with it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use server::news::NewsAddress;
use tempfile::TempDir;

/// How long it may take to say where it listens.
const READY: Duration = Duration::from_secs(20);

/// A server of news.
pub(crate) struct Nats {
    program: Child,
    address: String,
    _own: TempDir,
}

impl Nats {
    /// Starts one, if there is one here: on the search path, or where Debian puts it. Where everything is to be
    /// tried there must be.
    #[expect(clippy::print_stderr, reason = "what is not tried is said")]
    pub(crate) fn start() -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        folders.push("/usr/sbin".into());
        let mut programs = folders.iter().map(|folder| folder.join("nats-server"));
        let Some(program) = programs.find(|it| it.exists()) else {
            let all = std::env::var_os("COTERIE_ALL_ENGINES").is_some_and(|all| !all.is_empty());
            assert!(!all, "no NATS here, and everything is to be tried");
            eprintln!("skipped: no NATS here");
            return None;
        };
        let own = tempfile::tempdir().expect("a folder");
        let program = Command::new(program)
            .args(["--addr", "127.0.0.1", "--port", "-1", "--ports_file_dir"])
            .arg(own.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let address = says_where(own.path());
        Some(Self {
            program,
            address,
            _own: own,
        })
    }

    /// Its address as a host writes it.
    pub(crate) fn url(&self) -> &str {
        &self.address
    }

    pub(crate) fn address(&self) -> NewsAddress {
        NewsAddress::read(&self.address).expect("an address")
    }
}

/// The address it writes into its folder.
fn says_where(folder: &Path) -> String {
    let until = Instant::now() + READY;
    loop {
        let files = std::fs::read_dir(folder).expect("its folder");
        let ports = files.filter_map(|file| std::fs::read_to_string(file.ok()?.path()).ok());
        for ports in ports {
            let said: Option<serde_json::Value> = serde_json::from_str(&ports).ok();
            let first = said.and_then(|said| Some(said["nats"][0].as_str()?.to_owned()));
            if let Some(address) = first {
                return address;
            }
        }
        assert!(Instant::now() < until, "it says where it is");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        _ = self.program.kill();
        _ = self.program.wait();
    }
}
