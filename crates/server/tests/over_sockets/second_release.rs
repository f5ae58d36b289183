//! What the second release kept and gave out, unpacked, and whether a program still shows it. The fixture's own page says
//! how it was made.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use rules::base::id::{EncounterId, ExchangeId, TableId};
use serde_json::Value;
use tempfile::TempDir;

use crate::client::{Guest, Line};
use crate::program::Program;

const KEPT: &[u8] = include_bytes!("fixtures/second_release_data/kept.tar.br");

/// Where later releases show something else on purpose: the rule system, a part of the way there, and why.
const ON_PURPOSE: [(&str, &str, &str); 3] = [
    (
        "chronicle",
        "/rows/cetng65a/shown/",
        "Defense says what made it, and who is in a grip does not move",
    ),
    (
        "chronicle",
        "/rows/n7aenrrc/shown/",
        "Defense says what made it",
    ),
    (
        "chronicle",
        "/undo/3",
        "a player is offered nothing older than what they did last",
    ),
];

/// Sentences that records name by key: how they are said now, and how they were.
const REWORDED: [(&str, &str); 25] = [
    ("ends without effect", "nothing more comes of it"),
    (
        "the first allowed answer is picked",
        "the first open answer is taken",
    ),
    ("Ilse is out of time: ", "Ilse: time is up, "),
    (
        "then the storyteller decides",
        "then the storyteller is asked",
    ),
    (
        "Questions wait as long as it takes",
        "Questions wait for their answer",
    ),
    ("Players now see the odds", "Players see the odds"),
    ("Per round", "In a round"),
    ("Combat Value minus 2", "Combat Value less 2"),
    (
        "starts over: when the defender’s",
        "starts again: when the defender's",
    ),
    ("being on the ground adds", "lying down adds"),
    (
        "Multiplier for a vital hit that is also a critical: ",
        "What a vital hit that is also a critical multiplies by: ",
    ),
    (
        "Yards per map square",
        "Yards that a square of the map stands for",
    ),
    (
        "sealed until everyone has declared",
        "sealed until everybody has declared",
    ),
    (
        "action of anyone doing too much:",
        "action of those who do too much:",
    ),
    (
        "rule: Difficulty to dodge a blow:",
        "rule: Difficulty of dodging a blow:",
    ),
    (
        "rule: Dodge can be declared before your place in",
        "rule: Dodge may be declared before one's own place in",
    ),
    (
        "House rule: Tied totals roll",
        "House rule: Equal totals roll",
    ),
    (
        "House rule: Everyone declares before anyone acts, lowest",
        "House rule: Everybody declares before anybody acts, lowest",
    ),
    (
        "House rule: Aborting a declared action to defend takes Willpower:",
        "House rule: Giving up a declared action for a defense takes Willpower:",
    ),
    (
        "rule: How damage is marked: each point worsens a lighter mark where there",
        "rule: How marks get onto the row: a point makes a lighter mark graver where there",
    ),
    (
        "is played: everyone takes one action, then everyone the next",
        "is played: everybody takes one action, then everybody the next",
    ),
    (
        "highest value the initiative",
        "highest value that the initiative",
    ),
    ("Turns between points of", "Turns between two points of"),
    (
        "Who wins a tied contest: whoever resists",
        "Who wins an even contest: the one who resists",
    ),
    (
        "Back to the rules as written: The penalties",
        "No house rule any more: The penalties",
    ),
];

/// What that release left behind, unpacked.
pub(crate) struct Frozen {
    place: TempDir,
    pub(crate) tables: Vec<Kept>,
}

/// A table of then.
pub(crate) struct Kept {
    pub(crate) system: String,
    pub(crate) id: TableId,
    /// As `shown.json` has it.
    pub(crate) all: Value,
}

/// Unpacks a tar: in front of each file a block of 512 bytes with its name and, in octal digits, its length.
fn unpack(tar: &[u8], into: &Path) {
    let mut rest = tar;
    while let Some((head, behind)) = rest.split_at_checked(512).filter(|(head, _)| head[0] != 0) {
        let text = |from, to| {
            let text = std::str::from_utf8(&head[from..to]).expect("text");
            text.trim_end_matches('\0')
        };
        let file = into.join(text(0, 100));
        let length = usize::from_str_radix(text(124, 136), 8).expect("a length");
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, &behind[..length]).expect("a file");
        rest = &behind[length.next_multiple_of(512)..];
    }
}

pub(crate) fn read(file: &Path) -> Value {
    let text = std::fs::read_to_string(file).expect("a file");
    serde_json::from_str(&text).expect("data")
}

