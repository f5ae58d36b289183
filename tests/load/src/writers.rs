//! Checks whether changes are lost when two clients change one combatant at once.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::BoxError;
use crate::connection::Connection;
use crate::figures::report;
use crate::plan::Plan;
use crate::program::Program;
use crate::table::{SeatCounts, Table};

/// Number of changes of each client.
const CHANGES_OF_EACH: usize = 500;
/// Changes in points that the first client repeats, a loss of one in all.
const FIRST_CHANGES: [i64; 3] = [-1, -1, 1];
/// Changes in points that the second client repeats, a gain of one in all.
const SECOND_CHANGES: [i64; 3] = [1, -1, 1];
/// Pause between two changes, within the rate limit of a seat.
const PACE: Duration = Duration::from_millis(10);
/// Seats of a table with a storyteller and a co-storyteller.
const TWO_STORYTELLERS: SeatCounts = [("co_storyteller", 1), ("player", 0), ("spectator", 0)];

/// Counts the changes that are missing from the result.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let program =
        Program::start_server(&plan.server, folder.path(), &["--no-address-limits"]).await?;
    let table = Table::new(program.address, "tristat", TWO_STORYTELLERS).await?;
    let [one, two] = &table.upgrade_requests(2)[..] else {
        return Err("nobody sits there".into());
    };
    let (mut taking, _) = Connection::join(program.address, one).await?;
    let (giving, _) = Connection::join(program.address, two).await?;
    let told = taking
        .send_and_wait(&json!({"add": {"line": "Wall body 12 mind 12 soul 12"}}))
        .await?
        .join("");
    let id = told
        .split_once(r#"{"row":{"id":""#)
        .and_then(|(_, rest)| rest.get(..8));
    let id = id.ok_or("nobody was added")?.to_owned();
    taking
        .send_and_wait(&json!({"count": {"id": id, "by": -60}}))
        .await?;
    let begun = read_points(&program, one, &id).await?;
    let each = plan.pick(CHANGES_OF_EACH, 30);
    let (took, gave) = tokio::join!(
        send_changes(taking, &id, FIRST_CHANGES, each),
        send_changes(giving, &id, SECOND_CHANGES, each)
    );
    let wanted = begun + took? + gave?;
    let ended = read_points(&program, two, &id).await?;
    println!("  from {begun} points to {ended}, and {wanted} are right");
    let lost = (wanted - ended).unsigned_abs();
    report(
        "writers-lost",
        &format!("{} changes", each * 2),
        "",
        &[lost as f64],
    )
}

/// Sends changes without waiting for acknowledgements; returns their sum once all are acknowledged.
async fn send_changes(
    mut line: Connection,
    id: &str,
    what: [i64; 3],
    each: usize,
) -> Result<i64, BoxError> {
    let mut sum = 0;
    let mut given = Vec::new();
    for by in what.into_iter().cycle().take(each) {
        given.push(
            line.send_command(&json!({"count": {"id": id, "by": by}}))
                .await?,
        );
        sum += by;
        sleep(PACE).await;
    }
    let mut open = given.into_iter();
    let mut next = open.next();
    while let Some(id) = &next {
        let text = line.next_message().await?;
        if text.starts_with(r#"{"no""#) {
            return Err(format!("a change was answered {text}").into());
        }
        if text.starts_with(r#"{"ok""#) && text.contains(id.as_str()) {
            next = open.next();
        }
    }
    Ok(sum)
}

/// Returns the points of the combatant in a new client's snapshot.
async fn read_points(program: &Program, request: &str, id: &str) -> Result<i64, BoxError> {
    let (_, picture) = Connection::join(program.address, request).await?;
    let picture: Value = serde_json::from_str(&picture)?;
    let track = &picture["snapshot"]["view"]["rows"][id]["track"]["points"][0];
    Ok(track.as_i64().ok_or("no points")?)
}
