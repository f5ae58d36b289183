//! Slots and parties: the question an answer belongs to, and the party that gives it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A party of an exchange, which answers questions and suffers effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// The combatant who declared the exchange.
    Actor,
    /// A target, by its index among the targets.
    Target(u8),
    /// Another combatant, by their index among the bystanders.
    Bystander(u8),
    /// The storytellers, who have no combatant.
    Storyteller,
}

/// The key of a choice, a roll or a sum: a purpose, the target it concerns, and the occurrence in this exchange.
/// Written `soak`, `soak@1` for the second target, `soak@1#2` for the second time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slot(Cow<'static, str>);

impl Slot {
    /// Creates a slot for the exchange as a whole.
    #[must_use]
    pub const fn new(purpose: &'static str) -> Self {
        Self(Cow::Borrowed(purpose))
    }

    /// Returns the slot of the same purpose for one of the targets. For the first target it is the slot of the whole.
    #[must_use]
    pub fn for_target(self, target: u8) -> Self {
        if target == 0 {
            return self;
        }
        Self(format!("{}@{target}", self.0).into())
    }

    /// Returns the slot of the `time`th occurrence, counted from 1.
    pub(super) fn nth_occurrence(&self, time: u8) -> Self {
        if time <= 1 {
            return self.clone();
        }
        Self(format!("{}#{time}", self.0).into())
    }

    /// Returns the slot in its written form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the purpose without target and occurrence.
    #[must_use]
    pub fn purpose(&self) -> &str {
        self.0.split(['@', '#']).next().unwrap_or_default()
    }
}

impl From<&str> for Slot {
    fn from(text: &str) -> Self {
        Self(text.to_owned().into())
    }
}

impl std::fmt::Display for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
