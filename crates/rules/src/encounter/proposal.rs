//! What players propose to those who run the table: a command that is not theirs to give.

use serde::{Deserialize, Serialize};

use super::command::{Command, Declaration, Destination, Shift};
pub use super::fate::Fate;
use crate::id::{CombatantId, CommandId, SeatId};
use crate::track::Packet;

/// A command that a player proposes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The id of the command that proposed it.
    pub id: CommandId,
    /// The seat of the player.
    pub by: SeatId,
    /// Their name.
    pub name: String,
    /// Whom it touches.
    pub whom: CombatantId,
    /// The command.
    pub command: Command,
}

/// A command that a player may propose, taken apart: its row in `authority` says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish<'a> {
    /// Damage.
    Harm(CombatantId, Packet),
    /// Boxes marked or cleared by hand.
    Marks(CombatantId, &'a [Shift]),
    /// Points of health, where it is a number.
    Points(CombatantId, i32),
    /// Points of a pool, by its key.
    Pool(CombatantId, &'a str, i32),
    /// A condition put on, by its key.
    Afflict(CombatantId, &'a str),
    /// A condition taken off, by its key.
    Lift(CombatantId, &'a str),
    /// A move in the order.
    Move(CombatantId, Destination),
    /// Something done though the rules bar it now.
    Act(CombatantId, &'a Declaration),
}

impl Wish<'_> {
    /// Whom it touches.
    pub(super) const fn whom(&self) -> CombatantId {
        match self {
            Self::Harm(id, _)
            | Self::Marks(id, _)
            | Self::Points(id, _)
            | Self::Pool(id, ..)
            | Self::Afflict(id, _)
            | Self::Lift(id, _)
            | Self::Move(id, _)
            | Self::Act(id, _) => *id,
        }
    }
}
