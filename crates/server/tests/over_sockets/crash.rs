//! The real program, killed without a word in the middle of things, again and again: what it
//! acknowledged is there, once, and what it did not may be said again.
#![expect(
    clippy::print_stdout,
    reason = "a seed that repeats a failure, and how many kills hit"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use rules::encounter::Event;
use rules::encounter::log::What;
use rules::id::{CommandId, EncounterId};
use rules::wire::{FromClient, FromServer};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Row as _};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Guest, Line, command, soon};
use crate::program::Program;

const ROUNDS: u64 = 50;
const BURST: u64 = 200;

#[tokio::test]
async fn killed_fifty_times_nothing_is_lost_and_nothing_is_twice() {
    let seed = match std::env::var("COTERIE_SEED") {
        Ok(seed) => seed.parse().expect("a number"),
        Err(_) => u64::from(std::process::id()) << 20 | 0xc0de,
    };
    println!("COTERIE_SEED={seed} repeats this");
    let mut chance = Chance(seed);
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let mut storyteller = Guest::new(program.address);
    let table = storyteller.make_table("Sam").await;
    let encounter = storyteller.opening(table).await.encounter;

    let (mut kills, mut cut) = (0, 0);
    let started = Instant::now();
    for round in 0..ROUNDS {
        let burst = burst(round);
        let mut acknowledged = BTreeSet::new();
        // Now and then it is killed again while everything is said again.
        for _ in 0..=chance.below(2) {
            let mut line = storyteller.follow(encounter).await;
            let heard = shoot(&mut line, &burst, &mut chance, program).await;
            kills += 1;
            cut += u32::from(!heard.is_empty() && heard.len() < burst.len());
            acknowledged.extend(heard);

            program = Program::start(data.path()).await;
            storyteller.address = program.address;
            let kept = kept(data.path(), encounter).await;
            check_kept(&kept, &burst, &acknowledged);
            let line = storyteller.follow(encounter).await;
            check_view(&kept, &line);
        }
        let mut line = storyteller.follow(encounter).await;
        for id in burst.keys() {
            line.socket
                .feed(given(*id, &burst))
                .await
                .expect("an open socket");
        }
        line.socket.flush().await.expect("an open socket");
        let mut done = BTreeSet::new();
        while done.len() < burst.len() {
            match line.next().await {
                FromServer::Done(id) => assert!(done.insert(id), "one answer each"),
                FromServer::NotDone(id, why) => panic!("{id}: {why}"),
                _ => {}
            }
        }
        let kept = kept(data.path(), encounter).await;
        check_kept(&kept, &burst, &done);
        assert_eq!(kept.len() as u64, 1 + (round + 1) * BURST, "nothing else");
        check_view(&kept, &line);
        // Killed while nothing happens, too; and the next round finds its full pace again.
        program.kill().await;
        program = Program::start(data.path()).await;
        storyteller.address = program.address;
    }
    let took = started.elapsed();
    println!("{kills} kills, {cut} in the middle of a burst, {took:.1?}");
    assert!(cut * 4 >= kills, "too few kills hit: {cut} of {kills}");
    let log = program.log();
    assert!(!log.contains("panicked"), "{log}");
}

/// Two hundred commands that can be told apart: rolls and, now and then, a title.
fn burst(round: u64) -> BTreeMap<CommandId, Value> {
    let one = |shot: u64| {
        let id = CommandId(u128::from(round) << 64 | u128::from(shot) | 7 << 120);
        let what = format!("round {round} shot {shot}");
        let asked = match shot % 10 {
            9 => json!({"title": {"title": what}}),
            _ => json!({"roll": {
                "what": what,
                "terms": [{"label": "Wits", "value": 3}],
                "reading": {},
            }}),
        };
        (id, asked)
    };
    (0..BURST).map(one).collect()
}

fn given(id: CommandId, burst: &BTreeMap<CommandId, Value>) -> Message {
    let command = command(&burst[&id]);
    let message = FromClient::Do { id, command };
    Message::text(serde_json::to_string(&message).expect("data"))
}

