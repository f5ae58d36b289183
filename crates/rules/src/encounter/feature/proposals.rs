//! What players propose.

use serde::{Deserialize, Serialize};

use crate::encounter::fact::{Fact, Revert};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::proposal::{Fate, Proposal};
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// What a player proposes is there, or was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposed {
    /// It.
    pub proposal: Box<Proposal>,
    /// What became of it.
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

    /// Made is the reader's own to see until it is done; who accepts says whose it was.
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

    /// But for one that went with a combatant: the policy of undo.
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
