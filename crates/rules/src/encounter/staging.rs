//! An exchange as the rules see it: a scene with its fighters, and what it can come to.

use std::ops::{Deref, DerefMut};

use super::exchange::Exchange;
use super::limits::MAX_CLOSED;
use super::state::Encounter;
use crate::dial::Reading;
use crate::exchange::{self, Effect, Hold, Odds, Party, Policy, Scene};
use crate::fighter::Fighter;
use crate::id::{CombatantId, ExchangeId};
use crate::sorted::Map;
use crate::typed::ChatError;

/// What is counted of a party, and what is left of its pools.
type Live = (Map<String, u16>, Map<String, i32>);

impl Encounter {
    /// Looks at an exchange as a scene: as it was frozen, with what is counted and left now but
    /// for what it has counted and spent itself.
    pub fn stage<T>(&self, exchange: &Exchange, look: impl FnOnce(&Scene<'_>) -> T) -> T {
        let live = exchange.parties().map(|id| self.live(exchange, id));
        let live: Vec<Live> = live.collect();
        let all: Vec<Fighter<'_>> = exchange
            .facts
            .iter()
            .zip(&live)
            .map(|(facts, (tally, pools))| facts.fighter(tally, pools, &self.house))
            .collect();
        let (actor, rest) = match exchange.by {
            Some(_) => all
                .split_first()
                .map_or((None, &all[..]), |(one, rest)| (Some(one), rest)),
            None => (None, &all[..]),
        };
        let (targets, bystanders) = rest.split_at(exchange.at.len().min(rest.len()));
        look(&Scene {
            actor,
            targets,
            bystanders,
            between: &exchange.between,
            holds: &exchange.holds,
            intent: &exchange.intent,
            house: &self.house,
        })
    }

    /// What is counted and left of a party, but for what the exchange has counted and spent
    /// itself: its rules are run again for each answer, and must find what they found first. What
    /// the acting combatant had done is as it was at the declaration.
    fn live(&self, exchange: &Exchange, id: CombatantId) -> Live {
        let Some(combatant) = self.combatants.get(&id) else {
            return Live::default();
        };
        let (mut tally, mut pools) = (combatant.now.tally.clone(), combatant.pools(self.rules()));
        let is_actor = exchange.by == Some(id);
        if let Some(facts) = exchange.facts.first().filter(|_| is_actor) {
            tally.clone_from(&facts.tally);
        }
        for effect in &exchange.landed {
            match effect {
                Effect::Count { who, key } if !is_actor && exchange.party(*who) == Some(id) => {
                    if let Some(count) = tally.get_mut(key.as_ref()) {
                        *count = count.saturating_sub(1);
                    }
                }
                Effect::Spend { who, pool, points } if exchange.party(*who) == Some(id) => {
                    if let Some(left) = pools.get_mut(pool.as_ref()) {
                        *left = left.saturating_add(*points);
                    }
                }
                _ => {}
            }
        }
        (tally, pools)
    }

    /// What an exchange can come to from where it stands, when `policy` makes the choices that
    /// are left.
    ///
    /// # Errors
    /// Why the rules refuse it.
    pub fn odds(&self, exchange: &Exchange, policy: &dyn Policy) -> Result<Odds, ChatError> {
        self.odds_within(exchange, policy, exchange::MOST_WAYS)
    }

    /// The same, following no more than so many ways, and sampling as many where there are more.
    ///
    /// # Errors
    /// Why the rules refuse it.
    pub fn odds_within(
        &self,
        exchange: &Exchange,
        policy: &dyn Policy,
        most: usize,
    ) -> Result<Odds, ChatError> {
        let combat = self.system.combat();
        self.stage(exchange, |scene| {
            let answered = (&exchange.answers, &exchange.rulings[..]);
            exchange::odds_within(combat, scene, answered, policy, most)
        })
    }
}

impl Encounter {
    /// An exchange; `None` when there is none of that id.
    #[must_use]
    pub fn exchange(&self, id: ExchangeId) -> Option<&Exchange> {
        let mut exchanges = self.exchanges.iter().map(Deref::deref);
        exchanges.find(|exchange| exchange.id == id)
    }

    pub(super) fn exchange_mut(&mut self, id: ExchangeId) -> Option<&mut Exchange> {
        let found = self.exchanges.iter_mut().find(|exchange| exchange.id == id);
        found.map(DerefMut::deref_mut)
    }

    /// Whether players know of an exchange: they see all who take part.
    #[must_use]
    pub fn exchange_is_public(&self, exchange: &Exchange) -> bool {
        exchange.parties().all(|id| self.is_seen(id))
    }

    /// Exchanges that are over are kept a while, those players know of and the others apart; `but` is the one that has
    /// just changed, and only of its kind some may be one too many.
    pub(super) fn forget_old_exchanges(&mut self, but: ExchangeId) {
        let Some(public) = self.exchange(but).map(|it| self.exchange_is_public(it)) else {
            return;
        };
        let over: Vec<ExchangeId> = self
            .exchanges
            .iter()
            .filter(|it| it.is_over() && it.id != but)
            .filter(|it| self.exchange_is_public(it) == public)
            .map(|it| it.id)
            .collect();
        let surplus = over.len().saturating_sub(MAX_CLOSED);
        let gone = over.get(..surplus).unwrap_or_default();
        self.exchanges.retain(|it| !gone.contains(&it.id));
    }
}

impl Encounter {
    /// How things stand for a combatant who turns on another, as it was set by hand. What a map
    /// knows goes in here, beneath that: all who play an exchange ask here. What is the same from
    /// both sides counts from whichever side it was set.
    #[must_use]
    pub fn between(&self, from: CombatantId, to: CombatantId) -> Reading {
        let all = self.ties.situation.get(&from);
        let reading = all.and_then(|all| all.get(&to));
        let mut reading = reading.cloned().unwrap_or_default();
        for key in self.system.combat().mutual() {
            let theirs = self.ties.dial(to, from, key);
            if let Some(value) = theirs.filter(|_| reading.get(key).is_none()) {
                reading.set(key, value);
            }
        }
        reading
    }

    /// Who of the parties of an exchange holds whom.
    #[must_use]
    pub fn holds_among(&self, parties: &[(Party, CombatantId)]) -> Vec<Hold> {
        let party = |id: CombatantId| {
            let mut parties = parties.iter();
            parties
                .find(|(_, other)| *other == id)
                .map(|(party, _)| *party)
        };
        let holds = self.ties.holds.iter();
        holds
            .filter_map(|hold| {
                Some(Hold {
                    by: party(hold.by)?,
                    on: party(hold.on)?,
                    key: hold.key.clone(),
                    amount: hold.amount,
                })
            })
            .collect()
    }
}
