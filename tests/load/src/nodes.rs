//! Measures how many commands one, two and three nodes on one Postgres acknowledge, at separate tables, and how busy
//! the processors are.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Trouble;
use crate::elsewhere::Elsewhere;
use crate::figures::{median, tell};
use crate::guest::Guest;
use crate::line::Line;
use crate::plan::Plan;
use crate::program::Program;
use crate::services::Services;

/// Number of tables in each measurement, distributed over the nodes.
const TABLES: usize = 96;
/// Number of commands in flight at each table.
const AT_ONCE: usize = 3;
/// Duration of a measurement.
const LASTS: Duration = Duration::from_secs(6);
/// Warm-up before a measurement.
const WARMS_UP: Duration = Duration::from_millis(700);
/// Number of repetitions for each number of nodes; the median counts.
const ROUNDS: usize = 3;
/// Maximum number of nodes.
const NODES: usize = 3;
/// Pause after a command was refused as too fast.
const TOO_FAST: Duration = Duration::from_millis(25);
/// Clock ticks of `/proc` per second of processor time.
const TICKS: f64 = 100.0;

/// Result of one measurement.
#[derive(Clone, Copy, Debug)]
struct Measured {
    per_second: f64,
    /// Number of busy processors in the nodes.
    nodes: f64,
    /// Number of busy processors in the database.
    database: f64,
}

/// Measures throughput for each number of nodes, and latencies between nodes. Throughput has no target, because it
/// depends on the number of processors.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    let folder = tempfile::tempdir()?;
    let services = Services::start().await?;
    let mut nodes = Vec::new();
    for nth in 0..NODES {
        let data = folder.path().join(nth.to_string());
        nodes.push(start(&plan.server, &data, &services).await?);
    }
    let mut all: [Vec<Measured>; NODES] = [const { Vec::new() }; NODES];
    let mut seen = Vec::new();
    let two = [nodes[0].address, nodes[1].address];
    for round in 1..=plan.either(ROUNDS, 1) {
        for (many, measured) in (1..).zip(&mut all) {
            let now = throughput(plan, &nodes[..many], &services).await?;
            println!("  {round}: {many} of {NODES} nodes {}", shown(now));
            measured.push(now);
        }
        let now = Elsewhere::measure(plan, two, services.news()).await?;
        println!(
            "  {round}: seen at another node after {:.2} ms, a request takes {:.2} ms",
            now.event, now.request
        );
        seen.push(now);
    }
    let ratios = all.each_ref().map(|of| {
        let one = all[0].iter();
        let both = of.iter().zip(one);
        let ratios = both.map(|(many, one)| many.per_second / one.per_second);
        ratios.collect::<Vec<f64>>()
    });
    let middle = all.map(|mut of| {
        of.sort_by(|one, other| one.per_second.total_cmp(&other.per_second));
        of[of.len() / 2]
    });
    let processors = std::thread::available_parallelism()?;
    println!(
        "  {TABLES} tables, {AT_ONCE} commands of each under way, {processors} processors, and the load on the same"
    );
    let [one, ..] = middle;
    for ((id, ratios), many) in ["nodes-one", "nodes-two", "nodes-three"]
        .iter()
        .zip(&ratios)
        .zip(middle)
    {
        let beside = format!("{:.0} a second with one", one.per_second);
        tell(id, &shown(many), &beside, ratios)?;
    }
    let part = |of: fn(&Elsewhere) -> f64| median(&seen.iter().map(of).collect::<Vec<f64>>());
    let ratios: Vec<f64> = seen.iter().map(|it| it.event / it.request).collect();
    tell(
        "nodes-seen",
        &format!("{:.2} ms", part(|it| it.event)),
        &format!("{:.2} ms", part(|it| it.request)),
        &ratios,
    )?;
    drop(nodes);
    services.end().await
}

/// Formats a result as a phrase.
fn shown(
    Measured {
        per_second,
        nodes,
        database,
    }: Measured,
) -> String {
    format!(
        "{per_second:.0} a second; {nodes:.2} processors in nodes, {database:.2} in the database"
    )
}

