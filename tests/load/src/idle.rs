//! Measures the memory of an idle socket and of a room.

use std::time::Duration;

use tokio::time::sleep;

use crate::Trouble;
use crate::audience::join_all;
use crate::figures::tell;
use crate::line::{Line, Seen};
use crate::plan::Plan;
use crate::program::Program;
use crate::table::{FULL, Table};

/// Number of rooms, and of sockets for each of their forty seats: ten thousand sockets in rooms of nearly a thousand.
const CROWDED: (usize, usize) = (11, 24);
/// Number of sockets that are held open.
const HELD: usize = 10_000;
/// Number of tables with one socket for each seat.
const TABLES: usize = 50;
/// Pause until what was sent has arrived.
const SETTLES: Duration = Duration::from_millis(1_500);
/// Server options that allow so many connections.
const CONNECTIONS: [&str; 3] = ["--no-address-limits", "--connections", "12000"];

/// Measures sockets in crowded rooms, then rooms and sockets at full tables.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    crowded(plan).await?;
    let mut rooms = Vec::new();
    for (id, resumed) in [("idle-pictured", false), ("idle-resumed", true)] {
        let mut costs = Vec::new();
        for _ in 0..plan.either(3, 1) {
            let (room, socket) = in_rooms_of_forty(plan, resumed).await?;
            rooms.push(room);
            costs.push(socket);
            println!("  {id}: {:.2} KiB", costs[costs.len() - 1]);
        }
        let sockets = plan.either(TABLES, 2) * 39;
        tell(id, &format!("{sockets} sockets"), "", &costs)?;
    }
    let tables = plan.either(TABLES, 2);
    tell("idle-room", &format!("{tables} rooms"), "", &rooms)
}

/// Measures ten thousand sockets in crowded rooms.
async fn crowded(plan: &Plan) -> Result<(), Trouble> {
    let folder = plan.folder()?;
    let program = Program::coterie(&plan.server, folder.path(), &CONNECTIONS).await?;
    let (rooms, each) = plan.either(CROWDED, (1, 2));
    let held = plan.either(HELD, 60);
    let tables = Table::demos(program.address, rooms, FULL).await?;
    let awake = wake(&program, &tables).await?;
    let before = program.memory("VmRSS")?;
    let seats = tables.iter().map(|table| table.guests.len());
    let all = tables.iter().zip(seats);
    // The seat that woke the room has a socket already.
    let requests: Vec<String> = all
        .flat_map(|(table, seats)| table.requests(seats * (each - 1)))
        .chain(
            tables
                .iter()
                .flat_map(|table| table.requests(40)[1..].to_vec()),
        )
        .take(held - rooms)
        .collect();
    let wanted = requests.len();
    let mut lines = join_all(program.address, requests).await?;
    sleep(SETTLES).await;
    let after = program.memory("VmRSS")?;
    let each = per(after, before, wanted);
    let mut there = 0;
    for line in lines
        .iter_mut()
        .chain(&mut awake.into_iter().collect::<Vec<_>>())
    {
        // Count the sockets that answer a ping.
        line.say("\"ping\"").await?;
        while line.heard().await? != "\"pong\"" {}
        there += 1;
    }
    println!("  {there} sockets are there, {each:.2} KiB each");
    let count = f64::from(u32::try_from(there)?);
    tell("idle-held", &format!("{rooms} rooms"), "", &[count])?;
    tell("idle-crowded", &format!("{wanted} sockets"), "", &[each])
}

/// Returns the growth in KiB for each of `count`.
fn per(after: u64, before: u64, count: usize) -> f64 {
    after.saturating_sub(before) as f64 / count as f64
}

/// Opens one socket at each table, so that its room is awake.
async fn wake(program: &Program, tables: &[Table]) -> Result<Vec<Line>, Trouble> {
    let first = tables.iter().flat_map(|table| table.requests(1)).collect();
    let awake = join_all(program.address, first).await?;
    sleep(SETTLES).await;
    Ok(awake)
}

/// Returns the memory in KiB of each room with one socket, and of each further socket in it.
async fn in_rooms_of_forty(plan: &Plan, resumed: bool) -> Result<(f64, f64), Trouble> {
    let folder = plan.folder()?;
    let mut program = Program::coterie(&plan.server, folder.path(), &CONNECTIONS).await?;
    let mut tables = Table::demos(program.address, plan.either(TABLES, 2), FULL).await?;
    // Everybody joins once, so that all are in the view and nothing changes later.
    for table in &tables {
        join_all(program.address, table.requests(40)).await?;
    }
    program.restart().await?;
    let asleep = program.memory("VmRSS")?;
    let _awake = wake(&program, &tables).await?;
    let rooms = per(program.memory("VmRSS")?, asleep, tables.len());
    let mut seen = Vec::new();
    for table in &mut tables {
        for guest in table.guests.iter_mut().skip(1) {
            seen.push(match resumed {
                true => Some(picture(&guest.get(&table.path).await?.body)?),
                false => None,
            });
        }
    }
    sleep(SETTLES).await;
    let before = program.memory("VmRSS")?;
    let requests: Vec<String> = tables
        .iter()
        .flat_map(|table| table.requests(40)[1..].to_vec())
        .collect();
    let mut lines = Vec::new();
    for (request, seen) in requests.iter().zip(seen) {
        lines.push(match seen {
            Some(seen) => Line::rejoin(program.address, request, seen).await?,
            None => Line::join(program.address, request).await?.0,
        });
    }
    sleep(SETTLES).await;
    let sockets = per(program.memory("VmRSS")?, before, lines.len());
    Ok((rooms, sockets))
}

/// Returns the epoch and the sequence number of the snapshot in a table's page.
fn picture(page: &str) -> Result<Seen, Trouble> {
    let (_, opening) = page.split_once("id=\"opening\"").ok_or("no picture")?;
    let number = |name: &str| {
        let (_, rest) = opening.split_once(name)?;
        let end = rest.find(|letter: char| !letter.is_ascii_digit())?;
        rest.get(..end)?.parse().ok()
    };
    let seen = number("\"epoch\":").zip(number("\"seq\":"));
    Ok(seen.ok_or("half a picture")?)
}
