//! Declares the settings of a system as a struct, together with their [`SettingSpec`]s.

use super::{Named, SettingSpec, Value};
use crate::character::track::Severity;
use crate::messages::core as msg;

/// Whether a test has switched off the first rule of the setting `key`.
pub(crate) fn is_rule_switched_off(specs: &[SettingSpec], key: &str) -> bool {
    if !cfg!(feature = "switches") {
        return false;
    }
    let spec = specs.iter().find(|spec| spec.key == key);
    let rule = spec.and_then(|spec| spec.rules.split(',').next());
    rule.is_some_and(|rule| crate::base::rule_switch::is_rule_off(rule.trim()))
}

/// Type that a field of a `Settings` struct may have.
pub(crate) trait Field: Copy {
    /// Converts from a setting's value; `None` if the value is of another type.
    fn read(value: &Value) -> Option<Self>;
    /// Converts to a setting's value.
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
        Value::from_key(name.map_or("", |name| name.key))
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

        impl $crate::ruleset::settings::declare::Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
            const NAMES: &'static [$crate::ruleset::settings::Named] = &[
                $($crate::ruleset::settings::Named { key: $key, title: $title }),*
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
            pub const SPECS: &'static [$crate::ruleset::settings::SettingSpec] = &[
                $($($crate::ruleset::settings::SettingSpec {
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
            pub fn of(house: &$crate::ruleset::house_rules::HouseRules) -> Self {
                let mut settings = Self::default();
                for (key, value) in house.iter() {
                    if $crate::ruleset::settings::declare::is_rule_switched_off(Self::SPECS, key) {
                        continue;
                    }
                    settings.put(key, value);
                }
                settings
            }

            /// Sets the setting with this key if the value fits; otherwise nothing changes.
            fn put(&mut self, key: &str, value: &$crate::ruleset::settings::Value) {
                match key {
                    $($(stringify!($key) => {
                        if let Some(value) = $crate::ruleset::settings::declare::Field::read(value) {
                            self.$key = value;
                        }
                    })*)*
                    _ => {}
                }
            }

            /// Returns the value of a setting by its key.
            #[must_use]
            pub fn value(&self, key: &str) -> Option<$crate::ruleset::settings::Value> {
                match key {
                    $($(stringify!($key) => Some($crate::ruleset::settings::declare::Field::value(self.$key)),)*)*
                    _ => None,
                }
            }

            /// Returns the first setting whose value is not permitted.
            #[must_use]
            pub fn misfit(&self) -> Option<&'static $crate::ruleset::settings::SettingSpec> {
                Self::SPECS.iter().find(|spec| {
                    let value = self.value(spec.key);
                    value.is_none_or(|value| spec.check_value(&value).is_err())
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
        $crate::ruleset::settings::SettingKind::YesNo($usual)
    };
    (@kind $ty:ident ($least:literal $most:literal) $usual:expr) => {
        $crate::ruleset::settings::SettingKind::Number {
            least: $least,
            most: $most,
            usual: $usual,
        }
    };
    (@kind $ty:ident $usual:expr) => {
        $crate::ruleset::settings::SettingKind::Choice(
            <$ty as $crate::ruleset::settings::declare::Choice>::NAMES,
            $usual as usize,
        )
    };
}
