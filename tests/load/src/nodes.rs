//! Measures how many commands one, two and three nodes on one Postgres acknowledge, at separate tables, and how busy
//! the processors are.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::BoxError;
use crate::connection::Connection;
use crate::cross_node::CrossNodeLatency;
use crate::figures::{median, report};
use crate::guest::Guest;
use crate::plan::Plan;
use crate::program::Program;
use crate::services::Services;

/// Number of tables in each measurement, distributed over the nodes.
const TABLE_COUNT: usize = 96;
/// Number of commands in flight at each table.
const IN_FLIGHT: usize = 3;
/// Duration of a measurement.
const DURATION: Duration = Duration::from_secs(6);
/// Warm-up before a measurement.
const WARM_UP: Duration = Duration::from_millis(700);
/// Number of repetitions for each number of nodes; the median counts.
const ROUNDS: usize = 3;
/// Maximum number of nodes.
const NODE_COUNT: usize = 3;
/// Pause after a command was refused as too fast.
const RETRY_PAUSE: Duration = Duration::from_millis(25);
/// Clock ticks of `/proc` per second of processor time.
const TICKS_PER_SECOND: f64 = 100.0;

/// Result of one measurement.
#[derive(Clone, Copy, Debug)]
struct Throughput {
    per_second: f64,
    /// Number of busy processors in the nodes.
    busy_in_nodes: f64,
    /// Number of busy processors in the database.
    busy_in_database: f64,
}

/// Measures throughput for each number of nodes, and latencies between nodes. Throughput has no target, because it
/// depends on the number of processors.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = tempfile::tempdir()?;
    let services = Services::start().await?;
    let mut nodes = Vec::new();
    for nth in 0..NODE_COUNT {
        let data = folder.path().join(nth.to_string());
        nodes.push(start_node(&plan.server, &data, &services).await?);
    }
    let mut all: [Vec<Throughput>; NODE_COUNT] = [const { Vec::new() }; NODE_COUNT];
    let mut seen = Vec::new();
    let two = [nodes[0].address, nodes[1].address];
    for round in 1..=plan.pick(ROUNDS, 1) {
        for (many, measured) in (1..).zip(&mut all) {
            let now = measure_throughput(plan, &nodes[..many], &services).await?;
            println!(
                "  {round}: {many} of {NODE_COUNT} nodes {}",
                format_throughput(now)
            );
            measured.push(now);
        }
        let now = CrossNodeLatency::measure(plan, two, services.nats_address()).await?;
        println!(
            "  {round}: seen at another node after {:.2} ms, a request takes {:.2} ms",
            now.event_ms, now.request_ms
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
        "  {TABLE_COUNT} tables, {IN_FLIGHT} commands of each under way, {processors} processors, and the load on the same"
    );
    let [one, ..] = middle;
    for ((id, ratios), many) in ["nodes-one", "nodes-two", "nodes-three"]
        .iter()
        .zip(&ratios)
        .zip(middle)
    {
        let beside = format!("{:.0} a second with one", one.per_second);
        report(id, &format_throughput(many), &beside, ratios)?;
    }
    let part =
        |of: fn(&CrossNodeLatency) -> f64| median(&seen.iter().map(of).collect::<Vec<f64>>());
    let ratios: Vec<f64> = seen.iter().map(|it| it.event_ms / it.request_ms).collect();
    report(
        "nodes-seen",
        &format!("{:.2} ms", part(|it| it.event_ms)),
        &format!("{:.2} ms", part(|it| it.request_ms)),
        &ratios,
    )?;
    drop(nodes);
    services.stop().await
}

/// Formats a result as a phrase.
fn format_throughput(
    Throughput {
        per_second,
        busy_in_nodes: nodes,
        busy_in_database: database,
    }: Throughput,
) -> String {
    format!(
        "{per_second:.0} a second; {nodes:.2} processors in nodes, {database:.2} in the database"
    )
}

