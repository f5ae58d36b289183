//! What an answer belongs to, and who gives it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Who has to answer, or whom something happens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// Who declared the exchange.
    Actor,
    /// A target, by its place among them, from 0.
    Target(u8),
    /// A combatant who is neither: by their place among the bystanders, from 0.
    Bystander(u8),
    /// Those who run the table.
    Storyteller,
}

/// What a choice, a roll or a sum is for: a purpose, the target it concerns, and which time in
/// this exchange. Written `soak`, `soak@1` for the second target, `soak@1#2` for the second time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slot(Cow<'static, str>);

impl Slot {
    /// A purpose of the exchange as a whole.
    #[must_use]
    pub const fn of(purpose: &'static str) -> Self {
        Self(Cow::Borrowed(purpose))
    }

    /// The same purpose, for one of the targets. For the first target it reads as for all.
    #[must_use]
    pub fn at(self, target: u8) -> Self {
        if target == 0 {
            return self;
        }
        Self(format!("{}@{target}", self.0).into())
    }

    /// The same, for the `time`th time, counted from 1.
    pub(super) fn again(&self, time: u8) -> Self {
        if time <= 1 {
            return self.clone();
        }
        Self(format!("{}#{time}", self.0).into())
    }

    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The purpose alone.
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
