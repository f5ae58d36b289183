//! The context in which a command is decided: the state, the sender, and what the sender may know and do.

use crate::base::id::{CombatantId, SeatId};
use crate::base::seat::{Actor, Seat};
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::authority::{Permission, Right, RightScope, Sender};
use crate::encounter::combatant::Combatant;
use crate::encounter::command::IssuedCommand;
use crate::encounter::refusal::Refusal;
use crate::encounter::viewer::Viewer;
use crate::ruleset::combatant_info::CombatantInfo;

/// A command with the state it is decided on and its sender.
pub(super) struct Decision<'a> {
    pub(super) state: &'a Encounter,
    pub(super) given: &'a IssuedCommand,
    /// The seat that sent the command; `None` is the program.
    pub(super) person: Option<(SeatId, &'a Seat)>,
    /// The sender's class in the table of permissions.
    pub(super) sender: Sender,
}

impl<'a> Decision<'a> {
    /// Looks up the sender of a command.
    ///
    /// # Errors
    /// [`Refusal::NoSeat`] if the sender has no seat at the table.
    pub(super) fn new(state: &'a Encounter, given: &'a IssuedCommand) -> Result<Self, Refusal> {
        let person = match given.by {
            Actor::Server => None,
            Actor::Seat(id) => Some((id, state.seat(id).ok_or(Refusal::NoSeat)?)),
        };
        let sender = Sender::of(state, given.by);
        if sender == Sender::NoSeat {
            return Err(Refusal::NoSeat);
        }
        Ok(Self {
            state,
            given,
            person,
            sender,
        })
    }

    /// Returns the same command of the same sender, decided on another state.
    pub(super) const fn with_state<'b>(&'b self, state: &'b Encounter) -> Decision<'b> {
        Decision { state, ..*self }
    }

    /// Calls `ask` with a combatant as the rules see it.
    pub(super) fn with_fighter<T>(
        &self,
        combatant: &Combatant,
        ask: impl FnOnce(&CombatantInfo<'_>) -> T,
    ) -> T {
        self.state.with_fighter(combatant, ask)
    }

    /// Checks the table of permissions for the sender and the command.
    pub(super) fn check_permission(&self) -> Result<(), Refusal> {
        Permission::for_command(&self.given.command).check(self.state, self.given.by)
    }

    /// Checks that the sender has a right that concerns no single combatant.
    pub(super) fn require_right(&self, right: Right) -> Result<(), Refusal> {
        RightScope::Unscoped.check(right, self.state, self.given.by)
    }

    /// Finds a combatant over whom the sender has a right.
    pub(super) fn find_with_right(
        &self,
        right: Right,
        id: CombatantId,
    ) -> Result<&'a Combatant, Refusal> {
        RightScope::Combatant(id).check(right, self.state, self.given.by)?;
        self.state.combatant(id).ok_or(Refusal::NoSuchCombatant)
    }

    /// Whether the sender sees what is hidden and may change everything.
    pub(super) const fn can_run_table(&self) -> bool {
        self.sender.can_run_table()
    }

    /// Returns the viewer that the sender is.
    pub(super) const fn viewer(&self) -> Viewer {
        self.sender.viewer()
    }

    /// Whether players see the rolls of a combatant.
    pub(super) fn is_roll_public(&self, who: &Combatant) -> bool {
        !who.hidden && !self.state.unseen
    }

    /// Refuses every sender but a storyteller, where only the state can tell that the command needs one.
    pub(super) fn require_storyteller(&self) -> Result<(), Refusal> {
        self.require_right(Right::RunTable)
    }

    /// Finds a combatant that the sender may know about.
    pub(super) fn find_known_combatant(&self, id: CombatantId) -> Result<&'a Combatant, Refusal> {
        self.find_with_right(Right::KnowCombatant, id)
    }

    /// Finds a combatant that the sender may act for: a player's own, or any for a storyteller.
    pub(super) fn find_own_combatant(&self, id: CombatantId) -> Result<&'a Combatant, Refusal> {
        self.find_with_right(Right::PlayCombatant, id)
    }
}
