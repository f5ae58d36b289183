//! Records of every age, read and written again: what is kept from now on has the bytes it had.
//!
//! The fixtures are bytes that releases wrote. `every_event` is of evenings by chance, as long as it takes to see every
//! event with and without each thing that it may say; a new kind of event adds a line. Records before `with_keys` hold
//! sentences, and keep them.

use std::collections::BTreeSet;

use rules::encounter::{Event, Record};
use serde_json::Value;

/// Fixtures by name, one record a line.
const LOGS: [(&str, &str); 8] = [
    (
        "first_release",
        include_str!("../fixtures/first_release.jsonl"),
    ),
    (
        "chronicle",
        include_str!("../fixtures/five_systems/chronicle.jsonl"),
    ),
    (
        "crossover",
        include_str!("../fixtures/five_systems/crossover.jsonl"),
    ),
    (
        "masquerade",
        include_str!("../fixtures/five_systems/masquerade.jsonl"),
    ),
    (
        "tristat",
        include_str!("../fixtures/five_systems/tristat.jsonl"),
    ),
    (
        "ascension",
        include_str!("../fixtures/five_systems/ascension.jsonl"),
    ),
    ("every_event", include_str!("../fixtures/every_event.jsonl")),
    ("with_keys", include_str!("../fixtures/with_keys.jsonl")),
];

/// Records that are written in another form today, by log and command: the first release wrote how dice are read as a
/// pool, where dials stand now.
const REWRITTEN: [(&str, &str); 7] = [
    ("first_release", "5eed0000000000000000000000000012"),
    ("first_release", "5eed0000000000000000000000000018"),
    ("first_release", "5eed0000000000000000000000000019"),
    ("first_release", "5eed000000000000000000000000001a"),
    ("first_release", "5eed000000000000000000000000001b"),
    ("first_release", "5eed000000000000000000000000001c"),
    ("first_release", "5eed000000000000000000000000001d"),
];

/// An event that every setting there is has another name for.
const NOT_YET: &str = "table_set";

fn read(line: &str) -> Record {
    serde_json::from_str(line).expect("a record")
}

/// The records of all logs, each with its log and its bytes.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = |(log, text): (&'static str, &'static str)| text.lines().map(move |it| (log, it));
    LOGS.into_iter().flat_map(lines)
}

fn written(record: &Record) -> String {
    serde_json::to_string(record).expect("data")
}

#[test]
fn each_record_is_written_again_as_it_was() {
    let mut rewritten = BTreeSet::new();
    for (log, line) in lines() {
        let record = read(line);
        let again = written(&record);
        if again != line {
            rewritten.insert((log, record.command.to_string()));
            assert_eq!(read(&again), record, "{log}: {line}");
        }
    }
    let expected = REWRITTEN.map(|(log, command)| (log, command.to_owned()));
    assert_eq!(rewritten, BTreeSet::from(expected));
}

/// The names of the events in a record, also of those that were taken back or brought back.
fn names(events: &Value, found: &mut BTreeSet<String>) {
    for event in events.as_array().into_iter().flatten() {
        if let Some(name) = event.as_str() {
            found.insert(name.to_owned());
        }
        for (name, content) in event.as_object().into_iter().flatten() {
            found.insert(name.clone());
            names(&content["events"], found);
        }
    }
}

#[test]
fn every_kind_of_event_is_in_them() {
    let mut found = BTreeSet::new();
    for (_, line) in lines() {
        let record: Value = serde_json::from_str(line).expect("data");
        names(&record["events"], &mut found);
    }
    // What is no event is told which there are.
    let refused = serde_json::from_str::<Event>(r#"{"none":{}}"#).expect_err("no event");
    let refused = refused.to_string();
    let known = refused.split('`').skip(3).step_by(2);
    let written = |name: &&str| found.contains(*name) || *name == NOT_YET;
    let missing: Vec<&str> = known.filter(|name| !written(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(refused.split('`').count() > 100, "{refused}");
}
