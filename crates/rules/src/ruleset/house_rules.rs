//! House rules of an encounter: settings that differ from the rules as written.

use std::borrow::Cow;
use std::fmt;

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::base::sorted_map::Map;
use crate::ruleset::settings::{SettingSpec, Value};

/// Key of the setting that hides plans until all have declared; present in systems with
/// declarations.
pub const SEALED: &str = "sealed";

/// Key of the setting that refuses actions out of turn; on by default.
pub const KEEP_ORDER: &str = "keep_order";

/// Legacy keys of older logs and clients, each with the setting and the value it stands for while
/// it is on.
const LEGACY_KEYS: [(&str, &str, Value); 8] = [
    (
        "round_robin",
        "extra_phase",
        Value::Named(Cow::Borrowed("round_robin")),
    ),
    (
        "npc_init_by_storyteller",
        "npc_init_by",
        Value::Named(Cow::Borrowed("gm")),
    ),
    ("initiative_once", "initiative_each_turn", Value::Yes(false)),
    (
        "snake_eyes_attack_only",
        "snake_eyes_always_succeed",
        Value::Yes(false),
    ),
    (
        "extra_attacks_only_attack",
        "extra_attacks_defend",
        Value::Yes(false),
    ),
    ("focus_adds_nothing", "focus_adds_level", Value::Yes(false)),
    (
        "upgrade",
        "damage_recording",
        Value::Named(Cow::Borrowed("upgrade")),
    ),
    ("free_abort", "abort_cost", Value::Yes(false)),
];

/// House rules of a table, which are the settings that differ from the rules as written, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct HouseRules(Map<String, Value>);

impl HouseRules {
    /// Resolves a key and value to a setting among `specs`, translating legacy keys: on stands for
    /// a value of another setting, off for its default.
    #[must_use]
    pub fn resolve_setting(
        specs: &'static [SettingSpec],
        key: &str,
        value: &Value,
    ) -> Option<(&'static SettingSpec, Value)> {
        let find = |key: &str| specs.iter().find(|spec| spec.key == key);
        let Some((_, key, older)) = LEGACY_KEYS.iter().find(|(name, ..)| *name == key) else {
            return find(key).map(|spec| (spec, value.clone()));
        };
        let spec = find(key)?;
        let meant = match value {
            Value::Yes(true) => older.clone(),
            Value::Yes(false) => spec.default_value(),
            value => value.clone(),
        };
        Some((spec, meant))
    }

    /// Whether a boolean that is off by default is on; accepts legacy keys.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        match LEGACY_KEYS.iter().find(|(name, ..)| *name == key) {
            Some((_, key, value)) => self.get(key) == Some(value),
            None => self.get(key) == Some(&Value::Yes(true)),
        }
    }

    /// Returns the value of a setting; `None` if it has its default.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Returns the value of a setting, or its default.
    #[must_use]
    pub fn value_or_default(&self, spec: &SettingSpec) -> Value {
        self.get(spec.key)
            .cloned()
            .unwrap_or_else(|| spec.default_value())
    }

    /// Sets a setting; the default value is removed instead of stored.
    pub fn apply_setting(&mut self, spec: &SettingSpec, value: Value) {
        if value == spec.default_value() {
            self.0.remove(spec.key);
        } else {
            self.0.insert(spec.key.to_owned(), value);
        }
    }

    /// Stores a value without checking it, translating legacy keys; a legacy key that is off
    /// removes its setting.
    pub fn set_unchecked(&mut self, key: &str, value: impl Into<Value>) {
        match (
            LEGACY_KEYS.iter().find(|(name, ..)| *name == key),
            value.into(),
        ) {
            (Some((_, key, _)), Value::Yes(false)) => {
                self.0.remove(*key);
            }
            (Some((_, key, older)), _) => {
                self.0.insert((*key).to_owned(), older.clone());
            }
            (None, value) => {
                self.0.insert(key.to_owned(), value);
            }
        }
    }

    /// Iterates over the settings that differ from the rules as written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Whether all settings have their defaults.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.0.is_empty()
    }
}

/// Wire form of one house rule: a boolean that is on as its bare key, a legacy value as its legacy key, anything else
/// as `{key: value}`.
struct HouseRuleEntry(String, Value);

impl Serialize for HouseRules {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            let older = LEGACY_KEYS
                .iter()
                .find(|(_, of, old)| of == key && old == value);
            match (older, value) {
                (Some((name, ..)), _) => list.serialize_element(name)?,
                (None, Value::Yes(true)) => list.serialize_element(key)?,
                (None, value) => list.serialize_element(&Map::from([(key, value)]))?,
            }
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for HouseRules {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut house = Self::default();
        for HouseRuleEntry(key, value) in Vec::deserialize(from)? {
            house.set_unchecked(&key, value);
        }
        Ok(house)
    }
}

impl<'de> Deserialize<'de> for HouseRuleEntry {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// Serde visitor that reads a house rule as a bare key or an object of one key and its value.
        struct Any;
        impl<'de> de::Visitor<'de> for Any {
            type Value = HouseRuleEntry;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("the key of a house rule, or an object of one key and its value")
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<HouseRuleEntry, E> {
                Ok(HouseRuleEntry(key.to_owned(), Value::Yes(true)))
            }

            fn visit_map<A: de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<HouseRuleEntry, A::Error> {
                let entry = map.next_entry()?;
                let (key, value) = entry.ok_or_else(|| de::Error::invalid_length(0, &self))?;
                match map.next_key::<String>()? {
                    None => Ok(HouseRuleEntry(key, value)),
                    Some(_) => Err(de::Error::invalid_length(2, &self)),
                }
            }
        }
        from.deserialize_any(Any)
    }
}
