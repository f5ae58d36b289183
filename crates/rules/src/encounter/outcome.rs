//! Wording of the outcome of an exchange: one sentence per party, written when the exchange ends or one of its
//! blows lands, and stored as told.

mod landed;
mod teller;

pub(super) use self::landed::{Harm, Landed, starts_or_ends_hold};
use self::teller::Teller;
use super::came::{Came, Heard, Of};
use super::exchange::Exchange;
use super::feature::OutcomeTold;
use super::state::State;
use crate::exchange::Party;
use crate::id::ExchangeId;

impl State {
    /// Returns the event that stores new outcome sentences with an exchange; `None` if there are none.
    pub(super) fn outcome_told(&self, id: ExchangeId, landed: &Landed<'_>) -> Option<OutcomeTold> {
        let exchange = self.exchange(id)?;
        let new = self.came_of(exchange, landed);
        (!new.is_empty()).then(|| OutcomeTold {
            id,
            before: exchange.came.clone(),
            after: exchange.came.iter().cloned().chain(new).collect(),
        })
    }

    /// Returns the outcome sentences that are new since the last telling, in the state after the effects were
    /// applied.
    fn came_of(&self, exchange: &Exchange, landed: &Landed<'_>) -> Vec<Came> {
        let teller = Teller {
            state: self,
            exchange,
            effects: landed.effects,
        };
        let told = exchange
            .came
            .iter()
            .filter(|came| came.of.is_upshot())
            .count();
        let upshots = landed.upshots.iter().skip(told);
        let upshots = upshots.map(|(party, upshot)| (*party, teller.upshot(*party, upshot)));
        let harms = landed.harms.iter().filter_map(|harmed| {
            let mut parties = exchange.named_parties().into_iter();
            let (party, _) = parties.find(|(_, id)| *id == harmed.id)?;
            Some((party, teller.harm(party, harmed)?))
        });
        let ties = landed
            .ties
            .iter()
            .filter_map(|tie| teller.tied(tie, landed.upshots.get(told..)?));
        let mut came: Vec<(Party, Came)> = upshots.chain(harms).chain(ties).collect();
        came.sort_by_key(|(party, _)| *party);
        let mut came: Vec<Came> = came.into_iter().map(|(_, came)| came).collect();
        if came.is_empty() && exchange.came.is_empty() && exchange.is_over() {
            // Players do not know what foes carry.
            let (open, _) = teller.is_known(Party::Actor);
            let players = match exchange.by.is_some() && !open {
                true => Heard::Other(teller.tried()),
                false => Heard::All,
            };
            came.push(teller.came(teller.deed(), players, Of::Deed));
        }
        came
    }
}
