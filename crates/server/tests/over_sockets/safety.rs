//! Signals for safety, and what the game leaves out: nothing that leaves the process tells who said it.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::encounter::log::LogMessage;
use serde_json::json;
use server::store::sqlite::FILE;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions as _, Row as _};
use tokio::process::Command;

use crate::client::{Guest, Line};
use crate::program::Program;
use crate::server::{Company, invitation};
use crate::stores::in_postgres_too;

in_postgres_too!(
    a_signal_reaches_everybody_once_and_nobody_undoes_it,
    the_list_has_no_authors_and_a_storyteller_takes_off,
);

/// Replaces what chance and the clock fill in: numbers, and words of letters and digits such as ids.
fn without_chance(text: &str) -> String {
    let by_chance = |word: &str| {
        word.chars().any(|c| c.is_ascii_digit()) || word.len() >= 24 && !word.contains('_')
    };
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out.push_str(if by_chance(&word) { "#" } else { &word });
        word.clear();
        out.push(c);
    }
    out
}

/// Lines as a count of each kind.
fn kinds<'a>(lines: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for line in lines {
        *kinds.entry(without_chance(line)).or_default() += 1;
    }
    kinds
}

/// What leaves the process in an evening in which a player presses.
#[derive(Debug, PartialEq)]
struct Trace {
    /// The log at `trace`, from the press on, of our own program.
    log: BTreeMap<String, usize>,
    /// The rows of the log of the encounter.
    rows: Vec<String>,
    /// The frames of the storyteller, Ana and Ben.
    frames: [Vec<String>; 3],
}

