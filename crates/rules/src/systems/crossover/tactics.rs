//! Pack tactics: what several werewolves do as one (XOV-POL-04).

use serde::{Deserialize, Serialize};

use crate::systems::d10::dice::HARDEST;

/// One line of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tactic {
    /// What it is called.
    pub name: String,
    /// How many it takes.
    pub members: i32,
    /// Whether the table plays it.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// What it does.
    pub effect: Effect,
}

const fn yes() -> bool {
    true
}

/// What a tactic does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Effect {
    /// A hit strips the prey's armor for the next of the pack.
    pub strips_armor: bool,
    /// Added to everything the prey does in the exchange.
    pub prey_difficulty: i32,
    /// To stand up, downed prey rolls Strength + Athletics at this plus the number of the
    /// pack, at most 10.
    pub rise_difficulty_base: Option<i32>,
}

impl Tactic {
    /// Whether so many can play it.
    #[must_use]
    pub const fn possible(&self, members: i32) -> bool {
        self.enabled && members >= self.members
    }

    /// The summed difficulty of standing up again; `None` where it makes no difference.
    #[must_use]
    pub fn rise_difficulty(&self, members: i32) -> Option<i32> {
        let base = self.effect.rise_difficulty_base?;
        Some(base.saturating_add(members).min(HARDEST))
    }
}
