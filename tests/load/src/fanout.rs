//! Measures how many changes reach 500 sockets in a second, each on disk first, beside servers that only pass them on.

use crate::BoxError;
use crate::baselines::{Baseline, record_frame, upgrade_requests};
use crate::figures::{median, per_second, report};
use crate::plan::Plan;
use crate::program::Program;
use crate::stage::Stage;
use crate::table::{FULL, Table};

/// Number of sockets at the table.
const SOCKET_COUNT: usize = 500;
/// Number of these sockets that send remarks, one at a time.
const SPEAKER_COUNT: usize = 24;

/// Measures deliveries per second, and their ratio to each baseline.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let ours = Program::start_server(&plan.server, folder.path(), &["--no-address-limits"]).await?;
    let table = Table::new(ours.address, "chronicle", FULL).await?;
    let frame = record_frame(&ours, &table, folder.path()).await?;
    let (sockets, each) = plan.pick((SOCKET_COUNT, 40), (50, 5));
    let mut own = Stage::join(ours.address, table.upgrade_requests(sockets), SPEAKER_COUNT).await?;
    let mut floors = Vec::new();
    for (id, floor) in [
        ("fanout-batched", Baseline::Batched),
        ("fanout-plain", Baseline::Plain),
        ("fanout-raw", Baseline::Raw),
    ] {
        let program = floor.start(&plan.baseline_dir, &frame).await?;
        let requests = upgrade_requests(&program, sockets);
        let stage = Stage::join(program.address, requests, SPEAKER_COUNT).await?;
        floors.push((id, program, stage, Vec::new()));
    }
    let deliveries = SPEAKER_COUNT * each * own.socket_count();
    let mut rates = Vec::new();
    let mut ratios = vec![Vec::new(); floors.len()];
    for round in 1..=plan.pick(5, 2) {
        let rate_of = |took| per_second(deliveries, took);
        let mut line = format!("  {round}:");
        // Alternate with each baseline, so that both find the machine in the same state.
        for ((id, _, stage, theirs), ratios) in floors.iter_mut().zip(&mut ratios) {
            let own = rate_of(own.time_remarks(each).await?);
            let floor = rate_of(stage.time_remarks(each).await?);
            line += &format!(" {id} {own:.0} / {floor:.0}");
            ratios.push(own / floor);
            rates.push(own);
            theirs.push(floor);
        }
        println!("{line}");
        plan.let_limits_recover().await;
    }
    let measured = format!("{:.0} deliveries/s", median(&rates));
    for ((id, _, _, theirs), ratios) in floors.iter().zip(&ratios) {
        report(
            id,
            &measured,
            &format!("{:.0} deliveries/s", median(theirs)),
            ratios,
        )?;
    }
    Ok(())
}