/// Starts a node that uses these services.
async fn start_node(server: &str, data: &Path, services: &Services) -> Result<Program, BoxError> {
    let [database, news] = services
        .environment()
        .map(|(name, value)| format!("{name}={value}"));
    let words = ["env", &database, &news, server];
    Program::start_unpinned(&words, data, &["--no-address-limits"]).await
}

/// Measures the commands per second at new tables on these nodes.
async fn measure_throughput(
    plan: &Plan,
    nodes: &[Program],
    services: &Services,
) -> Result<Throughput, BoxError> {
    let (done, ends) = (
        Arc::new(AtomicUsize::new(0)),
        Arc::new(AtomicBool::new(false)),
    );
    let mut lines = Vec::new();
    for (_, node) in (0..plan.pick(TABLE_COUNT, 6)).zip(nodes.iter().cycle()) {
        let mut sam = Guest::new(node.address);
        let way = sam
            .post("/tables", "table=The+Wharf&name=Sam")
            .await?
            .location;
        let encounter = sam.encounter_id(&way).await?;
        lines.push(
            Connection::join(node.address, &sam.upgrade_request(&encounter))
                .await?
                .0,
        );
    }
    let mut talking = JoinSet::new();
    for (table, line) in lines.into_iter().enumerate() {
        talking.spawn(send_until_end(
            line,
            table,
            Arc::clone(&done),
            Arc::clone(&ends),
        ));
    }
    let busy = || {
        (
            processor_ticks(nodes.iter().map(Program::pid)),
            processor_ticks(services.database_pids()),
        )
    };
    sleep(WARM_UP).await;
    let (before, at, begun) = (done.load(Ordering::Relaxed), busy(), Instant::now());
    sleep(plan.pick(DURATION, WARM_UP)).await;
    let (after, then, took) = (
        done.load(Ordering::Relaxed),
        busy(),
        begun.elapsed().as_secs_f64(),
    );
    ends.store(true, Ordering::Relaxed);
    while let Some(talked) = talking.join_next().await {
        talked??;
    }
    Ok(Throughput {
        per_second: (after - before) as f64 / took,
        busy_in_nodes: (then.0 - at.0) / TICKS_PER_SECOND / took,
        busy_in_database: (then.1 - at.1) / TICKS_PER_SECOND / took,
    })
}

/// Sends commands until `ends` is set, several in flight; commands that were too fast are sent again.
async fn send_until_end(
    mut line: Connection,
    table: usize,
    done: Arc<AtomicUsize>,
    ends: Arc<AtomicBool>,
) -> Result<(), BoxError> {
    let start = u128::from(std::process::id()) << 96 | (table as u128) << 64;
    let nonce = done.load(Ordering::Relaxed) as u128;
    let mut ids = (1..).map(|nth: u128| start | nonce << 32 | nth);
    for id in ids.by_ref().take(IN_FLIGHT) {
        line.send_text(&remark_message(id)).await?;
    }
    while !ends.load(Ordering::Relaxed) {
        let text = line.next_message().await?;
        if text.starts_with(r#"{"ok":"#) {
            done.fetch_add(1, Ordering::Relaxed);
            if let Some(id) = ids.next() {
                line.send_text(&remark_message(id)).await?;
            }
        } else if let Some(rest) = text.strip_prefix(r#"{"no":[""#) {
            let (id, why) = rest.split_once('"').ok_or("half an answer")?;
            if !why.contains("too_fast") {
                return Err(text.into());
            }
            sleep(RETRY_PAUSE).await;
            line.send_text(&remark_message(u128::from_str_radix(id, 16)?))
                .await?;
        }
    }
    Ok(())
}

/// Returns a message with a remark as its command.
fn remark_message(id: u128) -> String {
    format!(r#"{{"do":{{"id":"{id:032x}","command":{{"say":{{"line":"x"}}}}}}}}"#)
}

/// Returns the processor time of these processes, in clock ticks.
fn processor_ticks(pids: impl IntoIterator<Item = u32>) -> f64 {
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
