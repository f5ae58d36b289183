//! Proposals: commands that players may not give themselves and leave to a storyteller.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, CommandId, ExchangeId, SeatId};
use crate::character::track::DamagePacket;
use crate::encounter::command::{
    BoxShift, Command, Declaration, SceneDestination, TokenDestination,
};
pub use crate::encounter::log::proposal_status::ProposalStatus;
use crate::exchange::RulingKind;

/// A command that a player proposes to the storytellers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The id of the command that made the proposal.
    pub id: CommandId,
    /// The seat of the player.
    pub by: SeatId,
    /// The name of the player.
    pub name: String,
    /// The affected combatant.
    pub whom: CombatantId,
    /// The proposed command.
    pub command: Command,
}

/// A command that a player may propose, in parts. Its permission row in `authority` decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::encounter) enum ProposableAction<'a> {
    /// Damage dealt to a combatant.
    Harm(CombatantId, DamagePacket),
    /// Health boxes marked or cleared by hand.
    Marks(CombatantId, &'a [BoxShift]),
    /// Points of health, where health is a number.
    Points(CombatantId, i32),
    /// Points of a pool, by its key.
    Pool(CombatantId, &'a str, i32),
    /// A condition to put on, by its key.
    Afflict(CombatantId, &'a str),
    /// A condition to take off, by its key.
    Lift(CombatantId, &'a str),
    /// A move in the order.
    Move(CombatantId, TokenDestination),
    /// An exchange declared although the rules bar it now.
    Act(CombatantId, &'a Declaration),
    /// A move in the scene.
    Go(CombatantId, SceneDestination),
    /// A term of an open roll that is struck or changed.
    Rule(ExchangeId, &'a RulingKind),
}

impl ProposableAction<'_> {
    /// Returns the combatant that the proposed action affects; `None` for a ruling, whose exchange says it.
    pub(in crate::encounter) const fn target(&self) -> Option<CombatantId> {
        match self {
            Self::Harm(id, _)
            | Self::Marks(id, _)
            | Self::Points(id, _)
            | Self::Pool(id, ..)
            | Self::Afflict(id, _)
            | Self::Lift(id, _)
            | Self::Move(id, _)
            | Self::Act(id, _)
            | Self::Go(id, _) => Some(*id),
            Self::Rule(..) => None,
        }
    }
}
