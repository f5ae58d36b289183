//! Values of settings for tests.

use rules::ruleset::settings::{SettingKind, SettingSpec, Value};

/// Returns every value of a setting that differs from its default; for a number, both bounds and the neighbors of the
/// default.
pub fn non_default_values(spec: &SettingSpec) -> Vec<Value> {
    let all: Vec<Value> = match spec.kind {
        SettingKind::YesNo(_) => vec![Value::Yes(false), Value::Yes(true)],
        SettingKind::Choice(names, _) => {
            names.iter().map(|name| Value::from_key(name.key)).collect()
        }
        SettingKind::Number { least, most, usual } => [usual - 1, usual + 1, least, most]
            .into_iter()
            .filter(|number| (least..=most).contains(number))
            .map(Value::Number)
            .collect(),
    };
    all.into_iter()
        .filter(|value| *value != spec.default_value())
        .collect()
}
