//! Measures whether memory grows or times get longer under continuous load.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::BoxError;
use crate::figures::{median, report, to_ms};
use crate::plan::Plan;
use crate::program::Program;
use crate::stage::Stage;
use crate::table::{FULL, Table};

/// Number of tables, each with forty sockets.
const TABLE_COUNT: usize = 10;
/// Pause between two changes at a table.
const PACE: Duration = Duration::from_millis(40);
/// Number of changes at each table in a turn.
const CHANGES_PER_TURN: usize = 25;

/// Applies load for the minutes of the plan, and compares its last third with an earlier one.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let options = ["--no-address-limits", "--quota-day", "1000"];
    let program = Program::start_server(&plan.server, folder.path(), &options).await?;
    let mut stages = Vec::new();
    for _ in 0..plan.pick(TABLE_COUNT, 2) {
        let table = Table::new(program.address, "chronicle", FULL).await?;
        stages.push(Stage::join(program.address, table.upgrade_requests(40), 1).await?);
    }
    let lasts = plan.pick(
        Duration::from_secs(60 * plan.minutes),
        Duration::from_secs(6),
    );
    let begun = Instant::now();
    let (mut looks, mut changes) = (Vec::new(), 0);
    while begun.elapsed() < lasts {
        let mut times = Vec::new();
        let mut turns = JoinSet::new();
        for mut stage in std::mem::take(&mut stages) {
            turns.spawn(async move {
                let heard = stage.time_each_delivery(CHANGES_PER_TURN, PACE).await?;
                Ok::<_, BoxError>((stage, heard))
            });
        }
        while let Some(turn) = turns.join_next().await {
            let (stage, heard) = turn??;
            times.extend(heard.into_iter().map(to_ms));
            stages.push(stage);
        }
        changes += stages.len() * CHANGES_PER_TURN;
        looks.push((program.memory("VmRSS")? as f64, median(&times)));
    }
    let minutes = lasts.as_secs_f64() / 60.0;
    let (memory, slow): (Vec<f64>, Vec<f64>) = looks.into_iter().unzip();
    let third = (memory.len() / 3).max(1);
    let part = |of: &[f64], from: usize| {
        let these: Vec<f64> = of.iter().copied().skip(from).take(third).collect();
        median(&these)
    };
    let last = memory.len().saturating_sub(third);
    // Memory grows in the first third, while every table fills its hundred log lines.
    let (early, late) = (part(&memory, third), part(&memory, last));
    let said = format!(
        "{:.1} MiB after {minutes:.0} min and {changes} changes",
        late / 1024.0
    );
    report(
        "soak-memory",
        &said,
        &format!("{:.1} MiB", early / 1024.0),
        &[late / early],
    )?;
    let (early, late) = (part(&slow, 0), part(&slow, last));
    report(
        "soak-time",
        &format!("{late:.2} ms"),
        &format!("{early:.2} ms"),
        &[late / early],
    )
}
