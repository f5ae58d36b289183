//! The event of a proposal made or settled.

use serde::{Deserialize, Serialize};

use crate::encounter::fact::{Fact, Revert};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::proposal::{Fate, Proposal};
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// A player's proposal was made, or was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposed {
    /// The proposal in question.
    pub proposal: Box<Proposal>,
    /// The new status of the proposal.
    pub fate: Fate,
}

impl Fact for Proposed {
    fn apply(&self, state: &mut State) {
        let proposals = &mut state.proposals;
        proposals.retain(|it| it.id != self.proposal.id);
        if self.fate == Fate::Made {
            let at = proposals.partition_point(|it| it.id < self.proposal.id);
            proposals.insert(at, (*self.proposal).clone());
        }
    }

    /// A made proposal is shown to its readers until it is settled; only acceptance tells whose it was.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        let Self { proposal, fate } = self;
        let what = What::Proposed {
            name: proposal.name.clone(),
            words: match fate {
                Fate::Accepted => String::new(),
                Fate::Made | Fate::Declined | Fate::Gone => {
                    state.proposed(proposal, Viewer::STORYTELLER)
                }
            },
            fate: *fate,
        };
        let public = *fate == Fate::Accepted && state.is_seen(proposal.whom);
        Some(LogLine::new(public, what))
    }
}

impl Revert for Proposed {
    type Inverse = Self;

    /// Undo itself makes the exception: a proposal dropped with its combatant.
    const UNDONE_BY_PLAYERS: bool = false;

    fn inverse(&self) -> Self {
        let fate = match self.fate {
            Fate::Made => Fate::Gone,
            Fate::Accepted | Fate::Declined | Fate::Gone => Fate::Made,
        };
        Self {
            proposal: self.proposal.clone(),
            fate,
        }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        let mut proposals = state.proposals.iter();
        proposals.any(|it| it.id == self.proposal.id) == (self.fate == Fate::Made)
    }
}
