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

/// A command that a player may propose, taken apart: [`Wish::of`] decides of every command whether it is
/// one, and the compiler asks of a new one.
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

impl<'a> Wish<'a> {
    /// What a command wishes for, if it can be proposed.
    pub(super) fn of(command: &'a Command) -> Option<Self> {
        Some(match command {
            Command::Harm { id, packet } => Self::Harm(*id, *packet),
            Command::MarkBoxes { id, shifts } => Self::Marks(*id, shifts),
            Command::Count { id, by } => Self::Points(*id, *by),
            Command::Spend { id, pool, by } => Self::Pool(*id, pool, *by),
            Command::Afflict { id, key, .. } => Self::Afflict(*id, key),
            Command::Lift { id, key } => Self::Lift(*id, key),
            Command::Move { id, to } => Self::Move(*id, *to),
            Command::Declare(asked) => Self::Act(asked.by.filter(|_| asked.anyway)?, asked),
            Command::Sit { .. }
            | Command::Unseat { .. }
            | Command::Mute { .. }
            | Command::Title { .. }
            | Command::Add { .. }
            | Command::Group { .. }
            | Command::Ungroup { .. }
            | Command::LeaveGroup { .. }
            | Command::Remove { .. }
            | Command::Rename { .. }
            | Command::Reveal { .. }
            | Command::Hide { .. }
            | Command::Edit { .. }
            | Command::Assign { .. }
            | Command::Note { .. }
            | Command::RollInitiative { .. }
            | Command::Sort
            | Command::NextTurn { .. }
            | Command::GroupTurn { .. }
            | Command::PreviousTurn { .. }
            | Command::Adjust { .. }
            | Command::GiveInitiative { .. }
            | Command::Answer { .. }
            | Command::Rule { .. }
            | Command::TakeBack { .. }
            | Command::RunAgain { .. }
            | Command::Withdraw { .. }
            | Command::Plan { .. }
            | Command::Abort { .. }
            | Command::Wait { .. }
            | Command::CutIn { .. }
            | Command::GiveItem { .. }
            | Command::ChangeItem { .. }
            | Command::CarryItem { .. }
            | Command::TakeItem { .. }
            | Command::SetTrait { .. }
            | Command::SetKind { .. }
            | Command::EditSheet { .. }
            | Command::StartFrom { .. }
            | Command::Situate { .. }
            | Command::SetCover { .. }
            | Command::RemoveCover { .. }
            | Command::Hold { .. }
            | Command::Release { .. }
            | Command::Accept { .. }
            | Command::Waive { .. }
            | Command::EndScene
            | Command::PassTime { .. }
            | Command::Restore { .. }
            | Command::OwnDice { .. }
            | Command::Roll { .. }
            | Command::EndEpoch
            | Command::SealRoll { .. }
            | Command::OpenRoll { .. }
            | Command::Say { .. }
            | Command::HouseRule { .. }
            | Command::Set { .. }
            | Command::SetTable { .. }
            | Command::TimeUp { .. }
            | Command::Propose { .. }
            | Command::Settle { .. }
            | Command::Retract { .. }
            | Command::Undo
            | Command::UndoLine { .. }
            | Command::Redo
            | Command::RedoLine { .. } => return None,
        })
    }

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
