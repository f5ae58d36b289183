//! Measures the memory of an idle socket and of a room.

use std::time::Duration;

use tokio::time::sleep;

use crate::BoxError;
use crate::audience::join_all;
use crate::connection::{Connection, FeedPosition};
use crate::figures::report;
use crate::plan::Plan;
use crate::program::Program;
use crate::table::{FULL, Table};

/// Number of rooms, and of sockets for each of their forty seats: ten thousand sockets in rooms of nearly a thousand.
const CROWDED_ROOMS: (usize, usize) = (11, 24);
/// Number of sockets that are held open.
const HELD_SOCKETS: usize = 10_000;
/// Number of tables with one socket for each seat.
const TABLES: usize = 50;
/// Pause until what was sent has arrived.
const SETTLE_TIME: Duration = Duration::from_millis(1_500);
/// Server options that allow so many connections.
const CONNECTION_OPTIONS: [&str; 3] = ["--no-address-limits", "--connections", "12000"];

/// Measures sockets in crowded rooms, then rooms and sockets at full tables.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    measure_crowded(plan).await?;
    let mut rooms = Vec::new();
    for (id, resumed) in [("idle-pictured", false), ("idle-resumed", true)] {
        let mut costs = Vec::new();
        for _ in 0..plan.pick(3, 1) {
            let (room, socket) = measure_full_tables(plan, resumed).await?;
            rooms.push(room);
            costs.push(socket);
            println!("  {id}: {:.2} KiB", costs[costs.len() - 1]);
        }
        let sockets = plan.pick(TABLES, 2) * 39;
        report(id, &format!("{sockets} sockets"), "", &costs)?;
    }
    let tables = plan.pick(TABLES, 2);
    report("idle-room", &format!("{tables} rooms"), "", &rooms)
}

/// Measures ten thousand sockets in crowded rooms.
async fn measure_crowded(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let program = Program::start_server(&plan.server, folder.path(), &CONNECTION_OPTIONS).await?;
    let (rooms, each) = plan.pick(CROWDED_ROOMS, (1, 2));
    let held = plan.pick(HELD_SOCKETS, 60);
    let tables = Table::new_demos(program.address, rooms, FULL).await?;
    let awake = wake_rooms(&program, &tables).await?;
    let before = program.memory("VmRSS")?;
    let seats = tables.iter().map(|table| table.guests.len());
    let all = tables.iter().zip(seats);
    // The seat that woke the room has a socket already.
    let requests: Vec<String> = all
        .flat_map(|(table, seats)| table.upgrade_requests(seats * (each - 1)))
        .chain(
            tables
                .iter()
                .flat_map(|table| table.upgrade_requests(40)[1..].to_vec()),
        )
        .take(held - rooms)
        .collect();
    let wanted = requests.len();
    let mut lines = join_all(program.address, requests).await?;
    sleep(SETTLE_TIME).await;
    let after = program.memory("VmRSS")?;
    let each = growth_per_item(after, before, wanted);
    let mut there = 0;
    for line in lines
        .iter_mut()
        .chain(&mut awake.into_iter().collect::<Vec<_>>())
    {
        // Count the sockets that answer a ping.
        line.send_text("\"ping\"").await?;
        while line.next_message().await? != "\"pong\"" {}
        there += 1;
    }
    println!("  {there} sockets are there, {each:.2} KiB each");
    let count = f64::from(u32::try_from(there)?);
    report("idle-held", &format!("{rooms} rooms"), "", &[count])?;
    report("idle-crowded", &format!("{wanted} sockets"), "", &[each])
}

/// Returns the growth in KiB for each of `count`.
fn growth_per_item(after: u64, before: u64, count: usize) -> f64 {
    after.saturating_sub(before) as f64 / count as f64
}

/// Opens one socket at each table, so that its room is awake.
async fn wake_rooms(program: &Program, tables: &[Table]) -> Result<Vec<Connection>, BoxError> {
    let first = tables
        .iter()
        .flat_map(|table| table.upgrade_requests(1))
        .collect();
    let awake = join_all(program.address, first).await?;
    sleep(SETTLE_TIME).await;
    Ok(awake)
}

/// Returns the memory in KiB of each room with one socket, and of each further socket in it.
async fn measure_full_tables(plan: &Plan, resumed: bool) -> Result<(f64, f64), BoxError> {
    let folder = plan.temp_dir()?;
    let mut program =
        Program::start_server(&plan.server, folder.path(), &CONNECTION_OPTIONS).await?;
    let mut tables = Table::new_demos(program.address, plan.pick(TABLES, 2), FULL).await?;
    // Everybody joins once, so that all are in the view and nothing changes later.
    for table in &tables {
        join_all(program.address, table.upgrade_requests(40)).await?;
    }
    program.restart().await?;
    let asleep = program.memory("VmRSS")?;
    let _awake = wake_rooms(&program, &tables).await?;
    let rooms = growth_per_item(program.memory("VmRSS")?, asleep, tables.len());
    let mut seen = Vec::new();
    for table in &mut tables {
        for guest in table.guests.iter_mut().skip(1) {
            seen.push(match resumed {
                true => Some(parse_position(&guest.get(&table.path).await?.body)?),
                false => None,
            });
        }
    }
    sleep(SETTLE_TIME).await;
    let before = program.memory("VmRSS")?;
    let requests: Vec<String> = tables
        .iter()
        .flat_map(|table| table.upgrade_requests(40)[1..].to_vec())
        .collect();
    let mut lines = Vec::new();
    for (request, seen) in requests.iter().zip(seen) {
        lines.push(match seen {
            Some(seen) => Connection::rejoin(program.address, request, seen).await?,
            None => Connection::join(program.address, request).await?.0,
        });
    }
    sleep(SETTLE_TIME).await;
    let sockets = growth_per_item(program.memory("VmRSS")?, before, lines.len());
    Ok((rooms, sockets))
}

/// Returns the epoch and the sequence number of the snapshot in a table's page.
fn parse_position(page: &str) -> Result<FeedPosition, BoxError> {
    let (_, opening) = page.split_once("id=\"opening\"").ok_or("no picture")?;
    let number = |name: &str| {
        let (_, rest) = opening.split_once(name)?;
        let end = rest.find(|letter: char| !letter.is_ascii_digit())?;
        rest.get(..end)?.parse().ok()
    };
    let seen = number("\"epoch\":").zip(number("\"seq\":"));
    Ok(seen.ok_or("half a picture")?)
}
