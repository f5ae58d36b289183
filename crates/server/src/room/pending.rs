//! Operations that are decided and not committed yet, and the state they were decided on: both are only kept where other
//! servers write to the same log.

use rules::base::id::CommandId;
use rules::dice_proof::Nonce;
use rules::encounter::{Encounter, IssuedCommand};

use super::safety_desk::SafetyDeed;
use super::secrets::DiceSecrets;
use crate::store::Seat;

/// The encounter and its dice secrets as last committed, while the room has decided more.
pub(super) struct CommittedState {
    pub(super) encounter: Encounter,
    pub(super) secrets: DiceSecrets,
}

/// An operation that was decided and is not committed yet, so that it can be decided again.
pub(super) enum PendingOp {
    /// A command, and the browser's contribution to its dice.
    Command(Box<IssuedCommand>, Option<Nonce>),
    /// Seating of a person, or a change of their role.
    Sit(Box<Seat>),
    /// A record for safety.
    Safety(SafetyDeed),
    /// Commitment to new dice secrets where needed.
    CommitDice,
    /// Disclosure of the dice secrets after the encounter's end.
    RevealDice,
}

impl PendingOp {
    /// Returns the id of the command, if this is one.
    pub(super) fn command_id(&self) -> Option<CommandId> {
        match self {
            Self::Command(given, _) => Some(given.id),
            Self::Sit(_) | Self::Safety(_) | Self::CommitDice | Self::RevealDice => None,
        }
    }
}
