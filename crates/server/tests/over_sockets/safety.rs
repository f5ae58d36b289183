//! Signals for safety, and what the game leaves out: nothing that leaves the process tells who said it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rules::encounter::log::LogMessage;
use serde_json::json;
use server::auth::token::Secret;
use server::store::sqlite::FILE;
use server::testing::unseal_news;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{AssertSqlSafe, Column as _, ConnectOptions as _, Row as _};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::task::JoinHandle;

use crate::client::{Guest, Line};
use crate::cluster::shared;
use crate::news::Nats;
use crate::nodes::listener::Listener;
use crate::program::Program;
use crate::server::{Company, invitation};
use crate::stores::in_postgres_too;

in_postgres_too!(
    a_signal_reaches_everybody_once_and_nobody_undoes_it,
    the_list_has_no_authors_and_a_storyteller_takes_off,
);

/// What stands in front of the number of a seat.
const BEFORE_A_SEAT: [&str; 5] = ["seat=", "\"seat\":", "\"s\":", "\"by\":", "seat.id="];

/// Replaces what chance and the clock fill in: numbers, but those of seats, and words of letters and digits such as ids.
fn without_chance(text: &str) -> String {
    let by_chance = |word: &str| {
        word.chars().any(|c| c.is_ascii_digit()) || word.len() >= 24 && !word.contains('_')
    };
    let text = without_codes(&without_codes(text, "code="), r#""code":""#);
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let is_seat = BEFORE_A_SEAT.iter().any(|before| out.ends_with(before));
        out.push_str(if by_chance(&word) && !is_seat {
            "#"
        } else {
            &word
        });
        word.clear();
        out.push(c);
    }
    out
}

/// Replaces the four words by chance, with hyphens between them, that stand behind `name`.
fn without_codes(text: &str, name: &str) -> String {
    let mut around = text.split(name);
    let mut kept = around.next().unwrap_or_default().to_owned();
    for after in around {
        kept.push_str(name);
        kept.push('#');
        kept.push_str(after.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '-'));
    }
    kept
}

#[test]
fn codes_are_by_chance_in_both_databases() {
    for text in [
        "code=robin-mustard-horse-engine locked=",
        r#"{"code":"robin-mustard-horse-engine","locked":"#,
    ] {
        let other = text.replace("robin-mustard", "island-cactus");
        assert_eq!(without_chance(text), without_chance(&other));
        assert!(without_chance(text).contains("locked"));
    }
}

#[test]
fn the_number_of_a_seat_is_not_by_chance() {
    let text = r#"at=12 id=7f3a {"by":{"seat":2},"s":3}"#;
    assert_eq!(
        without_chance(text),
        "at=# id=# {\"by\":{\"seat\":2},\"s\":3} "
    );
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
    /// The rows of the database.
    rows: Vec<String>,
    /// The frames of the storyteller, Ana and Ben.
    frames: [Vec<String>; 3],
    /// What several nodes tell each other, but how often.
    news: BTreeSet<String>,
}

/// Where an evening is kept, and what is told of it.
struct Place {
    programs: Vec<Program>,
    kept: Kept,
    news: Option<Recording>,
    /// Folders and servers that last as long.
    _held: (Vec<TempDir>, Option<Nats>),
}

/// A database.
enum Kept {
    /// A file in a folder.
    Folder(PathBuf),
    /// One of those of the server that tests share, by its name.
    Postgres(String),
}

/// The key that nodes share, in hexadecimal digits.
const KEY: &str = "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed";

/// The tables of a database that tell of an evening.
const TABLES: [&str; 8] = [
    "tables",
    "seats",
    "encounters",
    "events",
    "snapshots",
    "sizes",
    "shares",
    "refusals",
];

