//! The operations of Chronicle vectors: JSON in, the table's own engine, JSON out.

use std::fmt::Display;

use rules::dial::Reading;
use rules::house::House;
use rules::system::SystemId;
use rules::track::Boxes;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::Watched;
use given::{Creature, word};

mod body;
mod exchange;
mod fight;
mod given;
mod hurt;
mod scene;
mod turn;

type Answer = Result<Value, String>;

/// The most that a vector may ask to be gone through one by one.
const MOST: u32 = 200;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let given = &normal(given);
    match op {
        "roll" => roll(given, dice),
        "contest" => exchange::contest(given, dice),
        "initiative" => turn::initiative(given, dice),
        "defense" => exchange::defense(given),
        "attack_pool" => exchange::attack_pool(given),
        "attack" => exchange::attack(given, dice),
        "mark" => body::mark(given),
        "status" => body::status(given),
        "consciousness" => body::consciousness(given, dice),
        "bleed" => body::bleed(given),
        "heal" => body::heal(given),
        "armor" => hurt::armor(given),
        "range" => hurt::range(given),
        "thrown_range" => hurt::thrown_range(given),
        "cover" => hurt::cover(given),
        "human_shield" => hurt::human_shield(given),
        "called_shot" => hurt::called_shot(given),
        "stake" => hurt::stake(given),
        "staked_nights" => body::staked_nights(given),
        "burst" => exchange::burst(given, dice),
        "covering_fire" => exchange::covering_fire(given, dice),
        "aim" => turn::aim(given),
        "grapple_start" => exchange::grapple_start(given, dice),
        "grapple_turn" => exchange::grapple_turn(given, dice),
        "disarm" => exchange::disarm(given, dice),
        "touch" => exchange::touch(given),
        "surprise" => exchange::surprise(given, dice),
        "stun" => hurt::stun(given),
        "knockout" => hurt::knockout(given, dice),
        "improvised" => hurt::improvised(given),
        "turn" => turn::turn(given),
        other => Err(format!("no operation is called {other}")),
    }
}

// ---- mapping helpers

/// Brings the vectors' way of writing into the crate's: no op, "none" and null are absent,
/// one piece of armor is a list of one, a track is the row `[health, b, l, a]`.
fn normal(given: &Map<String, Value>) -> Map<String, Value> {
    let mut given = given.clone();
    given.remove("op");
    tidy(&mut given);
    given
}

fn tidy(object: &mut Map<String, Value>) {
    object.retain(|key, value| {
        let name = matches!(key.as_str(), "name" | "aimed_at");
        !value.is_null() && (name || value.as_str() != Some("none"))
    });
    for (key, value) in object.iter_mut() {
        if key == "armor" && value.is_object() {
            *value = Value::Array(vec![value.take()]);
        }
        if key == "track"
            && let Some(row) = value.as_object().and_then(row)
        {
            *value = row;
        }
        match value {
            Value::Object(inner) => tidy(inner),
            Value::Array(list) => {
                for inner in list.iter_mut().filter_map(Value::as_object_mut) {
                    tidy(inner);
                }
            }
            _ => {}
        }
    }
}

/// A track as the crate writes it; `None` for anything that is no track.
fn row(track: &Map<String, Value>) -> Option<Value> {
    let names = ["health", "b", "l", "a"];
    let health = track.get("health")?;
    let marks = names
        .iter()
        .skip(1)
        .map(|name| track.get(*name).cloned().unwrap_or(0.into()));
    let known = track.keys().all(|key| names.contains(&key.as_str()));
    known.then(|| std::iter::once(health.clone()).chain(marks).collect())
}

fn read<T: DeserializeOwned>(given: &Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(given.clone())).map_err(say)
}

fn say(cause: impl Display) -> String {
    cause.to_string()
}

fn value(result: impl serde::Serialize) -> Answer {
    serde_json::to_value(result).map_err(say)
}

/// Adds the keys of `more` to an object.
fn with(mut base: Value, more: Value) -> Value {
    if let (Value::Object(base), Value::Object(more)) = (&mut base, more) {
        base.extend(more);
    }
    base
}

fn track(boxes: &Boxes) -> Value {
    let marks = boxes.marks();
    json!({"health": boxes.size(), "b": marks.bashing, "l": marks.lethal, "a": marks.aggravated})
}

fn drawn(boxes: &Boxes) -> Value {
    json!({"track": track(boxes), "boxes": boxes.picture()})
}

fn illegal() -> Value {
    json!({"legal": false})
}

// ---- dice

const fn human() -> i32 {
    5
}

/// Refuses a list that no table has.
fn few(count: u32) -> Result<u32, String> {
    if count > MOST {
        return Err(format!("{count} are too many"));
    }
    Ok(count)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roll {
    #[serde(default)]
    pool: i32,
    #[serde(default)]
    chance: bool,
}

fn roll(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let roll: Roll = read(given)?;
    let mut reading = Reading::default();
    if roll.chance {
        reading.set("chance", 1);
    }
    if roll.pool.unsigned_abs() > 1_000 {
        return Err("nobody has so many dice".to_owned());
    }
    let rules = SystemId::Chronicle.rules();
    let rolled = rules.roll(roll.pool, &reading, &House::default(), dice);
    let rolled = rolled.map_err(say)?;
    Ok(json!({
        "mode": if rolled.chance { "chance" } else { "pool" },
        "successes": rolled.successes,
        "outcome": word(rolled.grade),
    }))
}
