//! What the three d10 systems' operations share: tidying what comes in, wrapping what goes out.

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

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
