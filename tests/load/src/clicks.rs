//! Measures the bytes of a frame that tells a viewer of one click on a health box.

use serde_json::{Value, json};

use crate::BoxError;
use crate::connection::Connection;
use crate::figures::{median, report};
use crate::plan::Plan;
use crate::program::Program;
use crate::table::{SeatCounts, Table};

/// Row id and name of each system.
const SYSTEMS: [(&str, &str); 5] = [
    ("click-chronicle", "chronicle"),
    ("click-crossover", "crossover"),
    ("click-masquerade", "masquerade"),
    ("click-ascension", "ascension"),
    ("click-tristat", "tristat"),
];
/// Number of clicks that are counted.
const CLICK_COUNT: usize = 6;
/// Seats of a table with a storyteller and one player.
const ONE_PLAYER: SeatCounts = [("co_storyteller", 0), ("player", 1), ("spectator", 0)];

/// Measures the frames that a player receives for clicks on the characters of each system's demo.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let program =
        Program::start_server(&plan.server, folder.path(), &["--no-address-limits"]).await?;
    for (id, system) in SYSTEMS {
        let table = Table::new_demo(program.address, system, ONE_PLAYER).await?;
        let [storyteller, player] = &table.upgrade_requests(2)[..] else {
            return Err("nobody sits there".into());
        };
        let (mut storyteller, _) = Connection::join(program.address, storyteller).await?;
        let (mut player, picture) = Connection::join(program.address, player).await?;
        let picture: Value = serde_json::from_str(&picture)?;
        let rows = picture["snapshot"]["view"]["rows"]
            .as_object()
            .ok_or("no rows")?;
        let seen = rows.values().filter(|row| row["side"] == "character");
        let mut sizes = Vec::new();
        for row in seen {
            for click in click_pair(row).into_iter().cycle().take(CLICK_COUNT) {
                // A full track takes no mark.
                if storyteller.send_and_wait(&click).await.is_err() {
                    break;
                }
                let text = loop {
                    let text = player.next_message().await?;
                    if text.starts_with(r#"{"d""#) {
                        break text;
                    }
                };
                // The header of a frame has two bytes, or four.
                let head = if text.len() < 126 { 2 } else { 4 };
                sizes.push(f64::from(u32::try_from(text.len() + head)?));
            }
        }
        println!("  {id}: {sizes:?}");
        report(
            id,
            &format!("{} clicks", sizes.len()),
            "",
            &[median(&sizes)],
        )?;
    }
    Ok(())
}

/// Returns the commands that add a mark and remove it again.
fn click_pair(row: &Value) -> [Value; 2] {
    let id = &row["id"];
    match row["track"].get("points") {
        Some(_) => [-1, 1].map(|by| json!({"count": {"id": id, "by": by}})),
        None => [json!({"to": "b"}), json!({"from": "b"})]
            .map(|shift| json!({"turn": {"id": id, "shifts": [shift]}})),
    }
}
