//! Measures how long a room with a long log takes to wake, and its memory: from its snapshot, and from the whole log.

use std::path::Path;
use std::time::Instant;

use rules::archive::{
    Archive, ArchivedEncounter, ArchivedSeat, ArchivedStanding, FORMAT, Kind, VERSION,
};
use rules::dice::Dice;
use rules::encounter::{Class, Command, Encounter, Given, Record, View, decide};
use rules::fair::Hex;
use rules::id::{CommandId, EncounterId, SeatId};
use rules::seat::{Actor, Role};
use rules::system::SystemId;
use rules::text::Name;
use serde_json::json;
use tokio::process::Command as Process;

use crate::Trouble;
use crate::figures::{median, ms, tell};
use crate::guest::Guest;
use crate::plan::Plan;
use crate::program::Program;

/// Number of records of the long log.
const RECORDS: usize = 100_000;
/// Number of records of the short log, for comparison.
const FEW: usize = 1_000;

/// Measures times of the long log, and its memory beyond that of the short one.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    let few = wake(plan, plan.either(FEW, 250)).await?;
    let many = wake(plan, plan.either(RECORDS, 1_000)).await?;
    for (way, time, memory) in [
        (0, "waking-replay", "waking-replay-memory"),
        (1, "waking-picture", "waking-picture-memory"),
    ] {
        let (few, many) = (&few[way], &many[way]);
        let all = median(&many.times);
        tell(
            time,
            &format!("{all:.0} ms"),
            &format!("{:.0} ms with {FEW}", median(&few.times)),
            &many.times,
        )?;
        let more: Vec<f64> = many
            .memory
            .iter()
            .zip(&few.memory)
            .map(|(many, few)| many - few)
            .collect();
        tell(
            memory,
            &format!("{:.1} MiB", median(&many.memory)),
            &format!("{:.1} MiB", median(&few.memory)),
            &more,
        )?;
    }
    Ok(())
}

/// Times and memory of waking a room, one value for each repetition.
#[derive(Default)]
struct Woke {
    times: Vec<f64>,
    memory: Vec<f64>,
}

/// Wakes a room of `records` records: first from the whole log, without a snapshot, then from the snapshot that the
/// first wake stored.
async fn wake(plan: &Plan, records: usize) -> Result<[Woke; 2], Trouble> {
    let folder = plan.folder()?;
    let file = folder.path().join("table.json");
    std::fs::write(&file, serde_json::to_string(&archive(records)?)?)?;
    let (mut replayed, mut pictured) = (Woke::default(), Woke::default());
    for round in 0..plan.either(2, 1) {
        let data = folder.path().join(format!("data-{round}"));
        let link = import(&plan.server, &data, &file).await?;
        let mut program = Program::coterie(&plan.server, &data, &[]).await?;
        let mut guest = Guest::new(program.address);
        let table = guest.post(&link, "").await?.location;
        program.restart().await?;
        for woke in [&mut replayed, &mut pictured] {
            let before = program.memory("VmRSS")?;
            let cold = page(&mut guest, &table).await?;
            let most = program.memory("VmHWM")?.saturating_sub(before) as f64 / 1024.0;
            let warm = page(&mut guest, &table).await?;
            println!("  {records} records: {cold:.1} ms, awake {warm:.1} ms, {most:.1} MiB");
            woke.times.push((cold - warm).max(0.0));
            woke.memory.push(most);
            program.restart().await?;
        }
    }
    Ok([replayed, pictured])
}

/// Returns the milliseconds until the page of the table is there.
async fn page(guest: &mut Guest, table: &str) -> Result<f64, Trouble> {
    let begun = Instant::now();
    guest.encounter(table).await?;
    Ok(ms(begun.elapsed()))
}

/// Imports an archive into a data folder; returns the path of the storyteller's link.
async fn import(server: &str, data: &Path, file: &Path) -> Result<String, Trouble> {
    let taken = Process::new(server)
        .arg("import")
        .arg(file)
        .arg("--data")
        .arg(data)
        .output()
        .await?;
    let words = String::from_utf8(taken.stdout)?;
    let (_, link) = words.split_once("/seat/").ok_or_else(|| {
        format!(
            "the file was not taken: {words}{}",
            String::from_utf8_lossy(&taken.stderr)
        )
    })?;
    let token = link.split_whitespace().next().ok_or("half a link")?;
    Ok(format!("/seat/{token}"))
}

/// Dice with a fixed sequence of faces.
struct Wheel(u16);

impl Dice for Wheel {
    fn die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(31).wrapping_add(17);
        self.0 % sides + 1
    }
}

/// Creates the archive of a table with `count` records: a fight with marks, turns, remarks and rolls.
fn archive(count: usize) -> Result<Archive, Trouble> {
    let title = Name::new("The Wharf")?;
    let sam = Name::new("Sam")?;
    let mut encounter = Encounter::new(title.clone(), SystemId::FIRST);
    let mut records = Vec::new();
    let mut now = 1_767_225_600_000;
    let mut give = |encounter: &mut Encounter, by, command: serde_json::Value| {
        now += 700;
        let id = CommandId(u128::try_from(records.len())? + 1);
        let command: Command = serde_json::from_value(command)?;
        let given = Given { id, by, command };
        let events = decide(encounter, &given, &mut Wheel(u16::try_from(id.0 % 999)?))?;
        let record = Record {
            at: now,
            by,
            command: id,
            events,
        };
        encounter.apply(&record);
        records.push((u64::try_from(records.len())? + 1, record));
        Ok::<_, Trouble>(())
    };
    let seat = SeatId(1);
    let st = Actor::Seat(seat);
    give(
        &mut encounter,
        Actor::Server,
        json!({"sit": {"seat": 1, "name": "Sam", "role": "storyteller"}}),
    )?;
    give(
        &mut encounter,
        st,
        json!({"add": {"line": "8x Ghoul dex 3 comp 2 stam 2 size 5"}}),
    )?;
    give(
        &mut encounter,
        st,
        json!({"roll_initiative": {"whose": "storytellers"}}),
    )?;
    let ids: Vec<String> = View::of(&encounter, Class::Storyteller)
        .rows
        .keys()
        .map(ToString::to_string)
        .collect();
    for number in 3..count {
        let id = ids.get(number / 4 % ids.len()).ok_or("nobody is there")?;
        let command = match number % 4 {
            0 => json!({"turn": {"id": id, "shifts": [{"to": "l"}]}}),
            1 => json!({"say": {"line": format!("Something moves in the water, {number}.")}}),
            2 => json!({"turn": {"id": id, "shifts": [{"from": "l"}]}}),
            _ => {
                json!({"roll": {"id": id, "what": "Wits", "terms": [{"label": "Wits", "value": 3}], "reading": {}}})
            }
        };
        give(&mut encounter, st, command)?;
    }
    let mut archived = ArchivedEncounter {
        title: title.clone(),
        system: SystemId::FIRST,
        standing: ArchivedStanding::Current,
        made_at: 1_767_225_600_000,
        ended_at: None,
        dice: EncounterId(7),
        cast: Vec::new(),
        state: Hex([0; 32]),
        bound: None,
        records,
    };
    archived.sum_up();
    Ok(Archive {
        format: FORMAT.to_owned(),
        version: VERSION,
        kind: Kind::Table,
        made_at: now,
        made_by: "the load".to_owned(),
        rules: "none".to_owned(),
        table: title,
        seats: vec![ArchivedSeat {
            seat,
            role: Role::Storyteller,
            name: sam,
            gone: false,
            owns: Vec::new(),
        }],
        encounters: vec![archived],
        portraits: Vec::new(),
    })
}