/// Fires a burst and kills the program in the middle of it. Answers with what was
/// acknowledged, down to the last byte that came out.
async fn shoot(
    line: &mut Line,
    burst: &BTreeMap<CommandId, Value>,
    chance: &mut Chance,
    mut program: Program,
) -> BTreeSet<CommandId> {
    let by_acks = chance.below(3) > 0;
    let kill_after_acks = usize::try_from(1 + chance.below(BURST - 1)).expect("small");
    let kill_after = Duration::from_micros(chance.below(60_000));
    // How many may be under way: few make many small commits, all make one big one.
    let window = [10, 50, burst.len()][usize::try_from(chance.below(3)).expect("small")];

    let deadline = tokio::time::sleep(kill_after);
    let mut deadline = std::pin::pin!(deadline);
    let mut left = burst.keys();
    let mut sent = 0;
    let mut acknowledged = BTreeSet::new();
    let mut alive = true;
    loop {
        while alive && sent < acknowledged.len() + window {
            let Some(id) = left.next() else { break };
            alive = line.socket.feed(given(*id, burst)).await.is_ok();
            sent += 1;
        }
        if alive {
            alive = line.socket.flush().await.is_ok();
        }
        let message = tokio::select! {
            message = soon(line.socket.next()) => message,
            () = &mut deadline, if alive && !by_acks => {
                program.kill().await;
                alive = false;
                continue;
            }
        };
        let Some(Ok(message)) = message else { break };
        let Message::Text(text) = message else {
            continue;
        };
        match serde_json::from_str(&text).expect("a message") {
            FromServer::Done(id) => _ = acknowledged.insert(id),
            FromServer::NotDone(id, why) => panic!("{id}: {why}"),
            _ => {}
        }
        if alive && by_acks && acknowledged.len() >= kill_after_acks {
            program.kill().await;
            alive = false;
        }
        if acknowledged.len() == burst.len() {
            break;
        }
    }
    program.kill().await;
    acknowledged
}

/// One row of the log: whose command, and what it says.
struct Row {
    command: CommandId,
    words: String,
}

/// The log as it is in the file.
async fn kept(data: &Path, encounter: EncounterId) -> Vec<Row> {
    let options = SqliteConnectOptions::new()
        .filename(data.join(server::store::sqlite::FILE))
        .read_only(true);
    let mut connection = options.connect().await.expect("a database");
    let sql = "SELECT seq, command_id, body FROM events WHERE encounter_id = ? ORDER BY seq";
    let rows = sqlx::query(sql)
        .bind(&encounter.to_bytes()[..])
        .fetch_all(&mut connection)
        .await
        .expect("rows");
    let numbered = (1_i64..).zip(rows);
    numbered
        .map(|(seq, row)| {
            assert_eq!(row.get::<i64, _>("seq"), seq, "numbers without gaps");
            let command = row.get::<&[u8], _>("command_id").try_into();
            let events: Vec<Event> = serde_json::from_str(row.get("body")).expect("events");
            let words = match &events[..] {
                [Event::Rolled(roll)] => roll.what.to_string(),
                [Event::Titled { after, .. }] => after.to_string(),
                [Event::Seated { name, .. }] => name.to_string(),
                other => panic!("{other:?}"),
            };
            Row {
                command: CommandId::from_bytes(command.expect("sixteen bytes")),
                words,
            }
        })
        .collect()
}

/// Of a burst everything that was acknowledged is there, everything at most once, and says
/// what was asked for.
fn check_kept(kept: &[Row], burst: &BTreeMap<CommandId, Value>, done: &BTreeSet<CommandId>) {
    let mut by_id = BTreeMap::new();
    let mut words = BTreeSet::new();
    for row in kept {
        let before = by_id.insert(row.command, &row.words);
        assert!(before.is_none(), "{} is there twice", row.command);
        assert!(words.insert(&row.words), "{} is there twice", row.words);
    }
    for id in done {
        assert!(by_id.contains_key(id), "{id} was acknowledged and is lost");
    }
    for (id, asked) in burst {
        let asked = asked
            .pointer("/roll/what")
            .or(asked.pointer("/title/title"));
        if let Some(words) = by_id.get(id) {
            assert_eq!(Some(words.as_str()), asked.and_then(Value::as_str));
        }
    }
}

/// What people see is what is kept.
fn check_view(kept: &[Row], line: &Line) {
    let seen = line.view().log.iter().map(|line| match &line.what {
        What::Rolled { what, .. } => what.as_str(),
        What::Titled { title } => title.as_str(),
        What::Joined { name, .. } => name.as_str(),
        other => panic!("{other:?}"),
    });
    let seen: Vec<&str> = seen.collect();
    let last = &kept[kept.len() - kept.len().min(100)..];
    let last: Vec<&str> = last.iter().map(|row| row.words.as_str()).collect();
    assert_eq!(seen, last);
    let is_title = |row: &&Row| row.words.ends_with('9');
    let title = kept.iter().rev().find(is_title);
    let title = title.map_or("The Wharf", |row| row.words.as_str());
    assert_eq!(line.view().title, title);
}

/// Repeatable chance: splitmix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % end
    }
}
