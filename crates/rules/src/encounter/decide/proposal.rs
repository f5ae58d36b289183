//! Proposals: a player asks for what they may not do themselves, and a storyteller accepts or declines.

use super::Decision;
use super::harm::exceeds_limit;
use crate::base::dice::Dice;
use crate::base::id::{CombatantId, CommandId, ExchangeId};
use crate::base::seat::Actor;
use crate::base::text::MAX_NAME;
use crate::encounter::authority::Permission;
use crate::encounter::command::{Command, IssuedCommand, TokenDestination};
use crate::encounter::event::Event;
use crate::encounter::feature::{Proposed, Removed, Veiled};
use crate::encounter::limits::{MAX_BOX_SHIFTS, MAX_DAMAGE, MAX_LOSS, MAX_PROPOSALS, MAX_TERM};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::proposal::{ProposableAction, Proposal, ProposalStatus};
use crate::exchange::{ExchangeStep, RulingKind};

impl Decision<'_> {
    /// Stores a command as a proposal for the storyteller. Whether it would have any effect is not checked, as that
    /// would tell of a foe's numbers.
    pub(super) fn propose(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let row = Permission::for_command(command);
        let wish = row.proposable.ok_or(Refusal::NotAllowed)?;
        let whom = match wish {
            ProposableAction::Rule(exchange, _) => self.find_ruled_combatant(exchange)?,
            wish => wish.target().ok_or(Refusal::NotAllowed)?,
        };
        self.find_known_combatant(whom)?;
        let (seat, person) = self.person.ok_or(Refusal::NothingToDo)?;
        // A sender who may give the command has no need to propose it.
        let moves = match wish {
            ProposableAction::Go(id, _) => self.check_may_move(self.find_known_combatant(id)?),
            _ => Ok(()),
        };
        if moves.is_ok() && row.check(self.state, self.given.by).is_ok() {
            return Err(Refusal::NothingToDo);
        }
        self.check_well_formed(wish)?;
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
        Ok(vec![proposal_event(proposal, ProposalStatus::Made)])
    }

    /// Finds the acting combatant of an exchange in which a player takes part and proposes a
    /// ruling.
    fn find_ruled_combatant(&self, id: ExchangeId) -> Result<CombatantId, Refusal> {
        let exchange = self.find_exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        let mut own = exchange.parties();
        let own = own.find(|id| self.find_own_combatant(*id).is_ok());
        let own = own.ok_or(Refusal::NotAllowed)?;
        Ok(exchange.by.unwrap_or(own))
    }

    /// Checks that a term of a proposed ruling is one of an open roll of the sender's own combatant.
    fn check_ruled_term(&self, id: ExchangeId, what: &RulingKind) -> Result<(), Refusal> {
        let (slot, label, value) = match what {
            RulingKind::Strike { slot, label } => (slot, label, 0),
            RulingKind::Change { slot, label, value } => (slot, label, *value),
            _ => return Err(Refusal::NotAllowed),
        };
        let exchange = self.find_exchange(id)?;
        let Some(ExchangeStep::Roll { check, by, .. }) = exchange.find_question(slot) else {
            return Err(Refusal::NotAsked);
        };
        // Of the sums of others, players learn nothing.
        let roller = exchange.combatant_of(*by).ok_or(Refusal::NotAsked)?;
        self.find_own_combatant(roller)
            .map_err(|_| Refusal::NotAsked)?;
        let mut terms = check.terms.iter();
        let term = terms
            .find(|term| term.label == *label)
            .ok_or(Refusal::NotAsked)?;
        match value.unsigned_abs() > MAX_TERM.unsigned_abs() {
            true => Err(Refusal::OutOfBounds),
            false if matches!(what, RulingKind::Change { .. }) && term.value == value => {
                Err(Refusal::NothingToDo)
            }
            false => Ok(()),
        }
    }

    /// Checks that a proposal is well-formed, as far as everybody can know.
    fn check_well_formed(&self, wish: ProposableAction<'_>) -> Result<(), Refusal> {
        let within = |by: i32, most: u16| match by.unsigned_abs() {
            0 => Err(Refusal::NothingToDo),
            by if by > u32::from(most) => Err(Refusal::OutOfBounds),
            _ => Ok(()),
        };
        let known = |key: &str| {
            let mut specs = self.state.rules().facts().condition_specs.iter();
            match specs.any(|spec| spec.key == key) {
                true => Ok(()),
                false => Err(Refusal::NoSuchCondition),
            }
        };
        match wish {
            ProposableAction::Harm(_, packet) if packet.is_empty() => Err(Refusal::NothingToDo),
            ProposableAction::Harm(_, packet) if exceeds_limit(packet) => Err(Refusal::OutOfBounds),
            ProposableAction::Harm(..) => Ok(()),
            ProposableAction::Marks(_, shifts) => {
                let counts = shifts.iter().map(|shift| usize::from(shift.count));
                match counts.fold(0_usize, usize::saturating_add) {
                    0 => Err(Refusal::NothingToDo),
                    all if all > MAX_BOX_SHIFTS || shifts.len() > MAX_BOX_SHIFTS => {
                        Err(Refusal::OutOfBounds)
                    }
                    _ => Ok(()),
                }
            }
            ProposableAction::Points(_, by) => within(by, MAX_LOSS),
            ProposableAction::Pool(_, pool, by) => match pool.chars().count() > MAX_NAME {
                true => Err(Refusal::OutOfBounds),
                false => within(by, MAX_DAMAGE),
            },
            ProposableAction::Afflict(_, key) | ProposableAction::Lift(_, key) => known(key),
            ProposableAction::Move(_, TokenDestination::Before(Some(other))) => {
                self.find_known_combatant(other).map(|_| ())
            }
            ProposableAction::Move(
                _,
                TokenDestination::Before(None)
                | TokenDestination::Bench
                | TokenDestination::BenchGroup,
            ) => Ok(()),
            ProposableAction::Act(_, asked) => self.check_declarable(asked),
            ProposableAction::Go(id, to) => self.check_destination(id, to),
            ProposableAction::Rule(exchange, what) => self.check_ruled_term(exchange, what),
        }
    }

    /// Carries out a proposal with the rights of the storyteller who accepts it, or declines it.
    pub(super) fn settle_proposal(
        &self,
        id: CommandId,
        accept: bool,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut all = self.state.proposals.iter();
        let proposal = all.find(|it| it.id == id).ok_or(Refusal::NotAsked)?;
        if !accept {
            return Ok(vec![proposal_event(
                proposal.clone(),
                ProposalStatus::Declined,
            )]);
        }
        let given = IssuedCommand {
            id: self.given.id,
            by: self.given.by,
            command: proposal.command.clone(),
        };
        let decision = Decision::new(self.state, &given)?;
        let mut events = vec![proposal_event(proposal.clone(), ProposalStatus::Accepted)];
        match decision.decide_command(dice) {
            Ok(more) => events.extend(more),
            // Already in that state. Whether it is may depend on hidden combatants, of whom the proposer must learn
            // nothing.
            Err(Refusal::NothingToDo) => {}
            Err(refusal) => return Err(refusal),
        }
        Ok(events)
    }

    /// Withdraws a proposal of the sender.
    pub(super) fn retract_proposal(&self, id: CommandId) -> Result<Vec<Event>, Refusal> {
        let own = |it: &&Proposal| it.id == id && Actor::Seat(it.by) == self.given.by;
        let mut all = self.state.proposals.iter();
        let proposal = all.find(own).ok_or(Refusal::NotAsked)?;
        Ok(vec![proposal_event(proposal.clone(), ProposalStatus::Gone)])
    }

    /// Drops the proposals about combatants who are removed or hidden by these events. A hidden combatant is as gone to
    /// players: what they may still propose must not tell the one from the other.
    pub(super) fn drop_proposals(&self, events: &[Event]) -> Vec<Event> {
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
        gone.map(|proposal| proposal_event(proposal.clone(), ProposalStatus::Gone))
            .collect()
    }
}

/// Builds the event that sets the status of a proposal.
fn proposal_event(proposal: Proposal, fate: ProposalStatus) -> Event {
    let proposal = Box::new(proposal);
    Event::Proposed(Proposed { proposal, fate })
}
