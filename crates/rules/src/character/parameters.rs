//! Parameters of a roll or an attack: numbers by name that say how dice are counted.
//!
//! Each system defines which parameters there are; the table shows them, stores them and hands them
//! back.

use crate::base::sorted_map::Map;
use crate::messages::Text;
use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

/// Specification of one parameter of a roll or attack: key, label, range and default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterSpec {
    /// Key in a [`Parameters`], also a word in a chat line.
    pub key: &'static str,
    /// Label shown on the screen.
    pub title: Text,
    /// Values that the parameter can take.
    pub range: ParameterRange,
    /// Value of the parameter unless it is set.
    pub default: i32,
}

/// Range of values that a parameter of a roll or attack may take: flag, choice or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterRange {
    /// Boolean flag, either 0 or 1.
    Flag,
    /// Choice among labeled values.
    Choice(Vec<(i32, Text)>),
    /// Number between two bounds, both included.
    Number(i32, i32),
}

impl ParameterSpec {
    /// Specifies a flag that is off by default.
    #[must_use]
    pub const fn flag(key: &'static str, title: Text) -> Self {
        Self {
            key,
            title,
            range: ParameterRange::Flag,
            default: 0,
        }
    }

    /// Specifies a choice whose first option is the default.
    #[must_use]
    pub fn choice(key: &'static str, title: Text, options: &[(i32, Text)]) -> Self {
        Self {
            key,
            title,
            default: options.first().map_or(0, |(value, _)| *value),
            range: ParameterRange::Choice(options.to_vec()),
        }
    }

    /// Specifies a number between two bounds, both included.
    #[must_use]
    pub const fn number(
        key: &'static str,
        title: Text,
        (least, most): (i32, i32),
        default: i32,
    ) -> Self {
        Self {
            key,
            title,
            range: ParameterRange::Number(least, most),
            default,
        }
    }

    /// Whether the parameter can have this value.
    #[must_use]
    pub fn accepts(&self, value: i32) -> bool {
        match &self.range {
            ParameterRange::Flag => (0..=1).contains(&value),
            ParameterRange::Choice(options) => options.iter().any(|(option, _)| *option == value),
            ParameterRange::Number(least, most) => (*least..=*most).contains(&value),
        }
    }
}

/// Parameter values of a roll by key; missing keys have their defaults.
///
/// Serialized as a map of numbers. A duplicate key is an error: its meaning would depend on the
/// reader.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "Map<String, i32>")]
pub struct Parameters(Map<String, i32>);

impl<'de> Deserialize<'de> for Parameters {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ParametersVisitor)
    }
}

/// Serde visitor that reads parameters in their current format or the legacy one of Chronicle.
struct ParametersVisitor;

impl<'de> Visitor<'de> for ParametersVisitor {
    type Value = Parameters;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of dials")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parameters, A::Error> {
        let mut dials = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if key == LegacyPool::KEY && dials.is_empty() {
                let first = map.next_value::<LegacyPool>()?.into();
                return match map.next_key::<String>()? {
                    None => Ok(first),
                    Some(_) => Err(de::Error::custom("something beside `pool`")),
                };
            }
            if dials.contains_key(&key) {
                return Err(de::Error::custom(format_args!("`{key}` is there twice")));
            }
            dials.insert(key, map.next_value()?);
        }
        Ok(Parameters(dials))
    }
}

/// Legacy format of the parameters, nested under the key `pool`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LegacyPool {
    #[serde(default)]
    again: Option<String>,
    #[serde(default)]
    rote: bool,
    #[serde(default)]
    chance: bool,
}

impl LegacyPool {
    /// Key of the legacy format; no parameter has that name.
    const KEY: &str = "pool";
}

impl From<LegacyPool> for Parameters {
    fn from(pool: LegacyPool) -> Self {
        let again = match pool.again.as_deref() {
            Some("9") => Some(9),
            Some("8") => Some(8),
            Some("never") => Some(0),
            _ => None,
        };
        let set = [
            ("again", again),
            ("rote", pool.rote.then_some(1)),
            ("chance", pool.chance.then_some(1)),
        ];
        let set = set
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Self(set.collect())
    }
}

impl From<Parameters> for Map<String, i32> {
    fn from(reading: Parameters) -> Self {
        reading.0
    }
}

impl Parameters {
    /// Returns the parameters with one of them set.
    #[must_use]
    pub fn with(mut self, key: &str, value: i32) -> Self {
        self.set(key, value);
        self
    }

    /// Sets one parameter to a value.
    pub fn set(&mut self, key: &str, value: i32) {
        self.0.insert(key.to_owned(), value);
    }

    /// Resets a parameter to its default.
    pub fn unset(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Iterates over the parameters that are set, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i32)> {
        self.0.iter().map(|(key, value)| (key.as_str(), *value))
    }

    /// Returns the value of a parameter; `None` if it has its default.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<i32> {
        self.0.get(key).copied()
    }

    /// Returns the value of a parameter, or `default` if it is not set.
    #[must_use]
    pub fn get_or(&self, key: &str, default: i32) -> i32 {
        self.get(key).unwrap_or(default)
    }

    /// Whether every parameter has its default.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the flag parameter with this key is on.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        self.get(key) == Some(1)
    }

    /// Whether every parameter that is set is in `dials` and has a permitted value.
    #[must_use]
    pub fn are_valid_for(&self, dials: &[ParameterSpec]) -> bool {
        self.0.iter().all(|(key, value)| {
            dials
                .iter()
                .any(|dial| dial.key == key && dial.accepts(*value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::text_of_test;

    #[test]
    fn what_the_first_tables_wrote_is_still_read() {
        let read = |text: &str| serde_json::from_str::<Parameters>(text).expect("a reading");
        assert_eq!(read(r#"{"pool":{"again":"10"}}"#), Parameters::default());
        let old = read(r#"{"pool":{"again":"8","rote":true}}"#);
        assert_eq!(old, Parameters::default().with("again", 8).with("rote", 1));
        assert_eq!(read(r#"{"again":8,"rote":1}"#), old);
        let text = serde_json::to_string(&old).expect("text");
        assert_eq!(text, r#"{"again":8,"rote":1}"#);
    }

    #[test]
    fn a_dial_stands_in_one_place() {
        let read = |text: &str| serde_json::from_str::<Parameters>(text);
        assert!(read(r#"{"difficulty":7,"willpower":1}"#).is_ok());
        for text in [
            r#"{"difficulty":7,"difficulty":7}"#,
            r#"{"difficulty":7,"willpower":1,"difficulty":3}"#,
            r#"{"difficulty":7,"d\u0069fficulty":3}"#,
            r#"{"pool":{},"pool":{}}"#,
            r#"{"pool":{"rote":true,"rote":false}}"#,
            r#"{"pool":{},"rote":1}"#,
            r#"{"rote":1,"pool":{}}"#,
            r#"{"rote":1.5}"#,
            r#"[["rote",1]]"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_reading_fits_the_dials_there_are() {
        let dials = [
            ParameterSpec::flag("rote", text_of_test!("rote")),
            ParameterSpec::number("difficulty", text_of_test!("difficulty"), (2, 10), 6),
            ParameterSpec::choice(
                "again",
                text_of_test!("again"),
                &[(10, text_of_test!("10-again")), (0, text_of_test!("none"))],
            ),
        ];
        let fits = |key, value| Parameters::default().with(key, value).are_valid_for(&dials);
        assert!(fits("rote", 1) && fits("difficulty", 2) && fits("again", 0));
        assert!(!fits("rote", 2) && !fits("difficulty", 11) && !fits("again", 9));
        assert!(!fits("specialty", 1));
    }
}
