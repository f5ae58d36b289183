//! Rulings: decisions of the storyteller about an exchange.

use serde::{Deserialize, Serialize};

use super::slot::{Party, Slot};
use crate::base::roll::Grade;
use crate::base::text::Name;
use crate::character::track::DamagePacket;
use crate::messages::Wording;

/// A ruling of a storyteller, with its reason. Applied by [`Play`](super::Play), alike for every system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Ruling {
    /// The decision itself.
    pub what: RulingKind,
    /// The reason in the storyteller's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Name>,
}

/// The kinds of ruling, with their data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RulingKind {
    /// Adds a term to a sum.
    Add {
        /// The slot of the sum.
        slot: Slot,
        /// The label of the term.
        label: Name,
        /// The value of the term.
        value: i32,
    },
    /// Removes a term from a sum.
    Strike {
        /// The slot of the sum.
        slot: Slot,
        /// The label of the term.
        label: Wording,
    },
    /// Changes the value of a term.
    Change {
        /// The slot of the sum.
        slot: Slot,
        /// The label of the term.
        label: Wording,
        /// The new value of the term.
        value: i32,
    },
    /// Sets the result of a roll, whatever its dice show or would have shown.
    Roll {
        /// The slot of the roll.
        slot: Slot,
        /// Number of successes rolled.
        successes: u32,
        /// The grade of the result.
        grade: Grade,
        /// The amount by which a sum stayed under its target number, where dice are added up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        margin: Option<i32>,
    },
    /// Makes a choice, even of an option that the rules bar.
    Choose {
        /// The slot of the choice.
        slot: Slot,
        /// The key of the option.
        key: String,
    },
    /// Sets the damage of a party, whatever the rules say.
    Damage {
        /// The party that takes it.
        to: Party,
        /// The damage; an empty packet is none.
        packet: DamagePacket,
    },
    /// Ends the exchange: nothing more comes of it than what was ruled.
    End,
}
