//! What the three d10 systems' operations share: tidying what comes in, wrapping what goes out.

use std::fmt::Display;

use rules::systems::d10::command::trimmed;
use rules::systems::d10::input::Denied;
use rules::systems::d10::levels::{Health, Status};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub(crate) type Answer = Result<Value, String>;

/// The given keys without the operation's name and without nulls: null is absence.
pub(crate) fn normal(given: &Map<String, Value>) -> Map<String, Value> {
    let mut given = given.clone();
    given.remove("op");
    drop_nulls(&mut given);
    given
}

fn drop_nulls(object: &mut Map<String, Value>) {
    object.retain(|_, value| !value.is_null());
    for value in object.values_mut() {
        match value {
            Value::Object(inner) => drop_nulls(inner),
            Value::Array(list) => list
                .iter_mut()
                .filter_map(Value::as_object_mut)
                .for_each(drop_nulls),
            _ => {}
        }
    }
}

pub(crate) fn read<T: DeserializeOwned>(given: &Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(given.clone())).map_err(say)
}

pub(crate) fn say(cause: impl Display) -> String {
    cause.to_string()
}

pub(crate) fn value(result: impl Serialize) -> Answer {
    serde_json::to_value(result).map_err(say)
}

/// Adds the keys of `more` to an object.
pub(crate) fn with(mut base: Value, more: Value) -> Value {
    if let (Value::Object(base), Value::Object(more)) = (&mut base, more) {
        base.extend(more);
    }
    base
}

/// A result, or the refusal's code with the keys that go with it.
pub(crate) fn answer<T, R>(result: Result<T, Denied<R>>, refused: Value) -> Result<T, Answer>
where
    R: Serialize + std::error::Error,
{
    result.map_err(|denied| match denied {
        Denied::Refused(refusal) => Ok(with(value(refusal)?, refused)),
        Denied::Nonsense(nonsense) => Err(say(nonsense)),
    })
}

/// A chat command's reply, or its error.
pub(crate) fn reply<T: Serialize, E: Serialize + Display>(result: Result<T, E>) -> Answer {
    match result {
        Ok(reply) => Ok(with(value(reply)?, json!({"ok": true}))),
        Err(error) => Ok(json!({"ok": false, "text": trimmed(&say(&error)), "error": error})),
    }
}

/// The row a track operation begins with.
#[derive(Deserialize)]
pub(crate) struct Row {
    pub(crate) marks: String,
    #[serde(default)]
    pub(crate) status: Status,
}

impl Row {
    pub(crate) fn health(&self) -> Result<Health, String> {
        Health::read(&self.marks, self.status).map_err(say)
    }
}

/// What a track operation answers.
pub(crate) fn health(health: &Health) -> Value {
    json!({
        "marks": health.boxes.picture(),
        "level": health.level(),
        "penalty": health.level().penalty(),
        "status": health.status,
    })
}
