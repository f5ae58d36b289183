//! Snapshots of the table: what an exchange reads at its declaration and at later answers.

use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::exchange::{Facts, Hold};
use crate::track::Severity;

/// Details that the targets of an attack by a hidden combatant notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noticed {
    /// The kind of damage it threatens, where that can be sensed beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<Severity>,
}

/// Everything that an exchange reads from the table at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// The parties in order: the acting combatant, the targets, the bystanders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Facts>,
    /// The situation between the acting combatant and each target, then each bystander.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<Reading>,
    /// The holds among the parties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Hold>,
}

/// A borrowed [`Read`], wherever it is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::encounter) struct Borrowed<'a> {
    pub(in crate::encounter) facts: &'a [Facts],
    pub(in crate::encounter) between: &'a [Reading],
    pub(in crate::encounter) holds: &'a [Hold],
}

impl Read {
    /// Borrows the snapshot.
    pub(in crate::encounter) fn borrowed(&self) -> Borrowed<'_> {
        Borrowed {
            facts: &self.facts,
            between: &self.between,
            holds: &self.holds,
        }
    }
}
