//! Details of log messages: sources of initiative and changes of items.

use serde::{Deserialize, Serialize};

use crate::character::gear::Carried;
use crate::messages::Wording;

/// The source of a combatant's initiative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum InitiativeSource {
    /// Rolled from the sheet.
    #[default]
    Sheet,
    /// Rolled from numbers typed into the log, which players may read.
    Typed,
    /// The initiative before, changed by hand.
    Adjusted,
    /// Given from a log entry.
    Given,
}

impl InitiativeSource {
    /// Whether the initiative comes from the sheet.
    pub(crate) const fn is_sheet(&self) -> bool {
        matches!(self, Self::Sheet)
    }
}

/// The reason why a rolled initiative was given to no combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum UnassignedReason {
    /// The combatant had rolled already this round.
    Second,
    /// No combatant, or more than one, has that name.
    Nobody,
}

/// Change of a combatant's item in a log message, which was given, taken, carried otherwise, or had
/// a number edited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum ItemChangeMessage {
    /// The combatant got the item.
    Given,
    /// The combatant lost the item.
    Taken,
    /// The item is carried in another way now.
    Carried(Carried),
    /// A number of the item changed.
    Number {
        /// The word for the number.
        title: Wording,
        /// The new value; `None` if the item no longer has the number.
        now: Option<i32>,
    },
}
