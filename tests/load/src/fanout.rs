//! Measures how many changes reach 500 sockets in a second, each on disk first, beside servers that only pass them on.

use crate::Trouble;
use crate::figures::{median, rate, tell};
use crate::floors::{Floor, frame, requests};
use crate::plan::Plan;
use crate::program::Program;
use crate::stage::Stage;
use crate::table::{FULL, Table};

/// Number of sockets at the table.
const SOCKETS: usize = 500;
/// Number of these sockets that send remarks, one at a time.
const SPEAKERS: usize = 24;

/// Measures deliveries per second, and their ratio to each baseline.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    let folder = plan.folder()?;
    let ours = Program::coterie(&plan.server, folder.path(), &["--no-address-limits"]).await?;
    let table = Table::new(ours.address, "chronicle", FULL).await?;
    let frame = frame(&ours, &table, folder.path()).await?;
    let (sockets, each) = plan.either((SOCKETS, 40), (50, 5));
    let mut own = Stage::open(ours.address, table.requests(sockets), SPEAKERS).await?;
    let mut floors = Vec::new();
    for (id, floor) in [
        ("fanout-batched", Floor::Batched),
        ("fanout-plain", Floor::Plain),
        ("fanout-raw", Floor::Raw),
    ] {
        let program = floor.start(&plan.programs, &frame).await?;
        let requests = requests(&program, sockets);
        let stage = Stage::open(program.address, requests, SPEAKERS).await?;
        floors.push((id, program, stage, Vec::new()));
    }
    let deliveries = SPEAKERS * each * own.size();
    let mut rates = Vec::new();
    let mut ratios = vec![Vec::new(); floors.len()];
    for round in 1..=plan.either(5, 2) {
        let rate_of = |took| rate(deliveries, took);
        let mut line = format!("  {round}:");
        // Alternate with each baseline, so that both find the machine in the same state.
        for ((id, _, stage, theirs), ratios) in floors.iter_mut().zip(&mut ratios) {
            let own = rate_of(own.talk(each).await?);
            let floor = rate_of(stage.talk(each).await?);
            line += &format!(" {id} {own:.0} / {floor:.0}");
            ratios.push(own / floor);
            rates.push(own);
            theirs.push(floor);
        }
        println!("{line}");
        plan.rest().await;
    }
    let measured = format!("{:.0} deliveries/s", median(&rates));
    for ((id, _, _, theirs), ratios) in floors.iter().zip(&ratios) {
        tell(
            id,
            &measured,
            &format!("{:.0} deliveries/s", median(theirs)),
            ratios,
        )?;
    }
    Ok(())
}
