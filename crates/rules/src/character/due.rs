//! Due items: rolls and payments proposed when a turn, a round or a scene begins or ends.

use serde::{Deserialize, Serialize};

use crate::base::term::{RuleId, Term};
use crate::character::parameters::Parameters;
use crate::character::track::DamagePacket;
use crate::messages::Wording;

/// Moment at which an item can come due to a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DueMoment {
    /// Beginning of the combatant's turn, even if it is skipped because the combatant is out.
    TurnStart,
    /// End of the combatant's turn.
    TurnEnd,
    /// Beginning of a round, including the first.
    RoundStart,
    /// End of a round.
    RoundEnd,
    /// End of the scene.
    SceneEnd,
}

/// Item that is due to a combatant, carried out with one tap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Due {
    /// Key that identifies the item among the combatant's; repeated items are merged, adding up
    /// their damage.
    pub key: String,
    /// Text shown at the table: "Stay awake".
    pub words: Wording,
    /// Rule that demands the item.
    pub rule: RuleId,
    /// Action carried out when the item is accepted.
    pub deed: DueAction,
    /// Whether the item lapses at the end of the combatant's turn or of the round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lapses: bool,
}

impl Due {
    /// Creates an item that stays due until it is done.
    #[must_use]
    pub fn new(key: &str, words: impl Into<Wording>, rule: &'static str, deed: DueAction) -> Self {
        Self {
            key: key.to_owned(),
            words: words.into(),
            rule: RuleId::new(rule),
            deed,
            lapses: false,
        }
    }

    /// Merges another item of the same key, adding its damage; returns whether the keys matched.
    pub(crate) fn try_merge(&mut self, other: &Self) -> bool {
        match (&mut self.deed, &other.deed) {
            _ if self.key != other.key => false,
            (DueAction::Harm(packet), DueAction::Harm(more)) => {
                *packet = packet.plus(*more);
                true
            }
            _ => true,
        }
    }

    /// Returns the item marked to lapse at the end of the combatant's turn.
    #[must_use]
    pub fn lapsing_this_turn(self) -> Self {
        Self {
            lapses: true,
            ..self
        }
    }
}

/// Action carried out when a due item is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum DueAction {
    /// Roll of exactly these terms.
    Roll {
        /// Terms of the dice pool.
        terms: Vec<Term>,
        /// Parameters of the roll.
        reading: Parameters,
        /// Key of the condition gained on a failure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        else_gains: Option<String>,
    },
    /// Damage to the combatant's track.
    Harm(DamagePacket),
    /// Declaration of a maneuver without a target, by its key.
    Declare(String),
    /// End of the combatant's turn without an action.
    Pass,
}

/// Item that comes due each time a number of rounds has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecurringDue {
    /// Tally key under which the rounds are counted.
    pub key: &'static str,
    /// Number of rounds between two occurrences.
    pub every: u32,
    /// Item that comes due.
    pub due: Due,
}
