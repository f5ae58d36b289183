//! The page about the protocol is true: every example reads, everything has an example.

use std::collections::BTreeSet;
use std::fmt::Debug;

use app::page::{Invitation, Opening, Passing};
use rules::dial::Range;
use rules::encounter::limits as encounter;
use rules::encounter::log::What;
use rules::encounter::quick_add::LineError;
use rules::encounter::{Change, Command, Refusal, Turn, View};
use rules::house::House;
use rules::phase::{Cadence, Phase};
use rules::plan::{MAX_ACTIONS, Plan, PlanError};
use rules::sheet::Sheet;
use rules::system::SystemId;
use rules::text::TextError;
use rules::track::{Fate, MAX_POINTS, Track, TrackError};
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
    check_whole::<Passing>("passing");
    let hello = format!(r#"{{"hello": {{"protocol": {PROTOCOL}}}}}"#);
    assert!(PAGE.contains(&hello));
}

/// Everything a reason may hold has an example as well, and so have the parts of a view.
#[test]
fn what_they_hold_is_there_too() {
    for (outer, inner) in [
        ("text", names::<TextError>()),
        ("line", names::<LineError>()),
        ("track", names::<TrackError>()),
        ("plan", names::<PlanError>()),
    ] {
        let of_it = examples("refusal").into_iter();
        let held = of_it.filter_map(|example| match example.get(outer)? {
            Value::String(tag) => Some(tag.clone()),
            Value::Object(fields) => fields.keys().next().cloned(),
            other => panic!("{other}"),
        });
        assert_eq!(held.collect::<BTreeSet<_>>(), inner, "{outer}");
    }
    check_written::<Track>("track");
    check_whole::<Turn>("turn");
    check_whole::<Plan>("plan");
    for phase in names::<Phase>() {
        assert!(PAGE.contains(&format!("`{phase}`")), "{phase}");
    }
    for fate in names::<Fate>() {
        assert!(
            fate == "open" || PAGE.contains(&format!("`{fate}`")),
            "{fate}"
        );
    }
}

/// The page has this row of a table.
fn check_row(row: &str) {
    assert!(PAGE.lines().any(|line| line == row), "there is no\n{row}");
}

#[test]
fn the_systems_are_those_of_the_rules() {
    let house = House::default();
    let list = |words: Vec<String>| match words.is_empty() {
        true => "none".to_owned(),
        false => words.join(", "),
    };
    let mut rows = 0;
    for system in SystemId::ALL {
        let (key, rules) = (system.key(), system.rules());
        let phases = rules.phases(&house).iter().map(word);
        let cadence = match rules.cadence(&house) {
            Cadence::Once => "once",
            Cadence::EveryRound => "every round",
        };
        // Somebody who has everything there is, of each kind.
        let traits = rules.traits().iter();
        let traits = traits.map(|spec| (spec.key.to_owned(), spec.max));
        let mut sheet = Sheet {
            kind: None,
            traits: traits.collect(),
        };
        let mut pools: Vec<String> = Vec::new();
        for kind in rules.kinds() {
            sheet.kind = Some(kind.key.to_owned());
            for pool in rules.pools(&sheet) {
                if pools.iter().all(|known| known != pool.key) {
                    pools.push(pool.key.to_owned());
                }
            }
        }
        let damage = rules.damage_kinds().iter();
        let damage = damage.map(|kind| kind.word.to_owned());
        let plan = match rules.plan(&house) {
            None => "none".to_owned(),
            Some(plan) => {
                let mut words = vec![match plan.actions {
                    0 | 1 => "1 action".to_owned(),
                    most => format!("1 to {most} actions"),
                }];
                words.extend(plan.defenses.then(|| "defenses".to_owned()));
                words.extend(plan.extra.map(|extra| format!("{} extra", extra.most)));
                if plan.willpower > 0 {
                    words.push(format!("{} Willpower", plan.willpower));
                }
                words.extend(
                    plan.stances
                        .iter()
                        .map(|stance| format!("`{}`", stance.key)),
                );
                words.join(", ")
            }
        };
        check_row(&format!(
            "| {key} | {} | d{}, {cadence} | {} | {} | {plan} |",
            list(phases.collect()),
            rules.initiative_die(),
            list(pools),
            list(damage.collect()),
        ));
        for dial in rules.dials(None) {
            let values = match &dial.range {
                Range::Flag => "0, 1".to_owned(),
                Range::Choice(options) => {
                    let options = options.iter();
                    let options = options.map(|(value, title)| format!("{value}: {title}"));
                    list(options.collect())
                }
                Range::Number(least, most) => format!("{least} to {most}"),
            };
            let (dial, default) = (dial.key, dial.default);
            check_row(&format!("| {key} | `{dial}` | {values} | {default} |"));
            rows += 1;
        }
        for switch in rules.switches() {
            let (switch, title, rule) = (switch.key, switch.title, switch.rule);
            check_row(&format!("| {key} | `{switch}` | {title} ({rule}) |"));
            rows += 1;
        }
        for sign in rules.chat_signs() {
            let row = format!("| {key} | `{sign}");
            assert!(PAGE.lines().any(|line| line.starts_with(&row)), "{row}");
        }
        rows += 1;
    }
    // And no row of a system or a dial that there is not.
    let systems = SystemId::ALL
        .iter()
        .map(|system| format!("| {} | ", system.key()));
    let systems: Vec<String> = systems.collect();
    let commands = PAGE
        .lines()
        .filter(|line| line.contains("| `+") || line.contains("| `!"));
    let there = PAGE.lines();
    let there = there.filter(|line| systems.iter().any(|system| line.starts_with(system)));
    assert_eq!(there.count() - commands.count(), rows);
}

/// How a plain enum is written.
fn word<T: Serialize>(value: &T) -> String {
    let value = serde_json::to_value(value).expect("data");
    value.as_str().expect("a word").to_owned()
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
        close::SEAT_MOVED,
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
            "characters of a line of talk or a typed command",
            encounter::MAX_LINE,
        ),
        (
            "points of one severity at once",
            encounter::MAX_DAMAGE.into(),
        ),
        (
            "points of health or of a pool at once",
            encounter::MAX_DAMAGE.into(),
        ),
        ("points of a track", MAX_POINTS.unsigned_abs() as usize),
        ("actions of a plan", MAX_ACTIONS.into()),
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
        ("clicks of one gesture", encounter::MAX_GESTURE),
    ] {
        assert!(PAGE.contains(&format!("| {what} | {much} |")), "{what}");
    }
}
