//! Intents: the maneuver of a declaration, its item and its parameters.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::base::term::RuleId;
use crate::character::gear::ItemId;
use crate::character::parameters::Parameters;
use crate::messages::Text;

/// Intent of a combatant who declares an exchange, with the maneuver, item and parameters to use.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// The key of the maneuver.
    pub maneuver: Cow<'static, str>,
    /// The item used; `None` is bare hands, or a maneuver that needs no item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemId>,
    /// The parameters set for it, by the keys of [`CombatRules::maneuver_parameters`](super::CombatRules::maneuver_parameters).
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub set: Parameters,
}

impl Intent {
    /// Creates an intent without item and parameters.
    #[must_use]
    pub fn of(maneuver: impl Into<Cow<'static, str>>) -> Self {
        Self {
            maneuver: maneuver.into(),
            ..Self::default()
        }
    }

    /// Sets the item of the intent.
    #[must_use]
    pub fn with_item(mut self, item: ItemId) -> Self {
        self.item = Some(item);
        self
    }

    /// Sets a parameter of the intent.
    #[must_use]
    pub fn with_parameter(mut self, key: &str, value: i32) -> Self {
        self.set.set(key, value);
        self
    }
}

/// The number of targets a maneuver takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Targets {
    /// No target: staying awake, standing up, aiming at no one.
    None,
    /// Exactly one target, neither more nor less.
    One,
    /// From one target up to this number.
    UpTo(u8),
}

impl Targets {
    /// Whether the maneuver takes this number of targets.
    #[must_use]
    pub const fn accepts(self, count: usize) -> bool {
        match self {
            Self::None => count == 0,
            Self::One => count == 1,
            Self::UpTo(most) => count >= 1 && count <= most as usize,
        }
    }
}

/// An action that a combatant can declare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maneuver {
    /// The key in an [`Intent`].
    pub key: &'static str,
    /// The title on the screen.
    pub title: Text,
    /// The rule that describes it.
    pub rule: RuleId,
    /// The number of targets it takes.
    pub targets: Targets,
    /// The kinds of item it can be done with, by their keys; empty if it needs none.
    pub items: &'static [&'static str],
}
