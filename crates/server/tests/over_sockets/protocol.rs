//! The page about the protocol is true: every example reads, everything has an example.

use std::collections::BTreeSet;
use std::fmt::Debug;

use app::page::{Invitation, Opening, Passing};
use rules::base::dice::DiceScript;
use rules::base::id::CommandId;
use rules::base::seat::Actor;
use rules::base::text::{Name, TextError};
use rules::character::due::Due;
use rules::character::parameters::ParameterRange;
use rules::character::phase::{InitiativeCadence, Phase};
use rules::character::plan::{MAX_ACTIONS, Plan, PlanError};
use rules::character::sheet::Sheet;
use rules::character::track::{DamagePacket, EndState, MAX_POINTS, Track, TrackError};
use rules::encounter::limits as encounter;
use rules::encounter::log::LogMessage;
use rules::encounter::quick_add::QuickAddError;
use rules::encounter::view::ExchangeView;
use rules::encounter::{
    Change, Class, Command, Encounter, IssuedCommand, Question, Record, Refusal, TableSetting,
    Turn, View, decide,
};
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::HouseRules;
use rules::ruleset::settings::{SettingError, SettingKind};
use rules::wire::{
    ClientMessage, MAX_MESSAGE_BYTES, MessageError, PROTOCOL_VERSION, QuestionReply, ServerMessage,
    close,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../../docs/protocol.md");
const ROUTES: &str = include_str!("../../src/http/routes.rs");

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
    check_read_with(kind, BTreeSet::new())
}

/// The same of an enum that is also read under these names.
fn check_read_with<T: DeserializeOwned + Debug>(
    kind: &str,
    others: BTreeSet<String>,
) -> Vec<(Value, T)> {
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
    let names: BTreeSet<String> = names::<T>().union(&others).cloned().collect();
    assert_eq!(seen, names, "{kind}");
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
    check_read::<ClientMessage>("browser");
    // Settings that had a command of their own keep its name; a change of any is one of the table.
    let settings = names::<TableSetting>();
    let own = ["foe_health", "foe_odds", "countdown"].map(str::to_owned);
    check_read_with::<Command>("command", own.into());
    check_written::<ServerMessage>("server");
    check_written::<MessageError>("complaint");
    check_written::<Change>("change");
    let set = examples("change");
    let set = set.iter().filter_map(|change| change.get("table"));
    let set = set.flat_map(|setting| setting.as_object().expect("a setting").keys().cloned());
    assert_eq!(set.collect::<BTreeSet<_>>(), settings);
    check_written::<LogMessage>("what");
    check_written::<Refusal>("refusal");
    check_read::<Question>("question");
    check_whole::<QuestionReply>("reply");
    check_whole::<View>("view");
    check_whole::<Opening>("opening");
    check_whole::<Invitation>("invitation");
    check_whole::<Passing>("passing");
    let hello = format!(r#"{{"hello": {{"protocol": {PROTOCOL_VERSION}}}}}"#);
    assert!(PAGE.contains(&hello));
}

/// This text once for every key in it, with that key and its value there twice.
fn doubled(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            let written = |(key, value): (&String, &Value)| format!("\"{key}\":{value}");
            let mut all = Vec::new();
            for (nth, (key, inner)) in fields.iter().enumerate() {
                let mut parts: Vec<String> = fields.iter().map(written).collect();
                let alone = parts[nth].clone();
                parts.push(alone);
                all.push(format!("{{{}}}", parts.join(",")));
                parts.pop();
                for deeper in doubled(inner) {
                    parts[nth] = format!("\"{key}\":{deeper}");
                    all.push(format!("{{{}}}", parts.join(",")));
                }
            }
            all
        }
        Value::Array(values) => {
            let mut all = Vec::new();
            for (nth, inner) in values.iter().enumerate() {
                let mut parts: Vec<String> = values.iter().map(Value::to_string).collect();
                for deeper in doubled(inner) {
                    parts[nth] = deeper;
                    all.push(format!("[{}]", parts.join(",")));
                }
            }
            all
        }
        _ => Vec::new(),
    }
}