/// Lets one of two players say for safety what is said, while all output is written at `trace`.
async fn evening(presser: usize) -> Trace {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
    program.arg("--no-address-limits");
    program.env("RUST_LOG", "trace");
    let mut program = Program::of(program, data.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let links = invitation(&mut sam, table).await;
    let [mut ana, mut ben] = [(); 2].map(|()| Guest::new(program.address));
    ana.sit(&links.player, "Ana").await;
    ben.sit(&links.player, "Ben").await;
    let encounter = sam.opening(table).await.encounter;
    let mut lines = [
        sam.follow(encounter).await,
        ana.follow(encounter).await,
        ben.follow(encounter).await,
    ];
    for line in &mut lines {
        line.until(|line| line.heard.iter().any(|it| it == r#"{"here":[1,2,3]}"#))
            .await;
        line.heard.clear();
    }
    let before = program.log().len();
    let said = [
        json!({"safety": {"call": "x"}}),
        json!({"safety": {"add": {"text": "Spiders"}}}),
    ];
    for said in said {
        lines[presser].say(&said.to_string()).await;
    }
    for line in &mut lines {
        line.until(|line| {
            let heard = |word: &str| line.heard.iter().any(|it| it.contains(word));
            let called = line.heard.iter().any(|it| it.starts_with(r#"{"safety""#));
            called && heard(r#""what":{"safety""#) && heard("Spiders")
        })
        .await;
    }
    let log = program.log();
    program.kill().await;
    let own = log.get(before..).unwrap_or_default().lines();
    // What the kernel and the pool of the database do is not told by who pressed.
    let own = own.filter(|line| line.contains(" server"));
    let frames = lines.map(|line| {
        // Arrivals are announced at any time.
        let heard = line.heard.iter().filter(|it| !it.starts_with(r#"{"here""#));
        let mut heard: Vec<String> = heard.map(|it| without_chance(it)).collect();
        // The signal and the list come in either order.
        heard.sort();
        heard
    });
    let mut database = SqliteConnectOptions::new()
        .filename(data.path().join(FILE))
        .connect()
        .await
        .expect("a database");
    let rows: Vec<SqliteRow> = sqlx::query("SELECT * FROM events ORDER BY seq")
        .fetch_all(&mut database)
        .await
        .expect("rows");
    let text = |row: &SqliteRow| {
        let cells = (0..row.len()).filter_map(|cell| {
            let text = row.try_get_unchecked::<String, _>(cell).ok();
            text.or_else(|| {
                let bytes = row.try_get_unchecked::<Vec<u8>, _>(cell).ok()?;
                String::from_utf8(bytes).ok()
            })
        });
        without_chance(&cells.collect::<Vec<_>>().join(" "))
    };
    let mut rows: Vec<String> = rows.iter().map(text).collect();
    rows.sort();
    Trace {
        log: kinds(own),
        rows,
        frames,
    }
}

#[tokio::test]
async fn who_pressed_is_in_nothing_that_leaves_the_process() {
    let (ana, ben) = tokio::join!(evening(1), evening(2));
    assert!(
        ana.rows.iter().any(|row| row.contains("safety_called")),
        "{:?}",
        ana.rows
    );
    assert!(ana.frames.iter().all(|frames| !frames.is_empty()));
    assert_eq!(ana, ben);
    assert_eq!(
        ana.frames[1], ana.frames[2],
        "who pressed and who did not hear the same"
    );
}

/// How often a line has heard a signal.
fn signals(line: &Line) -> usize {
    let heard = line.heard.iter();
    heard.filter(|it| it.starts_with(r#"{"safety""#)).count()
}

#[tokio::test]
async fn a_signal_reaches_everybody_once_and_nobody_undoes_it() {
    let company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    assert_eq!(
        sam.give(json!({"title": {"title": "The Quay"}})).await,
        Ok(())
    );
    let begun = std::time::Instant::now();
    eve.say(r#"{"safety":{"call":"n"}}"#).await;
    // The graver one takes the place of the one that waits.
    ana.say(r#"{"safety":{"call":"x"}}"#).await;
    for line in [&mut sam, &mut ana, &mut eve] {
        line.until(|line| signals(line) == 1).await;
        let heard = line.heard.iter().find(|it| it.starts_with(r#"{"safety""#));
        assert!(
            heard.is_some_and(|it| it.contains(r#""signal":"x""#)),
            "{heard:?}"
        );
    }
    assert!(
        begun.elapsed() >= Duration::from_millis(900),
        "nothing comes at once"
    );
    let told = |line: &Line| {
        let log = &line.view().log;
        log.iter()
            .filter(|line| matches!(line.what, LogMessage::Safety { .. }))
            .count()
    };
    assert_eq!((told(&sam), told(&eve)), (1, 1));
    let last = sam.view().log.last().expect("a line").clone();
    assert_eq!((last.by, last.seat), (None, None));
    // The card rests for everybody, and undo takes back what was before it.
    ana.say(r#"{"safety":{"call":"x"}}"#).await;
    tokio::time::sleep(Duration::from_millis(4_500)).await;
    assert_eq!(sam.give(json!("undo")).await, Ok(()));
    sam.catch_up().await;
    assert_eq!((signals(&sam), told(&sam)), (1, 1));
    assert_eq!(sam.view().title, "The Wharf");
    // Whoever comes later sees it, too.
    let mut late = company.ben.follow(company.encounter).await;
    late.until(|line| signals(line) == 1).await;
}

#[tokio::test]
async fn the_list_has_no_authors_and_a_storyteller_takes_off() {
    let company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    ana.say(r#"{"safety":{"add":{"text":"spiders","veil":true}}}"#)
        .await;
    eve.say(r#"{"safety":{"add":{"text":"Children in danger"}}}"#)
        .await;
    let listed = |line: &Line| {
        let all = line
            .view()
            .boundaries
            .as_deref()
            .cloned()
            .unwrap_or_default();
        all.iter().map(|it| it.text.to_string()).collect::<Vec<_>>()
    };
    for line in [&mut sam, &mut ana, &mut eve] {
        line.until(|line| listed(line).len() == 2).await;
        assert_eq!(listed(line), ["Children in danger", "spiders"]);
    }
    let lines = sam.view().log.len();
    let off = r#"{"safety":{"remove":{"text":"spiders","veil":true}}}"#;
    ana.say(off).await;
    sam.say(off).await;
    sam.until(|line| listed(line).len() == 1).await;
    assert_eq!(sam.view().log.len(), lines, "the log says nothing of it");
}
