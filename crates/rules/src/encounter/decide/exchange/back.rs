//! Takes back the newest answer of an exchange, or withdraws the exchange.

use super::super::Decision;
use crate::base::id::{CombatantId, ExchangeId};
use crate::encounter::event::Event;
use crate::encounter::exchange::outcome_sentence::OutcomeSentence;
use crate::encounter::exchange::{Exchange, ExchangeInput};
use crate::encounter::feature::{ExchangeMoved, ExchangeWithdrawn, OutcomeTold};
use crate::encounter::refusal::Refusal;
use crate::exchange::{Answer, Party};

impl Decision<'_> {
    /// Takes back the newest answer or ruling of an open exchange. Its cost is refunded; dice already rolled keep their
    /// faces and lie there again when the roll comes.
    pub(in crate::encounter::decide) fn take_back_input(
        &self,
        id: ExchangeId,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.find_exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        let (input, landed) = exchange.newest_step().ok_or(Refusal::NothingToUndo)?;
        let slot = match input {
            ExchangeInput::Ruling(_) | ExchangeInput::Answer(_, Answer::Rolled { .. }) => {
                self.require_storyteller()?;
                None
            }
            ExchangeInput::Answer(slot, _) => Some(slot),
        };
        if let Some(slot) = slot {
            let line = exchange.ledger.iter().find(|line| line.slot == *slot);
            let party = line.map_or(Party::Storyteller, |line| line.by);
            self.check_speaks_for(exchange, party)?;
            if exchange.has_fallen_dice() && !self.can_run_table() {
                return Err(Refusal::DiceFell);
            }
        }
        let advance = exchange.last_advance().ok_or(Refusal::NothingToUndo)?;
        let mut events = self.revert_effects(exchange, landed)?;
        let step = u16::try_from(exchange.step_count().saturating_sub(1)).unwrap_or(u16::MAX);
        events.extend(retract_outcome(exchange, step).map(Event::from));
        events.push(Event::ExchangeMoved(ExchangeMoved {
            id,
            step,
            back: true,
            advance: Box::new(advance),
        }));
        Ok(events)
    }

    /// Withdraws an open exchange, which its declaring seat may do while nothing is answered, a storyteller at any
    /// time.
    pub(in crate::encounter::decide) fn withdraw_exchange(
        &self,
        id: ExchangeId,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.find_exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        if exchange.step_count() > 0 {
            self.require_storyteller()?;
        } else {
            self.check_speaks_for(exchange, Party::Actor)?;
        }
        let mut events = self.revert_effects(exchange, &exchange.landed)?;
        events.push(Event::ExchangeWithdrawn(ExchangeWithdrawn {
            exchange: Box::new(exchange.clone()),
        }));
        Ok(events)
    }

    /// Withdraws the open exchanges of a combatant who leaves the encounter.
    pub(in crate::encounter::decide) fn withdraw_exchanges_of(
        &self,
        id: CombatantId,
    ) -> Vec<Event> {
        let with = self.state.exchanges.iter();
        let with = with.filter(|it| !it.is_over() && it.parties().any(|other| other == id));
        with.map(|exchange| {
            Event::ExchangeWithdrawn(ExchangeWithdrawn {
                exchange: Box::new((**exchange).clone()),
            })
        })
        .collect()
    }
}

/// Returns the event that removes the outcome lines which came after `steps` steps; `None` if there are none.
fn retract_outcome(exchange: &Exchange, steps: u16) -> Option<OutcomeTold> {
    let left = exchange.came.iter().filter(|came| came.step <= steps);
    let after: Vec<OutcomeSentence> = left.cloned().collect();
    (after != exchange.came).then(|| OutcomeTold {
        id: exchange.id,
        before: exchange.came.clone(),
        after,
    })
}
