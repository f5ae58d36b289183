//! Settings that a table may change as house rules, described as data.
//!
//! A system declares its `Settings` once, with the [`settings!`](crate::settings) macro: the same
//! lines produce the fields that the rules read and the [`SettingSpec`]s that commands are checked
//! against and the screen offers.

use crate::messages::Text;
use crate::messages::core as msg;
use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::track::Severity;

/// Specification of one setting: key, texts, range and default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SettingSpec {
    /// Key in a [`House`](crate::house::House).
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

/// Whether a test has switched off the first rule of the setting `key`.
pub(crate) fn is_of_a_rule_off(specs: &[SettingSpec], key: &str) -> bool {
    if !cfg!(feature = "switches") {
        return false;
    }
    let spec = specs.iter().find(|spec| spec.key == key);
    let rule = spec.and_then(|spec| spec.rules.split(',').next());
    rule.is_some_and(|rule| crate::switch::is_off(rule.trim()))
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

/// Named value of a choice.
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
    pub fn usual(&self) -> Value {
        match self.kind {
            SettingKind::YesNo(on) => Value::Yes(on),
            SettingKind::Choice(names, at) => {
                Value::named(names.get(at).map_or("", |name| name.key))
            }
            SettingKind::Number { usual, .. } => Value::Number(usual),
        }
    }

    /// Checks that the setting can have this value.
    ///
    /// # Errors
    /// [`SettingError`] with the permitted values.
    pub fn check(&self, value: &Value) -> Result<(), SettingError> {
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

    /// Returns the defining rule; empty for a table matter.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        self.rules.split(", ").next().unwrap_or_default()
    }

    /// Describes the setting with this value: `Difficulty of dodging a blow: 4`.
    #[must_use]
    pub fn tell(&self, value: &Value) -> String {
        let title = self.title;
        match (value, self.off) {
            (Value::Yes(true), _) => title.into(),
            (Value::Yes(false), Some(off)) => msg::no(&title, &off),
            (Value::Yes(false), None) => msg::no_2(&title),
            (value, _) => format!("{title}: {}", self.word(value)),
        }
    }

    /// Returns the text of a value alone.
    #[must_use]
    pub fn word(&self, value: &Value) -> String {
        match (self.kind, value) {
            (SettingKind::Choice(names, _), Value::Named(key)) => names
                .iter()
                .find(|name| name.key == key)
                .map_or(key.as_ref(), |name| name.title.get())
                .to_owned(),
            (_, Value::Named(key)) => key.to_string(),
            (_, Value::Number(number)) => crate::speech::number(*number),
            (_, Value::Yes(on)) => if *on { "yes" } else { "no" }.to_owned(),
        }
    }
}

impl Value {
    /// Creates a named value from a key known at compile time.
    #[must_use]
    pub const fn named(key: &'static str) -> Self {
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
        Self::named(key)
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

/// Type that a field of a `Settings` struct may have.
pub(crate) trait Field: Copy {
    /// Converts from a setting's value; `None` if the value is of another type.
    fn read(value: &Value) -> Option<Self>;
    /// Converts to a setting's value.@ system.rs
    fn value(self) -> Value;
}

/// Enum whose variants are the options of a choice; declared with [`choices!`](crate::choices).
pub(crate) trait Choice: Copy + PartialEq + 'static {
    /// All variants, in the order of declaration.
    const ALL: &'static [Self];
    /// Names of the variants, in the same order.
    const NAMES: &'static [Named];
}

impl<T: Choice> Field for T {
    fn read(value: &Value) -> Option<Self> {
        let Value::Named(key) = value else {
            return None;
        };
        let at = Self::NAMES.iter().position(|name| name.key == key)?;
        Self::ALL.get(at).copied()
    }

    fn value(self) -> Value {
        let at = Self::ALL.iter().position(|other| *other == self);
        let name = at.and_then(|at| Self::NAMES.get(at));
        Value::named(name.map_or("", |name| name.key))
    }
}

impl Field for bool {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Yes(on) => Some(*on),
            _ => None,
        }
    }

    fn value(self) -> Value {
        Value::Yes(self)
    }
}

