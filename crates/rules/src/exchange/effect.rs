//! What an exchange changes.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::intent::Intent;
use super::slot::Party;
use crate::condition::Condition;
use crate::gear::{Carried, ItemId};
use crate::messages::Wording;
use crate::term::RuleId;
use crate::track::Packet;

/// One thing an exchange changes. What it marks, it marks on the state as it is when it lands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Damage, marked by the rules.
    Harm {
        /// Whom it hits.
        to: Party,
        /// How much.
        packet: Packet,
    },
    /// Damage that heals: marks that go, or points that come back.
    Mend {
        /// Whose.
        who: Party,
        /// How much of it.
        packet: Packet,
    },
    /// Points of a pool are spent, at once.
    Spend {
        /// Whose.
        who: Party,
        /// The key of the pool.
        pool: Cow<'static, str>,
        /// How many; negative ones come back.
        points: i32,
    },
    /// Something is counted in this round, at once: an attack, a defense.
    Count {
        /// For whom.
        who: Party,
        /// The key of the tally.
        key: Cow<'static, str>,
    },
    /// A number of an item changes, at once: rounds fired, armor worn down.
    Wear {
        /// Whose item.
        who: Party,
        /// Which.
        item: ItemId,
        /// The key of the number.
        key: Cow<'static, str>,
        /// By how much.
        by: i32,
    },
    /// A condition comes, or changes to this.
    Gain {
        /// Who is in it.
        who: Party,
        /// The key of the condition.
        key: Cow<'static, str>,
        /// How much of it, and until when.
        condition: Condition,
    },
    /// A condition ends.
    Lose {
        /// Who was in it.
        who: Party,
        /// The key of the condition.
        key: Cow<'static, str>,
    },
    /// An item is drawn, dropped, struck away.
    Carry {
        /// Whose item.
        who: Party,
        /// Which.
        item: ItemId,
        /// Where it is now.
        to: Carried,
    },
    /// An item changes hands: a weapon is wrested from one party by another, who holds it now.
    Give {
        /// Whose it was.
        from: Party,
        /// Which.
        item: ItemId,
        /// Who has it now.
        to: Party,
    },
    /// A number of the situation between the acting combatant and a target changes: distance.
    Place {
        /// The target.
        target: Party,
        /// The key of the dial.
        key: Cow<'static, str>,
        /// What it is now.
        value: i32,
    },
    /// One party takes hold of another, aims at another, pins another; or how firmly changes.
    Hold {
        /// Who holds.
        by: Party,
        /// Who is held.
        on: Party,
        /// How: a key its system knows (`grapple`, `hold`, `aim`).
        key: Cow<'static, str>,
        /// How much of it, where it has an amount.
        amount: i32,
    },
    /// One party lets go of another.
    Release {
        /// Who held.
        by: Party,
        /// Who was held.
        on: Party,
        /// How.
        key: Cow<'static, str>,
    },
    /// One party lets go of all it holds in this way, also of those who take no part in
    /// the exchange: a combatant who applies Defense or moves loses the aim, at any target.
    LetGo {
        /// Who held.
        by: Party,
        /// How.
        key: Cow<'static, str>,
    },
    /// Something to know that changes no number, or one only the storyteller keeps.
    Tell {
        /// Whom it is about.
        who: Party,
        /// In words: "The weapon flies three yards".
        words: Wording,
        /// The rule.
        rule: RuleId,
    },
    /// Another exchange follows: a parry's counter, a rebound, a stray hit.
    Follow {
        /// Who acts in it.
        by: Party,
        /// Against whom.
        at: Vec<Party>,
        /// What it is.
        intent: Intent,
    },
}

impl Effect {
    /// Whether it lands with the answer that brought it, and not when all is over: what was
    /// spent, counted and fired.
    #[must_use]
    pub const fn is_immediate(&self) -> bool {
        matches!(
            self,
            Self::Spend { .. } | Self::Count { .. } | Self::Wear { .. }
        )
    }
}
