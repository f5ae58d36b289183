//! A log of every rule system, frozen before the table and the rules became one engine: each
//! still reads, and shows both classes of viewers what it showed them then, in the middle and at the end.
//!
//! The fixtures are the bytes of that release: its demonstration, and after it some two hundred
//! commands, sensible and not, by all at the table. They are never made anew.

use rules::base::text::Name;
use rules::encounter::{Class, Encounter, Record, View};
use rules::messages::serialize_as_words;
use rules::ruleset::SystemId;
use serde_json::Value;

/// Records before the picture in the middle was taken.
const MIDDLE: usize = 110;

/// What one rule system left behind.
struct Frozen {
    system: &'static str,
    /// What the scene was called when it was made.
    title: &'static str,
    /// One record a line, as they were kept.
    log: &'static str,
    /// What each class saw after [`MIDDLE`] records, and at the end.
    middle: [(Class, &'static str); 2],
    end: [(Class, &'static str); 2],
}

macro_rules! frozen {
    ($($system:literal: $title:literal),* $(,)?) => {
        [$(Frozen {
            system: $system,
            title: $title,
            log: include_str!(concat!("fixtures/five_systems/", $system, ".jsonl")),
            middle: frozen!(@views $system, "middle"),
            end: frozen!(@views $system, "end"),
        }),*]
    };
    (@views $system:literal, $when:literal) => {
        [
            (
                Class::Storyteller,
                include_str!(concat!("fixtures/five_systems/", $system, ".", $when, ".storyteller.json")),
            ),
            (
                Class::Table,
                include_str!(concat!("fixtures/five_systems/", $system, ".", $when, ".table.json")),
            ),
        ]
    };
}

const FROZEN: [Frozen; 5] = frozen! {
    "chronicle": "The Wharf, midnight",
    "crossover": "The crypt under Saint Agnes",
    "masquerade": "The Red Door, closing time",
    "tristat": "The rooftop garden, after the rain",
    "ascension": "The server hall, after hours",
};

/// Every kind of event that release knew.
const EVENTS: [&str; 26] = [
    "seated",
    "unseated",
    "titled",
    "added",
    "removed",
    "renamed",
    "veiled",
    "assigned",
    "noted",
    "initiative_rolled",
    "initiative_offered",
    "refreshed",
    "intended",
    "aborted",
    "spent",
    "said",
    "house_rule_set",
    "reranked",
    "moved",
    "sorted",
    "turn_changed",
    "harmed",
    "marked",
    "rolled",
    "foe_health_set",
    "undone",
];

impl Frozen {
    fn records(&self) -> Vec<Record> {
        let read = |line| serde_json::from_str(line).expect("a record of that release");
        self.log.lines().map(read).collect()
    }

    fn fresh(&self) -> Encounter {
        let system = SystemId::from_key(self.system).expect("a rule system");
        Encounter::new(Name::new(self.title).expect("a name"), system)
    }
}

/// Whether `now` says everything that `then` said, in the same words and the same order.
/// What a thing has besides is allowed: later releases tell more.
fn check_says(now: &Value, then: &Value, path: &str) {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            for (key, then) in then {
                let now = now.get(key).unwrap_or(&Value::Null);
                check_says(now, then, &format!("{path}/{key}"));
            }
        }
        (Value::Array(now), Value::Array(then)) => {
            assert_eq!(now.len(), then.len(), "{path}");
            for (at, (now, then)) in now.iter().zip(then).enumerate() {
                check_says(now, then, &format!("{path}/{at}"));
            }
        }
        (now, then) => assert_eq!(now, then, "{path}"),
    }
}

#[test]
fn every_kind_of_event_is_in_them() {
    for event in EVENTS {
        let key = format!("{{\"{event}\":{{");
        assert!(FROZEN.iter().any(|it| it.log.contains(&key)), "{event}");
    }
}

#[test]
fn they_show_what_they_showed() {
    for frozen in FROZEN {
        let mut encounter = frozen.fresh();
        let records = frozen.records();
        for (nth, record) in records.iter().enumerate() {
            encounter.apply(record);
            let (when, seen) = match nth + 1 {
                MIDDLE => ("in the middle", frozen.middle),
                last if last == records.len() => ("at the end", frozen.end),
                _ => continue,
            };
            for (class, then) in seen {
                let then: Value = serde_json::from_str(then).expect("a view of that release");
                let now = View::of(&encounter, class);
                let now = serialize_as_words(|| serde_json::to_value(now)).expect("data");
                check_says(&now, &then, &format!("{} {when} {class:?}", frozen.system));
            }
        }
    }
}
