//! The real program, killed without a word in the middle of things, again and again: what it
//! acknowledged is there, once, and what it did not may be said again.
#![expect(
    clippy::print_stdout,
    reason = "a seed that repeats a failure, and how many kills hit"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use rules::base::id::{CommandId, EncounterId};
use rules::dice_proof::{DiceStream, RollKey, RollProof};
use rules::encounter::feature::{Seated, Titled};
use rules::encounter::log::LogMessage;
use rules::encounter::{DiceEvent, Event};
use rules::wire::{ClientMessage, ServerMessage};
use serde_json::{Value, json};
use server::store::{DiceSecret, Store as _, sqlite};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Row as _};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Guest, Line, command, soon};
use crate::faults::{has_strace, traced};
use crate::program::Program;

/// Bursts in one evening at most, each with a kill or two and one more when all is quiet.
const ROUNDS: u64 = 25;
const BURST: u64 = 200;
/// Writes and syncs of the database's files at which a program dies: more than there are while it starts,
/// and as many as a burst makes when few commands are under way at once.
const CALLS: RangeInclusive<u64> = 30..=120;

/// How often a program was killed.
#[derive(Default)]
struct Kills {
    /// While a burst was on its way.
    all: u32,
    /// Of those, when some of it had been acknowledged and some had not.
    cut: u32,
    /// When all had been acknowledged.
    quiet: u32,
    /// Of all, at a write or a sync of the database's files, by strace.
    at_calls: u32,
}

/// How a burst ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// After so many acknowledgements.
    Acknowledged(usize),
    /// After so long.
    After(Duration),
    /// By the program itself, at the call it was started to die at; or when all is acknowledged.
    AtACall,
}

#[tokio::test]
async fn killed_again_and_again_nothing_is_lost_and_nothing_is_twice() {
    let number = |name| {
        std::env::var(name)
            .ok()
            .and_then(|number| number.parse().ok())
    };
    let seed = number("PROPTEST_RNG_SEED").unwrap_or(0xc0de);
    let wanted = number("KILLS").unwrap_or(50);
    println!("PROPTEST_RNG_SEED={seed} repeats this");
    let (mut chance, mut kills) = (Chance(seed), Kills::default());
    let started = Instant::now();
    while u64::from(kills.all + kills.quiet) < wanted {
        // Everything is compared after each, so a long evening costs more than two short ones.
        evening(&mut chance, &mut kills, wanted.div_ceil(5).min(ROUNDS)).await;
    }
    let Kills {
        all,
        cut,
        quiet,
        at_calls,
    } = kills;
    let took = started.elapsed();
    println!(
        "{all} kills, {cut} in the middle of a burst, {at_calls} of them at a system call, and {quiet} \
         afterwards, {took:.1?}"
    );
    assert!(at_calls > 0 || !has_strace(), "no kill at a system call");
    assert!(cut * 4 >= all, "too few kills hit: {cut} of {all}");
}

/// A program on a folder of its own, killed again and again.
async fn evening(chance: &mut Chance, kills: &mut Kills, rounds: u64) {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let mut storyteller = Guest::new(program.address);
    let table = storyteller.make_table("Sam").await;
    let encounter = storyteller.opening(table).await.encounter;
    for round in 0..rounds {
        let burst = burst(round);
        let mut acknowledged = BTreeSet::new();
        // Now and then it is killed again while everything is said again.
        for _ in 0..=chance.below(2) {
            let end = match chance.below(6) {
                0 | 1 => {
                    let micros = chance.below(60_000);
                    End::After(Duration::from_micros(micros))
                }
                2 | 3 if has_strace() => End::AtACall,
                _ => {
                    let acks = 1 + chance.below(BURST - 1);
                    End::Acknowledged(usize::try_from(acks).expect("small"))
                }
            };
            if end == End::AtACall {
                program.kill().await;
                let call = CALLS.start() + chance.below(CALLS.end() - CALLS.start());
                let inject = format!("pwrite64,fdatasync:signal=KILL:when={call}");
                program = Program::of(traced(data.path(), &inject), data.path()).await;
                storyteller.address = program.address;
            }
            let mut line = storyteller.follow(encounter).await;
            let heard = shoot(&mut line, &burst, (end, chance), program).await;
            kills.all += 1;
            kills.at_calls += u32::from(end == End::AtACall && heard.len() < burst.len());
            kills.cut += u32::from(!heard.is_empty() && heard.len() < burst.len());
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
                ServerMessage::Done(id) => assert!(done.insert(id), "one answer each"),
                ServerMessage::NotDone(id, why) => panic!("{id}: {why}"),
                _ => {}
            }
        }
        let kept = kept(data.path(), encounter).await;
        check_kept(&kept, &burst, &done);
        let asked = kept.iter().filter(|row| !row.of_dice).count() as u64;
        assert_eq!(asked, 1 + (round + 1) * BURST, "nothing else");
        check_view(&kept, &line);
        check_dice(data.path(), encounter, &kept).await;
        // Killed while nothing happens, too; and the next round finds its full pace again.
        program.kill().await;
        kills.quiet += 1;
        program = Program::start(data.path()).await;
        storyteller.address = program.address;
    }
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
    let message = ClientMessage::Do { id, command };
    Message::text(serde_json::to_string(&message).expect("data"))
}

