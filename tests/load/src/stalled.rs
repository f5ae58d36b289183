//! Measures a client that stops reading under load: its memory, when it is closed, and whether others are slowed down.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Trouble;
use crate::audience::join_all;
use crate::figures::{median, ms, tell};
use crate::line::Line;
use crate::plan::Plan;
use crate::program::Program;
use crate::stage::Stage;
use crate::table::{FULL, Table};

/// Number of clients that create the load, besides one that is timed.
const CHATTERING: usize = 24;
/// Number of letters in each of their remarks.
const LETTERS: usize = 200;
/// Pause between two remarks.
const PACE: Duration = Duration::from_millis(30);
/// Number of timed changes, without a stalled client and with one.
const LISTENED: usize = 120;
/// Timeout, longer than a client may stall.
const LONGEST: Duration = Duration::from_secs(60);
/// Interval at which the queue is checked.
const LOOK: Duration = Duration::from_millis(50);

/// Measures memory, time until closed, and the delay of others.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    let (mut costs, mut closed, mut ratios) = (vec![], vec![], vec![]);
    for round in 1..=plan.either(3, 1) {
        let folder = plan.folder()?;
        let options = ["--no-address-limits", "--quota-day", "1000"];
        let program = Program::coterie(&plan.server, folder.path(), &options).await?;
        let table = Table::new(program.address, "chronicle", FULL).await?;
        let mut requests = table.requests(40);
        // The storyteller is timed, the next seats create the load, and the last, a spectator, will stall.
        let staller = requests.pop().ok_or("nobody sits there")?;
        let listening = requests.split_off(1 + CHATTERING);
        let chatterers = join_all(program.address, requests.split_off(1)).await?;
        requests.extend(listening);
        let mut stage = Stage::open(program.address, requests, 1).await?;
        let mut chatter = JoinSet::new();
        for line in chatterers {
            chatter.spawn(talk_on(line));
        }
        let listened = plan.either(LISTENED, 10);
        stage.paced(listened / 2, PACE).await?;
        let (without, before) = listen(&mut stage, &program, listened, None).await?;
        let stalled = Line::join_narrow(program.address, &staller).await?;
        let begun = Instant::now();
        let (with, after) = listen(&mut stage, &program, listened, Some(&stalled)).await?;
        let end = closed_after(&program, &stalled, begun).await?;
        chatter.shutdown().await;
        let cost = (after - before).max(0.0);
        println!(
            "  {round}: {cost:.0} KiB, closed after {end:.1} s; the others {with:.2} ms, without {without:.2} ms"
        );
        costs.push(cost);
        closed.push(end);
        ratios.push(with / without);
    }
    tell("stalled-memory", "the most of it", "", &costs)?;
    tell(
        "stalled-closed",
        &format!("{:.1} s", median(&closed)),
        "",
        &closed,
    )?;
    tell("stalled-others", "", "", &ratios)
}

/// Sends remarks until the connection is closed.
async fn talk_on(mut line: Line) {
    let said = json!({"say": {"line": "x".repeat(LETTERS)}});
    while line.done(&said).await.is_ok() {
        sleep(PACE).await;
    }
}

/// Returns the median time of a change in milliseconds, and the peak memory meanwhile.
async fn listen(
    stage: &mut Stage,
    program: &Program,
    count: usize,
    stalled: Option<&Line>,
) -> Result<(f64, f64), Trouble> {
    let (mut times, mut most) = (Vec::new(), 0);
    for _ in 0..count.div_ceil(10) {
        let heard = stage.paced(10, PACE).await?;
        times.extend(heard.into_iter().map(ms));
        // A closed client costs no more memory.
        if stalled.is_none() || is_open(program, stalled)? {
            most = most.max(program.memory("VmRSS")?);
        }
    }
    Ok((median(&times), most as f64))
}

/// Returns the seconds from the last byte that the stalled client's kernel took until the server closed the
/// connection.
async fn closed_after(program: &Program, line: &Line, begun: Instant) -> Result<f64, Trouble> {
    let (mut waiting, mut since) = (0, begun);
    while is_open(program, Some(line))? {
        if begun.elapsed() > LONGEST {
            return Ok(LONGEST.as_secs_f64());
        }
        let now = queue(program, line)?.unwrap_or(waiting);
        if now != waiting {
            (waiting, since) = (now, Instant::now());
        }
        sleep(LOOK).await;
    }
    Ok(since.elapsed().as_secs_f64())
}

/// Whether the server still holds the connection open; true for `None`.
fn is_open(program: &Program, line: Option<&Line>) -> Result<bool, Trouble> {
    Ok(match line {
        Some(line) => queue(program, line)?.is_some(),
        None => true,
    })
}

/// Returns the bytes in the server's send queue for this socket; `None` once the server has closed it.
fn queue(program: &Program, line: &Line) -> Result<Option<u64>, Trouble> {
    /// State of a TCP connection that neither end has closed.
    const ESTABLISHED: &str = "01";
    let ends = [program.address.port(), line.port()?].map(|port| format!(":{port:04X}"));
    let table = std::fs::read_to_string(format!("/proc/{}/net/tcp", program.pid()))?;
    for row in table.lines() {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [_, here, there, state, queues, ..] = words[..] else {
            continue;
        };
        if here.ends_with(&ends[0]) && there.ends_with(&ends[1]) && state == ESTABLISHED {
            let (sending, _) = queues.split_once(':').ok_or("no queue")?;
            return Ok(Some(u64::from_str_radix(sending, 16)?));
        }
    }
    Ok(None)
}
