//! Measures the instructions of the whole server for a command and for a delivery. Valgrind counts them in two
//! evenings that differ only in the number of commands; the result is the difference.

use serde_json::json;

use crate::Trouble;
use crate::audience::Audience;
use crate::figures::tell;
use crate::line::Line;
use crate::plan::Plan;
use crate::program::Program;
use crate::table::{FULL, Seats, Table};

/// Sockets of the large evening.
const SOCKETS: usize = 500;
/// Number of commands of the short evening and of the long one.
const COMMANDS: [usize; 2] = [20, 120];
/// Row id and number of combatants of each measurement.
const COMBATANTS: [(&str, usize); 4] = [
    ("command-1", 1),
    ("command-10", 10),
    ("command-50", 50),
    ("command-100", 100),
];
/// Seats of a table with a storyteller only.
const NOBODY: Seats = [("co_storyteller", 0), ("player", 0), ("spectator", 0)];

/// Measures the instructions of a command by number of combatants, and those of a delivery.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    let sockets = plan.either(SOCKETS, 40);
    let mut lone = None;
    for (id, combatants) in plan.either(&COMBATANTS[..], &COMBATANTS[..1]) {
        let cost = command(plan, 1, *combatants).await?;
        println!("  {id}: {cost:.0} instructions");
        lone.get_or_insert(cost);
        tell(id, &format!("{cost:.0} instructions"), "", &[cost / 1000.0])?;
    }
    let many = command(plan, sockets, 1).await?;
    let others = f64::from(u32::try_from(sockets)?) - 1.0;
    let delivery = (many - lone.unwrap_or(0.0)) / others;
    println!("  with {sockets} sockets {many:.0}: {delivery:.0} for each of the others");
    tell(
        "delivery",
        &format!("{many:.0} for a command"),
        "",
        &[delivery],
    )
}

/// Returns the instructions of one more command.
async fn command(plan: &Plan, sockets: usize, combatants: usize) -> Result<f64, Trouble> {
    let [short, long] = plan.either(COMMANDS, [2, 12]);
    let less = evening(plan, sockets, combatants, short).await?;
    let more = evening(plan, sockets, combatants, long).await?;
    Ok(more.saturating_sub(less) as f64 / (long - short) as f64)
}

/// Returns the instructions of a whole evening of clicks on the health of one combatant.
async fn evening(
    plan: &Plan,
    sockets: usize,
    combatants: usize,
    commands: usize,
) -> Result<u64, Trouble> {
    let folder = plan.folder()?;
    let log = folder.path().join("count");
    let to = [
        format!("--log-file={}", log.display()),
        "--callgrind-out-file=/dev/null".to_owned(),
    ];
    let valgrind = ["valgrind", "--tool=callgrind", &to[0], &to[1]];
    let options = ["--no-address-limits"];
    let program = Program::watched(&valgrind, &plan.server, folder.path(), &options).await?;
    let seats = if sockets > 1 { FULL } else { NOBODY };
    let table = Table::new(program.address, "chronicle", seats).await?;
    let mut requests = table.requests(sockets);
    let own = requests.remove(0);
    let (mut line, _) = Line::join(program.address, &own).await?;
    let mut row = None;
    for added in (0..combatants).step_by(20) {
        let now = (combatants - added).min(20);
        let ghouls = json!({"add": {"line": format!("{now}x Ghoul dex 3 comp 2 stam 2 size 5")}});
        let told = line.done(&ghouls).await?.join("");
        let id = told
            .split_once(r#"{"row":{"id":""#)
            .and_then(|(_, rest)| rest.get(..8));
        row = row.or(id.map(str::to_owned));
    }
    let row = row.ok_or("nobody was added")?;
    let audience = Audience::gather(program.address, requests).await?;
    for number in 0..commands {
        let shift = match number % 2 {
            0 => json!({"to": "b"}),
            _ => json!({"from": "b"}),
        };
        line.done(&json!({"turn": {"id": row, "shifts": [shift]}}))
            .await?;
    }
    drop(audience);
    program.end().await?;
    let text = std::fs::read_to_string(&log)?;
    let line = text
        .lines()
        .find_map(|line| line.split_once("Collected : "));
    Ok(line.ok_or("valgrind counted nothing")?.1.trim().parse()?)
}