impl Frozen {
    pub(crate) fn unpack() -> Self {
        let mut tar = Vec::new();
        let mut packed = brotli::Decompressor::new(KEPT, 64 * 1024);
        packed.read_to_end(&mut tar).expect("a whole archive");
        let place = tempfile::tempdir().expect("a folder");
        unpack(&tar, place.path());
        let shown = read(&place.path().join("shown.json"));
        let tables = shown.as_array().expect("tables").iter().map(|all| Kept {
            system: all["system"].as_str().expect("a system").to_owned(),
            id: id(&all["table"]),
            all: all.clone(),
        });
        let tables: Vec<Kept> = tables.collect();
        assert_eq!(tables.len(), 5);
        Self { place, tables }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.file("data")
    }
}

fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(value: &Value) -> T {
    value.as_str().expect("an id").parse().expect("an id")
}

impl Kept {
    /// The browser somebody had then.
    pub(crate) fn guest(&self, name: &str, program: &Program) -> Guest {
        let mut guest = Guest::new(program.address);
        let cookies = self.all["seats"][name].as_object().expect("cookies");
        for (name, value) in cookies {
            let value = value.as_str().expect("text").to_owned();
            guest.cookies.insert(name.clone(), value);
        }
        guest
    }

    pub(crate) fn current(&self) -> EncounterId {
        id(&self.all["current"]["encounter"])
    }

    pub(crate) fn prepared(&self) -> EncounterId {
        id(&self.all["prepared"]["encounter"])
    }

    pub(crate) fn open(&self) -> ExchangeId {
        id(&self.all["current"]["open"])
    }

    /// What each class was shown of the encounter that is played.
    pub(crate) fn shown(&self, class: &str) -> &Value {
        &self.all["current"][class]
    }

    pub(crate) fn page(&self, page: &str) -> String {
        format!("/t/{}{page}", self.id)
    }
}

/// Where `now` does not say what `then` said, in the same words and the same order. What a thing has besides is allowed:
/// later releases tell more.
pub(crate) fn differences(now: &Value, then: &Value, path: &str) -> Vec<String> {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            let all = then.iter().flat_map(|(key, then)| {
                let now = now.get(key).unwrap_or(&Value::Null);
                differences(now, then, &format!("{path}/{key}"))
            });
            all.collect()
        }
        (Value::Array(now), Value::Array(then)) if now.len() == then.len() => {
            let all = now.iter().zip(then).enumerate();
            all.flat_map(|(at, (now, then))| differences(now, then, &format!("{path}/{at}")))
                .collect()
        }
        (now, then) if now == then => Vec::new(),
        (now, then) => vec![format!("{path}: {now} was {then}")],
    }
}

/// Shows all differences at once that nobody meant.
#[track_caller]
pub(crate) fn check_none(differences: &[String]) {
    let reworded = |it: &str| {
        let said = it
            .split_once(": \"")
            .and_then(|(_, said)| said.split_once("\" was \""));
        said.is_some_and(|(now, then)| {
            let then = then.trim_end_matches('"').to_owned();
            let again = |then: String, (new, old): &(&str, &str)| then.replace(old, new);
            REWORDED.iter().fold(then, again) == now
        })
    };
    let meant = |it: &str| {
        let mut all = ON_PURPOSE.iter();
        reworded(it) || all.any(|(system, part, _)| it.starts_with(system) && it.contains(part))
    };
    let differences = differences.iter().map(String::as_str);
    let differences: Vec<&str> = differences.filter(|it| !meant(it)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// The picture that a socket was sent, as it came.
pub(crate) fn picture(line: &Line) -> Value {
    let snapshot = line
        .heard
        .iter()
        .find(|it| it.starts_with(r#"{"snapshot":"#));
    let mut snapshot: Value = serde_json::from_str(snapshot.expect("a picture")).expect("data");
    snapshot["snapshot"]["view"].take()
}

/// A view without what a new life of the encounter has anew: what its dice are bound to.
pub(crate) fn lasting(view: &Value) -> Value {
    let mut view = view.clone();
    view.as_object_mut().expect("fields").remove("dice");
    view
}

/// Everybody finds every table as they left it, by the cookies they had.
pub(crate) async fn check_shows(frozen: &Frozen, program: &Program) {
    let mut all = Vec::new();
    for table in &frozen.tables {
        let system = &table.system;
        for (name, class) in [("Sam", "storyteller"), ("Ana", "table"), ("Eve", "table")] {
            let mut guest = table.guest(name, program);
            let page = guest.opening(table.id).await;
            assert_eq!(page.encounter, table.current(), "{system} {name}");
            let line = guest.follow(page.encounter).await;
            let path = format!("{system} {name}");
            all.extend(differences(&picture(&line), table.shown(class), &path));
        }
        let sam = table.guest("Sam", program);
        let line = sam.follow(table.prepared()).await;
        let then = &table.all["prepared"]["storyteller"];
        let path = format!("{system} prepared");
        all.extend(differences(&picture(&line), then, &path));
        let ana = table.guest("Ana", program);
        let origin = format!("http://{}", program.address);
        let refused = ana.knock(table.prepared(), Some(&origin)).await;
        assert_eq!(refused.err(), Some(404), "{system}");
    }
    check_none(&all);
}
