//! Combatants, places and boxes that a command chooses.

use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::character::track::Severity;

/// Choice of the combatants for whom a command rolls initiative: one, the storyteller's, the sender's, or everyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InitiativeTarget {
    /// A single combatant, again if they have rolled already.
    One(CombatantId),
    /// Every foe of the storyteller without initiative.
    Storytellers,
    /// Every combatant of the sender without initiative.
    Mine,
    /// Every combatant in the order without initiative.
    Everyone,
}

/// The place to which a token is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenDestination {
    /// The bench, off the order.
    Bench,
    /// The bench, together with all members of the combatant's group.
    BenchGroup,
    /// The order, before another combatant; `None` is the end.
    Before(Option<CombatantId>),
}

/// A change of health boxes from one content to another, where `None` is an empty box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxShift {
    /// The content of the boxes before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Severity>,
    /// The content of the boxes after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Severity>,
    /// The number of boxes to change.
    #[serde(default = "default_count", skip_serializing_if = "is_one")]
    pub count: u16,
}

/// Returns 1, the default of [`BoxShift::count`].
const fn default_count() -> u16 {
    1
}

/// Whether a count is the default, in which case serialization leaves it out.
const fn is_one(count: &u16) -> bool {
    *count == 1
}
