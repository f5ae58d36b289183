//! The command in front of the table: what its sender may know of, and what they may do.

use crate::encounter::authority::{Over, Right, Row, Sender};
use crate::encounter::combatant::Combatant;
use crate::encounter::command::Given;
use crate::encounter::encounter::Encounter;
use crate::encounter::refusal::Refusal;
use crate::encounter::viewer::Viewer;
use crate::fighter::Fighter;
use crate::id::{CombatantId, SeatId};
use crate::seat::{Actor, Seat};

/// The state, the command and the person in front of it.
pub(super) struct Decision<'a> {
    pub(super) state: &'a Encounter,
    pub(super) given: &'a Given,
    /// The person; `None` is the program.
    pub(super) person: Option<(SeatId, &'a Seat)>,
    /// The sender, as the table of permissions knows them.
    pub(super) sender: Sender,
}

impl<'a> Decision<'a> {
    pub(super) fn new(state: &'a Encounter, given: &'a Given) -> Result<Self, Refusal> {
        let person = match given.by {
            Actor::Server => None,
            Actor::Seat(id) => Some((id, state.seat(id).ok_or(Refusal::NoSeat)?)),
        };
        let sender = Sender::of(state, given.by);
        if sender == Sender::Gone {
            return Err(Refusal::NoSeat);
        }
        Ok(Self {
            state,
            given,
            person,
            sender,
        })
    }

    /// The same command of the same person on the table as it would be by then.
    pub(super) const fn on<'b>(&'b self, state: &'b Encounter) -> Decision<'b> {
        Decision { state, ..*self }
    }

    /// Asks the rules about a combatant.
    pub(super) fn with_fighter<T>(
        &self,
        combatant: &Combatant,
        ask: impl FnOnce(&Fighter<'_>) -> T,
    ) -> T {
        let pools = combatant.pools(self.state.rules());
        let conditions = self.state.conditions_of(combatant, !combatant.hidden);
        let who = combatant.fighter(&pools, &conditions, &self.state.house);
        ask(&Fighter {
            unscored: self.state.is_unscored(combatant),
            ..who
        })
    }

    /// Whether the table of permissions lets this person give their command.
    pub(super) fn permitted(&self) -> Result<(), Refusal> {
        Row::for_command(&self.given.command).check(self.state, self.given.by)
    }

    /// Whether this person has a right over nothing in particular.
    pub(super) fn has(&self, right: Right) -> Result<(), Refusal> {
        Over::All.check(right, self.state, self.given.by)
    }

    /// A combatant over whom this person has a right.
    pub(super) fn find_with(
        &self,
        right: Right,
        id: CombatantId,
    ) -> Result<&'a Combatant, Refusal> {
        Over::Combatant(id).check(right, self.state, self.given.by)?;
        self.state.combatant(id).ok_or(Refusal::NoSuchCombatant)
    }

    /// Whether this person sees what is hidden and may change everything.
    pub(super) const fn can_run_table(&self) -> bool {
        self.sender.runs_the_table()
    }

    /// The viewer that this person is.
    pub(super) const fn viewer(&self) -> Viewer {
        self.sender.viewer()
    }

    /// Whether players see what a combatant rolls.
    pub(super) fn players_see(&self, who: &Combatant) -> bool {
        !who.hidden && !self.state.unseen
    }

    /// Refuses everyone but the people running the table, where only the state can tell that the command needs one.
    pub(super) fn run_only(&self) -> Result<(), Refusal> {
        self.has(Right::Run)
    }

    /// A combatant this person may know about.
    pub(super) fn find(&self, id: CombatantId) -> Result<&'a Combatant, Refusal> {
        self.find_with(Right::Know, id)
    }

    /// Finds a combatant that the sender may act for: their own, or any for whoever runs the table.
    pub(super) fn find_own(&self, id: CombatantId) -> Result<&'a Combatant, Refusal> {
        self.find_with(Right::Act, id)
    }
}
