//! What comes due by itself when a turn, a round or a scene begins or ends: proposed then, done with
//! one tap.

use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::messages::Wording;
use crate::term::{RuleId, Term};
use crate::track::Packet;

/// When something comes due to a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// The combatant's place in the order comes up, also when it is passed over because the
    /// combatant is out.
    TurnStart,
    /// The combatant's turn is over.
    TurnEnd,
    /// A round begins, the first of a fight too.
    RoundStart,
    /// A round is over.
    RoundEnd,
    /// The scene is over.
    SceneEnd,
}

/// One thing that is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Due {
    /// Tells it from others of the same combatant; the same thing is due once, and damage that is
    /// due again adds up.
    pub key: String,
    /// In words: "Stay awake".
    pub words: Wording,
    /// The rule that says so.
    pub rule: RuleId,
    /// What is done.
    pub deed: Deed,
    /// Whether it is due no more when the combatant's turn, or the round, is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lapses: bool,
}

impl Due {
    /// Something that stays due until it is done.
    #[must_use]
    pub fn new(key: &str, words: impl Into<Wording>, rule: &'static str, deed: Deed) -> Self {
        Self {
            key: key.to_owned(),
            words: words.into(),
            rule: RuleId::new(rule),
            deed,
            lapses: false,
        }
    }

    /// Adds the damage of another that is due under the same key; whether it is that.
    pub(crate) fn adds(&mut self, other: &Self) -> bool {
        match (&mut self.deed, &other.deed) {
            _ if self.key != other.key => false,
            (Deed::Harm(packet), Deed::Harm(more)) => {
                *packet = packet.plus(*more);
                true
            }
            _ => true,
        }
    }

    /// Due no longer than the combatant's turn lasts.
    #[must_use]
    pub fn this_turn(self) -> Self {
        Self {
            lapses: true,
            ..self
        }
    }
}

/// What is done when a due item is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A roll of exactly these terms.
    Roll {
        /// The pool.
        terms: Vec<Term>,
        /// How the dice are read.
        reading: Reading,
        /// The key of the condition that follows from a failure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        else_gains: Option<String>,
    },
    /// Damage.
    Harm(Packet),
    /// A maneuver without a target is declared: its key.
    Declare(String),
    /// The combatant's turn is over without an action.
    Pass,
}

/// Something that comes due each time so many rounds have ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The key under which the rounds are counted in the tally.
    pub key: &'static str,
    /// How many rounds.
    pub every: u32,
    /// What is due then.
    pub due: Due,
}
