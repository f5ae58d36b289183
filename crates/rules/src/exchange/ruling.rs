//! What the storyteller decided about an exchange.

use serde::{Deserialize, Serialize};

use super::slot::{Party, Slot};
use crate::messages::Wording;
use crate::roll::Grade;
use crate::text::Name;
use crate::track::Packet;

/// A decision of those who run the table, with its reason. Applied by
/// [`Play`](super::Play), alike for every system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Ruling {
    /// What is so from now on.
    pub what: Ruled,
    /// Why, in their words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Name>,
}

/// What can be decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ruled {
    /// A term more in a sum.
    Add {
        /// Which sum.
        slot: Slot,
        /// What it is called.
        label: Name,
        /// What it adds.
        value: i32,
    },
    /// A term of a sum does not count.
    Strike {
        /// Which sum.
        slot: Slot,
        /// The term, by its label.
        label: Wording,
    },
    /// A term of a sum counts for something else.
    Change {
        /// Which sum.
        slot: Slot,
        /// The term, by its label.
        label: Wording,
        /// What it adds now.
        value: i32,
    },
    /// A roll came to this, whatever its dice show or would have shown.
    Roll {
        /// Which roll.
        slot: Slot,
        /// The successes.
        successes: u32,
        /// How well it went.
        grade: Grade,
        /// By how much a sum stayed under its target, where dice are added up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        margin: Option<i32>,
    },
    /// A choice is this one, also where the rules bar it.
    Choose {
        /// Which choice.
        slot: Slot,
        /// The key of the option.
        key: String,
    },
    /// A party takes exactly this damage, whatever the rules say.
    Damage {
        /// Who.
        to: Party,
        /// How much; nothing is none.
        packet: Packet,
    },
    /// It ends here: nothing more comes of it than what was ruled.
    End,
}
