//! Exchanges: declared, answered, given up, and what came of them.

use serde::{Deserialize, Serialize};

use crate::encounter::came::{Came, Of};
use crate::encounter::exchange::{Advance, Exchange, Tail};
use crate::encounter::fact::{ByNow, Edit, Fact, Revert};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::id::{CombatantId, ExchangeId};
use crate::messages::Wording;
use crate::term::RuleId;

/// An exchange was declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeDeclared {
    /// It, with its first step.
    pub exchange: Box<Exchange>,
}

impl Fact for ExchangeDeclared {
    fn apply(&self, state: &mut State) {
        state.drop_exchange(self.exchange.id);
        state.exchanges.push((*self.exchange).clone().into());
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let exchange = &self.exchange;
        let at = exchange.at.iter();
        let what = What::Declared {
            name: state.named(exchange.by),
            at: at.filter_map(|id| state.named(Some(*id))).collect(),
            what: exchange.title.clone(),
        };
        Some(LogLine::new(state.exchange_is_public(exchange), what))
    }
}

impl Revert for ExchangeDeclared {
    type Inverse = ExchangeWithdrawn;

    const UNDONE_BY_PLAYERS: bool = false;

    fn inverse(&self) -> ExchangeWithdrawn {
        let exchange = self.exchange.clone();
        ExchangeWithdrawn { exchange }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let now = state.known_exchange(viewer, self.exchange.id);
        now.is_some_and(|now| now.steps() == self.exchange.steps())
    }

    /// It comes back only to all its parties.
    fn by_now(self, table: &ByNow<'_>) -> Option<Self> {
        let there = |id| table.coming.contains(&id) || table.state.combatants.contains_key(&id);
        let all_there = self.exchange.parties().all(there);
        all_there.then_some(self)
    }
}

/// An exchange was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeWithdrawn {
    /// It, as it was.
    pub exchange: Box<Exchange>,
}

impl ExchangeWithdrawn {
    /// Whether it can come back: all whom it is between are there, or `come_back` with it. To players, from
    /// whom some parties may be hidden, who else is there is no reason to refuse.
    pub(in crate::encounter) fn can_come_back(
        &self,
        state: &State,
        viewer: Viewer,
        come_back: impl Fn(CombatantId) -> bool,
    ) -> bool {
        let stands = |id| state.known(viewer, id).is_some() || come_back(id);
        let all_stand = || !viewer.sees_hidden() || self.exchange.parties().all(stands);
        state.exchange(self.exchange.id).is_none() && all_stand()
    }
}

impl Fact for ExchangeWithdrawn {
    fn apply(&self, state: &mut State) {
        state.drop_exchange(self.exchange.id);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let what = What::Withdrawn {
            name: state.named(self.exchange.by),
            what: self.exchange.title.clone(),
        };
        let public = state.exchange_is_public(&self.exchange);
        Some(LogLine::new(public, what))
    }
}

impl Revert for ExchangeWithdrawn {
    type Inverse = ExchangeDeclared;

    const UNDONE_BY_PLAYERS: bool = false;

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

    /// It ends with the dice that fell in it by now.
    fn by_now(mut self, table: &ByNow<'_>) -> Option<Self> {
        if let Some(now) = table.state.exchange(self.exchange.id) {
            (*self.exchange).clone_from(now);
        }
        Some(self)
    }
}

/// An exchange went on, or back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeMoved {
    /// Which.
    pub id: ExchangeId,
    /// The number of the step, from 0.
    pub step: u16,
    /// Whether the step is taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub back: bool,
    /// The step.
    pub advance: Box<Advance>,
}

impl Fact for ExchangeMoved {
    fn apply(&self, state: &mut State) {
        if let Some(exchange) = state.exchange_mut(self.id) {
            match self.back {
                true => exchange.go_back(),
                false => exchange.go_on(&self.advance),
            }
        }
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let exchange = state.exchange(self.id)?;
        let mut line = match self.back {
            true => {
                let what = exchange.title.clone();
                LogLine::open(What::TakenBack { what })
            }
            false => state.input_line(exchange, &self.advance.input)?,
        };
        let own = !self.back && state.is_own_input(exchange, &self.advance.input);
        line.public &= own || state.exchange_is_public(exchange);
        Some(line)
    }
}

