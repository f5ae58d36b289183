//! Exchanges in the form that the rules read: a scene with its fighters, and its odds.

use std::ops::{Deref, DerefMut};

use super::State;
use crate::base::id::{CombatantId, ExchangeId};
use crate::base::sorted_map::Map;
use crate::character::parameters::Parameters;
use crate::chat_command::ChatError;
use crate::encounter::combatant::relations::CombatantHold;
use crate::encounter::exchange::{Exchange, TableSnapshot, TableSnapshotRef};
use crate::encounter::limits::MAX_ENDED_EXCHANGES;
use crate::exchange::{
    self, CombatantSnapshot, Effect, Hold, Odds, Party, Policy, Scene, SceneHistory,
};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;

impl State {
    /// Passes an exchange as a scene of the current state to `look`.
    pub fn with_scene<T>(&self, exchange: &Exchange, look: impl FnOnce(&Scene<'_>) -> T) -> T {
        self.with_scene_of(exchange, &self.snapshot_for(exchange), look)
    }

    /// Passes an exchange as a scene of the given snapshot to `look`.
    pub(in crate::encounter) fn with_scene_of<T>(
        &self,
        exchange: &Exchange,
        read: &TableSnapshot,
        look: impl FnOnce(&Scene<'_>) -> T,
    ) -> T {
        let all = build_fighters(read.as_ref(), &[], &self.house);
        look(&build_scene(exchange, read.as_ref(), &all, &self.house))
    }

    /// Passes an exchange to `look` with the state as each answer read it, and with the current
    /// state.
    pub fn with_moments<T>(
        &self,
        exchange: &Exchange,
        look: impl FnOnce(&SceneHistory<'_>) -> T,
    ) -> T {
        let now = self.snapshot_for(exchange);
        let fighters = |read| build_fighters(read, &now.facts, &self.house);
        let reads = exchange.snapshots();
        let then: Vec<Vec<CombatantInfo<'_>>> =
            reads.iter().map(|(_, read)| fighters(*read)).collect();
        let all = fighters(now.as_ref());
        let set = |read, all| build_scene(exchange, read, all, &self.house);
        let read = reads.iter().zip(&then);
        let read = read.map(|((from, read), all)| (*from, set(*read, all)));
        look(&SceneHistory::new(
            set(now.as_ref(), &all),
            read.collect(),
            exchange.answered_slots(),
        ))
    }

    /// Reads everything an exchange needs from the current state, without what the exchange itself
    /// has counted, spent and fired. Its rules are run again for each answer and must find the same
    /// numbers as at first.
    pub(in crate::encounter) fn snapshot_for(&self, exchange: &Exchange) -> TableSnapshot {
        let public = self.is_exchange_public(exchange);
        let parties = exchange.named_parties().into_iter();
        let facts =
            parties.filter_map(|(party, id)| self.snapshot_party(exchange, (party, id), public));
        let others = exchange.at.iter().chain(&exchange.others);
        let between = exchange.by.map(|by| self.situations_toward(by, others));
        let between = between.unwrap_or_default();
        TableSnapshot {
            facts: facts.collect(),
            between: match between.iter().all(Parameters::is_plain) {
                true => Vec::new(),
                false => between,
            },
            holds: self.snapshot_holds(exchange),
            space: self.separations_of(exchange, public),
        }
    }

    /// Reads what the rules need of one party of an exchange; `None` if its combatant is gone. If
    /// `public`, only holds that players know of count.
    fn snapshot_party(
        &self,
        exchange: &Exchange,
        (party, id): (Party, CombatantId),
        public: bool,
    ) -> Option<CombatantSnapshot> {
        let who = self.combatants.get(&id)?;
        let pools = who.remaining_pools(self.rules());
        let conditions = self.conditions_of(who, public);
        let mut facts = CombatantSnapshot::of(&who.fighter(&pools, &conditions, &self.house));
        facts.unscored = self.is_unscored(who);
        if party == Party::Actor {
            if let Some(counted) = exchange.actor_tally() {
                facts.tally.clone_from(counted);
            }
            self.restore_spared_state(who, public, &mut facts);
        }
        for effect in &exchange.landed {
            revert_own_effect(&mut facts, party, effect);
        }
        Some(facts)
    }

    /// Whether the rules read the same of the acting combatant against visible and against hidden
    /// targets.
    pub(in crate::encounter) fn is_actor_read_alike(&self, exchange: &Exchange) -> bool {
        let Some(who) = exchange.by.and_then(|by| self.combatants.get(&by)) else {
            return true;
        };
        let shows_itself = who.hidden && who.lurks;
        let read = |public| self.snapshot_party(exchange, (Party::Actor, who.id), public);
        !shows_itself && read(true) == read(false)
    }

    /// Returns the holds among the parties of an exchange. An acting combatant hurt by another at the same
    /// moment has the holds from before.
    fn snapshot_holds(&self, exchange: &Exchange) -> Vec<Hold> {
        let parties = exchange.named_parties();
        let spared = exchange.by.and_then(|id| self.spared.get_key_value(&id));
        let Some((id, spared)) = spared else {
            return filter_party_holds(&self.ties.holds, &parties);
        };
        let others = self.ties.holds.iter().filter(|hold| !hold.involves(*id));
        let mut holds: Vec<CombatantHold> = spared.holds.iter().chain(others).cloned().collect();
        holds.sort_unstable();
        filter_party_holds(&holds, &parties)
    }

    /// Computes the odds of an exchange from its current step, with `policy` making the remaining choices.
    ///
    /// # Errors
    /// The reason why the rules refuse it.
    pub fn odds(&self, exchange: &Exchange, policy: &dyn Policy) -> Result<Odds, ChatError> {
        self.odds_with_limit(exchange, policy, exchange::MAX_BRANCHES)
    }

    /// Computes the odds of an exchange, following at most `most` outcomes and sampling as many where there are
    /// more.
    ///
    /// # Errors
    /// The reason why the rules refuse it.
    pub fn odds_with_limit(
        &self,
        exchange: &Exchange,
        policy: &dyn Policy,
        most: usize,
    ) -> Result<Odds, ChatError> {
        let combat = self.system.combat();
        self.with_moments(exchange, |moments| {
            let answered = (&exchange.answers, &exchange.rulings[..]);
            exchange::odds_within(combat, moments, answered, policy, most)
        })
    }
}

/// Builds the fighters of a snapshot; tallies and pools it does not store are taken from `now`.
fn build_fighters<'a>(
    read: TableSnapshotRef<'a>,
    now: &'a [CombatantSnapshot],
    house: &'a HouseRules,
) -> Vec<CombatantInfo<'a>> {
    let all = read.facts.iter().enumerate();
    let all = all.map(|(nth, facts)| {
        let now = now.get(nth).filter(|_| facts.pools.is_none());
        let now = now.unwrap_or(facts);
        let tally = match nth {
            0 => &facts.tally,
            _ => &now.tally,
        };
        facts.as_fighter(tally, now.pools.as_ref().unwrap_or(&NO_POOLS), house)
    });
    all.collect()
}

/// Empty pools, for snapshots that store none.
static NO_POOLS: Map<String, i32> = Map::new();

/// Builds the scene of an exchange from a snapshot and its fighters.
fn build_scene<'a>(
    exchange: &'a Exchange,
    read: TableSnapshotRef<'a>,
    all: &'a [CombatantInfo<'a>],
    house: &'a HouseRules,
) -> Scene<'a> {
    let (actor, rest) = match exchange.by {
        Some(_) => all
            .split_first()
            .map_or((None, all), |(one, rest)| (Some(one), rest)),
        None => (None, all),
    };
    let (targets, bystanders) = rest.split_at(exchange.at.len().min(rest.len()));
    Scene {
        actor,
        targets,
        bystanders,
        situations: read.between,
        holds: read.holds,
        space: read.space,
        intent: &exchange.intent,
        house,
    }
}

