//! Events of rolls, and of the dice proof that makes them checkable.

use crate::messages::{Wording, encounter as msg};
use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::base::id::CombatantId;
use crate::base::roll::RollResult;
use crate::base::term::Term;
use crate::character::parameters::Parameters;
use crate::dice_proof::DiceVisibility;
use crate::encounter::combatant::Combatant;
use crate::encounter::feature::event_payload::EventPayload;
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::state::dice_event::DiceEvent;

/// Record of a roll that was made at the table, with its dice, terms and result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollRecord {
    /// The combatant that rolled; `None` is no combatant in particular.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CombatantId>,
    /// The purpose of the roll.
    pub what: Wording,
    /// The pool, term by term.
    pub terms: Vec<Term>,
    /// The sum of the terms, before it is clamped.
    pub pool: i32,
    /// The parameters of the roll.
    pub reading: Parameters,
    /// The faces with the result.
    pub rolled: RollResult,
    /// Whether only a storyteller sees the roll.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether the faces of real dice were typed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub typed: bool,
    /// The keys under which the roll counts in this round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<String>,
}

impl EventPayload for RollRecord {
    fn apply(&self, state: &mut State) {
        if let Some(id) = self.id {
            let counts = self.counts.iter();
            state.update_combatant(id, |who| counts.for_each(|key| who.add_to_tally(key, 1)));
        }
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = self.id.and_then(|id| state.combatant(id));
        let what = LogMessage::Rolled {
            name: combatant.map(Combatant::full_name),
            what: self.what.clone(),
            terms: self.terms.clone(),
            pool: self.pool,
            reading: self.reading.clone(),
            rolled: self.rolled.clone(),
            typed: self.typed,
        };
        let public = !self.hidden && combatant.is_none_or(is_seen);
        let line = LogLine::new(public, what);
        Some(match combatant {
            Some(combatant) => line.about(combatant),
            None => line,
        })
    }
}

impl EventPayload for DiceEvent {
    fn apply(&self, state: &mut State) {
        state.fair.apply(self);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let text = match self {
            Self::Bared {
                sight: DiceVisibility::Open,
                epoch,
                ..
            } => msg::the_dice_of_epoch_can(&epoch),
            Self::Sealed { no, seal, .. } => msg::something_was_rolled_that_players(&no, &seal),
            Self::Opened { no, words, .. } => msg::seal_is_opened(&no, &words),
            Self::Bound { .. } | Self::Bared { .. } | Self::Thrown(_) | Self::EpochAsked => {
                return None;
            }
        };
        Some(LogLine::new_public(LogMessage::Said { text }))
    }
}
