//! Applies the effects of an exchange as events, on the state of that moment.

use super::exchange::follow;
use super::{Decision, harm};
use crate::encounter::authority::Sender;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::Given;
use crate::encounter::encounter::Encounter;
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::{CarryChanged, Conditioned, Counted, Equipped, Told};
use crate::encounter::outcome::{Harm, Landed, starts_or_ends_hold};
use crate::encounter::refusal::Refusal;
use crate::encounter::ties::Held;
use crate::encounter::trial::Trial;
use crate::exchange::{Effect, Party, Upshot};
use crate::gear::{Carried, Item, ItemId, MAX_ITEMS};
use crate::id::{CombatantId, ExchangeId};
use crate::seat::Actor;

impl Decision<'_> {
    /// Applies the effects of an exchange in turn, behind the event `first` that brings them, and records the outcome:
    /// `effects` are those applied now, `all` those of the whole exchange, `upshots` the results for its parties.
    pub(super) fn landed(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        first: Event,
        (effects, all, upshots): (&[Effect], &[Effect], &[(Party, Upshot)]),
    ) -> Result<Vec<Event>, Refusal> {
        let mut trial = Trial::on(state);
        trial.push(first);
        let (mut follows, mut harms, mut ties) = (0, Vec::new(), Vec::new());
        // An exchange that follows from this one begins once the outcome is told.
        let follows_on = |effect: &&Effect| matches!(effect, Effect::Follow { .. });
        let (later, at_once): (Vec<&Effect>, Vec<&Effect>) = effects.iter().partition(follows_on);
        for effect in at_once {
            let spared = self.spared_from(trial.now(), exchange, effect);
            trial.extend(spared);
            let more = self.effect(trial.now(), exchange, effect, &mut follows)?;
            if let Effect::Harm { .. } | Effect::Mend { .. } = effect {
                harms.extend(more.iter().filter_map(Harm::of));
            }
            if more.iter().any(starts_or_ends_hold) {
                ties.push(effect);
            }
            trial.extend(more);
        }
        let landed = Landed {
            effects: all,
            upshots,
            harms: &harms,
            ties: &ties,
        };
        let now = trial.now();
        let told = now.outcome_told(exchange.id, &landed);
        trial.extend(told);
        for effect in later {
            let more = self.effect(trial.now(), exchange, effect, &mut follows)?;
            trial.extend(more);
        }
        Ok(trial.into_events())
    }

    /// Returns the events of one effect. `follows` counts the exchanges that follow so far.
    fn effect(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        effect: &Effect,
        follows: &mut u32,
    ) -> Result<Vec<Event>, Refusal> {
        // The rules act here, not the sender.
        let by_rules = Given {
            id: self.given.id,
            by: Actor::Server,
            command: self.given.command.clone(),
        };
        let decision = Decision {
            state,
            given: &by_rules,
            person: None,
            sender: Sender::Program,
        };
        let find = |party: Party| {
            let id = exchange.party(party)?;
            state.combatants.get(&id)
        };
        Ok(match effect {
            Effect::Harm { to, packet } => match find(*to) {
                Some(who) => decision.harm(who.id, harm::most(*packet))?,
                None => Vec::new(),
            },
            Effect::Mend { who, packet } => match find(*who) {
                Some(who) => possible(decision.mended(who, *packet))?,
                None => Vec::new(),
            },
            Effect::Spend { who, pool, points } => match find(*who) {
                Some(who) => match decision.spent(who, pool, points.saturating_neg()) {
                    Ok(event) => vec![event],
                    Err(Refusal::NoSuchPool | Refusal::NothingToDo) => Vec::new(),
                    Err(refusal) => return Err(refusal),
                },
                None => Vec::new(),
            },
            Effect::Count { who, key } => match find(*who) {
                Some(who) => decision.count_in_fight(who, key),
                None => Vec::new(),
            },
            Effect::Gain { key, .. } if self.state.is_of_a_rule_off(key) => Vec::new(),
            Effect::Gain {
                who,
                key,
                condition,
            } => {
                let by = exchange.by;
                let after = |on| state.landing_of(by, on, *condition);
                conditioned(find(*who), key, find(*who).map(after))
            }
            Effect::Lose { who, key } => conditioned(find(*who), key, None),
            Effect::Tell { who, words, rule } => vec![Event::Told(Told {
                id: exchange.party(*who),
                words: words.clone(),
                rule: rule.clone(),
                exchange: exchange.id,
                felt: false,
            })],
            Effect::Follow { by, at, intent } => {
                *follows += 1;
                let id = following(state, exchange.id, *follows);
                match follow(state, exchange, id, (*by, at, intent)) {
                    Some(next) => decision.opened(state, next)?,
                    None => Vec::new(),
                }
            }
            Effect::Wear { .. } | Effect::Carry { .. } | Effect::Give { .. } => {
                decision.apply_gear_effect(exchange, effect)?
            }
            Effect::Place { .. }
            | Effect::Hold { .. }
            | Effect::Release { .. }
            | Effect::LetGo { .. } => decision.tie_effect(exchange, effect)?,
        })
    }

    /// Counts a use of a combatant's turn, if a fight is under way.
    fn count_in_fight(&self, who: &Combatant, key: &str) -> Vec<Event> {
        if self.turn_for(who).round == 0 {
            return Vec::new();
        }
        let counted = Event::Counted(Counted {
            id: who.id,
            key: key.to_owned(),
            by: 1,
        });
        let over = self.state.threats_over(who.id, key);
        std::iter::once(counted).chain(over).collect()
    }

    /// Returns the events of an effect on items: their wear, how they are carried, and by whom.
    fn apply_gear_effect(
        &self,
        exchange: &Exchange,
        effect: &Effect,
    ) -> Result<Vec<Event>, Refusal> {
        let find = |party: Party| {
            let id = exchange.party(party)?;
            self.state.combatants.get(&id)
        };
        Ok(match effect {
            Effect::Wear { who, item, key, by } => match find(*who) {
                Some(who) => self.worn(who, *item, key, *by).into_iter().collect(),
                None => Vec::new(),
            },
            Effect::Carry { who, item, to } => match find(*who) {
                Some(who) => possible(self.carry_item(who.id, *item, *to))?,
                None => Vec::new(),
            },
            Effect::Give { from, item, to } => match (find(*from), find(*to)) {
                (Some(from), Some(to)) => changes_hands(from, *item, to),
                _ => Vec::new(),
            },
            Effect::Harm { .. }
            | Effect::Mend { .. }
            | Effect::Spend { .. }
            | Effect::Count { .. }
            | Effect::Gain { .. }
            | Effect::Lose { .. }
            | Effect::Tell { .. }
            | Effect::Follow { .. }
            | Effect::Place { .. }
            | Effect::Hold { .. }
            | Effect::Release { .. }
            | Effect::LetGo { .. } => Vec::new(),
        })
    }

    /// Returns the events of an effect on two combatants: their situation or their holds.
    fn tie_effect(&self, exchange: &Exchange, effect: &Effect) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let find = |party: Party| {
            let id = exchange.party(party)?;
            state.combatants.get(&id)
        };
        Ok(match effect {
            Effect::Place { target, key, value } => match (exchange.by, find(*target)) {
                (Some(by), Some(target)) => {
                    let set = &exchange.intent.set;
                    possible(self.place_dial((by, target.id), set, (key, *value)))?
                }
                _ => Vec::new(),
            },
            Effect::Hold {
                by,
                on,
                key,
                amount,
            } => match (find(*by), find(*on)) {
                (Some(by), Some(on)) if state.is_mark(key) => {
                    let mark = state.held((by.id, on.id), key, (Some(*amount), false));
                    mark.into_iter().collect()
                }
                (Some(by), Some(on)) => possible(self.hold((by.id, on.id), key, Some(*amount)))?,
                _ => Vec::new(),
            },
            Effect::Release { by, on, key } => match (find(*by), find(*on)) {
                (Some(by), Some(on)) => {
                    let events = possible(self.hold((by.id, on.id), key, None))?;
                    match events.is_empty() {
                        true => state.freed(&Held {
                            by: by.id,
                            on: on.id,
                            key: key.to_string(),
                            amount: 0,
                            felt: true,
                        }),
                        false => events,
                    }
                }
                _ => Vec::new(),
            },
            Effect::LetGo { by, key } => match find(*by) {
                Some(by) => self.releases(by.id, key)?,
                None => Vec::new(),
            },
            Effect::Harm { .. }
            | Effect::Mend { .. }
            | Effect::Spend { .. }
            | Effect::Count { .. }
            | Effect::Gain { .. }
            | Effect::Lose { .. }
            | Effect::Tell { .. }
            | Effect::Follow { .. }
            | Effect::Wear { .. }
            | Effect::Carry { .. }
            | Effect::Give { .. } => Vec::new(),
        })
    }

    /// Ends all holds of one key of a combatant.
    fn releases(&self, by: CombatantId, key: &str) -> Result<Vec<Event>, Refusal> {
        let holds = self.state.ties.holds.iter();
        let mut events = Vec::new();
        for hold in holds.filter(|hold| hold.by == by && hold.key == key) {
            events.extend(possible(self.hold((by, hold.on), key, None))?);
        }
        Ok(events)
    }

    /// Reverts the costs and counts applied by these effects, newest first.
    pub(super) fn lifted(
        &self,
        exchange: &Exchange,
        landed: &[Effect],
    ) -> Result<Vec<Event>, Refusal> {
        let mut trial = Trial::on(self.state);
        for effect in landed.iter().rev() {
            let back = match effect {
                Effect::Spend { who, pool, points } => vec![Effect::Spend {
                    who: *who,
                    pool: pool.clone(),
                    points: points.saturating_neg(),
                }],
                Effect::Wear { who, item, key, by } => vec![Effect::Wear {
                    who: *who,
                    item: *item,
                    key: key.clone(),
                    by: by.saturating_neg(),
                }],
                _ => Vec::new(),
            };
            for effect in &back {
                let more = self.effect(trial.now(), exchange, effect, &mut 0)?;
                trial.extend(more);
            }
            if let Effect::Count { who, key } = effect
                && let Some(id) = exchange.party(*who)
            {
                trial.push(Event::Counted(Counted {
                    id,
                    key: key.to_string(),
                    by: -1,
                }));
            }
        }
        Ok(trial.into_events())
    }
}

