//! Events of exchanges: declared, advanced, withdrawn, and their outcomes.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, ExchangeId};
use crate::base::term::RuleId;
use crate::encounter::exchange::outcome_sentence::{OutcomeKind, OutcomeSentence};
use crate::encounter::exchange::{Exchange, ExchangeAdvance, ExchangeTail};
use crate::encounter::feature::event_payload::{
    EventPayload, RebaseContext, Revertible, SetsValue,
};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::messages::Wording;

/// Event that a combatant's exchange (an attack or another action) was declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeDeclared {
    /// The exchange with its first step.
    pub exchange: Box<Exchange>,
}

impl EventPayload for ExchangeDeclared {
    fn apply(&self, state: &mut State) {
        state.remove_exchange(self.exchange.id);
        state.exchanges.push((*self.exchange).clone().into());
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let exchange = &self.exchange;
        let at = exchange.at.iter();
        let what = LogMessage::Declared {
            name: state.full_name_of(exchange.by),
            at: at.filter_map(|id| state.full_name_of(Some(*id))).collect(),
            what: exchange.title.clone(),
        };
        Some(LogLine::new(state.is_exchange_public(exchange), what))
    }
}

impl Revertible for ExchangeDeclared {
    type Inverse = ExchangeWithdrawn;

    const PLAYERS_CAN_UNDO: bool = false;

    fn inverse(&self) -> ExchangeWithdrawn {
        let exchange = self.exchange.clone();
        ExchangeWithdrawn { exchange }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let now = state.known_exchange(viewer, self.exchange.id);
        now.is_some_and(|now| now.step_count() == self.exchange.step_count())
    }

    /// Returns the declaration as it is; `None` if not all parties of the exchange are there.
    fn rebase_onto(self, table: &RebaseContext<'_>) -> Option<Self> {
        let there = |id| table.arriving.contains(&id) || table.state.combatants.contains_key(&id);
        let all_there = self.exchange.parties().all(there);
        all_there.then_some(self)
    }
}

/// Event that a declared exchange was withdrawn before it was over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeWithdrawn {
    /// The exchange as it was.
    pub exchange: Box<Exchange>,
}

impl ExchangeWithdrawn {
    /// Whether the withdrawn exchange can come back, because all its parties are there, or
    /// `come_back` with it. To players, from whom some parties may be hidden, a missing party is no
    /// reason to refuse.
    pub(in crate::encounter) fn can_come_back(
        &self,
        state: &State,
        viewer: Viewer,
        come_back: impl Fn(CombatantId) -> bool,
    ) -> bool {
        let stands = |id| state.known_combatant(viewer, id).is_some() || come_back(id);
        let all_stand = || !viewer.sees_hidden() || self.exchange.parties().all(stands);
        state.exchange(self.exchange.id).is_none() && all_stand()
    }
}

impl EventPayload for ExchangeWithdrawn {
    fn apply(&self, state: &mut State) {
        state.remove_exchange(self.exchange.id);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let what = LogMessage::Withdrawn {
            name: state.full_name_of(self.exchange.by),
            what: self.exchange.title.clone(),
        };
        let public = state.is_exchange_public(&self.exchange);
        Some(LogLine::new(public, what))
    }
}

impl Revertible for ExchangeWithdrawn {
    type Inverse = ExchangeDeclared;

    const PLAYERS_CAN_UNDO: bool = false;

    fn inverse(&self) -> ExchangeDeclared {
        let exchange = self.exchange.clone();
        ExchangeDeclared { exchange }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        self.can_come_back(state, viewer, |_| false)
    }

    /// Returns the withdrawal of the exchange as it is now, with the dice that fell in it since.
    fn rebase_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        if let Some(now) = table.state.exchange(self.exchange.id) {
            (*self.exchange).clone_from(now);
        }
        Some(self)
    }
}

/// An exchange advanced by a step, or went back by one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeMoved {
    /// The id of the exchange.
    pub id: ExchangeId,
    /// The number of the step, counted from 0.
    pub step: u16,
    /// Whether the step is taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub back: bool,
    /// The step with its input and results.
    pub advance: Box<ExchangeAdvance>,
}

impl EventPayload for ExchangeMoved {
    fn apply(&self, state: &mut State) {
        if let Some(exchange) = state.exchange_mut(self.id) {
            match self.back {
                true => exchange.revert_newest_step(),
                false => exchange.apply_advance(&self.advance),
            }
        }
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let exchange = state.exchange(self.id)?;
        let mut line = match self.back {
            true => {
                let what = exchange.title.clone();
                LogLine::new_public(LogMessage::TakenBack { what })
            }
            false => state.input_log_line(exchange, &self.advance.input)?,
        };
        let own = !self.back && state.is_own_input(exchange, &self.advance.input);
        line.public &= own || state.is_exchange_public(exchange);
        Some(line)
    }
}

