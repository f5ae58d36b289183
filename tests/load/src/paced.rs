//! Measures how long a single change takes to reach everybody, beside a node loop and a sync of the disk.

use std::time::Duration;

use crate::Trouble;
use crate::disk::syncs;
use crate::figures::{median, ms, tell};
use crate::floors::{Floor, frame, requests};
use crate::plan::Plan;
use crate::program::Program;
use crate::stage::Stage;
use crate::table::{FULL, Table};

/// Pause between two changes.
const PACE: Duration = Duration::from_millis(30);
/// Row id and number of sockets of each measurement.
const SIZES: [(&str, usize); 3] = [("paced-8", 8), ("paced-50", 50), ("paced-500", 500)];

/// Measures the median time to all sockets, less those of the node loop and of a sync.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    let folder = plan.folder()?;
    let ours = Program::coterie(&plan.server, folder.path(), &["--no-address-limits"]).await?;
    let first = Table::new(ours.address, "chronicle", FULL).await?;
    let frame = frame(&ours, &first, folder.path()).await?;
    let changes = plan.either(60, 5);
    for (id, sockets) in SIZES {
        let node = Floor::Plain.start(&plan.programs, &frame).await?;
        let table = Table::new(ours.address, "chronicle", FULL).await?;
        let mut own = Stage::open(ours.address, table.requests(sockets), 1).await?;
        let mut floor = Stage::open(node.address, requests(&node, sockets), 1).await?;
        let (mut owns, mut floors, mut disks, mut over) = (vec![], vec![], vec![], vec![]);
        for _ in 0..plan.either(5, 1) {
            let [own, floor, disk] = [
                own.paced(changes, PACE).await?,
                floor.paced(changes, PACE).await?,
                syncs(folder.path(), changes, PACE).await?,
            ]
            .map(|times| median(&times.into_iter().map(ms).collect::<Vec<_>>()));
            println!("  {id}: ours {own:.3} ms, node {floor:.3} ms, a sync {disk:.3} ms");
            over.push(own - floor - disk);
            owns.push(own);
            floors.push(floor);
            disks.push(disk);
        }
        let beside = format!("{:.2} ms + {:.2} ms", median(&floors), median(&disks));
        tell(id, &format!("{:.2} ms", median(&owns)), &beside, &over)?;
    }
    Ok(())
}