/// Whoever writes a key twice means two things, and is not guessed at.
#[test]
fn nothing_a_client_says_is_there_twice() {
    let messages = examples("browser");
    let id = "00112233445566778899aabbccddeeff";
    let commands = examples("command").into_iter();
    let commands = commands.map(|command| json!({"do": {"id": id, "command": command}}));
    let mut tried = 0;
    for message in messages.into_iter().chain(commands) {
        for text in doubled(&message) {
            let read = serde_json::from_str::<ClientMessage>(&text);
            assert!(read.is_err(), "{text}");
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}

/// Everything a reason may hold has an example as well, and so have the parts of a view.
#[test]
fn what_they_hold_is_there_too() {
    for (outer, inner) in [
        ("text", names::<TextError>()),
        ("line", names::<QuickAddError>()),
        ("track", names::<TrackError>()),
        ("plan", names::<PlanError>()),
        ("setting", names::<SettingError>()),
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
    check_whole::<Due>("due");
    check_whole::<ExchangeView>("exchange");
    for phase in names::<Phase>() {
        assert!(PAGE.contains(&format!("`{phase}`")), "{phase}");
    }
    for fate in names::<EndState>() {
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
    let house = HouseRules::default();
    let list = |words: Vec<String>| match words.is_empty() {
        true => "none".to_owned(),
        false => words.join(", "),
    };
    let mut rows = 0;
    for system in SystemId::ALL {
        let (key, rules) = (system.key(), system.rules());
        let phases = rules.round_phases(&house).iter().map(word);
        let cadence = match rules.initiative_cadence(&house) {
            InitiativeCadence::Once => "once",
            InitiativeCadence::EveryRound => "every round",
        };
        // Somebody who has everything there is, of each kind.
        let traits = rules.facts().trait_specs.iter();
        let traits = traits.map(|spec| (spec.key.to_owned(), spec.max));
        let mut sheet = Sheet {
            kind: None,
            traits: traits.collect(),
            ..Sheet::default()
        };
        let mut pools: Vec<String> = Vec::new();
        for kind in rules.facts().creature_kinds {
            sheet.kind = Some(kind.key.to_owned());
            for pool in rules.pool_specs(&sheet) {
                if pools.iter().all(|known| known != pool.key) {
                    pools.push(pool.key.to_owned());
                }
            }
        }
        let damage = rules.facts().damage_kinds.iter();
        let damage = damage.map(|kind| kind.word.get().to_owned());
        let plan = match rules.facts().plan_spec {
            None => "none".to_owned(),
            Some(plan) => {
                let mut words = vec![match plan.actions {
                    0 | 1 => "1 action".to_owned(),
                    most => format!("1 to {most} actions"),
                }];
                words.extend((!plan.defenses.is_empty()).then(|| "defenses".to_owned()));
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
            rules.facts().die_sides,
            list(pools),
            list(damage.collect()),
        ));
        for dial in rules.parameter_specs(None) {
            let values = match &dial.range {
                ParameterRange::Flag => "0, 1".to_owned(),
                ParameterRange::Choice(options) => {
                    let options = options.iter();
                    let options = options.map(|(value, title)| format!("{value}: {title}"));
                    list(options.collect())
                }
                ParameterRange::Number(least, most) => format!("{least} to {most}"),
            };
            let (dial, default) = (dial.key, dial.default);
            check_row(&format!("| {key} | `{dial}` | {values} | {default} |"));
            rows += 1;
        }
        for spec in rules.lists().setting_specs {
            let values = match spec.kind {
                SettingKind::YesNo(_) => "`true`, `false`".to_owned(),
                SettingKind::Choice(names, _) => {
                    let names = names.iter().map(|name| format!("`\"{}\"`", name.key));
                    list(names.collect())
                }
                SettingKind::Number { least, most, .. } => format!("{least} to {most}"),
            };
            let usual = serde_json::to_string(&spec.default_value()).expect("data");
            let (setting, rules) = (spec.key, spec.rules);
            let title = match spec.off {
                Some(off) => format!("{}. Off: {off}", spec.title),
                None => spec.title.to_string(),
            };
            check_row(&format!(
                "| {key} | `{setting}` | {values} | `{usual}` | {title} | {rules} |"
            ));
            rows += 1;
        }
        for sign in rules.facts().chat_prefixes {
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
        close::ELSEWHERE,
    ] {
        assert!(PAGE.contains(&format!("| {code} |")), "{code}");
    }
}

#[test]
fn the_limits_are_those_of_the_rules() {
    for (what, much) in [
        ("bytes of a message", MAX_MESSAGE_BYTES),
        (
            "characters of a name, title, note, roll or term",
            rules::base::text::MAX_NAME,
        ),
        (
            "characters of a quick-add line",
            encounter::MAX_QUICK_ADD_LINE,
        ),
        (
            "characters of several quick-add lines together",
            encounter::MAX_QUICK_ADD_TEXT,
        ),
        (
            "combatants all players together have added",
            encounter::MAX_PLAYER_COMBATANTS,
        ),
        (
            "exchanges under way that those who run the table began",
            encounter::MAX_OPEN_EXCHANGES,
        ),
        (
            "exchanges under way that a player began",
            encounter::MAX_OPEN_EXCHANGES_PER_PLAYER,
        ),
        (
            "combatants of one line",
            encounter::MAX_COMBATANTS_PER_LINE as usize,
        ),
        ("combatants everybody sees", encounter::MAX_VISIBLE),
        ("hidden combatants", encounter::MAX_HIDDEN),
        ("combatants a player has added", encounter::MAX_PER_PLAYER),
        ("items of a combatant", rules::character::gear::MAX_ITEMS),
        ("holds between those everybody sees", encounter::MAX_HOLDS),
        ("other holds", encounter::MAX_HOLDS),
        (
            "characters of a line of talk or a typed command",
            encounter::MAX_QUICK_ADD_LINE,
        ),
        (
            "points of one severity at once",
            encounter::MAX_DAMAGE.into(),
        ),
        (
            "points of health, where it is a number, at once",
            encounter::MAX_LOSS.into(),
        ),
        ("points of a pool at once", encounter::MAX_DAMAGE.into()),
        ("points of a track", MAX_POINTS.unsigned_abs() as usize),
        ("actions of a plan", MAX_ACTIONS.into()),
        (
            "boxes of a track",
            rules::character::track::MAX_BOXES.into(),
        ),
        ("boxes of one `turn`", encounter::MAX_BOX_SHIFTS),
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
        ("clicks of one gesture", encounter::MAX_GESTURE_CLICKS),
        ("proposals of a seat", encounter::MAX_PROPOSALS),
    ] {
        assert!(PAGE.contains(&format!("| {what} | {much} |")), "{what}");
    }
}

/// The number the page says for this.
fn limit(what: &str) -> i32 {
    let row = format!("| {what} | ");
    let (_, rest) = PAGE.split_once(&row).expect(what);
    let (number, _) = rest.split_once(' ').expect("a number");
    number.parse().expect("a number")
}

/// As many points as the page says are taken, and not one more.
#[test]
fn points_end_where_the_page_says() {
    let title = Name::new("A test").expect("a name");
    let mut encounter = Encounter::new(title, SystemId::Tristat);
    let mut give = |command: Command| {
        let by = Actor::Server;
        let id = CommandId(1);
        let mut dice = DiceScript::new([7; 8]);
        let given = IssuedCommand { id, by, command };
        let record = Record {
            at: 0,
            by,
            command: id,
            events: decide(&encounter, &given, &mut dice)?,
        };
        encounter.apply(&record);
        Ok::<_, Refusal>(View::of(&encounter, Class::Storyteller))
    };
    let line = "Rex body 12 mind 12 soul 12".into();
    let (side, hidden) = (None, false);
    let view = give(Command::Add {
        line,
        side,
        hidden,
        as_one: false,
    })
    .expect("they come");
    let id = *view.rows.keys().next().expect("somebody");
    let health = limit("points of health, where it is a number, at once");
    let pool = limit("points of a pool at once");
    let lost = |points: i32| DamagePacket::of_points(u16::try_from(points).expect("a few"));
    let tries = |more: i32| {
        let spent = "energy".to_owned();
        [
            Command::Harm {
                id,
                packet: lost(health + more),
            },
            Command::Count {
                id,
                by: health + more,
            },
            Command::Count {
                id,
                by: -health - more,
            },
            Command::Spend {
                id,
                pool: spent.clone(),
                by: -pool - more,
            },
            Command::Spend {
                id,
                pool: spent,
                by: pool + more,
            },
        ]
    };
    for command in tries(1) {
        assert_eq!(give(command), Err(Refusal::OutOfBounds));
    }
    for command in tries(0) {
        assert_ne!(give(command), Err(Refusal::OutOfBounds));
    }
}