impl Place {
    /// One program with a file.
    async fn alone() -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
        program.arg("--no-address-limits").env("RUST_LOG", "trace");
        Self {
            programs: vec![Program::of(program, data.path()).await],
            kept: Kept::Folder(data.path().to_owned()),
            news: None,
            _held: (vec![data], None),
        }
    }

    /// Two nodes on one Postgres, whose news are recorded; `None` where there is no Postgres or no NATS here.
    async fn of_two_nodes() -> Option<Self> {
        let (nats, cluster) = (Nats::start()?, shared()?);
        let address = cluster.new_address().await;
        let (mut programs, mut folders) = (Vec::new(), Vec::new());
        let news = Recording::begin(&nats).await;
        for _ in 0..2 {
            let data = tempfile::tempdir().expect("a folder");
            let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
            program.arg("--no-address-limits").env("RUST_LOG", "trace");
            program
                .env("DATABASE_URL", &address)
                .env("NATS_URL", nats.url());
            program.env("COTERIE_SECRET", KEY);
            programs.push(Program::of(program, data.path()).await);
            folders.push(data);
        }
        Some(Self {
            programs,
            kept: Kept::Postgres(cluster.ways(&address).0),
            news: Some(news),
            _held: (folders, Some(nats)),
        })
    }

    /// Everything that the programs have said so far.
    fn logs(&self) -> Vec<String> {
        self.programs.iter().map(Program::log).collect()
    }

    /// The rows of the database, in no order.
    async fn rows(&self) -> Vec<String> {
        let mut rows = Vec::new();
        for table in TABLES {
            rows.extend(self.rows_of(table).await);
        }
        rows.sort();
        rows
    }

    async fn rows_of(&self, table: &str) -> Vec<String> {
        let folder = match &self.kept {
            Kept::Folder(folder) => folder,
            Kept::Postgres(database) => {
                let mut database = shared().expect("it was there").connect(database).await;
                let sql = format!("SELECT '{table} ' || row_to_json({table})::TEXT FROM {table}");
                let rows = sqlx::query_scalar(AssertSqlSafe(sql))
                    .fetch_all(&mut database)
                    .await;
                let rows: Vec<String> = rows.expect("rows");
                // What is text in it is quoted in the text.
                return rows
                    .iter()
                    .map(|row| without_chance(&row.replace('\\', "")))
                    .collect();
            }
        };
        let options = SqliteConnectOptions::new().filename(folder.join(FILE));
        let mut database = options.connect().await.expect("a database");
        let sql = AssertSqlSafe(format!("SELECT * FROM {table}"));
        let rows = sqlx::query(sql).fetch_all(&mut database).await;
        let text = |row: &SqliteRow| {
            let cells = row.columns().iter().filter_map(|column| {
                let at = column.ordinal();
                let text = row.try_get_unchecked::<String, _>(at).ok();
                let text = text.or_else(|| {
                    let bytes = row.try_get_unchecked::<Vec<u8>, _>(at).ok()?;
                    String::from_utf8(bytes).ok()
                });
                Some(format!("{}={}", column.name(), text?))
            });
            without_chance(&format!("{table} {}", cells.collect::<Vec<_>>().join(" ")))
        };
        rows.expect("rows").iter().map(text).collect()
    }
}

/// All that nodes tell each other, opened with their key.
struct Recording {
    told: Arc<Mutex<Vec<String>>>,
    listening: JoinHandle<()>,
}

impl Recording {
    async fn begin(nats: &Nats) -> Self {
        let key = Secret::read(KEY).expect("a key");
        let mut listener = Listener::hear_all(nats.at, ">").await;
        let told = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&told);
        let listening = tokio::spawn(async move {
            loop {
                let sealed = listener.next().await.payload;
                let text = unseal_news(&key, &sealed).expect("it is of these nodes");
                let text = String::from_utf8(text).expect("text");
                kept.lock().expect("no panic").push(text);
            }
        });
        Self { told, listening }
    }

    /// Forgets what was told so far: whether a node told of the beginning depends on when it heard of the other.
    fn forget(&self) {
        self.told.lock().expect("no panic").clear();
    }

    /// What was told, apart from the beats that say that somebody is there, and without the number of its node.
    fn end(self) -> BTreeSet<String> {
        self.listening.abort();
        let told = self.told.lock().expect("no panic");
        let news = told.iter().filter(|text| !text.contains(r#""beat""#));
        // Who is there is told again and again.
        let news = news.filter(|text| !text.contains(r#""here""#));
        // What is told of the beginning can come late.
        let news =
            news.filter(|text| !text.contains(r#""seated""#) && !text.contains(r#""bound""#));
        news.map(|text| text.replacen(r#""by":"#, "", 1))
            .map(|text| without_chance(&text))
            .collect()
    }
}

/// Lets one of two players say for safety what is said, while all output is written at `trace`. The storyteller is at
/// the last of the nodes, the players at the first.
async fn evening(presser: usize, mut place: Place) -> Trace {
    let first = place.programs[0].address;
    let last = place.programs[place.programs.len() - 1].address;
    let mut sam = Guest::new(last);
    let table = sam.make_table("Sam").await;
    let links = invitation(&mut sam, table).await;
    let [mut ana, mut ben] = [(); 2].map(|()| Guest::new(first));
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
    let before: Vec<usize> = place.logs().iter().map(String::len).collect();
    if let Some(news) = &place.news {
        news.forget();
    }
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
    let logs = place.logs();
    for program in &mut place.programs {
        program.kill().await;
    }
    let since = logs.iter().zip(before);
    let own = since.flat_map(|(log, before)| log.get(before..).unwrap_or_default().lines());
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
    let mut log = kinds(own);
    let rows = place.rows().await;
    let news = place.news.map(Recording::end);
    if news.is_some() {
        // How often nodes look at each other depends on how long the evening took.
        log.values_mut().for_each(|count| *count = 1);
    }
    Trace {
        log,
        rows,
        frames,
        news: news.unwrap_or_default(),
    }
}

/// Nothing tells the evening in which Ana pressed from the one in which Ben did.
fn check_same(ana: &Trace, ben: &Trace) {
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

#[tokio::test]
async fn who_pressed_is_in_nothing_that_leaves_the_process() {
    let (one, other) = (Place::alone().await, Place::alone().await);
    let (ana, ben) = tokio::join!(evening(1, one), evening(2, other));
    check_same(&ana, &ben);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_pressed_is_in_nothing_that_nodes_tell_each_other() {
    let (Some(one), Some(other)) = (Place::of_two_nodes().await, Place::of_two_nodes().await)
    else {
        return;
    };
    let (ana, ben) = tokio::join!(evening(1, one), evening(2, other));
    for word in ["safety_called", "boundaries_set"] {
        assert!(
            ana.news.iter().any(|news| news.contains(word)),
            "{:?}",
            ana.news
        );
    }
    check_same(&ana, &ben);
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