/// Starts a node that uses these services.
async fn start(server: &str, data: &Path, services: &Services) -> Result<Program, Trouble> {
    let [database, news] = services
        .environment()
        .map(|(name, value)| format!("{name}={value}"));
    let words = ["env", &database, &news, server];
    Program::anywhere(&words, data, &["--no-address-limits"]).await
}

/// Measures the commands per second at new tables on these nodes.
async fn throughput(
    plan: &Plan,
    nodes: &[Program],
    services: &Services,
) -> Result<Measured, Trouble> {
    let (done, ends) = (
        Arc::new(AtomicUsize::new(0)),
        Arc::new(AtomicBool::new(false)),
    );
    let mut lines = Vec::new();
    for (_, node) in (0..plan.either(TABLES, 6)).zip(nodes.iter().cycle()) {
        let mut sam = Guest::new(node.address);
        let way = sam
            .post("/tables", "table=The+Wharf&name=Sam")
            .await?
            .location;
        let encounter = sam.encounter(&way).await?;
        lines.push(Line::join(node.address, &sam.upgrade(&encounter)).await?.0);
    }
    let mut talking = JoinSet::new();
    for (table, line) in lines.into_iter().enumerate() {
        talking.spawn(talk(line, table, Arc::clone(&done), Arc::clone(&ends)));
    }
    let busy = || {
        (
            ticks(nodes.iter().map(Program::pid)),
            ticks(services.of_database()),
        )
    };
    sleep(WARMS_UP).await;
    let (before, at, begun) = (done.load(Ordering::Relaxed), busy(), Instant::now());
    sleep(plan.either(LASTS, WARMS_UP)).await;
    let (after, then, took) = (
        done.load(Ordering::Relaxed),
        busy(),
        begun.elapsed().as_secs_f64(),
    );
    ends.store(true, Ordering::Relaxed);
    while let Some(talked) = talking.join_next().await {
        talked??;
    }
    Ok(Measured {
        per_second: (after - before) as f64 / took,
        nodes: (then.0 - at.0) / TICKS / took,
        database: (then.1 - at.1) / TICKS / took,
    })
}

/// Sends commands until `ends` is set, several in flight; commands that were too fast are sent again.
async fn talk(
    mut line: Line,
    table: usize,
    done: Arc<AtomicUsize>,
    ends: Arc<AtomicBool>,
) -> Result<(), Trouble> {
    let start = u128::from(std::process::id()) << 96 | (table as u128) << 64;
    let nonce = done.load(Ordering::Relaxed) as u128;
    let mut ids = (1..).map(|nth: u128| start | nonce << 32 | nth);
    for id in ids.by_ref().take(AT_ONCE) {
        line.say(&word(id)).await?;
    }
    while !ends.load(Ordering::Relaxed) {
        let text = line.heard().await?;
        if text.starts_with(r#"{"ok":"#) {
            done.fetch_add(1, Ordering::Relaxed);
            if let Some(id) = ids.next() {
                line.say(&word(id)).await?;
            }
        } else if let Some(rest) = text.strip_prefix(r#"{"no":[""#) {
            let (id, why) = rest.split_once('"').ok_or("half an answer")?;
            if !why.contains("too_fast") {
                return Err(text.into());
            }
            sleep(TOO_FAST).await;
            line.say(&word(u128::from_str_radix(id, 16)?)).await?;
        }
    }
    Ok(())
}

/// Returns a message with a remark as its command.
fn word(id: u128) -> String {
    format!(r#"{{"do":{{"id":"{id:032x}","command":{{"say":{{"line":"x"}}}}}}}}"#)
}

/// Returns the processor time of these processes, in clock ticks.
fn ticks(pids: impl IntoIterator<Item = u32>) -> f64 {
    let of = |pid: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        let mut numbers = rest
            .split(' ')
            .skip(11)
            .map_while(|it| it.parse::<f64>().ok());
        Some(numbers.next()? + numbers.next()?)
    };
    pids.into_iter().filter_map(of).sum()
}