/// Fires a burst and kills the program in the middle of it. Answers with what was
/// acknowledged, down to the last byte that came out.
async fn shoot(
    line: &mut Line,
    burst: &BTreeMap<CommandId, Value>,
    (end, chance): (End, &mut Chance),
    mut program: Program,
) -> BTreeSet<CommandId> {
    // How many may be under way: few make many small commits, all make one big one.
    let window = [10, 50, burst.len()][usize::try_from(chance.below(3)).expect("small")];

    let deadline = match end {
        End::After(time) => time,
        End::Acknowledged(_) | End::AtACall => Duration::MAX,
    };
    let deadline = tokio::time::sleep(deadline);
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
            () = &mut deadline, if alive => {
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
            ServerMessage::Done(id) => _ = acknowledged.insert(id),
            ServerMessage::NotDone(id, why) => panic!("{id}: {why}"),
            _ => {}
        }
        if alive && matches!(end, End::Acknowledged(most) if acknowledged.len() >= most) {
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
    throw: Option<RollProof>,
    /// Whether nobody asked for it: an epoch of the dice is over.
    of_dice: bool,
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
        .filter_map(|(seq, row)| {
            assert_eq!(row.get::<i64, _>("seq"), seq, "numbers without gaps");
            let command = row.get::<&[u8], _>("command_id").try_into();
            let events: Vec<Event> = serde_json::from_str(row.get("body")).expect("events");
            let (words, throw) = match &events[..] {
                [Event::Rolled(roll), Event::Dice(dice)] => match &**dice {
                    DiceEvent::Thrown(throw) => (roll.what.to_string(), Some(throw.clone())),
                    other => panic!("{other:?}"),
                },
                [Event::Titled(Titled { after, .. })] => (after.to_string(), None),
                [Event::Seated(Seated { name, .. })] => (name.to_string(), None),
                [Event::Dice(_), Event::Dice(dice)] => match &**dice {
                    DiceEvent::Bared { epoch, .. } => (
                        format!("The dice of epoch {epoch} can be checked now."),
                        None,
                    ),
                    other => panic!("{other:?}"),
                },
                // No line tells that an epoch begins.
                [Event::Dice(_)] => return None,
                other => panic!("{other:?}"),
            };
            Some(Row {
                command: CommandId::from_bytes(command.expect("sixteen bytes")),
                words,
                throw,
                of_dice: matches!(events[0], Event::Dice(_)),
            })
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

/// No kill changed a result: the dice of a roll are those it would have had if the program had never
/// been killed. They follow from the secret, which was kept before the roll was asked for; from the id
/// of the command, which is the same when it is given again; and from how many rolls came before.
async fn check_dice(data: &Path, encounter: EncounterId, kept: &[Row]) {
    let store = sqlite::open(data).await.expect("a store");
    let secrets = store.dice_secrets(encounter).await.expect("secrets");
    store.close().await;
    let thrown = kept
        .iter()
        .filter_map(|row| Some((row, row.throw.as_ref()?)));
    for (counter, (row, throw)) in (1..).zip(thrown) {
        assert_eq!(throw.counter, counter, "{}", row.words);
        assert_eq!(throw.nonce.0, row.command.to_bytes(), "{}", row.words);
        assert_eq!(u64::from(throw.epoch), 1 + (counter - 1) / 1_000);
        let of_it =
            |secret: &&DiceSecret| (secret.sight, secret.epoch) == (throw.sight, throw.epoch);
        let secret = secrets.iter().find(of_it).expect("a secret");
        let key = RollKey {
            encounter,
            epoch: throw.epoch,
            roller: throw.roller,
            counter,
        };
        let mut stream = DiceStream::new(&secret.secret, &key, &throw.nonce);
        for (sides, face) in &throw.dice {
            assert_eq!(stream.die((*sides).into()), Some((*face).into()));
        }
    }
}

/// What people see is what is kept.
fn check_view(kept: &[Row], line: &Line) {
    let seen = line.view().log.iter().map(|line| match &line.what {
        LogMessage::Rolled { what, .. } => what.as_str(),
        LogMessage::Titled { title } => title.as_str(),
        LogMessage::Joined { name, .. } => name.as_str(),
        LogMessage::Said { text } => text.as_str(),
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
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % end
    }
}
