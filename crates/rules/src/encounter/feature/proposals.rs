//! The event of a proposal made or settled.

use serde::{Deserialize, Serialize};

use crate::encounter::feature::event_payload::{EventPayload, Revertible};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::state::proposal::{Proposal, ProposalStatus};
use crate::encounter::viewer::Viewer;

/// A player's proposal was made, or was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposed {
    /// The proposal in question.
    pub proposal: Box<Proposal>,
    /// The new status of the proposal.
    pub fate: ProposalStatus,
}

impl EventPayload for Proposed {
    fn apply(&self, state: &mut State) {
        let proposals = &mut state.proposals;
        proposals.retain(|it| it.id != self.proposal.id);
        if self.fate == ProposalStatus::Made {
            let at = proposals.partition_point(|it| it.id < self.proposal.id);
            proposals.insert(at, (*self.proposal).clone());
        }
    }

    /// Returns the log line of the proposal's new status, which players read only of an accepted
    /// one. A made proposal is shown to its readers until it is settled; only acceptance tells
    /// whose it was.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        let Self { proposal, fate } = self;
        let what = LogMessage::Proposed {
            name: proposal.name.clone(),
            words: match fate {
                ProposalStatus::Accepted => String::new(),
                ProposalStatus::Made | ProposalStatus::Declined | ProposalStatus::Gone => {
                    state.proposal_text(proposal, Viewer::STORYTELLER)
                }
            },
            fate: *fate,
        };
        let public = *fate == ProposalStatus::Accepted && state.is_visible(proposal.whom);
        Some(LogLine::new(public, what))
    }
}

impl Revertible for Proposed {
    type Inverse = Self;

    /// Undo itself makes the exception: a proposal dropped with its combatant.
    const PLAYERS_CAN_UNDO: bool = false;

    fn inverse(&self) -> Self {
        let fate = match self.fate {
            ProposalStatus::Made => ProposalStatus::Gone,
            ProposalStatus::Accepted | ProposalStatus::Declined | ProposalStatus::Gone => {
                ProposalStatus::Made
            }
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
        proposals.any(|it| it.id == self.proposal.id) == (self.fate == ProposalStatus::Made)
    }
}
