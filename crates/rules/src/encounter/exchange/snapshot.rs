//! Snapshots of the table: what an exchange reads at its declaration and at later answers.

use serde::{Deserialize, Serialize};

use crate::character::parameters::Parameters;
use crate::character::track::Severity;
use crate::exchange::{CombatantSnapshot, Hold};
use crate::space::Separation;

/// Details that the targets of an attack by a hidden combatant notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticedAttack {
    /// The kind of damage it threatens, where that can be sensed beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<Severity>,
}

/// Everything that an exchange reads from the table at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSnapshot {
    /// The parties in order: the acting combatant, the targets, the bystanders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<CombatantSnapshot>,
    /// The situation between the acting combatant and each target, then each bystander.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<Parameters>,
    /// The holds among the parties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Hold>,
    /// What the scene says of the acting combatant and each target, then each bystander; empty without a scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub space: Vec<Separation>,
}

/// A borrowed [`TableSnapshot`], wherever it is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::encounter) struct TableSnapshotRef<'a> {
    pub(in crate::encounter) facts: &'a [CombatantSnapshot],
    pub(in crate::encounter) between: &'a [Parameters],
    pub(in crate::encounter) holds: &'a [Hold],
    pub(in crate::encounter) space: &'a [Separation],
}

impl TableSnapshot {
    /// Borrows the parts of the snapshot.
    pub(in crate::encounter) fn as_ref(&self) -> TableSnapshotRef<'_> {
        TableSnapshotRef {
            facts: &self.facts,
            between: &self.between,
            holds: &self.holds,
            space: &self.space,
        }
    }
}
