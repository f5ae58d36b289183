//! Measures how long a single change takes to reach everybody, beside a node loop and a sync of the disk.

use std::time::Duration;

use crate::BoxError;
use crate::baselines::{Baseline, record_frame, upgrade_requests};
use crate::disk::measure_syncs;
use crate::figures::{median, report, to_ms};
use crate::plan::Plan;
use crate::program::Program;
use crate::stage::Stage;
use crate::table::{FULL, Table};

/// Pause between two changes.
const PACE: Duration = Duration::from_millis(30);
/// Row id and number of sockets of each measurement.
const SIZES: [(&str, usize); 3] = [("paced-8", 8), ("paced-50", 50), ("paced-500", 500)];

/// Measures the median time to all sockets, less those of the node loop and of a sync.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let ours = Program::start_server(&plan.server, folder.path(), &["--no-address-limits"]).await?;
    let first = Table::new(ours.address, "chronicle", FULL).await?;
    let frame = record_frame(&ours, &first, folder.path()).await?;
    let changes = plan.pick(60, 5);
    for (id, sockets) in SIZES {
        let node = Baseline::Plain.start(&plan.baseline_dir, &frame).await?;
        let table = Table::new(ours.address, "chronicle", FULL).await?;
        let mut own = Stage::join(ours.address, table.upgrade_requests(sockets), 1).await?;
        let mut floor = Stage::join(node.address, upgrade_requests(&node, sockets), 1).await?;
        let (mut owns, mut floors, mut disks, mut over) = (vec![], vec![], vec![], vec![]);
        for _ in 0..plan.pick(5, 1) {
            let [own, floor, disk] = [
                own.time_each_delivery(changes, PACE).await?,
                floor.time_each_delivery(changes, PACE).await?,
                measure_syncs(folder.path(), changes, PACE).await?,
            ]
            .map(|times| median(&times.into_iter().map(to_ms).collect::<Vec<_>>()));
            println!("  {id}: ours {own:.3} ms, node {floor:.3} ms, a sync {disk:.3} ms");
            over.push(own - floor - disk);
            owns.push(own);
            floors.push(floor);
            disks.push(disk);
        }
        let beside = format!("{:.2} ms + {:.2} ms", median(&floors), median(&disks));
        report(id, &format!("{:.2} ms", median(&owns)), &beside, &over)?;
    }
    Ok(())
}
