//! A log as the first release wrote it: it still reads, it shows what it showed then, and
//! play goes on from it.
//!
//! The fixtures are the bytes of that release. They are never made anew.

use rules::base::dice::DiceScript;
use rules::base::id::{CommandId, SeatId};
use rules::base::seat::Actor;
use rules::base::text::Name;
use rules::encounter::command::InitiativeTarget;
use rules::encounter::{Class, Command, Encounter, Event, IssuedCommand, Record, View, decide};
use rules::messages::serialize_as_words;
use rules::ruleset::SystemId;
use serde_json::Value;

/// One record a line, as they were kept.
const LOG: &str = include_str!("../fixtures/first_release.jsonl");
/// What each class saw at the end of it.
const SEEN: [(Class, &str); 2] = [
    (
        Class::Storyteller,
        include_str!("../fixtures/first_release.storyteller.json"),
    ),
    (
        Class::Table,
        include_str!("../fixtures/first_release.table.json"),
    ),
];

const ST: Actor = Actor::Seat(SeatId(1));

fn records() -> Vec<Record> {
    let read = |line| serde_json::from_str(line).expect("a record of the first release");
    LOG.lines().map(read).collect()
}

fn replayed() -> Encounter {
    let title = Name::new("A test").expect("a name");
    let first = SystemId::from_key("chronicle").expect("the system of the first release");
    let mut encounter = Encounter::new(title, first);
    records().iter().for_each(|record| encounter.apply(record));
    encounter
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

/// Every kind of event the first release knew is in the fixture.
#[test]
fn the_fixture_holds_every_event_of_its_time() {
    for event in [
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
        "reranked",
        "moved",
        "sorted",
        "turn_changed",
        "harmed",
        "marked",
        "rolled",
        "foe_health_set",
        "undone",
    ] {
        assert!(LOG.contains(&format!("{{\"{event}\":{{")), "{event}");
    }
    for reading in [
        r#""reading":{"pool":{"again":"10"}}"#,
        r#""reading":{"pool":{"again":"9"}}"#,
        r#""reading":{"pool":{"again":"8","rote":true}}"#,
        r#""reading":{"pool":{"again":"never"}}"#,
        r#""reading":{"pool":{"again":"10","chance":true}}"#,
    ] {
        assert!(LOG.contains(reading), "{reading}");
    }
    assert!(!LOG.contains("\"now\":") && !LOG.contains("\"ph\":"));
}

#[test]
fn it_shows_what_it_showed() {
    let encounter = replayed();
    for (class, seen) in SEEN {
        // Readings are written as dials now; reading brings the old ones into that shape.
        let then: View = serde_json::from_str(seen).expect("a view of the first release");
        let then_readings = then.log.iter().filter(|line| {
            let line = serde_json::to_string(line).expect("data");
            line.contains(r#""reading":{"again":8,"rote":1}"#)
        });
        assert_eq!(then_readings.count(), 1, "an old reading is understood");
        let then = serde_json::to_value(then).expect("data");
        let now = View::of(&encounter, class);
        check_says(
            &serialize_as_words(|| serde_json::to_value(&now)).expect("data"),
            &then,
            "",
        );
        // Nothing was said about what there was not.
        assert!(now.house.is_plain());
        let rows = now.rows.values();
        for row in rows {
            assert!(row.plan.is_none() && !row.sealed && row.tally.is_empty() && !row.mismatch);
        }
    }
}

#[test]
fn play_goes_on() {
    let mut encounter = replayed();
    let mut given = 0_u128;
    let mut give = |encounter: &mut Encounter, command: Command| -> Vec<Event> {
        given += 1;
        let given = IssuedCommand {
            id: CommandId(given),
            by: ST,
            command,
        };
        let mut dice = DiceScript::new([7; 20]);
        let events = decide(encounter, &given, &mut dice).expect("an accepted command");
        encounter.apply(&Record {
            at: 1_800_000_000_000,
            by: ST,
            command: given.id,
            events: events.clone(),
        });
        events
    };
    let view = |encounter: &Encounter| View::of(encounter, Class::Storyteller);
    // The newest of the old evening is taken back.
    let before = view(&encounter);
    give(&mut encounter, Command::Undo);
    assert_eq!(view(&encounter).turn.acting, before.order.last().copied());
    let after = view(&encounter).turn;
    give(
        &mut encounter,
        Command::NextTurn {
            after,
            anyway: false,
        },
    );
    assert_eq!(view(&encounter).turn, before.turn);
    // A combatant who had not rolled does so now, and stands where the old scores put them.
    let pia = before.rows.values().find(|row| row.name == "Pia");
    let pia = pia.expect("Pia").id;
    let roll = Command::RollInitiative {
        whose: InitiativeTarget::One(pia),
        face: Some(1),
    };
    give(&mut encounter, roll);
    let now = view(&encounter);
    let scores = now.order.iter().filter_map(|id| now.rows[id].score);
    let scores: Vec<i32> = scores.collect();
    assert_eq!(scores.len(), before.order.len() + 1);
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // The one class is told no more than the other was.
    let known = View::of(&encounter, Class::Table);
    assert!(known.rows.values().all(|row| !row.hidden));
    assert_eq!(known.rows.len(), now.rows.len() - 1);
}
