//! Proposals: a player asks for what they may not do themselves, and a storyteller accepts or declines.

use super::Decision;
use super::harm::is_too_much;
use crate::dice::Dice;
use crate::encounter::authority::Row;
use crate::encounter::command::{Command, Destination, Given};
use crate::encounter::event::Event;
use crate::encounter::feature::{Proposed, Removed, Veiled};
use crate::encounter::limits::{MAX_DAMAGE, MAX_LOSS, MAX_PROPOSALS, MAX_SHIFTS};
use crate::encounter::proposal::{Fate, Proposal, Wish};
use crate::encounter::refusal::Refusal;
use crate::id::CommandId;
use crate::seat::Actor;
use crate::text::MAX_NAME;

impl Decision<'_> {
    /// Stores a command as a proposal for the storyteller. Whether it would have any effect is not checked, as that
    /// would tell of a foe's numbers.
    pub(super) fn propose(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let row = Row::for_command(command);
        let wish = row.wish.ok_or(Refusal::NotAllowed)?;
        let whom = wish.whom();
        self.find(whom)?;
        let (seat, person) = self.person.ok_or(Refusal::NothingToDo)?;
        // A sender who may give the command has no need to propose it.
        if row.check(self.state, self.given.by).is_ok() {
            return Err(Refusal::NothingToDo);
        }
        self.makes_sense(wish)?;
        let own = || self.state.proposals.iter().filter(|it| it.by == seat);
        if own().any(|it| it.command == *command) {
            return Err(Refusal::NothingToDo);
        }
        if own().count() >= MAX_PROPOSALS {
            return Err(Refusal::TooManyProposals);
        }
        let proposal = Proposal {
            id: self.given.id,
            by: seat,
            name: person.name.to_string(),
            whom,
            command: command.clone(),
        };
        Ok(vec![event(proposal, Fate::Made)])
    }

    /// Checks that a proposal is well-formed, as far as everybody can know.
    fn makes_sense(&self, wish: Wish<'_>) -> Result<(), Refusal> {
        let within = |by: i32, most: u16| match by.unsigned_abs() {
            0 => Err(Refusal::NothingToDo),
            by if by > u32::from(most) => Err(Refusal::OutOfBounds),
            _ => Ok(()),
        };
        let known = |key: &str| {
            let mut specs = self.state.rules().conditions().iter();
            match specs.any(|spec| spec.key == key) {
                true => Ok(()),
                false => Err(Refusal::NoSuchCondition),
            }
        };
        match wish {
            Wish::Harm(_, packet) if packet.is_empty() => Err(Refusal::NothingToDo),
            Wish::Harm(_, packet) if is_too_much(packet) => Err(Refusal::OutOfBounds),
            Wish::Harm(..) => Ok(()),
            Wish::Marks(_, shifts) => {
                let counts = shifts.iter().map(|shift| usize::from(shift.count));
                match counts.fold(0_usize, usize::saturating_add) {
                    0 => Err(Refusal::NothingToDo),
                    all if all > MAX_SHIFTS || shifts.len() > MAX_SHIFTS => {
                        Err(Refusal::OutOfBounds)
                    }
                    _ => Ok(()),
                }
            }
            Wish::Points(_, by) => within(by, MAX_LOSS),
            Wish::Pool(_, pool, by) => match pool.chars().count() > MAX_NAME {
                true => Err(Refusal::OutOfBounds),
                false => within(by, MAX_DAMAGE),
            },
            Wish::Afflict(_, key) | Wish::Lift(_, key) => known(key),
            Wish::Move(_, Destination::Before(Some(other))) => self.find(other).map(|_| ()),
            Wish::Move(
                _,
                Destination::Before(None) | Destination::Bench | Destination::BenchGroup,
            ) => Ok(()),
            Wish::Act(_, asked) => self.can_be_meant(asked),
        }
    }

    /// Carries out a proposal with the rights of the storyteller who accepts it, or declines it.
    pub(super) fn settle(
        &self,
        id: CommandId,
        accept: bool,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut all = self.state.proposals.iter();
        let proposal = all.find(|it| it.id == id).ok_or(Refusal::NotAsked)?;
        if !accept {
            return Ok(vec![event(proposal.clone(), Fate::Declined)]);
        }
        let given = Given {
            id: self.given.id,
            by: self.given.by,
            command: proposal.command.clone(),
        };
        let decision = Decision::new(self.state, &given)?;
        let mut events = vec![event(proposal.clone(), Fate::Accepted)];
        match decision.decided(dice) {
            Ok(more) => events.extend(more),
            // Already in that state. Whether it is may depend on hidden combatants, of whom the proposer must learn
            // nothing.
            Err(Refusal::NothingToDo) => {}
            Err(refusal) => return Err(refusal),
        }
        Ok(events)
    }

    /// Withdraws a proposal of the sender.
    pub(super) fn retract(&self, id: CommandId) -> Result<Vec<Event>, Refusal> {
        let own = |it: &&Proposal| it.id == id && Actor::Seat(it.by) == self.given.by;
        let mut all = self.state.proposals.iter();
        let proposal = all.find(own).ok_or(Refusal::NotAsked)?;
        Ok(vec![event(proposal.clone(), Fate::Gone)])
    }

    /// Drops the proposals about combatants who are removed or hidden by these events. A hidden combatant is as gone to
    /// players: what they may still propose must not tell the one from the other.
    pub(super) fn proposals_gone(&self, events: &[Event]) -> Vec<Event> {
        let goes = |whom| {
            let mut events = events.iter();
            events.any(|event| match event {
                Event::Removed(Removed { combatant, .. }) => combatant.id == whom,
                Event::Veiled(Veiled { id, hidden, .. }) => *hidden && *id == whom,
                _ => false,
            })
        };
        let all = self.state.proposals.iter();
        let gone = all.filter(|proposal| goes(proposal.whom));
        gone.map(|proposal| event(proposal.clone(), Fate::Gone))
            .collect()
    }
}

/// Builds the event that sets the status of a proposal.
fn event(proposal: Proposal, fate: Fate) -> Event {
    let proposal = Box::new(proposal);
    Event::Proposed(Proposed { proposal, fate })
}
