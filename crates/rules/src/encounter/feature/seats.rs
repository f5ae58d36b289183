//! Events about seats: taken, muted and given up. None of them can be undone.

use serde::{Deserialize, Serialize};

use crate::base::id::SeatId;
use crate::base::seat::{Role, Seat};
use crate::base::text::Name;
use crate::encounter::feature::event_payload::EventPayload;
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;

/// A person sat down, or took another name or role in their seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The seat that is taken.
    pub seat: SeatId,
    /// The name of the person.
    pub name: Name,
    /// The role of the person.
    pub role: Role,
}

impl EventPayload for Seated {
    fn apply(&self, state: &mut State) {
        // Storytellers are never muted.
        let was = state.seats.get(&self.seat).is_some_and(|seat| seat.muted);
        let seat = Seat {
            name: self.name.clone(),
            role: self.role,
            muted: was && !self.role.can_run_table(),
        };
        state.seats.insert(self.seat, seat);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        Some(LogLine::new_public(LogMessage::Joined {
            name: self.name.to_string(),
            role: self.role,
        }))
    }
}

/// A seat was muted, so that it can only watch, or unmuted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Muted {
    /// The seat that is muted or unmuted.
    pub seat: SeatId,
    /// The name of the person.
    pub name: Name,
    /// Whether the seat is muted now.
    pub muted: bool,
}

impl EventPayload for Muted {
    fn apply(&self, state: &mut State) {
        if let Some(seat) = state.seats.get_mut(&self.seat) {
            seat.muted = self.muted;
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        Some(LogLine::new_public(LogMessage::Muted {
            name: self.name.to_string(),
            muted: self.muted,
        }))
    }
}

/// A seat was given up or taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unseated {
    /// The seat that is given up.
    pub seat: SeatId,
    /// The name of the person who left.
    pub name: Name,
}

impl EventPayload for Unseated {
    fn apply(&self, state: &mut State) {
        state.seats.remove(&self.seat);
        state.proposals.retain(|proposal| proposal.by != self.seat);
        state.own_dice.remove(&self.seat);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let name = self.name.to_string();
        Some(LogLine::new_public(LogMessage::Left { name }))
    }
}

/// A seat changed whether it rolls real dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnDice {
    /// The seat that changed.
    pub seat: SeatId,
    /// Whether the seat rolls real dice now.
    pub own: bool,
}

impl EventPayload for OwnDice {
    fn apply(&self, state: &mut State) {
        match self.own {
            true => state.own_dice.insert(self.seat),
            false => state.own_dice.remove(&self.seat),
        };
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}
