//! States of health that a system reads from a track.

use serde::{Deserialize, Serialize};

use crate::base::term::RuleId;
use crate::character::track::Track;
use crate::messages::{Text, Wording};

/// State of a combatant's health, read from the track and the conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Health {
    /// Penalty on the combatant's rolls, zero or negative.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub penalty: i32,
    /// Impairments of the combatant, worst first, each with its rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<HealthState>,
}

/// Returns whether a field is zero and can be left out of the JSON.
const fn is_zero(value: &i32) -> bool {
    *value == 0
}

/// Impairment of a combatant, such as unconsciousness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct HealthState {
    /// Label shown at the table: "unconscious".
    pub word: Wording,
    /// Rule that imposes the impairment.
    pub rule: RuleId,
    /// Whether the combatant cannot act because of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
}

impl HealthState {
    /// Creates a state imposed by a rule known at compile time.
    #[must_use]
    pub fn new(word: Text, rule: &'static str, out: bool) -> Self {
        Self {
            word: word.into(),
            rule: RuleId::new(rule),
            out,
        }
    }
}

/// Result of applying damage to a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamageResult {
    /// Track after the damage.
    pub after: Track,
    /// Points of damage that had no effect because nothing was left to mark.
    pub excess: u16,
}
