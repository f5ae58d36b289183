//! Reads vectors, hands each to its rule system and compares what comes back.
//!
//! A vector is `{id, rule_ids, given: {op, …}, dice, expect}`. The letters before the first
//! dash of the id name the system. No rule lives here: the systems' files only turn JSON
//! into the crate's types and back.

mod ascension;
mod chronicle;
mod crossover;
mod family;
mod fight;
mod masquerade;
mod meeting;
mod shared;
mod stage;
mod tristat;

use rules::dice::{Dice, Script};
use serde_json::{Map, Value};

/// The vectors of one file: a JSON list.
pub(crate) fn vectors(text: &str) -> Result<Vec<Value>, String> {
    serde_json::from_str(text).map_err(|cause| format!("is not a list of vectors: {cause}"))
}

/// The id of a vector, for printing.
pub(crate) fn id(vector: &Value) -> &str {
    vector
        .get("id")
        .and_then(Value::as_str)
        .unwrap_or("(no id)")
}

/// Runs one vector; the error says what was expected and what came.
pub(crate) fn run(vector: &Value) -> Result<(), String> {
    let system = id(vector).split('-').next().unwrap_or_default();
    let given = object(vector, "given")?;
    let expect = object(vector, "expect")?;
    let faces = faces(vector)?;
    let op = given
        .get("op")
        .and_then(Value::as_str)
        .ok_or("given has no op")?;
    let mut dice = Watched::new(faces);
    // One arm per rule system.
    let got = match system {
        "CHR" => chronicle::run(op, given, &mut dice)?,
        "TRI" => tristat::run(op, given, &mut dice)?,
        "XOV" => crossover::run(op, given, &mut dice)?,
        "MSQ" => masquerade::run(op, given, &mut dice)?,
        "ASC" => ascension::run(op, given, &mut dice)?,
        other => return Err(format!("no rule system is called {other}")),
    };
    let mut wrong = Vec::new();
    compare("", &Value::Object(expect.clone()), &got, &mut wrong);
    if dice.script.missing() > 0 {
        wrong.push(format!("{} dice too few", dice.script.missing()));
    }
    if dice.odd {
        wrong.push("a die shows a face it does not have".to_owned());
    }
    if dice.script.left() > 0 {
        wrong.push(format!("{} dice unused", dice.script.left()));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}; expected {}, got {got}",
        wrong.join("; "),
        Value::Object(expect.clone())
    ))
}

/// A script of faces that also knows whether there is one at all.
#[derive(Clone)]
pub(crate) struct Watched {
    script: Script,
    any: bool,
    odd: bool,
}

impl Watched {
    fn new(faces: Vec<u16>) -> Self {
        Self {
            any: !faces.is_empty(),
            script: Script::new(faces),
            odd: false,
        }
    }

    /// Whether the vector brings dice.
    pub(crate) fn any(&self) -> bool {
        self.any
    }
}

impl Dice for Watched {
    fn die(&mut self, sides: u16) -> u16 {
        let face = self.script.die(sides);
        self.odd |= !(1..=sides).contains(&face);
        face
    }
}

fn object<'a>(vector: &'a Value, key: &str) -> Result<&'a Map<String, Value>, String> {
    let found = vector.get(key).and_then(Value::as_object);
    found.ok_or_else(|| format!("{key} is not an object"))
}

fn faces(vector: &Value) -> Result<Vec<u16>, String> {
    let Some(list) = vector.get("dice") else {
        return Ok(Vec::new());
    };
    serde_json::from_value(list.clone()).map_err(|cause| format!("dice: {cause}"))
}

/// Objects are compared key by key and may hold more than expected; lists match whole and in
/// order; everything else is equal or not.
fn compare(path: &str, expected: &Value, got: &Value, wrong: &mut Vec<String>) {
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            for (key, value) in expected {
                let path = format!("{path}/{key}");
                match got.get(key) {
                    Some(found) => compare(&path, value, found, wrong),
                    None => wrong.push(format!("{path} is missing")),
                }
            }
        }
        (Value::Array(expected), Value::Array(got)) if expected.len() == got.len() => {
            for (index, (expected, got)) in expected.iter().zip(got).enumerate() {
                compare(&format!("{path}/{index}"), expected, got, wrong);
            }
        }
        _ if expected == got => {}
        _ => wrong.push(format!("{path} is {got} instead of {expected}")),
    }
}
