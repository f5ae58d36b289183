//! House rules of an encounter: switches that a table turned from how the rules have them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The key of the switch that keeps plans sealed until everybody has declared. Systems that
/// declare before they act have it among their switches.
pub const SEALED: &str = "sealed";

/// A rule that a table may play the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The key in a [`House`].
    pub key: &'static str,
    /// What is so when it is on, in a few words.
    pub title: &'static str,
    /// The rule it changes.
    pub rule: &'static str,
}

/// The switches that are on. A system's rules as they are written have none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct House(BTreeSet<String>);

impl House {
    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        self.0.contains(key)
    }

    /// Turns a switch.
    pub fn set(&mut self, key: &str, on: bool) {
        if on {
            self.0.insert(key.to_owned());
        } else {
            self.0.remove(key);
        }
    }

    /// Whether it is played as written.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.0.is_empty()
    }
}
