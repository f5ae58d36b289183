//! Wording of the outcome of an exchange: one sentence per party, written when the exchange ends or one of its
//! blows lands, and stored as told.

mod landed;
mod phrases;
mod teller;

pub(super) use self::landed::{HealthChange, LandedExchange, starts_or_ends_hold};
use self::teller::OutcomeWriter;
use crate::base::id::ExchangeId;
use crate::encounter::exchange::Exchange;
use crate::encounter::exchange::outcome_sentence::{OutcomeKind, OutcomeSentence, PlayerVersion};
use crate::encounter::feature::OutcomeTold;
use crate::encounter::state::State;
use crate::exchange::Party;

impl State {
    /// Returns the event that stores new outcome sentences with an exchange; `None` if there are none.
    pub(super) fn outcome_event(
        &self,
        id: ExchangeId,
        landed: &LandedExchange<'_>,
    ) -> Option<OutcomeTold> {
        let exchange = self.exchange(id)?;
        let new = self.new_outcome_sentences(exchange, landed);
        (!new.is_empty()).then(|| OutcomeTold {
            id,
            before: exchange.came.clone(),
            after: exchange.came.iter().cloned().chain(new).collect(),
        })
    }

    /// Returns the outcome sentences that are new since the last telling, in the state after the effects were
    /// applied.
    fn new_outcome_sentences(
        &self,
        exchange: &Exchange,
        landed: &LandedExchange<'_>,
    ) -> Vec<OutcomeSentence> {
        let teller = OutcomeWriter {
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
        let upshots =
            upshots.map(|(party, upshot)| (*party, teller.upshot_sentence(*party, upshot)));
        let harms = landed.health_changes.iter().filter_map(|harmed| {
            let mut parties = exchange.named_parties().into_iter();
            let (party, _) = parties.find(|(_, id)| *id == harmed.id)?;
            Some((party, teller.harm_sentence(party, harmed)?))
        });
        let ties = landed
            .hold_effects
            .iter()
            .filter_map(|tie| teller.hold_sentence(tie, landed.upshots.get(told..)?));
        let mut came: Vec<(Party, OutcomeSentence)> = upshots.chain(harms).chain(ties).collect();
        came.sort_by_key(|(party, _)| *party);
        let mut came: Vec<OutcomeSentence> = came.into_iter().map(|(_, came)| came).collect();
        if came.is_empty() && exchange.came.is_empty() && exchange.is_over() {
            // Players do not know what foes carry.
            let (open, _) = teller.party_visibility(Party::Actor);
            let players = match exchange.by.is_some() && !open {
                true => PlayerVersion::Other(teller.attempt_text()),
                false => PlayerVersion::All,
            };
            came.push(teller.sentence(teller.deed_text(), players, OutcomeKind::Deed));
        }
        came
    }
}
