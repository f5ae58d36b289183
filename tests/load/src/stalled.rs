//! Measures a client that stops reading under load: its memory, when it is closed, and whether others are slowed down.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::BoxError;
use crate::audience::join_all;
use crate::connection::Connection;
use crate::figures::{median, report, to_ms};
use crate::plan::Plan;
use crate::program::Program;
use crate::stage::Stage;
use crate::table::{FULL, Table};

/// Number of clients that create the load, besides one that is timed.
const CHATTERER_COUNT: usize = 24;
/// Number of letters in each of their remarks.
const REMARK_LENGTH: usize = 200;
/// Pause between two remarks.
const PACE: Duration = Duration::from_millis(30);
/// Number of timed changes, without a stalled client and with one.
const TIMED_CHANGES: usize = 120;
/// Timeout, longer than a client may stall.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Interval at which the queue is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Measures memory, time until closed, and the delay of others.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let (mut costs, mut closed, mut ratios) = (vec![], vec![], vec![]);
    for round in 1..=plan.pick(3, 1) {
        let folder = plan.temp_dir()?;
        let options = ["--no-address-limits", "--quota-day", "1000"];
        let program = Program::start_server(&plan.server, folder.path(), &options).await?;
        let table = Table::new(program.address, "chronicle", FULL).await?;
        let mut requests = table.upgrade_requests(40);
        // The storyteller is timed, the next seats create the load, and the last, a spectator, will stall.
        let staller = requests.pop().ok_or("nobody sits there")?;
        let listening = requests.split_off(1 + CHATTERER_COUNT);
        let chatterers = join_all(program.address, requests.split_off(1)).await?;
        requests.extend(listening);
        let mut stage = Stage::join(program.address, requests, 1).await?;
        let mut chatter = JoinSet::new();
        for line in chatterers {
            chatter.spawn(keep_talking(line));
        }
        let listened = plan.pick(TIMED_CHANGES, 10);
        stage.time_each_delivery(listened / 2, PACE).await?;
        let (without, before) = measure_others(&mut stage, &program, listened, None).await?;
        let stalled = Connection::join_narrow(program.address, &staller).await?;
        let begun = Instant::now();
        let (with, after) = measure_others(&mut stage, &program, listened, Some(&stalled)).await?;
        let end = seconds_until_closed(&program, &stalled, begun).await?;
        chatter.shutdown().await;
        let cost = (after - before).max(0.0);
        println!(
            "  {round}: {cost:.0} KiB, closed after {end:.1} s; the others {with:.2} ms, without {without:.2} ms"
        );
        costs.push(cost);
        closed.push(end);
        ratios.push(with / without);
    }
    report("stalled-memory", "the most of it", "", &costs)?;
    report(
        "stalled-closed",
        &format!("{:.1} s", median(&closed)),
        "",
        &closed,
    )?;
    report("stalled-others", "", "", &ratios)
}

/// Sends remarks until the connection is closed.
async fn keep_talking(mut line: Connection) {
    let said = json!({"say": {"line": "x".repeat(REMARK_LENGTH)}});
    while line.send_and_wait(&said).await.is_ok() {
        sleep(PACE).await;
    }
}

/// Returns the median time of a change in milliseconds, and the peak memory meanwhile.
async fn measure_others(
    stage: &mut Stage,
    program: &Program,
    count: usize,
    stalled: Option<&Connection>,
) -> Result<(f64, f64), BoxError> {
    let (mut times, mut most) = (Vec::new(), 0);
    for _ in 0..count.div_ceil(10) {
        let heard = stage.time_each_delivery(10, PACE).await?;
        times.extend(heard.into_iter().map(to_ms));
        // A closed client costs no more memory.
        if stalled.is_none() || is_open(program, stalled)? {
            most = most.max(program.memory("VmRSS")?);
        }
    }
    Ok((median(&times), most as f64))
}

/// Returns the seconds from the last byte that the stalled client's kernel took until the server closed the
/// connection.
async fn seconds_until_closed(
    program: &Program,
    line: &Connection,
    begun: Instant,
) -> Result<f64, BoxError> {
    let (mut waiting, mut since) = (0, begun);
    while is_open(program, Some(line))? {
        if begun.elapsed() > TIMEOUT {
            return Ok(TIMEOUT.as_secs_f64());
        }
        let now = send_queue(program, line)?.unwrap_or(waiting);
        if now != waiting {
            (waiting, since) = (now, Instant::now());
        }
        sleep(POLL_INTERVAL).await;
    }
    Ok(since.elapsed().as_secs_f64())
}

/// Whether the server still holds the connection open; true for `None`.
fn is_open(program: &Program, line: Option<&Connection>) -> Result<bool, BoxError> {
    Ok(match line {
        Some(line) => send_queue(program, line)?.is_some(),
        None => true,
    })
}

/// Returns the bytes in the server's send queue for this socket; `None` once the server has closed it.
fn send_queue(program: &Program, line: &Connection) -> Result<Option<u64>, BoxError> {
    /// State of a TCP connection that neither end has closed.
    const ESTABLISHED: &str = "01";
    let ends = [program.address.port(), line.local_port()?].map(|port| format!(":{port:04X}"));
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
