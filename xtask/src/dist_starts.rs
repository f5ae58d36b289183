//! Starts of what `cargo xtask dist` made: until it is ready, with a demonstration that is kept, and beside a server with
//! one page.

use crate::browsers::succeeds;
use crate::cargo::{cargo_command, run_command};
use crate::dist::SYSTEMS;
use crate::error::Failure;
use crate::target_dir::Claim;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Number of starts of which the middle one counts.
const STARTS: usize = 11;
/// Greatest ratio of the program's start to that of a server with one page.
const MAX_RATIO: f64 = 4.0;
/// Longest time for a program to start, under whatever it runs.
const PATIENCE: Duration = Duration::from_secs(90);

/// Starts the program of the first archive and a server with one page in turns, each on what it kept; fails if the program
/// takes too many times as long.
pub(crate) fn compare_starts(claim: &Claim<'_>, place: &Path) -> Result<String, Failure> {
    run_command(cargo_command(
        claim,
        "build --package empty-server --release",
    ))?;
    let empty = claim.shared_dir().join("release/empty-server");
    let folder = place.join(SYSTEMS[0].name);
    let program = || {
        let mut start = Command::new(folder.join(SYSTEMS[0].program));
        start.args(["--listen", "127.0.0.1:0", "--data", "kept"]);
        start.current_dir(&folder);
        start
    };
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        own.push(time_start(program())?);
        others.push(time_start(Command::new(&empty))?);
    }
    let middle = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times
            .get(STARTS / 2)
            .copied()
            .unwrap_or_default()
            .as_secs_f64()
            * 1000.0
    };
    let (own, other) = (middle(&mut own), middle(&mut others));
    let ratio = own / other;
    let figures = format!(
        "from start to ready {own:.1} ms, {ratio:.1} times the {other:.1} ms of a server with one page"
    );
    match ratio <= MAX_RATIO {
        true => Ok(figures),
        false => Err(Failure::new(format!("{figures}, and not {MAX_RATIO}."))),
    }
}

/// Starts a server and kills it; returns the time until it was ready.
fn time_start(command: Command) -> Result<Duration, Failure> {
    let since = Instant::now();
    let started = Started::wait_until_ready(command, since)?;
    Ok(started.ready)
}

/// Demonstration that was made: its path and the cookie of its seat.
pub(crate) type Demonstration = (String, String);

/// Starts a program, makes a demonstration, stops it, and starts it again; returns the time of the first start.
pub(crate) fn start_twice(start: &dyn Fn() -> Command) -> Result<Duration, Failure> {
    let (ready, made) = start_once(start, None)?;
    start_once(start, Some(&made))?;
    Ok(ready)
}

/// A child process that is killed on drop.
struct RunningProgram(Child);

impl Drop for RunningProgram {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// Server that was started and is ready.
struct Started {
    child: RunningProgram,
    address: String,
    ready: Duration,
}

impl Started {
    /// Starts a server, and waits until it is ready.
    fn wait_until_ready(mut command: Command, since: Instant) -> Result<Self, Failure> {
        let child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn();
        let child = child.map_err(|cause| Failure::not_started(&command, &cause))?;
        let mut child = RunningProgram(child);
        let wrong = |what: &str| Failure::new(format!("what was started {what}: {command:?}"));
        let stdout = child.0.stdout.take().ok_or_else(|| wrong("says nothing"))?;
        let mut said = String::new();
        _ = BufReader::new(stdout).read_line(&mut said);
        let address = said
            .trim()
            .split_once("http://")
            .map(|(_, address)| address);
        let address = address
            .ok_or_else(|| wrong("did not say where it is"))?
            .to_owned();
        while !fetch_page(&address, "/readyz", "").starts_with("HTTP/1.1 200 ") {
            if since.elapsed() > PATIENCE {
                return Err(wrong("is not ready"));
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        Ok(Self {
            child,
            address,
            ready: since.elapsed(),
        })
    }
}

/// Starts a program, makes a demonstration or finds the one that was made before, and stops it. Returns the time until it
/// was ready.
pub(crate) fn start_once(
    start: &dyn Fn() -> Command,
    before: Option<&Demonstration>,
) -> Result<(Duration, Demonstration), Failure> {
    let Started {
        mut child,
        address,
        ready,
    } = Started::wait_until_ready(start(), Instant::now())?;
    let wrong = |what: &str| Failure::new(format!("what was started {what}: {:?}", start()));
    if !fetch_page(&address, "/healthz", "").ends_with("\r\n\r\nok") {
        return Err(wrong("does not say that it is healthy"));
    }
    let made = match before {
        Some((path, cookie)) => (path.clone(), cookie.clone()),
        None => {
            let made = fetch_page(&address, "/demo", "");
            let header = |name: &str| {
                let mut lines = made.lines();
                let value = lines.find_map(|line| line.strip_prefix(name))?;
                value.split(';').next().map(|value| value.trim().to_owned())
            };
            header("location:")
                .zip(header("set-cookie:"))
                .ok_or_else(|| wrong("makes no demonstration"))?
        }
    };
    if !fetch_page(&address, &made.0, &made.1).starts_with("HTTP/1.1 200 ") {
        return Err(wrong("does not have the table"));
    }
    // As Ctrl+C does, which Wine passes on to a program for Windows.
    let pid = child.0.id().to_string();
    succeeds(Command::new("kill").args(["-s", "INT", &pid]));
    match child.0.wait() {
        Ok(status) if status.success() => Ok((ready, made)),
        _ => Err(wrong("did not end in order")),
    }
}

/// Requests a page over HTTP, with a cookie; returns the answer, or an empty text.
fn fetch_page(address: &str, path: &str, cookie: &str) -> String {
    let mut answer = Vec::new();
    if let Ok(mut stream) = TcpStream::connect(address) {
        let asked = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
        );
        _ = stream.write_all(asked.as_bytes());
        _ = stream.read_to_end(&mut answer);
    }
    String::from_utf8_lossy(&answer).into_owned()
}
