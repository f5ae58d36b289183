//! Exchanges in the form that the rules read: a scene with its fighters, and its odds.

use std::ops::{Deref, DerefMut};

use super::exchange::{Borrowed, Exchange, Read};
use super::limits::MAX_CLOSED;
use super::state::State;
use super::ties::Held;
use crate::dial::Reading;
use crate::exchange::{self, Effect, Facts, Hold, Moments, Odds, Party, Policy, Scene};
use crate::fighter::Fighter;
use crate::house::House;
use crate::id::{CombatantId, ExchangeId};
use crate::sorted::Map;
use crate::typed::ChatError;

impl State {
    /// Passes an exchange as a scene of the current state to `look`.
    pub fn stage<T>(&self, exchange: &Exchange, look: impl FnOnce(&Scene<'_>) -> T) -> T {
        self.stage_read(exchange, &self.read(exchange), look)
    }

    /// Passes an exchange as a scene of the given snapshot to `look`.
    pub(super) fn stage_read<T>(
        &self,
        exchange: &Exchange,
        read: &Read,
        look: impl FnOnce(&Scene<'_>) -> T,
    ) -> T {
        let all = fighters(read.borrowed(), &[], &self.house);
        look(&scene(exchange, read.borrowed(), &all, &self.house))
    }

    /// Passes an exchange with all its moments to `look`: the state as each answer read it, and the current
    /// state.
    pub fn stage_all<T>(&self, exchange: &Exchange, look: impl FnOnce(&Moments<'_>) -> T) -> T {
        let now = self.read(exchange);
        let fighters = |read| fighters(read, &now.facts, &self.house);
        let reads = exchange.reads();
        let then: Vec<Vec<Fighter<'_>>> = reads.iter().map(|(_, read)| fighters(*read)).collect();
        let all = fighters(now.borrowed());
        let set = |read, all| scene(exchange, read, all, &self.house);
        let read = reads.iter().zip(&then);
        let read = read.map(|((from, read), all)| (*from, set(*read, all)));
        look(&Moments::new(
            set(now.borrowed(), &all),
            read.collect(),
            exchange.answered(),
        ))
    }

    /// Reads everything an exchange needs from the current state, without what the exchange itself has counted,
    /// spent and fired: its rules are run again for each answer and must find the same numbers as at first.
    pub(super) fn read(&self, exchange: &Exchange) -> Read {
        let public = self.exchange_is_public(exchange);
        let parties = exchange.named_parties().into_iter();
        let facts =
            parties.filter_map(|(party, id)| self.read_party(exchange, (party, id), public));
        let others = exchange.at.iter().chain(&exchange.others);
        let between = exchange.by.map(|by| self.between_each(by, others));
        let between = between.unwrap_or_default();
        Read {
            facts: facts.collect(),
            between: match between.iter().all(Reading::is_plain) {
                true => Vec::new(),
                false => between,
            },
            holds: self.holds_read(exchange),
        }
    }

    /// Reads one party of an exchange. If `public`, only holds that players know of count.
    fn read_party(
        &self,
        exchange: &Exchange,
        (party, id): (Party, CombatantId),
        public: bool,
    ) -> Option<Facts> {
        let who = self.combatants.get(&id)?;
        let pools = who.pools(self.rules());
        let conditions = self.conditions_of(who, public);
        let mut facts = Facts::of(&who.fighter(&pools, &conditions, &self.house));
        facts.unscored = self.is_unscored(who);
        if party == Party::Actor {
            if let Some(counted) = exchange.counted() {
                facts.tally.clone_from(counted);
            }
            self.spare(who, public, &mut facts);
        }
        for effect in &exchange.landed {
            restore(&mut facts, party, effect);
        }
        Some(facts)
    }

    /// Whether the acting combatant reads the same to visible and to hidden targets.
    pub(super) fn reads_actor_alike(&self, exchange: &Exchange) -> bool {
        let Some(who) = exchange.by.and_then(|by| self.combatants.get(&by)) else {
            return true;
        };
        let shows_itself = who.hidden && who.lurks;
        let read = |public| self.read_party(exchange, (Party::Actor, who.id), public);
        !shows_itself && read(true) == read(false)
    }

    /// Returns the holds among the parties of an exchange. An acting combatant hurt by another at the same
    /// moment has the holds from before.
    fn holds_read(&self, exchange: &Exchange) -> Vec<Hold> {
        let parties = exchange.named_parties();
        let spared = exchange.by.and_then(|id| self.spared.get_key_value(&id));
        let Some((id, spared)) = spared else {
            return among(&self.ties.holds, &parties);
        };
        let others = self.ties.holds.iter().filter(|hold| !hold.touches(*id));
        let mut holds: Vec<Held> = spared.holds.iter().chain(others).cloned().collect();
        holds.sort_unstable();
        among(&holds, &parties)
    }

    /// Computes the odds of an exchange from its current step, with `policy` making the remaining choices.
    ///
    /// # Errors
    /// The reason why the rules refuse it.
    pub fn odds(&self, exchange: &Exchange, policy: &dyn Policy) -> Result<Odds, ChatError> {
        self.odds_within(exchange, policy, exchange::MOST_WAYS)
    }

    /// Computes the odds of an exchange, following at most `most` outcomes and sampling as many where there are
    /// more.
    ///
    /// # Errors
    /// The reason why the rules refuse it.
    pub fn odds_within(
        &self,
        exchange: &Exchange,
        policy: &dyn Policy,
        most: usize,
    ) -> Result<Odds, ChatError> {
        let combat = self.system.combat();
        self.stage_all(exchange, |moments| {
            let answered = (&exchange.answers, &exchange.rulings[..]);
            exchange::odds_within(combat, moments, answered, policy, most)
        })
    }
}

/// Builds the fighters of a snapshot; tallies and pools it does not store are taken from `now`.
fn fighters<'a>(read: Borrowed<'a>, now: &'a [Facts], house: &'a House) -> Vec<Fighter<'a>> {
    let all = read.facts.iter().enumerate();
    let all = all.map(|(nth, facts)| {
        let now = now.get(nth).filter(|_| facts.pools.is_none());
        let now = now.unwrap_or(facts);
        let tally = match nth {
            0 => &facts.tally,
            _ => &now.tally,
        };
        facts.fighter(tally, now.pools.as_ref().unwrap_or(&NO_POOLS), house)
    });
    all.collect()
}

/// Empty pools, for snapshots that store none.
static NO_POOLS: Map<String, i32> = Map::new();

/// Builds the scene of an exchange from a snapshot and its fighters.
fn scene<'a>(
    exchange: &'a Exchange,
    read: Borrowed<'a>,
    all: &'a [Fighter<'a>],
    house: &'a House,
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
        between: read.between,
        holds: read.holds,
        intent: &exchange.intent,
        house,
    }
}

