//! Seats: taken, muted and given up. None of these events can be undone.

use serde::{Deserialize, Serialize};

use crate::encounter::fact::Fact;
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::id::SeatId;
use crate::seat::{Role, Seat};
use crate::text::Name;

/// A person sat down, or took another name or role in their seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The seat.
    pub seat: SeatId,
    /// Their name.
    pub name: Name,
    /// Their role.
    pub role: Role,
}

impl Fact for Seated {
    fn apply(&self, state: &mut State) {
        // Those who run the table are never muted.
        let was = state.seats.get(&self.seat).is_some_and(|seat| seat.muted);
        let seat = Seat {
            name: self.name.clone(),
            role: self.role,
            muted: was && !self.role.runs_the_table(),
        };
        state.seats.insert(self.seat, seat);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        Some(LogLine::open(What::Joined {
            name: self.name.to_string(),
            role: self.role,
        }))
    }
}

/// A seat may watch and do nothing, or play again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Muted {
    /// The seat.
    pub seat: SeatId,
    /// Their name.
    pub name: Name,
    /// Whether it is muted.
    pub muted: bool,
}

impl Fact for Muted {
    fn apply(&self, state: &mut State) {
        if let Some(seat) = state.seats.get_mut(&self.seat) {
            seat.muted = self.muted;
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        Some(LogLine::open(What::Muted {
            name: self.name.to_string(),
            muted: self.muted,
        }))
    }
}

/// A seat was given up or taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unseated {
    /// The seat.
    pub seat: SeatId,
    /// The seat as it was.
    pub name: Name,
}

impl Fact for Unseated {
    fn apply(&self, state: &mut State) {
        state.seats.remove(&self.seat);
        state.proposals.retain(|proposal| proposal.by != self.seat);
        state.own_dice.remove(&self.seat);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let name = self.name.to_string();
        Some(LogLine::open(What::Left { name }))
    }
}

/// A person rolls real dice from now on, or no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnDice {
    /// Their seat.
    pub seat: SeatId,
    /// Whether they do.
    pub own: bool,
}

impl Fact for OwnDice {
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
