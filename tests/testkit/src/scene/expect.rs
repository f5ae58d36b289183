//! Expectations of a scene about views: what viewers must see and what they must not.

use rules::encounter::Class;
use serde_json::{Map, Value};

use super::format::ViewExpectations;
use super::path;
use super::table::SceneTable;

/// Returns a line for each expectation about a view that fails.
pub(super) fn check_views(
    see: &ViewExpectations,
    table: &SceneTable,
) -> Result<Vec<String>, String> {
    let parts = [
        (&see.storyteller, &[Class::Storyteller][..]),
        (&see.table, &[Class::Table][..]),
        (&see.all, &Class::ALL[..]),
    ];
    let mut wrong = Vec::new();
    for (pairs, classes) in parts {
        for class in classes {
            let view = table.view(*class)?;
            let turn = view.get("turn").cloned().unwrap_or_default();
            for (at, expected) in &pairs.0 {
                let expected = table.names.resolve_names(expected, &turn)?;
                let found = path::resolve(&view, at, &table.names)?;
                if !matches_expectation(&expected, found)? {
                    let found = found.map_or_else(|| "nothing".to_owned(), shorten);
                    wrong.push(format!(
                        "{}: {at}: expected {expected}, found {found}",
                        class_name(*class)
                    ));
                }
            }
        }
    }
    Ok(wrong)
}

/// Returns the name of a class of viewers in failure messages.
const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Storyteller => "storyteller",
        Class::Table => "table",
    }
}

/// Whether a value matches an expectation: equal to it, or as its `$` operator says.
fn matches_expectation(expected: &Value, found: Option<&Value>) -> Result<bool, String> {
    let Some((operator, value)) = find_operator(expected)? else {
        return Ok(found == Some(expected));
    };
    Ok(match operator {
        "$there" => match value {
            Value::Bool(there) => found.is_some() == *there,
            other => return Err(format!("$there is true or false, not {other}")),
        },
        "$has" => found.is_some_and(|found| contains(value, found)),
        "$lacks" => found.is_none_or(|found| !contains(value, found)),
        "$sum" => found.and_then(sum_terms).map(Value::from).as_ref() == Some(value),
        "$count" => {
            let count = found.map_or(Some(0), |found| match found {
                Value::Array(list) => Some(list.len()),
                Value::Object(map) => Some(map.len()),
                _ => None,
            });
            count.map(Value::from).as_ref() == Some(value)
        }
        other => return Err(format!("{other} is no way to expect something")),
    })
}

/// Returns the operator of an expectation: the key and value of an object whose only key begins with `$`.
///
/// # Errors
/// The object has other keys besides the operator.
fn find_operator(expected: &Value) -> Result<Option<(&str, &Value)>, String> {
    let Value::Object(map) = expected else {
        return Ok(None);
    };
    let mut marked = map.iter().filter(|(key, _)| key.starts_with('$'));
    match (marked.next(), map.len()) {
        (None, _) => Ok(None),
        (Some((key, value)), 1) => Ok(Some((key, value))),
        (Some((key, _)), _) => Err(format!("{key} stands alone in its object")),
    }
}

/// Whether a value contains another: words in a text, an element in a list, or fields in an object.
fn contains(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::String(part), Value::String(text)) => text.contains(part.as_str()),
        (expected, Value::Array(list)) if !expected.is_array() => {
            list.iter().any(|one| includes(expected, one))
        }
        _ => includes(expected, found),
    }
}

/// Whether `found` includes every field of `expected` with that value, and every element of a list.
pub(super) fn includes(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => includes_fields(expected, found),
        (Value::Array(expected), Value::Array(found)) => expected
            .iter()
            .all(|one| found.iter().any(|other| includes(one, other))),
        _ => expected == found,
    }
}

/// Whether `found` includes every field of `expected`.
fn includes_fields(expected: &Map<String, Value>, found: &Map<String, Value>) -> bool {
    expected.iter().all(|(key, value)| {
        let found = found.get(key);
        found.is_some_and(|found| includes(value, found))
    })
}

/// Returns the sum of a list of terms, or of an object that has `terms`.
fn sum_terms(found: &Value) -> Option<i64> {
    let terms = match found {
        Value::Object(map) => map.get("terms")?,
        other => other,
    };
    let terms = terms.as_array()?.iter();
    terms.map(|term| term.get("v")?.as_i64()).sum()
}

/// Returns a line for each secret text that appears in the players' view or in the changes they were sent.
pub(super) fn find_leaks(
    hidden: &[String],
    table: &SceneTable,
    told: &[Value],
) -> Result<Vec<String>, String> {
    if hidden.is_empty() {
        return Ok(Vec::new());
    }
    let view = table.view(Class::Table)?.to_string();
    let told = Value::from(told.to_vec()).to_string();
    let mut wrong = Vec::new();
    for text in hidden {
        let name = match text.strip_prefix('@') {
            None => text.clone(),
            Some(rest) if rest.starts_with('@') => rest.to_owned(),
            Some(name) => table.names.id_as_key(name)?,
        };
        for (place, all) in [("view", &view), ("changes", &told)] {
            if let Some((before, after)) = all.split_once(&name) {
                let before: String = last_chars(before, 80);
                let after: String = after.chars().take(80).collect();
                wrong.push(format!(
                    "unseen: expected that the table's {place} do not hold {text}, \
                     found …{before}{name}{after}…"
                ));
            }
        }
    }
    Ok(wrong)
}

/// Returns the last `most` characters of a text.
fn last_chars(text: &str, most: usize) -> String {
    let skip = text.chars().count().saturating_sub(most);
    text.chars().skip(skip).collect()
}

/// Returns JSON as text, cut to its last 1,500 characters.
pub(super) fn shorten(value: &Value) -> String {
    const MAX_CHARS: usize = 1_500;
    let text = value.to_string();
    match text.chars().count() > MAX_CHARS {
        true => format!("…{}", last_chars(&text, MAX_CHARS)),
        false => text,
    }
}
