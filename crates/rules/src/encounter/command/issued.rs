//! Command with its sender.

use super::Command;
use crate::base::id::CommandId;
use crate::base::seat::Actor;

/// A command together with its id and its sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssuedCommand {
    /// Id minted by the browser; a command with the same id is applied once.
    pub id: CommandId,
    /// The actor who gives the command.
    pub by: Actor,
    /// The order itself, not yet checked.
    pub command: Command,
}
