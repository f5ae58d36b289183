//! Effects of an exchange on the state.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::intent::Intent;
use super::slot::Party;
use crate::base::id::LocationId;
use crate::base::term::RuleId;
use crate::character::condition::Condition;
use crate::character::gear::{Carried, ItemId};
use crate::character::track::DamagePacket;
use crate::messages::Wording;

/// A change that an exchange makes, applied to the state as it is at that moment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Damage is marked by the rules.
    Harm {
        /// The party that takes it.
        to: Party,
        /// The amount of damage.
        packet: DamagePacket,
    },
    /// Damage heals: marks go, or points come back.
    Mend {
        /// The party that heals.
        who: Party,
        /// The amount of damage healed.
        packet: DamagePacket,
    },
    /// Points of a pool are spent as soon as the answer is given.
    Spend {
        /// The party that spends.
        who: Party,
        /// The key of the pool.
        pool: Cow<'static, str>,
        /// Number of points; negative ones are restored.
        points: i32,
    },
    /// An attack, a defense or the like is counted in this round as soon as the answer is given.
    Count {
        /// The party it counts for.
        who: Party,
        /// The key of the tally.
        key: Cow<'static, str>,
    },
    /// A number of an item changes as soon as the answer is given: rounds fired, armor worn down.
    Wear {
        /// The party with the item.
        who: Party,
        /// The id of the item.
        item: ItemId,
        /// The key of the number.
        key: Cow<'static, str>,
        /// The amount to add.
        by: i32,
    },
    /// A condition is set, or changes to this.
    Gain {
        /// The party with the condition.
        who: Party,
        /// The key of the condition.
        key: Cow<'static, str>,
        /// The condition with its amount and duration.
        condition: Condition,
    },
    /// A condition of a party ends.
    Lose {
        /// The party that had it.
        who: Party,
        /// The key of the condition.
        key: Cow<'static, str>,
    },
    /// An item is drawn, dropped or struck away.
    Carry {
        /// The party with the item.
        who: Party,
        /// The id of the item.
        item: ItemId,
        /// The way it is carried now.
        to: Carried,
    },
    /// An item changes hands: one party wrests a weapon from another and holds it now.
    Give {
        /// The party that loses it.
        from: Party,
        /// The id of the item.
        item: ItemId,
        /// The party that has it now.
        to: Party,
    },
    /// A situation parameter between the acting combatant and a target changes, such as the distance.
    Place {
        /// The target of the exchange.
        target: Party,
        /// The key of the parameter.
        key: Cow<'static, str>,
        /// The new value of the parameter.
        value: i32,
    },
    /// A party is moved in the scene; without a scene, or for a party in no place, nothing happens.
    Shift {
        /// The party that is moved.
        who: Party,
        /// Where the party is moved.
        to: Shift,
    },
    /// A hold begins or changes its strength: one party grips another, aims at it, pins it.
    Hold {
        /// The party that holds.
        by: Party,
        /// The party that is held.
        on: Party,
        /// The kind of hold, a key its system knows (`grapple`, `hold`, `aim`).
        key: Cow<'static, str>,
        /// The strength of the hold, where it has one.
        amount: i32,
    },
    /// A party lets go of another.
    Release {
        /// The party that held.
        by: Party,
        /// The party that was held.
        on: Party,
        /// The kind of hold.
        key: Cow<'static, str>,
    },
    /// A party ends all its holds of one kind, even on combatants outside of the exchange: a combatant who applies
    /// Defense or moves loses the aim at any target.
    LetGo {
        /// The party that held.
        by: Party,
        /// The kind of hold.
        key: Cow<'static, str>,
    },
    /// A note for readers that changes no number, or only one that the storyteller keeps.
    Tell {
        /// The party it concerns.
        who: Party,
        /// The text in words, such as "The weapon flies three yards".
        words: Wording,
        /// The rule behind it.
        rule: RuleId,
    },
    /// Another exchange follows: a parry's counter, a rebound, a stray hit.
    Follow {
        /// The party that acts in it.
        by: Party,
        /// The parties it targets.
        at: Vec<Party>,
        /// The intent of the new exchange.
        intent: Intent,
    },
}

/// Where an effect moves a party in the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shift {
    /// Up to another party, into its place and to arm's length.
    UpTo(Party),
    /// Into a place.
    Into(LocationId),
    /// Away from everybody at arm's length, in the same place.
    Aside,
}

impl Effect {
    /// Whether the effect is applied with the answer that brought it, and not at the end of the exchange: points spent,
    /// actions counted, rounds fired.
    #[must_use]
    pub const fn is_immediate(&self) -> bool {
        matches!(
            self,
            Self::Spend { .. } | Self::Count { .. } | Self::Wear { .. }
        )
    }
}
