//! What is declared: which maneuver, with what, and what was set about it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::gear::ItemId;
use crate::messages::Text;
use crate::term::RuleId;

/// What a combatant means to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// The key of the maneuver.
    pub maneuver: Cow<'static, str>,
    /// The item it is done with; `None` is bare hands, or whatever the maneuver needs nothing for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemId>,
    /// What was set about it, by the keys of [`Maneuver::dials`].
    #[serde(default, skip_serializing_if = "Reading::is_plain")]
    pub set: Reading,
}

impl Intent {
    /// A maneuver with nothing set about it.
    #[must_use]
    pub fn of(maneuver: impl Into<Cow<'static, str>>) -> Self {
        Self {
            maneuver: maneuver.into(),
            ..Self::default()
        }
    }

    /// The same with an item.
    #[must_use]
    pub fn with(mut self, item: ItemId) -> Self {
        self.item = Some(item);
        self
    }

    /// The same with something set about it.
    #[must_use]
    pub fn set(mut self, key: &str, value: i32) -> Self {
        self.set.set(key, value);
        self
    }
}

/// How many targets a maneuver takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Targets {
    /// None: staying awake, standing up, aiming at no target.
    None,
    /// Exactly one.
    One,
    /// From one to so many.
    UpTo(u8),
}

impl Targets {
    /// Whether so many are right.
    #[must_use]
    pub const fn takes(self, count: usize) -> bool {
        match self {
            Self::None => count == 0,
            Self::One => count == 1,
            Self::UpTo(most) => count >= 1 && count <= most as usize,
        }
    }
}

/// Something a combatant can start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maneuver {
    /// The key in an [`Intent`].
    pub key: &'static str,
    /// The words on the screen.
    pub title: Text,
    /// The rule that describes it.
    pub rule: RuleId,
    /// How many targets it takes.
    pub targets: Targets,
    /// The kinds of item it can be done with, by their keys; empty where it needs none.
    pub items: &'static [&'static str],
}