/// Implements [`Field`] for integer types.
macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Field for $number {
            fn read(value: &Value) -> Option<Self> {
                match value {
                    Value::Number(number) => Self::try_from(*number).ok(),
                    _ => None,
                }
            }

            fn value(self) -> Value {
                Value::Number(i32::try_from(self).unwrap_or(i32::MAX))
            }
        }
    )*};
}

numbers!(i32 u32 u16);

impl Choice for Severity {
    const ALL: &'static [Self] = &[Self::Bashing, Self::Lethal, Self::Aggravated];
    const NAMES: &'static [Named] = &[
        Named {
            key: "bashing",
            title: msg::BASHING,
        },
        Named {
            key: "lethal",
            title: msg::LETHAL,
        },
        Named {
            key: "aggravated",
            title: msg::AGGRAVATED,
        },
    ];
}

/// Declares an enum of options that a table can choose from, each with its key and title.
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$note:meta])* $variant:ident = $key:literal, $title:path;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$note])* #[serde(rename = $key)] $variant,)*
        }

        impl $crate::settings::Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
            const NAMES: &'static [$crate::settings::Named] = &[
                $($crate::settings::Named { key: $key, title: $title }),*
            ];
        }
    };
}

/// Declares the settings of a system, grouped under headings: name of the field and key, type,
/// bounds in parentheses for a number, default under the rules as written, text, and ids of the
/// rules that read it.
#[macro_export]
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($group:path {
            $($key:ident: $ty:ident $(($least:literal..=$most:literal))? = $usual:expr,
                $title:path $(| $off:path)?, $rules:literal;)*
        })*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[doc = concat!("`", stringify!($key), "`. Read by: ", $rules)] pub $key: $ty,)*)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($($key: $usual,)*)* }
            }
        }

        impl $name {
            /// Specifications of all settings, in display order.
            pub const SPECS: &'static [$crate::settings::SettingSpec] = &[
                $($($crate::settings::SettingSpec {
                    key: stringify!($key),
                    title: $title,
                    off: $crate::settings!(@off $($off)?),
                    rules: $rules,
                    group: $group,
                    kind: $crate::settings!(@kind $ty $(($least $most))? $usual),
                },)*)*
            ];

            /// Reads the table's settings from its house rules; settings without an entry keep
            /// their defaults. Unknown keys and invalid values are ignored.
            #[must_use]
            pub fn of(house: &$crate::house::House) -> Self {
                let mut settings = Self::default();
                for (key, value) in house.iter() {
                    if $crate::settings::is_of_a_rule_off(Self::SPECS, key) {
                        continue;
                    }
                    settings.put(key, value);
                }
                settings
            }

            /// Sets one setting from a value, if the value fits.
            fn put(&mut self, key: &str, value: &$crate::settings::Value) {
                match key {
                    $($(stringify!($key) => {
                        if let Some(value) = $crate::settings::Field::read(value) {
                            self.$key = value;
                        }
                    })*)*
                    _ => {}
                }
            }

            /// Returns the value of a setting by its key.
            #[must_use]
            pub fn value(&self, key: &str) -> Option<$crate::settings::Value> {
                match key {
                    $($(stringify!($key) => Some($crate::settings::Field::value(self.$key)),)*)*
                    _ => None,
                }
            }

            /// Returns the first setting whose value is not permitted.
            #[must_use]
            pub fn misfit(&self) -> Option<&'static $crate::settings::SettingSpec> {
                Self::SPECS.iter().find(|spec| {
                    let value = self.value(spec.key);
                    value.is_none_or(|value| spec.check(&value).is_err())
                })
            }
        }
    };
    (@off) => {
        None
    };
    (@off $off:path) => {
        Some($off)
    };
    (@kind bool $usual:expr) => {
        $crate::settings::SettingKind::YesNo($usual)
    };
    (@kind $ty:ident ($least:literal $most:literal) $usual:expr) => {
        $crate::settings::SettingKind::Number {
            least: $least,
            most: $most,
            usual: $usual,
        }
    };
    (@kind $ty:ident $usual:expr) => {
        $crate::settings::SettingKind::Choice(
            <$ty as $crate::settings::Choice>::NAMES,
            $usual as usize,
        )
    };
}
