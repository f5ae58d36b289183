//! Values that a setting can be turned to.

use rules::settings::{SettingKind, SettingSpec, Value};

/// Every value that differs from the rules as they are written; of a number both bounds and
/// its neighbours.
pub fn others(spec: &SettingSpec) -> Vec<Value> {
    let all: Vec<Value> = match spec.kind {
        SettingKind::YesNo(_) => vec![Value::Yes(false), Value::Yes(true)],
        SettingKind::Choice(names, _) => names.iter().map(|name| Value::named(name.key)).collect(),
        SettingKind::Number { least, most, usual } => [usual - 1, usual + 1, least, most]
            .into_iter()
            .filter(|number| (least..=most).contains(number))
            .map(Value::Number)
            .collect(),
    };
    all.into_iter()
        .filter(|value| *value != spec.usual())
        .collect()
}
