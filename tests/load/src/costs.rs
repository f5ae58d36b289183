//! Measures the instructions of the whole server for a command and for a delivery. Valgrind counts them in two
//! evenings that differ only in the number of commands; the result is the difference.

use serde_json::json;

use crate::BoxError;
use crate::audience::Audience;
use crate::connection::Connection;
use crate::figures::report;
use crate::plan::Plan;
use crate::program::Program;
use crate::table::{FULL, SeatCounts, Table};

/// Sockets of the large evening.
const SOCKETS: usize = 500;
/// Number of commands of the short evening and of the long one.
const COMMAND_COUNTS: [usize; 2] = [20, 120];
/// Row id and number of combatants of each measurement.
const COMBATANT_COUNTS: [(&str, usize); 4] = [
    ("command-1", 1),
    ("command-10", 10),
    ("command-50", 50),
    ("command-100", 100),
];
/// Seats of a table with a storyteller only.
const STORYTELLER_ONLY: SeatCounts = [("co_storyteller", 0), ("player", 0), ("spectator", 0)];

/// Measures the instructions of a command by number of combatants, and those of a delivery.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let sockets = plan.pick(SOCKETS, 40);
    let mut lone = None;
    for (id, combatants) in plan.pick(&COMBATANT_COUNTS[..], &COMBATANT_COUNTS[..1]) {
        let cost = instructions_per_command(plan, 1, *combatants).await?;
        println!("  {id}: {cost:.0} instructions");
        lone.get_or_insert(cost);
        report(id, &format!("{cost:.0} instructions"), "", &[cost / 1000.0])?;
    }
    let many = instructions_per_command(plan, sockets, 1).await?;
    let others = f64::from(u32::try_from(sockets)?) - 1.0;
    let delivery = (many - lone.unwrap_or(0.0)) / others;
    println!("  with {sockets} sockets {many:.0}: {delivery:.0} for each of the others");
    report(
        "delivery",
        &format!("{many:.0} for a command"),
        "",
        &[delivery],
    )
}

/// Returns the instructions of one more command.
async fn instructions_per_command(
    plan: &Plan,
    sockets: usize,
    combatants: usize,
) -> Result<f64, BoxError> {
    let [short, long] = plan.pick(COMMAND_COUNTS, [2, 12]);
    let less = count_instructions(plan, sockets, combatants, short).await?;
    let more = count_instructions(plan, sockets, combatants, long).await?;
    Ok(more.saturating_sub(less) as f64 / (long - short) as f64)
}

/// Returns the instructions of a whole evening of clicks on the health of one combatant.
async fn count_instructions(
    plan: &Plan,
    sockets: usize,
    combatants: usize,
    commands: usize,
) -> Result<u64, BoxError> {
    let folder = plan.temp_dir()?;
    let log = folder.path().join("count");
    let to = [
        format!("--log-file={}", log.display()),
        "--callgrind-out-file=/dev/null".to_owned(),
    ];
    let valgrind = ["valgrind", "--tool=callgrind", &to[0], &to[1]];
    let options = ["--no-address-limits"];
    let program = Program::start_traced(&valgrind, &plan.server, folder.path(), &options).await?;
    let seats = if sockets > 1 { FULL } else { STORYTELLER_ONLY };
    let table = Table::new(program.address, "chronicle", seats).await?;
    let mut requests = table.upgrade_requests(sockets);
    let own = requests.remove(0);
    let (mut line, _) = Connection::join(program.address, &own).await?;
    let mut row = None;
    for added in (0..combatants).step_by(20) {
        let now = (combatants - added).min(20);
        let ghouls = json!({"add": {"line": format!("{now}x Ghoul dex 3 comp 2 stam 2 size 5")}});
        let told = line.send_and_wait(&ghouls).await?.join("");
        let id = told
            .split_once(r#"{"row":{"id":""#)
            .and_then(|(_, rest)| rest.get(..8));
        row = row.or(id.map(str::to_owned));
    }
    let row = row.ok_or("nobody was added")?;
    let audience = Audience::join(program.address, requests).await?;
    for number in 0..commands {
        let shift = match number % 2 {
            0 => json!({"to": "b"}),
            _ => json!({"from": "b"}),
        };
        line.send_and_wait(&json!({"turn": {"id": row, "shifts": [shift]}}))
            .await?;
    }
    drop(audience);
    program.stop().await?;
    let text = std::fs::read_to_string(&log)?;
    let line = text
        .lines()
        .find_map(|line| line.split_once("Collected : "));
    Ok(line.ok_or("valgrind counted nothing")?.1.trim().parse()?)
}
