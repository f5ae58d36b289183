//! Measures how long a room with a long log takes to wake, and its memory: from its snapshot, and from the whole log.

use std::path::Path;
use std::time::Instant;

use rules::archive::{
    Archive, ArchiveKind, ArchivedEncounter, ArchivedSeat, ArchivedStatus, FORMAT, VERSION,
};
use rules::base::dice::Dice;
use rules::base::id::{CommandId, EncounterId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::base::text::Name;
use rules::dice_proof::Hex;
use rules::encounter::{Class, Command, Encounter, IssuedCommand, Record, View, decide};
use rules::ruleset::SystemId;
use serde_json::json;
use tokio::process::Command as Process;

use crate::BoxError;
use crate::figures::{median, report, to_ms};
use crate::guest::Guest;
use crate::plan::Plan;
use crate::program::Program;

/// Number of records of the long log.
const LONG_LOG: usize = 100_000;
/// Number of records of the short log, for comparison.
const SHORT_LOG: usize = 1_000;

/// Measures times of the long log, and its memory beyond that of the short one.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let few = measure_wake(plan, plan.pick(SHORT_LOG, 250)).await?;
    let many = measure_wake(plan, plan.pick(LONG_LOG, 1_000)).await?;
    for (way, time, memory) in [
        (0, "waking-replay", "waking-replay-memory"),
        (1, "waking-picture", "waking-picture-memory"),
    ] {
        let (few, many) = (&few[way], &many[way]);
        let all = median(&many.times);
        report(
            time,
            &format!("{all:.0} ms"),
            &format!("{:.0} ms with {SHORT_LOG}", median(&few.times)),
            &many.times,
        )?;
        let more: Vec<f64> = many
            .memory
            .iter()
            .zip(&few.memory)
            .map(|(many, few)| many - few)
            .collect();
        report(
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
struct WakeResults {
    times: Vec<f64>,
    memory: Vec<f64>,
}

/// Wakes a room of `records` records: first from the whole log, without a snapshot, then from the snapshot that the
/// first wake stored.
async fn measure_wake(plan: &Plan, records: usize) -> Result<[WakeResults; 2], BoxError> {
    let folder = plan.temp_dir()?;
    let file = folder.path().join("table.json");
    std::fs::write(&file, serde_json::to_string(&create_archive(records)?)?)?;
    let (mut replayed, mut pictured) = (WakeResults::default(), WakeResults::default());
    for round in 0..plan.pick(2, 1) {
        let data = folder.path().join(format!("data-{round}"));
        let link = import_archive(&plan.server, &data, &file).await?;
        let mut program = Program::start_server(&plan.server, &data, &[]).await?;
        let mut guest = Guest::new(program.address);
        let table = guest.post(&link, "").await?.location;
        program.restart().await?;
        for woke in [&mut replayed, &mut pictured] {
            let before = program.memory("VmRSS")?;
            let cold = time_page(&mut guest, &table).await?;
            let most = program.memory("VmHWM")?.saturating_sub(before) as f64 / 1024.0;
            let warm = time_page(&mut guest, &table).await?;
            println!("  {records} records: {cold:.1} ms, awake {warm:.1} ms, {most:.1} MiB");
            woke.times.push((cold - warm).max(0.0));
            woke.memory.push(most);
            program.restart().await?;
        }
    }
    Ok([replayed, pictured])
}

/// Returns the milliseconds until the page of the table is there.
async fn time_page(guest: &mut Guest, table: &str) -> Result<f64, BoxError> {
    let begun = Instant::now();
    guest.encounter_id(table).await?;
    Ok(to_ms(begun.elapsed()))
}

/// Imports an archive into a data folder; returns the path of the storyteller's link.
async fn import_archive(server: &str, data: &Path, file: &Path) -> Result<String, BoxError> {
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
struct FixedDice(u16);

impl Dice for FixedDice {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(31).wrapping_add(17);
        self.0 % sides + 1
    }
}

/// Creates the archive of a table with `count` records: a fight with marks, turns, remarks and rolls.
fn create_archive(count: usize) -> Result<Archive, BoxError> {
    let title = Name::new("The Wharf")?;
    let sam = Name::new("Sam")?;
    let mut encounter = Encounter::new(title.clone(), SystemId::FIRST);
    let mut records = Vec::new();
    let mut now = 1_767_225_600_000;
    let mut give = |encounter: &mut Encounter, by, command: serde_json::Value| {
        now += 700;
        let id = CommandId(u128::try_from(records.len())? + 1);
        let command: Command = serde_json::from_value(command)?;
        let given = IssuedCommand { id, by, command };
        let events = decide(
            encounter,
            &given,
            &mut FixedDice(u16::try_from(id.0 % 999)?),
        )?;
        let record = Record {
            at: now,
            by,
            command: id,
            events,
        };
        encounter.apply(&record);
        records.push((u64::try_from(records.len())? + 1, record));
        Ok::<_, BoxError>(())
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
        standing: ArchivedStatus::Current,
        made_at: 1_767_225_600_000,
        ended_at: None,
        dice: EncounterId(7),
        cast: Vec::new(),
        state: Hex([0; 32]),
        bound: None,
        records,
    };
    archived.update_summary();
    Ok(Archive {
        format: FORMAT.to_owned(),
        version: VERSION,
        kind: ArchiveKind::Table,
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
