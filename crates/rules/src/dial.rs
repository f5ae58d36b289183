//! How dice are read, as numbers on named dials. Which dials there are is each system's own
//! affair; the table shows them, keeps them and hands them back.

use crate::messages::Text;
use crate::sorted::Map;
use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

/// One thing about a roll that can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dial {
    /// The key in a [`Reading`], also a word in a line of chat.
    pub key: &'static str,
    /// The words on the screen.
    pub title: Text,
    /// What it can be set to.
    pub range: Range,
    /// What it is unless it is set.
    pub default: i32,
}

/// What a dial can be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// 0 or 1.
    Flag,
    /// One of these, each with its words.
    Choice(Vec<(i32, Text)>),
    /// A number from the first to the second.
    Number(i32, i32),
}

impl Dial {
    /// Something that is so or is not; it is not unless it is set.
    #[must_use]
    pub const fn flag(key: &'static str, title: Text) -> Self {
        Self {
            key,
            title,
            range: Range::Flag,
            default: 0,
        }
    }

    /// One of several; the first unless another is set.
    #[must_use]
    pub fn choice(key: &'static str, title: Text, options: &[(i32, Text)]) -> Self {
        Self {
            key,
            title,
            default: options.first().map_or(0, |(value, _)| *value),
            range: Range::Choice(options.to_vec()),
        }
    }

    /// A number between two, both included.
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
            range: Range::Number(least, most),
            default,
        }
    }

    /// Whether it can be set to this.
    #[must_use]
    pub fn takes(&self, value: i32) -> bool {
        match &self.range {
            Range::Flag => (0..=1).contains(&value),
            Range::Choice(options) => options.iter().any(|(option, _)| *option == value),
            Range::Number(least, most) => (*least..=*most).contains(&value),
        }
    }
}

/// Where the dials of a roll stand. What is not there stands at its default.
///
/// Written as a map of numbers. A key that comes twice is an error: its writer meant two
/// things, and which of them counts must not depend on who reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "Map<String, i32>")]
pub struct Reading(Map<String, i32>);

impl<'de> Deserialize<'de> for Reading {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Dials)
    }
}

/// Reads dials as they are written now, and as the first tables wrote those of chronicle.
struct Dials;

impl<'de> Visitor<'de> for Dials {
    type Value = Reading;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of dials")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Reading, A::Error> {
        let mut dials = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if key == FirstPool::KEY && dials.is_empty() {
                let first = map.next_value::<FirstPool>()?.into();
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
        Ok(Reading(dials))
    }
}

/// How a reading was written before there were dials.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstPool {
    #[serde(default)]
    again: Option<String>,
    #[serde(default)]
    rote: bool,
    #[serde(default)]
    chance: bool,
}

impl FirstPool {
    /// What it stood under; no dial is called so.
    const KEY: &str = "pool";
}

impl From<FirstPool> for Reading {
    fn from(pool: FirstPool) -> Self {
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

impl From<Reading> for Map<String, i32> {
    fn from(reading: Reading) -> Self {
        reading.0
    }
}

impl Reading {
    /// The same with one dial set.
    #[must_use]
    pub fn with(mut self, key: &str, value: i32) -> Self {
        self.set(key, value);
        self
    }

    /// Sets a dial.
    pub fn set(&mut self, key: &str, value: i32) {
        self.0.insert(key.to_owned(), value);
    }

    /// Puts a dial back to its default.
    pub fn unset(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Every dial that is set, and where it stands.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i32)> {
        self.0.iter().map(|(key, value)| (key.as_str(), *value))
    }

    /// Where a dial stands; `None` at its default.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<i32> {
        self.0.get(key).copied()
    }

    /// Where a dial stands, or this.
    #[must_use]
    pub fn or(&self, key: &str, default: i32) -> i32 {
        self.get(key).unwrap_or(default)
    }

    /// Whether every dial stands at its default.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a flag is set.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        self.get(key) == Some(1)
    }

    /// Whether every dial that is set is one of these and can be set so.
    #[must_use]
    pub fn fits(&self, dials: &[Dial]) -> bool {
        self.0.iter().all(|(key, value)| {
            dials
                .iter()
                .any(|dial| dial.key == key && dial.takes(*value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::text_of_test;

    #[test]
    fn what_the_first_tables_wrote_is_still_read() {
        let read = |text: &str| serde_json::from_str::<Reading>(text).expect("a reading");
        assert_eq!(read(r#"{"pool":{"again":"10"}}"#), Reading::default());
        let old = read(r#"{"pool":{"again":"8","rote":true}}"#);
        assert_eq!(old, Reading::default().with("again", 8).with("rote", 1));
        assert_eq!(read(r#"{"again":8,"rote":1}"#), old);
        let text = serde_json::to_string(&old).expect("text");
        assert_eq!(text, r#"{"again":8,"rote":1}"#);
    }

    #[test]
    fn a_dial_stands_in_one_place() {
        let read = |text: &str| serde_json::from_str::<Reading>(text);
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
            Dial::flag("rote", text_of_test!("rote")),
            Dial::number("difficulty", text_of_test!("difficulty"), (2, 10), 6),
            Dial::choice(
                "again",
                text_of_test!("again"),
                &[(10, text_of_test!("10-again")), (0, text_of_test!("none"))],
            ),
        ];
        let fits = |key, value| Reading::default().with(key, value).fits(&dials);
        assert!(fits("rote", 1) && fits("difficulty", 2) && fits("again", 0));
        assert!(!fits("rote", 2) && !fits("difficulty", 11) && !fits("again", 9));
        assert!(!fits("specialty", 1));
    }
}