impl Revert for ExchangeMoved {
    type Inverse = Self;

    const UNDONE_BY_PLAYERS: bool = false;

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
        let newest = |now: &Exchange| now.newest().map(|(input, _)| input.clone());
        let now = state.known_exchange(viewer, self.id);
        now.is_some_and(|now| {
            let same = || newest(now).as_ref() == Some(&self.advance.input);
            now.steps() == done && (self.back || same())
        })
    }
}

/// An exchange read the table again, which had changed since its newest answer: what it asks,
/// and the sums up to there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeReread {
    /// Which.
    pub id: ExchangeId,
    /// Its end before.
    pub before: Box<Tail>,
    /// Its end after.
    pub after: Box<Tail>,
}

impl Fact for ExchangeReread {
    fn apply(&self, state: &mut State) {
        if let Some(exchange) = state.exchange_mut(self.id) {
            exchange.set_tail(&self.after);
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}

impl Edit for ExchangeReread {
    type Value = Box<Tail>;

    const UNDONE_BY_PLAYERS: bool = true;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    /// The exchange may go on between two.
    fn same_place(&self, _other: &Self) -> bool {
        false
    }

    /// What is asked is read again whenever the table changes; only an end stays.
    fn stands(&self, state: &State, viewer: Viewer) -> bool {
        let now = state.known_exchange(viewer, self.id);
        let unknown = now.is_none() && !viewer.sees_hidden();
        self.after.next.is_some() || unknown || now.is_some_and(Exchange::is_over)
    }

    /// What was asked then is read again.
    fn by_now(self, table: &ByNow<'_>) -> Option<Self> {
        let now = table.so_far.exchange(self.id);
        now.is_some_and(|now| now.ends_with(&self.before))
            .then_some(self)
    }
}

/// What came of an exchange, or of a blow of it, was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeTold {
    /// Of which.
    pub id: ExchangeId,
    /// What had been told before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Came>,
    /// What is told by now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Came>,
}

impl Fact for OutcomeTold {
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
                Of::Upshot => {
                    words.push(came.words.clone());
                    players.extend(heard.cloned());
                }
                // It has a line of its own for those who see how its target is.
                Of::Harm if heard.is_some_and(|heard| *heard != came.words) => {
                    words.extend(heard.cloned());
                    players.extend(heard.cloned());
                }
                Of::Harm | Of::Deed => {}
            }
        }
        if words.is_empty() {
            return None;
        }
        let public = state.exchange_is_public(exchange) && !players.is_empty();
        let veiled = public && players != words;
        if !veiled {
            players.clear();
        }
        Some(LogLine {
            veiled,
            ..LogLine::new(public, What::Outcome { words, players })
        })
    }
}

impl Edit for OutcomeTold {
    type Value = Vec<Came>;

    const UNDONE_BY_PLAYERS: bool = true;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, other: &Self) -> bool {
        self.id == other.id
    }

    /// It goes with the step that brought it.
    fn stands(&self, _state: &State, _viewer: Viewer) -> bool {
        true
    }

    fn by_now(self, table: &ByNow<'_>) -> Option<Self> {
        let now = table.so_far.exchange(self.id);
        now.is_some_and(|now| now.came == self.before)
            .then_some(self)
    }
}

/// An exchange had a consequence that no number says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CombatantId>,
    /// In words.
    pub words: Wording,
    /// The rule.
    pub rule: RuleId,
    /// The exchange.
    pub exchange: ExchangeId,
    /// Whether players read it though they do not see who acts: of an attack that its target
    /// notices.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub felt: bool,
}

impl Fact for Told {
    fn apply(&self, _state: &mut State) {}

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let exchange = state.exchange(self.exchange);
        let what = What::Told {
            name: state.named(self.id),
            words: self.words.clone(),
            rule: self.rule.clone(),
        };
        let open = exchange.is_some_and(|it| match self.felt {
            true => state.exchange_is_known(it),
            false => state.exchange_is_public(it),
        });
        Some(LogLine::new(open, what))
    }
}

impl State {
    fn drop_exchange(&mut self, id: ExchangeId) {
        self.exchanges.retain(|other| other.id != id);
    }
}
