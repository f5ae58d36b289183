//! An exchange as the rules see it: a scene with its fighters, and what it can come to.

use std::collections::BTreeMap;

use super::exchange::Exchange;
use super::state::Encounter;
use crate::chat::ChatError;
use crate::exchange::{self, Effect, Odds, Policy, Scene};
use crate::fighter::Fighter;
use crate::id::CombatantId;

/// What is counted of a party, and what is left of its pools.
type Live = (BTreeMap<String, u16>, BTreeMap<String, i32>);

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
