//! Measures acknowledged commands and the syncs they need, on a disk whose syncs take 4 ms. strace delays every sync
//! and counts them.

use std::path::Path;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::BoxError;
use crate::audience::{join_all, remark_command};
use crate::connection::Connection;
use crate::disk::measure_syncs;
use crate::figures::{median, per_second, report, to_ms};
use crate::plan::Plan;
use crate::program::Program;
use crate::table::{SeatCounts, TWENTY, Table};

/// Option of strace that delays every sync, by 4,000 microseconds.
const STRACE_DELAY: &str = "inject=fsync,fdatasync:delay_enter=4000";
/// Number of tables with twenty clients, all of whom send remarks.
const TABLES: usize = 10;
/// Remarks of each client in a round: few enough for the rate limit of a seat.
const REMARKS_OF_EACH: usize = 40;
/// Remarks of the lone client in a round.
const REMARKS_OF_LONE: usize = 40;
/// Remarks of the lone client whose syncs are counted one by one.
const COUNTED_REMARKS: usize = 20;
/// Seats of a table with a storyteller only.
const STORYTELLER_ONLY: SeatCounts = [("co_storyteller", 0), ("player", 0), ("spectator", 0)];

/// Measures acknowledgements and syncs with 200 clients, with 20, and with one.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let trace = folder.path().join("trace");
    let (server, address_limits) = (&plan.server, ["--no-address-limits"]);
    let shown = trace.display().to_string();
    let strace = [
        "strace",
        "-D",
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-o",
        &shown,
        "-e",
        "trace=fsync,fdatasync",
        "-e",
        STRACE_DELAY,
    ];
    let data = folder.path().join("data");
    std::fs::create_dir(&data)?;
    let program = Program::start_traced(&strace, server, &data, &address_limits).await?;
    let mut many = Vec::new();
    for _ in 0..plan.pick(TABLES, 2) {
        let table = Table::new(program.address, "chronicle", TWENTY).await?;
        many.extend(join_all(program.address, table.upgrade_requests(20)).await?);
    }
    let table = Table::new(program.address, "chronicle", TWENTY).await?;
    let mut twenty = join_all(program.address, table.upgrade_requests(20)).await?;
    let table = Table::new(program.address, "chronicle", STORYTELLER_ONLY).await?;
    let mut alone = join_all(program.address, table.upgrade_requests(1)).await?;
    let (mut ratios, mut rates, mut alones) = (vec![], vec![], vec![]);
    let mut counts: [Vec<f64>; 3] = Default::default();
    for round in 1..=plan.pick(5, 1) {
        let each = plan.pick(REMARKS_OF_EACH, 3);
        let (one, one_syncs) =
            send_remarks(&mut alone, plan.pick(REMARKS_OF_LONE, 3), &trace).await?;
        let (all, all_syncs) = send_remarks(&mut many, each, &trace).await?;
        let (_, twenty_syncs) = send_remarks(&mut twenty, each, &trace).await?;
        println!(
            "  {round}: {all:.0} acknowledged a second by {}, {one:.0} by one; syncs for 1,000: {:.1}, with 20 {:.1}, alone {:.1}",
            many.len(),
            all_syncs * 1000.0,
            twenty_syncs * 1000.0,
            one_syncs * 1000.0
        );
        ratios.push(all / one);
        rates.push(all);
        alones.push(one);
        counts[0].push(all_syncs * 1000.0);
        counts[1].push(twenty_syncs * 1000.0);
        counts[2].push(one_syncs);
        plan.let_limits_recover().await;
    }
    let (rate, one) = (median(&rates), median(&alones));
    report(
        "acks-many",
        &format!("{rate:.0} a second"),
        &format!("{one:.0} a second"),
        &ratios,
    )?;
    report(
        "acks-syncs-200",
        &format!("{:.1}", median(&counts[0])),
        "",
        &counts[0],
    )?;
    report(
        "acks-syncs-20",
        &format!("{:.1}", median(&counts[1])),
        "",
        &counts[1],
    )?;
    report(
        "acks-lone",
        &format!(
            "{:.2} on average, with those that move the log into the database",
            median(&counts[2])
        ),
        "",
        &lone_syncs(&mut alone, plan.pick(COUNTED_REMARKS, 3), &trace).await?,
    )?;
    program.stop().await
}

/// Lets every client send `each` remarks, one after another. Returns acknowledged commands per second, and syncs per
/// command.
async fn send_remarks(
    lines: &mut Vec<Connection>,
    each: usize,
    trace: &Path,
) -> Result<(f64, f64), BoxError> {
    let before = count_syncs(trace)?;
    let count = lines.len() * each;
    let mut giving = JoinSet::new();
    let begun = Instant::now();
    for mut line in std::mem::take(lines) {
        giving.spawn(async move {
            for _ in 0..each {
                line.send_and_wait(&remark_command()).await?;
            }
            Ok::<_, BoxError>(line)
        });
    }
    while let Some(line) = giving.join_next().await {
        lines.push(line??);
    }
    let took = begun.elapsed();
    // Include the syncs that move the last commands from the log into the database.
    sleep(Duration::from_millis(50)).await;
    let syncs = count_syncs(trace)? - before;
    Ok((per_second(count, took), syncs as f64 / count as f64))
}

/// Returns the syncs of each of `count` commands that a lone client sends.
async fn lone_syncs(
    lines: &mut [Connection],
    count: usize,
    trace: &Path,
) -> Result<Vec<f64>, BoxError> {
    let line = lines.first_mut().ok_or("nobody is there")?;
    let mut counts = Vec::new();
    for _ in 0..count {
        let before = count_syncs(trace)?;
        line.send_and_wait(&remark_command()).await?;
        sleep(Duration::from_millis(50)).await;
        counts.push((count_syncs(trace)? - before) as f64);
    }
    Ok(counts)
}

/// Counts the syncs in the trace. A call that strace shows interrupted has two lines and counts once.
fn count_syncs(trace: &Path) -> Result<usize, BoxError> {
    let text = std::fs::read_to_string(trace)?;
    let begun = text.lines().filter(|line| !line.contains("resumed>"));
    Ok(begun.filter(|line| line.contains("sync(")).count())
}

/// Measures the time of a lone command, beside a sync in the same folder.
pub(crate) async fn measure_lone(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let program =
        Program::start_server(&plan.server, folder.path(), &["--no-address-limits"]).await?;
    let table = Table::new(program.address, "chronicle", STORYTELLER_ONLY).await?;
    let mut lines = join_all(program.address, table.upgrade_requests(1)).await?;
    let line = lines.first_mut().ok_or("nobody is there")?;
    let pace = Duration::from_millis(30);
    let (mut owns, mut disks, mut over) = (vec![], vec![], vec![]);
    for _ in 0..plan.pick(5, 1) {
        let mut times = Vec::new();
        for _ in 0..plan.pick(60, 5) {
            sleep(pace).await;
            let begun = Instant::now();
            line.send_and_wait(&remark_command()).await?;
            times.push(to_ms(begun.elapsed()));
        }
        let disk = measure_syncs(folder.path(), times.len(), pace).await?;
        let disk = median(&disk.into_iter().map(to_ms).collect::<Vec<_>>());
        let own = median(&times);
        println!("  a lone command {own:.3} ms, a sync {disk:.3} ms");
        over.push(own - disk);
        owns.push(own);
        disks.push(disk);
    }
    let (own, disk) = (median(&owns), median(&disks));
    report(
        "lone-time",
        &format!("{own:.2} ms"),
        &format!("{disk:.2} ms"),
        &over,
    )
}
