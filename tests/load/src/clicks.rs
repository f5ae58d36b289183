//! Measures the bytes of a frame that tells a viewer of one click on a health box.

use serde_json::{Value, json};

use crate::Trouble;
use crate::figures::{median, tell};
use crate::line::Line;
use crate::plan::Plan;
use crate::program::Program;
use crate::table::{Seats, Table};

/// Row id and name of each system.
const SYSTEMS: [(&str, &str); 5] = [
    ("click-chronicle", "chronicle"),
    ("click-crossover", "crossover"),
    ("click-masquerade", "masquerade"),
    ("click-ascension", "ascension"),
    ("click-tristat", "tristat"),
];
/// Number of clicks that are counted.
const CLICKS: usize = 6;
/// Seats of a table with a storyteller and one player.
const A_PLAYER: Seats = [("co_storyteller", 0), ("player", 1), ("spectator", 0)];

/// Measures the frames that a player receives for clicks on the characters of each system's demo.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    let folder = plan.folder()?;
    let program = Program::coterie(&plan.server, folder.path(), &["--no-address-limits"]).await?;
    for (id, system) in SYSTEMS {
        let table = Table::demo(program.address, system, A_PLAYER).await?;
        let [storyteller, player] = &table.requests(2)[..] else {
            return Err("nobody sits there".into());
        };
        let (mut storyteller, _) = Line::join(program.address, storyteller).await?;
        let (mut player, picture) = Line::join(program.address, player).await?;
        let picture: Value = serde_json::from_str(&picture)?;
        let rows = picture["snapshot"]["view"]["rows"]
            .as_object()
            .ok_or("no rows")?;
        let seen = rows.values().filter(|row| row["side"] == "character");
        let mut sizes = Vec::new();
        for row in seen {
            for click in clicks(row).into_iter().cycle().take(CLICKS) {
                // A full track takes no mark.
                if storyteller.done(&click).await.is_err() {
                    break;
                }
                let text = loop {
                    let text = player.heard().await?;
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
        tell(
            id,
            &format!("{} clicks", sizes.len()),
            "",
            &[median(&sizes)],
        )?;
    }
    Ok(())
}

/// Returns the commands that add a mark and remove it again.
fn clicks(row: &Value) -> [Value; 2] {
    let id = &row["id"];
    match row["track"].get("points") {
        Some(_) => [-1, 1].map(|by| json!({"count": {"id": id, "by": by}})),
        None => [json!({"to": "b"}), json!({"from": "b"})]
            .map(|shift| json!({"turn": {"id": id, "shifts": [shift]}})),
    }
}