/// Reverts what the exchange itself has counted, spent and fired for a party. The acting combatant's tally
/// stays as at the declaration.
fn restore(facts: &mut Facts, party: Party, effect: &Effect) {
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
    pub(super) fn exchange_mut(&mut self, id: ExchangeId) -> Option<&mut Exchange> {
        let found = self.exchanges.iter_mut().find(|exchange| exchange.id == id);
        found.map(DerefMut::deref_mut)
    }

    /// Whether players know everything of an exchange, because they see all of its parties.
    #[must_use]
    pub fn exchange_is_public(&self, exchange: &Exchange) -> bool {
        exchange.parties().all(|id| self.is_seen(id))
    }

    /// Removes the oldest ended exchanges beyond the limit, counted apart for those that players know of and
    /// the others. `but` has just changed; only exchanges of its kind are removed.
    pub(super) fn forget_old_exchanges(&mut self, but: ExchangeId) {
        let Some(known) = self.exchange(but).map(|it| self.exchange_is_known(it)) else {
            return;
        };
        let over: Vec<ExchangeId> = self
            .exchanges
            .iter()
            .filter(|it| it.is_over() && it.id != but)
            .filter(|it| self.exchange_is_known(it) == known)
            .map(|it| it.id)
            .collect();
        let surplus = over.len().saturating_sub(MAX_CLOSED);
        let gone = over.get(..surplus).unwrap_or_default();
        self.exchanges.retain(|it| !gone.contains(&it.id));
    }
}

impl State {
    /// Returns the holds among the given parties.
    #[must_use]
    pub fn holds_among(&self, parties: &[(Party, CombatantId)]) -> Vec<Hold> {
        among(&self.ties.holds, parties)
    }
}

/// Returns those of the holds that are among the given parties.
fn among(holds: &[Held], parties: &[(Party, CombatantId)]) -> Vec<Hold> {
    let party = |id: CombatantId| {
        let mut parties = parties.iter();
        parties
            .find(|(_, other)| *other == id)
            .map(|(party, _)| *party)
    };
    let among = |hold: &Held| {
        Some(Hold {
            by: party(hold.by)?,
            on: party(hold.on)?,
            key: hold.key.clone(),
            amount: hold.amount,
        })
    };
    holds.iter().filter_map(among).collect()
}
