//! The event of a question whose countdown has run out.

use crate::messages::encounter as msg;
use serde::{Deserialize, Serialize};

use super::inputs::party_of;
use crate::base::id::ExchangeId;
use crate::encounter::countdown::{OnTimeout, QuestionWait};
use crate::encounter::feature::event_payload::{EventPayload, RebaseContext, Revertible};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::exchange::Slot;

/// The countdown of a question ran out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeUp {
    /// The exchange that asks the question.
    pub exchange: ExchangeId,
    /// The slot of the question.
    pub slot: Slot,
    /// The consequence for the question.
    pub then: OnTimeout,
    /// Whether the question instead waits again, from now on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub back: bool,
}

impl EventPayload for TimeUp {
    fn apply(&self, state: &mut State) {
        let slots = state.waits.entry(self.exchange).or_default();
        match self.back {
            true => slots.remove(&self.slot),
            false => slots.insert(self.slot.clone(), QuestionWait::Up),
        };
    }

    /// Tells that a question waited too long. The line stores its words, as a chat line does.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        if self.back {
            return None;
        }
        let exchange = state.exchange(self.exchange)?;
        let name = state.full_name_of(exchange.combatant_of(party_of(exchange, &self.slot)?))?;
        let text = match self.then {
            OnTimeout::Storyteller => msg::time_is_up_the_storyteller(&name),
            OnTimeout::First => msg::time_is_up_the_first(&name),
        };
        let asked = exchange.find_question(&self.slot);
        let open = asked.is_some_and(|step| state.is_asked_of_players(exchange, step));
        Some(LogLine::new(open, LogMessage::Said { text }))
    }
}

impl Revertible for TimeUp {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = false;

    fn inverse(&self) -> Self {
        Self {
            back: !self.back,
            ..self.clone()
        }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    /// Whether the event is unchanged, which is always so, as an answer given since is an action of
    /// its own.
    fn still_holds(&self, _state: &State, _viewer: Viewer) -> bool {
        true
    }

    /// Applies only if it changes whether the question still waits.
    fn rebase_onto(self, table: &RebaseContext<'_>) -> Option<Self> {
        let is_up = table.state.question_wait(self.exchange, &self.slot) == Some(QuestionWait::Up);
        (is_up == self.back).then_some(self)
    }
}
