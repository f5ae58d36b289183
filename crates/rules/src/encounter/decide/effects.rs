//! Applies the effects of an exchange as events, on the state of that moment.

use super::exchange::follow_up_exchange;
use super::{Decision, harm};
use crate::base::id::{CombatantId, ExchangeId};
use crate::base::seat::Actor;
use crate::character::gear::{Carried, Item, ItemId, MAX_ITEMS};
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::authority::Sender;
use crate::encounter::combatant::Combatant;
use crate::encounter::combatant::relations::CombatantHold;
use crate::encounter::command::IssuedCommand;
use crate::encounter::decide::outcome::{HealthChange, LandedExchange, starts_or_ends_hold};
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::{CarryChanged, Conditioned, ConsequenceTold, Counted, Equipped};
use crate::encounter::refusal::Refusal;
use crate::exchange::{Effect, Party, Upshot};

impl Decision<'_> {
    /// Applies the `effects` of an exchange in turn behind the event `first`, and records the
    /// outcome; `all` are those of the whole exchange, `upshots` the results for its parties.
    pub(super) fn apply_effects(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        first: Event,
        (effects, all, upshots): (&[Effect], &[Effect], &[(Party, Upshot)]),
    ) -> Result<Vec<Event>, Refusal> {
        let mut trial = DryRun::new(state);
        trial.push(first);
        let (mut follows, mut harms, mut ties) = (0, Vec::new(), Vec::new());
        // An exchange that follows from this one begins once the outcome is told.
        let follows_on = |effect: &&Effect| matches!(effect, Effect::Follow { .. });
        let (later, at_once): (Vec<&Effect>, Vec<&Effect>) = effects.iter().partition(follows_on);
        for effect in at_once {
            let spared = self.spare_from(trial.encounter(), exchange, effect);
            trial.extend(spared);
            let more = self.apply_effect(trial.encounter(), exchange, effect, &mut follows)?;
            if let Effect::Harm { .. } | Effect::Mend { .. } = effect {
                harms.extend(more.iter().filter_map(HealthChange::from_event));
            }
            if more.iter().any(starts_or_ends_hold) {
                ties.push(effect);
            }
            trial.extend(more);
        }
        let landed = LandedExchange {
            effects: all,
            upshots,
            health_changes: &harms,
            hold_effects: &ties,
        };
        let now = trial.encounter();
        let told = now.outcome_event(exchange.id, &landed);
        trial.extend(told);
        for effect in later {
            let more = self.apply_effect(trial.encounter(), exchange, effect, &mut follows)?;
            trial.extend(more);
        }
        Ok(trial.into_events())
    }

    /// Returns the events of one effect; `follows` counts the follow-up exchanges so far.
    fn apply_effect(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        effect: &Effect,
        follows: &mut u32,
    ) -> Result<Vec<Event>, Refusal> {
        // The rules act here, not the sender.
        let by_rules = IssuedCommand {
            id: self.given.id,
            by: Actor::Server,
            command: self.given.command.clone(),
        };
        let decision = Decision {
            state,
            given: &by_rules,
            person: None,
            sender: Sender::Server,
        };
        let find = |party: Party| {
            let id = exchange.combatant_of(party)?;
            state.combatants.get(&id)
        };
        Ok(match effect {
            Effect::Harm { to, packet } => match find(*to) {
                Some(who) => decision.deal_damage(who.id, harm::cap_damage(*packet))?,
                None => Vec::new(),
            },
            Effect::Mend { who, packet } => match find(*who) {
                Some(who) => ignore_if_impossible(decision.mend(who, *packet))?,
                None => Vec::new(),
            },
            Effect::Spend { who, pool, points } => match find(*who) {
                Some(who) => match decision.spend_event(who, pool, points.saturating_neg()) {
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
            Effect::Gain { key, .. } if self.state.is_condition_switched_off(key) => Vec::new(),
            Effect::Gain {
                who,
                key,
                condition,
            } => {
                let by = exchange.by;
                let after = |on| state.adjust_condition_duration(by, on, *condition);
                condition_event(find(*who), key, find(*who).map(after))
            }
            Effect::Lose { who, key } => condition_event(find(*who), key, None),
            Effect::Tell { who, words, rule } => vec![Event::Told(ConsequenceTold {
                id: exchange.combatant_of(*who),
                words: words.clone(),
                rule: rule.clone(),
                exchange: exchange.id,
                felt: false,
            })],
            Effect::Follow { by, at, intent } => {
                *follows += 1;
                let id = follow_up_id(state, exchange.id, *follows);
                match follow_up_exchange(state, exchange, id, (*by, at, intent)) {
                    Some(next) => decision.open(state, next)?,
                    None => Vec::new(),
                }
            }
            Effect::Wear { .. } | Effect::Carry { .. } | Effect::Give { .. } => {
                decision.apply_gear_effect(exchange, effect)?
            }
            Effect::Place { .. }
            | Effect::Shift { .. }
            | Effect::Hold { .. }
            | Effect::Release { .. }
            | Effect::LetGo { .. } => decision.apply_relation_effect(exchange, effect)?,
        })
    }

    /// Counts a combatant's use of the turn under `key` in the round's tally, during a fight.
    fn count_in_fight(&self, who: &Combatant, key: &str) -> Vec<Event> {
        if self.turn_for(who).round == 0 {
            return Vec::new();
        }
        let counted = Event::Counted(Counted {
            id: who.id,
            key: key.to_owned(),
            by: 1,
        });
        let over = self.state.end_threats_by_action(who.id, key);
        std::iter::once(counted).chain(over).collect()
    }

    /// Returns the events of an effect on the wear of items, how they are carried, and by whom.
    fn apply_gear_effect(
        &self,
        exchange: &Exchange,
        effect: &Effect,
    ) -> Result<Vec<Event>, Refusal> {
        let find = |party: Party| {
            let id = exchange.combatant_of(party)?;
            self.state.combatants.get(&id)
        };
        Ok(match effect {
            Effect::Wear { who, item, key, by } => match find(*who) {
                Some(who) => self.wear_event(who, *item, key, *by).into_iter().collect(),
                None => Vec::new(),
            },
            Effect::Carry { who, item, to } => match find(*who) {
                Some(who) => ignore_if_impossible(self.carry_item(who.id, *item, *to))?,
                None => Vec::new(),
            },
            Effect::Give { from, item, to } => match (find(*from), find(*to)) {
                (Some(from), Some(to)) => hand_over(from, *item, to),
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
            | Effect::Shift { .. }
            | Effect::Hold { .. }
            | Effect::Release { .. }
            | Effect::LetGo { .. } => Vec::new(),
        })
    }

    /// Returns the events of an effect on the situation between two combatants or on their holds.
    fn apply_relation_effect(
        &self,
        exchange: &Exchange,
        effect: &Effect,
    ) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let find = |party: Party| {
            let id = exchange.combatant_of(party)?;
            state.combatants.get(&id)
        };
        Ok(match effect {
            Effect::Place { target, key, value } => match (exchange.by, find(*target)) {
                (Some(by), Some(target)) => {
                    let set = &exchange.intent.set;
                    ignore_if_impossible(self.set_situation_by_effect(
                        (by, target.id),
                        set,
                        (key, *value),
                    ))?
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
                    let mark = state.hold_event((by.id, on.id), key, (Some(*amount), false));
                    mark.into_iter().collect()
                }
                (Some(by), Some(on)) => {
                    ignore_if_impossible(self.set_hold((by.id, on.id), key, Some(*amount)))?
                }
                _ => Vec::new(),
            },
            Effect::Release { by, on, key } => match (find(*by), find(*on)) {
                (Some(by), Some(on)) => {
                    let events = ignore_if_impossible(self.set_hold((by.id, on.id), key, None))?;
                    match events.is_empty() {
                        true => state.end_conditions_of_hold(&CombatantHold {
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
                Some(by) => self.release_all(by.id, key)?,
                None => Vec::new(),
            },
            Effect::Shift { who, to } => self.shift_events(exchange, *who, *to),
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
    fn release_all(&self, by: CombatantId, key: &str) -> Result<Vec<Event>, Refusal> {
        let holds = self.state.ties.holds.iter();
        let mut events = Vec::new();
        for hold in holds.filter(|hold| hold.by == by && hold.key == key) {
            let ends = self.set_hold((by, hold.on), key, None);
            events.extend(ignore_if_impossible(ends)?);
        }
        Ok(events)
    }

    /// Reverts the costs and counts that the applied effects `landed` brought, newest first.
    pub(super) fn revert_effects(
        &self,
        exchange: &Exchange,
        landed: &[Effect],
    ) -> Result<Vec<Event>, Refusal> {
        let mut trial = DryRun::new(self.state);
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
                let more = self.apply_effect(trial.encounter(), exchange, effect, &mut 0)?;
                trial.extend(more);
            }
            if let Effect::Count { who, key } = effect
                && let Some(id) = exchange.combatant_of(*who)
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
fn ignore_if_impossible(done: Result<Vec<Event>, Refusal>) -> Result<Vec<Event>, Refusal> {
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
fn hand_over(from: &Combatant, item: ItemId, to: &Combatant) -> Vec<Event> {
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
fn condition_event(
    who: Option<&Combatant>,
    key: &str,
    after: Option<crate::character::condition::Condition>,
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

/// Returns a free id for the exchange that follows as the `nth` from another.
fn follow_up_id(state: &Encounter, from: ExchangeId, nth: u32) -> ExchangeId {
    let mut id = (0..nth).fold(from, |id, _| id.next());
    while state.exchange(id).is_some() {
        id = id.next();
    }
    id
}