/// Reverts what the exchange itself has counted, spent and fired for a party. The acting combatant's tally
/// stays as at the declaration.
fn revert_own_effect(facts: &mut CombatantSnapshot, party: Party, effect: &Effect) {
    match effect {
        Effect::Count { who, key } if *who == party && party != Party::Actor => {
            if let Some(count) = facts.tally.get_mut(key.as_ref()) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    facts.tally.remove(key.as_ref());
                }
            }
        }
        Effect::Spend { who, pool, points } if *who == party => {
            let left = facts
                .pools
                .as_mut()
                .and_then(|it| it.get_mut(pool.as_ref()));
            if let Some(left) = left {
                *left = left.saturating_add(*points);
            }
        }
        Effect::Wear { who, item, key, by } if *who == party => {
            if let Some(item) = facts.gear.get_mut(item) {
                let now = item.number(key).unwrap_or(0);
                item.set_number(key, Some(now.saturating_sub(*by)));
            }
        }
        _ => {}
    }
}

impl State {
    /// Returns an exchange by its id, if it is still stored.
    #[must_use]
    pub fn exchange(&self, id: ExchangeId) -> Option<&Exchange> {
        let mut exchanges = self.exchanges.iter().map(Deref::deref);
        exchanges.find(|exchange| exchange.id == id)
    }

    /// Returns an exchange by its id for changes.
    pub(in crate::encounter) fn exchange_mut(&mut self, id: ExchangeId) -> Option<&mut Exchange> {
        let found = self.exchanges.iter_mut().find(|exchange| exchange.id == id);
        found.map(DerefMut::deref_mut)
    }

    /// Whether players know everything of an exchange, because they see all of its parties.
    #[must_use]
    pub fn is_exchange_public(&self, exchange: &Exchange) -> bool {
        exchange.parties().all(|id| self.is_visible(id))
    }

    /// Removes the oldest ended exchanges beyond the limit, counted apart for those that players know of and
    /// the others. `but` has just changed; only exchanges of its kind are removed.
    pub(in crate::encounter) fn forget_old_exchanges(&mut self, but: ExchangeId) {
        let Some(known) = self.exchange(but).map(|it| self.is_exchange_known(it)) else {
            return;
        };
        let over: Vec<ExchangeId> = self
            .exchanges
            .iter()
            .filter(|it| it.is_over() && it.id != but)
            .filter(|it| self.is_exchange_known(it) == known)
            .map(|it| it.id)
            .collect();
        let surplus = over.len().saturating_sub(MAX_ENDED_EXCHANGES);
        let gone = over.get(..surplus).unwrap_or_default();
        self.exchanges.retain(|it| !gone.contains(&it.id));
    }
}

impl State {
    /// Returns the holds among the given parties.
    #[must_use]
    pub fn party_holds(&self, parties: &[(Party, CombatantId)]) -> Vec<Hold> {
        filter_party_holds(&self.ties.holds, parties)
    }
}

/// Returns those of the holds that are among the given parties.
fn filter_party_holds(holds: &[CombatantHold], parties: &[(Party, CombatantId)]) -> Vec<Hold> {
    let party = |id: CombatantId| {
        let mut parties = parties.iter();
        parties
            .find(|(_, other)| *other == id)
            .map(|(party, _)| *party)
    };
    let among = |hold: &CombatantHold| {
        Some(Hold {
            by: party(hold.by)?,
            on: party(hold.on)?,
            key: hold.key.clone(),
            amount: hold.amount,
        })
    };
    holds.iter().filter_map(among).collect()
}