impl Revertible for ExchangeMoved {
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

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let done = usize::from(self.step) + usize::from(!self.back);
        let newest = |now: &Exchange| now.newest_step().map(|(input, _)| input.clone());
        let now = state.known_exchange(viewer, self.id);
        now.is_some_and(|now| {
            let same = || newest(now).as_ref() == Some(&self.advance.input);
            now.step_count() == done && (self.back || same())
        })
    }
}

/// Event that the question of an open exchange, and the sums up to there, were computed anew,
/// because the table had changed since its newest answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeReread {
    /// The id of the exchange.
    pub id: ExchangeId,
    /// The end of the exchange before.
    pub before: Box<ExchangeTail>,
    /// The end of the exchange after.
    pub after: Box<ExchangeTail>,
}

impl EventPayload for ExchangeReread {
    fn apply(&self, state: &mut State) {
        if let Some(exchange) = state.exchange_mut(self.id) {
            exchange.set_tail(&self.after);
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}

impl SetsValue for ExchangeReread {
    type Value = Box<ExchangeTail>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    /// Whether two changes may merge, which is never so, as the exchange may advance between them.
    fn sets_same_value(&self, _other: &Self) -> bool {
        false
    }

    /// Whether an exchange that this change ended is still over, as far as the viewer knows. A
    /// question counts as unchanged, since it is computed anew whenever the table changes.
    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let now = state.known_exchange(viewer, self.id);
        let unknown = now.is_none() && !viewer.sees_hidden();
        self.after.next.is_some() || unknown || now.is_some_and(Exchange::is_over)
    }

    /// Returns the change as it is; `None` if the exchange no longer ends as it did before the
    /// change.
    fn rebase_value_onto(self, table: &RebaseContext<'_>) -> Option<Self> {
        let now = table.current.exchange(self.id);
        now.is_some_and(|now| now.ends_with(&self.before))
            .then_some(self)
    }
}

/// The outcome of an exchange, or of one of its blows, was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeTold {
    /// The id of the exchange.
    pub id: ExchangeId,
    /// The outcome lines recorded before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<OutcomeSentence>,
    /// The outcome lines recorded now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<OutcomeSentence>,
}

impl EventPayload for OutcomeTold {
    fn apply(&self, state: &mut State) {
        if let Some(exchange) = state.exchange_mut(self.id) {
            exchange.came.clone_from(&self.after);
        }
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let exchange = state.exchange(self.id)?;
        let new = self.after.get(self.before.len()..).unwrap_or_default();
        let (mut words, mut players) = (Vec::new(), Vec::new());
        for came in new {
            let heard = came.for_players();
            match came.of {
                OutcomeKind::Upshot => {
                    words.push(came.words.clone());
                    players.extend(heard.cloned());
                }
                // Harm has a log line of its own for readers who see the target's health.
                OutcomeKind::Harm if heard.is_some_and(|heard| *heard != came.words) => {
                    words.extend(heard.cloned());
                    players.extend(heard.cloned());
                }
                OutcomeKind::Harm | OutcomeKind::Deed => {}
            }
        }
        if words.is_empty() {
            return None;
        }
        let public = state.is_exchange_public(exchange) && !players.is_empty();
        let veiled = public && players != words;
        if !veiled {
            players.clear();
        }
        Some(LogLine {
            redacted: veiled,
            ..LogLine::new(public, LogMessage::Outcome { words, players })
        })
    }
}

impl SetsValue for OutcomeTold {
    type Value = Vec<OutcomeSentence>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        self.id == other.id
    }

    /// Whether the outcome is unchanged, which is always so, as it stands or falls with the step
    /// that brought it.
    fn value_still_holds(&self, _state: &State, _viewer: Viewer) -> bool {
        true
    }

    fn rebase_value_onto(self, table: &RebaseContext<'_>) -> Option<Self> {
        let now = table.current.exchange(self.id);
        now.is_some_and(|now| now.came == self.before)
            .then_some(self)
    }
}

/// An exchange had a consequence that no number expresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsequenceTold {
    /// The combatant whom the consequence concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CombatantId>,
    /// The consequence in words.
    pub words: Wording,
    /// The rule that brings it.
    pub rule: RuleId,
    /// The exchange with the consequence.
    pub exchange: ExchangeId,
    /// Whether players read the line though they do not see the acting combatant: true of an attack that its target
    /// notices.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub felt: bool,
}

impl EventPayload for ConsequenceTold {
    fn apply(&self, _state: &mut State) {}

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let exchange = state.exchange(self.exchange);
        let what = LogMessage::Told {
            name: state.full_name_of(self.id),
            words: self.words.clone(),
            rule: self.rule.clone(),
        };
        let open = exchange.is_some_and(|it| match self.felt {
            true => state.is_exchange_known(it),
            false => state.is_exchange_public(it),
        });
        Some(LogLine::new(open, what))
    }
}

impl State {
    /// Removes an exchange from the state.
    fn remove_exchange(&mut self, id: ExchangeId) {
        self.exchanges.retain(|other| other.id != id);
    }
}
