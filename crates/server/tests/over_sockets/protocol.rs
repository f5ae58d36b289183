//! The page about the protocol is true: every example reads, everything has an example.

use std::collections::BTreeSet;
use std::fmt::Debug;

use app::page::{Invitation, Opening};
use rules::encounter::limits as encounter;
use rules::encounter::log::What;
use rules::encounter::{Change, Command, Refusal, View};
use rules::wire::{Complaint, FromClient, FromServer, MAX_MESSAGE, PROTOCOL, close};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const PAGE: &str = include_str!("../../../../docs/protocol.md");
const ROUTES: &str = include_str!("../../src/routes.rs");

/// Every example of a kind.
fn examples(kind: &str) -> Vec<Value> {
    let fence = format!("```json {kind}\n");
    let mut found = Vec::new();
    for block in PAGE.split(&fence).skip(1) {
        let (block, _) = block.split_once("```").expect("an end");
        let values = serde_json::Deserializer::from_str(block).into_iter();
        found.extend(values.map(|value| value.expect(block)));
    }
    assert!(!found.is_empty(), "{kind}");
    found
}

/// All names of an enum, from the mouth of its reader.
fn names<T: DeserializeOwned + Debug>() -> BTreeSet<String> {
    let error = serde_json::from_str::<T>(r#""?""#).expect_err("no such thing");
    let text = error.to_string();
    let (_, names) = text.split_once("expected").expect("a list of names");
    let names = names.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

/// Examples of an enum read; there is one of each.
fn check_read<T: DeserializeOwned + Debug>(kind: &str) -> Vec<(Value, T)> {
    let mut seen = BTreeSet::new();
    let mut read = Vec::new();
    for example in examples(kind) {
        let tag = match &example {
            Value::String(tag) => tag.clone(),
            Value::Object(fields) => fields.keys().next().expect("a tag").clone(),
            other => panic!("{other}"),
        };
        seen.insert(tag);
        let value = serde_json::from_value(example.clone());
        read.push((
            example.clone(),
            value.unwrap_or_else(|error| panic!("{example}: {error}")),
        ));
    }
    assert_eq!(seen, names::<T>(), "{kind}");
    read
}

/// The server writes it just so.
fn check_same<T: Serialize>(example: &Value, value: &T) {
    assert_eq!(&serde_json::to_value(value).expect("data"), example);
}

fn check_written<T: Serialize + DeserializeOwned + Debug>(kind: &str) {
    for (example, value) in check_read::<T>(kind) {
        check_same(&example, &value);
    }
}

fn check_whole<T: Serialize + DeserializeOwned + Debug>(kind: &str) {
    for example in examples(kind) {
        let value = serde_json::from_value::<T>(example.clone());
        check_same(
            &example,
            &value.unwrap_or_else(|error| panic!("{example}: {error}")),
        );
    }
}

#[test]
fn every_message_is_there_and_reads() {
    check_read::<FromClient>("browser");
    check_read::<Command>("command");
    check_written::<FromServer>("server");
    check_written::<Complaint>("complaint");
    check_written::<Change>("change");
    check_written::<What>("what");
    check_written::<Refusal>("refusal");
    check_whole::<View>("view");
    check_whole::<Opening>("opening");
    check_whole::<Invitation>("invitation");
    let hello = format!(r#"{{"hello": {{"protocol": {PROTOCOL}}}}}"#);
    assert!(PAGE.contains(&hello));
}

#[test]
fn every_route_and_close_code_is_there() {
    for route in ROUTES.split(".route(\"").skip(1) {
        let path = route.split('"').next().expect("a path");
        assert!(PAGE.contains(&format!(" {path}`")), "{path}");
    }
    for code in [
        close::LAGGING,
        close::SEAT_GONE,
        close::STARTING_OVER,
        close::GOING_DOWN,
        close::MISBEHAVED,
        close::SILENT,
    ] {
        assert!(PAGE.contains(&format!("| {code} |")), "{code}");
    }
}

#[test]
fn the_limits_are_those_of_the_rules() {
    for (what, much) in [
        ("bytes of a message", MAX_MESSAGE),
        (
            "characters of a name, title, note, roll or term",
            rules::text::MAX_NAME,
        ),
        ("characters of a quick-add line", encounter::MAX_LINE),
        ("combatants of one line", encounter::MAX_PER_LINE as usize),
        ("combatants everybody sees", encounter::MAX_VISIBLE),
        ("hidden combatants", encounter::MAX_HIDDEN),
        ("combatants a player has added", encounter::MAX_PER_PLAYER),
        (
            "points of one severity at once",
            encounter::MAX_DAMAGE.into(),
        ),
        ("boxes of a track", rules::track::MAX_BOXES.into()),
        ("boxes of one `turn`", encounter::MAX_SHIFTS),
        ("terms of a roll", encounter::MAX_TERMS),
        (
            "a term, up or down",
            encounter::MAX_TERM.unsigned_abs() as usize,
        ),
        (
            "dice of a pool",
            encounter::MAX_POOL.unsigned_abs() as usize,
        ),
        ("lines of the log", encounter::LOG_WINDOW),
        ("commands that can be taken back", encounter::UNDO_DEPTH),
    ] {
        assert!(PAGE.contains(&format!("| {what} | {much} |")), "{what}");
    }
}
