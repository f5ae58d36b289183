//! What a click on a box of health costs on the way to each who sees it: its frame, whole.

use serde_json::{Value, json};

use crate::Trouble;
use crate::figures::{median, tell};
use crate::line::Line;
use crate::plan::Plan;
use crate::program::Program;
use crate::table::{Seats, Table};

/// Every system, by its row.
const SYSTEMS: [(&str, &str); 5] = [
    ("click-chronicle", "chronicle"),
    ("click-crossover", "crossover"),
    ("click-masquerade", "masquerade"),
    ("click-ascension", "ascension"),
    ("click-tristat", "tristat"),
];
/// Clicks that are counted.
const CLICKS: usize = 6;
const A_PLAYER: Seats = [("co_storyteller", 0), ("player", 1), ("spectator", 0)];

/// Measures it: clicks on the characters of each system's demonstration, on and off again, as a player sees them.
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
                // A row that is full already takes no mark.
                if storyteller.done(&click).await.is_err() {
                    break;
                }
                let text = loop {
                    let text = player.heard().await?;
                    if text.starts_with(r#"{"d""#) {
                        break text;
                    }
                };
                // The head of a frame has two bytes, or four.
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

/// A mark, and the same mark taken away.
fn clicks(row: &Value) -> [Value; 2] {
    let id = &row["id"];
    match row["track"].get("points") {
        Some(_) => [-1, 1].map(|by| json!({"count": {"id": id, "by": by}})),
        None => [json!({"to": "b"}), json!({"from": "b"})]
            .map(|shift| json!({"turn": {"id": id, "shifts": [shift]}})),
    }
}
