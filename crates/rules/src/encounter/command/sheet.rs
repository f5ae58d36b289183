//! Edits of a sheet and items, as commands name them before they are checked.

use serde::{Deserialize, Serialize};

use crate::base::sorted_map::Set;
use crate::character::parameters::Parameters;

/// An edit of a sheet as typed, before it is checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SheetEditInput {
    /// Sets a trait that the system knows.
    Trait {
        /// The key of the trait.
        key: String,
        /// The new value; `None` restores the default of the system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    /// Sets a custom trait of this sheet. A name that the system knows sets that trait.
    Custom {
        /// The name of the custom trait.
        name: String,
        /// The new value; `None` removes the trait from the sheet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    /// Sets the kind of creature; `None` is the first kind of the system.
    Kind(Option<String>),
    /// Saves a roll that is made often.
    Roll {
        /// The name of the saved roll.
        name: String,
        /// The text that would be typed after `/roll`; `None` removes the saved roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<String>,
    },
    /// Sets the health levels as typed: a number of levels such as `8`, or the penalty of each, such as
    /// `0,0,-1,-2,out`. Blank is the usual seven.
    Levels(String),
    /// Replaces the notes; blank text clears them.
    Notes(String),
}

/// An item as a command names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemInput {
    /// An item of the system's charts, by its key.
    Chart(String),
    /// A custom item of the table.
    Own(CustomItemInput),
}

/// A custom item as typed, before it is checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomItemInput {
    /// The name of the item.
    pub name: String,
    /// The key of the kind of item.
    pub kind: String,
    /// The item's numbers, by the keys that its kind knows.
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub numbers: Parameters,
    /// The item's tags, from those that its kind knows.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub tags: Set<String>,
}
