//! Settings that a table may change as house rules, described as data.
//!
//! A system declares its `Settings` once, with the [`settings!`](macro@crate::settings) macro: the same
//! lines produce the fields that the rules read and the [`SettingSpec`]s that commands are checked
//! against and the screen offers.

use crate::messages::Text;
use crate::messages::core as msg;
use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub(crate) mod declare;

/// Specification of one house-rule setting with its key, texts, range and default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SettingSpec {
    /// Key in a [`HouseRules`](crate::ruleset::house_rules::HouseRules).
    pub key: &'static str,
    /// Sentence that holds while a boolean is on, or the subject of a choice or number; without a
    /// full stop.
    pub title: Text,
    /// Sentence that holds while a boolean is off, if it cannot be derived from the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off: Option<Text>,
    /// Ids of the rules that read the setting, separated by commas, the defining rule first; empty
    /// for a table matter.
    pub rules: &'static str,
    /// Heading under which the setting is shown.
    pub group: Text,
    /// Type, range and default of the setting.
    pub kind: SettingKind,
}

/// Type and range of a setting, with its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingKind {
    /// Boolean with its default.
    YesNo(bool),
    /// Choice among named values, with the index of the default.
    Choice(&'static [Named], usize),
    /// Whole number between two bounds, both included.
    Number {
        /// Smallest value that is permitted.
        least: i32,
        /// Largest value that is permitted.
        most: i32,
        /// Default value under the rules as written.
        usual: i32,
    },
}

/// Named value that a house-rule setting with a choice can take, with key and label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Name in the log and on the wire.
    pub key: &'static str,
    /// Label shown on the screen.
    pub title: Text,
}

/// Value of a setting at a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Boolean setting, on or off.
    Yes(bool),
    /// Value of a numeric setting.
    Number(i32),
    /// Key of the chosen value.
    Named(Cow<'static, str>),
}

/// Reason why a setting cannot have a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingError {
    /// Setting takes yes or no.
    #[error("{}", msg::THIS_HOUSE_RULE_IS_EITHER)]
    YesOrNo,
    /// Setting takes one of these keys.
    #[error("this house rule is one of: {}", .0.join(", "))]
    OneOf(Vec<String>),
    /// Setting takes a number between two bounds, both included.
    #[error("{}", msg::this_house_rule_is_a(.least, .most))]
    Between {
        /// Smallest value that is permitted.
        least: i32,
        /// Largest value that is permitted.
        most: i32,
    },
}

impl SettingSpec {
    /// Default value under the rules as written.
    #[must_use]
    pub fn default_value(&self) -> Value {
        match self.kind {
            SettingKind::YesNo(on) => Value::Yes(on),
            SettingKind::Choice(names, at) => {
                Value::from_key(names.get(at).map_or("", |name| name.key))
            }
            SettingKind::Number { usual, .. } => Value::Number(usual),
        }
    }

    /// Checks that the setting can have this value.
    ///
    /// # Errors
    /// [`SettingError`] with the permitted values.
    pub fn check_value(&self, value: &Value) -> Result<(), SettingError> {
        match (self.kind, value) {
            (SettingKind::YesNo(_), Value::Yes(_)) => Ok(()),
            (SettingKind::YesNo(_), _) => Err(SettingError::YesOrNo),
            (SettingKind::Choice(names, _), value) => {
                let is = |name: &&Named| matches!(value, Value::Named(key) if key == name.key);
                match names.iter().find(is) {
                    Some(_) => Ok(()),
                    None => Err(SettingError::OneOf(
                        names.iter().map(|name| name.key.to_owned()).collect(),
                    )),
                }
            }
            (SettingKind::Number { least, most, .. }, Value::Number(number))
                if (least..=most).contains(number) =>
            {
                Ok(())
            }
            (SettingKind::Number { least, most, .. }, _) => {
                Err(SettingError::Between { least, most })
            }
        }
    }

    /// Returns the id of the rule that the setting changes; empty for a setting that concerns no
    /// rule.
    #[must_use]
    pub fn defining_rule(&self) -> &'static str {
        self.rules.split(", ").next().unwrap_or_default()
    }

    /// Describes the setting with this value, such as `Difficulty of dodging a blow: 4`.
    #[must_use]
    pub fn describe(&self, value: &Value) -> String {
        let title = self.title;
        match (value, self.off) {
            (Value::Yes(true), _) => title.into(),
            (Value::Yes(false), Some(off)) => msg::no(&title, &off),
            (Value::Yes(false), None) => msg::no_2(&title),
            (value, _) => format!("{title}: {}", self.value_text(value)),
        }
    }

    /// Returns the text of a value alone.
    #[must_use]
    pub fn value_text(&self, value: &Value) -> String {
        match (self.kind, value) {
            (SettingKind::Choice(names, _), Value::Named(key)) => names
                .iter()
                .find(|name| name.key == key)
                .map_or(key.as_ref(), |name| name.title.get())
                .to_owned(),
            (_, Value::Named(key)) => key.to_string(),
            (_, Value::Number(number)) => crate::character::vocabulary::format_number(*number),
            (_, Value::Yes(on)) => if *on { "yes" } else { "no" }.to_owned(),
        }
    }
}

impl Value {
    /// Creates a named value from a key known at compile time.
    #[must_use]
    pub const fn from_key(key: &'static str) -> Self {
        Self::Named(Cow::Borrowed(key))
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Self {
        Self::Yes(on)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Number(number)
    }
}

impl From<&'static str> for Value {
    fn from(key: &'static str) -> Self {
        Self::from_key(key)
    }
}

/// Serializes the bare value: `true`, `4`, `"attacker_square"`.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Yes(on) => to.serialize_bool(*on),
            Self::Number(number) => to.serialize_i32(*number),
            Self::Named(key) => to.serialize_str(key),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// Serde visitor that reads the value of a setting as a boolean, a number or a name.
        struct Any;
        impl de::Visitor<'_> for Any {
            type Value = Value;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("true, false, a number or a name")
            }

            fn visit_bool<E: de::Error>(self, on: bool) -> Result<Value, E> {
                Ok(Value::Yes(on))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Value, E> {
                let number = i32::try_from(number);
                number.map(Value::Number).map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
                let number = i32::try_from(number);
                number.map(Value::Number).map_err(E::custom)
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<Value, E> {
                Ok(Value::Named(Cow::Owned(key.to_owned())))
            }
        }
        from.deserialize_any(Any)
    }
}
