//! Paths into a view, such as `rows.Ilse.track.boxes`.

use serde_json::Value;

use super::names::Names;

/// Fields by which an element of a list is found, in the order in which they are tried.
const ELEMENT_KEYS: [&str; 7] = ["slot", "key", "title", "t", "l", "word", "name"];

/// Returns the value at a path of a view, or `None` if there is none.
///
/// # Errors
/// The path contains a name that no person, combatant or thing has.
pub(super) fn resolve<'a>(
    view: &'a Value,
    path: &str,
    names: &Names,
) -> Result<Option<&'a Value>, String> {
    let mut found = view;
    let mut before: Vec<&str> = Vec::new();
    for part in path.split('.') {
        let next = match found {
            Value::Object(map) => match &before[..] {
                ["rows" | "exchanges" | "undo" | "redo" | "situation" | "covers"]
                | ["scene", "places"]
                | ["scene", "plan", "locations"]
                | ["situation", _] => map.get(&names.id_as_key(part)?),
                [.., "gear"] => {
                    let named = |item: &&Value| item.get("name") == Some(&part.into());
                    map.get(part).or_else(|| map.values().find(named))
                }
                _ => map.get(part),
            },
            Value::Array(list) => find_element(list, part),
            _ => None,
        };
        let Some(next) = next else { return Ok(None) };
        found = next;
        before.push(part);
    }
    Ok(Some(found))
}

/// Finds an element of a list by its index, by `last`, or by the value of one of the [`ELEMENT_KEYS`] fields.
fn find_element<'a>(list: &'a [Value], part: &str) -> Option<&'a Value> {
    if part == "last" {
        return list.last();
    }
    if let Ok(number) = part.parse::<usize>() {
        return list.get(number);
    }
    let telling = ELEMENT_KEYS.iter();
    let mut found = telling.filter_map(|field| {
        let called = |one: &&Value| one.get(field).and_then(Value::as_str) == Some(part);
        list.iter().find(called)
    });
    found.next()
}