/// Turns a refusal that means an effect has nothing left to do, such as a missing item, into no events.
fn possible(done: Result<Vec<Event>, Refusal>) -> Result<Vec<Event>, Refusal> {
    match done {
        Err(
            Refusal::NothingToDo
            | Refusal::NoSuchItem
            | Refusal::OutOfBounds
            | Refusal::OnlyOne
            | Refusal::NoSuchHold
            | Refusal::NoSuchDial,
        ) => Ok(Vec::new()),
        done => done,
    }
}

/// Moves an item to the hands of another combatant. It drops where they cannot take another item.
fn changes_hands(from: &Combatant, item: ItemId, to: &Combatant) -> Vec<Event> {
    let Some(before) = from.gear.get(&item) else {
        return Vec::new();
    };
    let lost = Event::Equipped(Equipped {
        id: from.id,
        item,
        before: Some(Box::new(before.clone())),
        after: None,
    });
    let fresh = to.items.checked_add(1);
    let had = fresh.filter(|_| to.gear.len() < MAX_ITEMS).map(|item| {
        let held = Item {
            carried: Carried::Held,
            ..before.clone()
        };
        Event::Equipped(Equipped {
            id: to.id,
            item,
            before: None,
            after: Some(Box::new(held)),
        })
    });
    match had {
        Some(had) => vec![lost, had],
        None => vec![Event::Carried(CarryChanged {
            id: from.id,
            item,
            before: before.carried,
            after: Carried::Dropped,
        })],
    }
}

/// Builds the event that sets or lifts a condition; empty if nothing changes.
fn conditioned(
    who: Option<&Combatant>,
    key: &str,
    after: Option<crate::condition::Condition>,
) -> Vec<Event> {
    let Some(who) = who else { return Vec::new() };
    let before = who.conditions.get(key).copied();
    if before == after {
        return Vec::new();
    }
    vec![Event::Conditioned(Conditioned {
        id: who.id,
        key: key.to_owned(),
        before,
        after,
    })]
}

/// Returns the id of an exchange that follows from another: the next free one.
fn following(state: &Encounter, from: ExchangeId, nth: u32) -> ExchangeId {
    let mut id = (0..nth).fold(from, |id, _| id.next());
    while state.exchange(id).is_some() {
        id = id.next();
    }
    id
}
