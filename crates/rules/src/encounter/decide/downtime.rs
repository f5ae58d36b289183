//! Downtime between fights: lets time pass in the story, and restores health and pools on the word of a storyteller.

use super::Decision;
use crate::base::id::CombatantId;
use crate::base::sorted_map::Set;
use crate::character::downtime::{self, DowntimeOutcome, MAX_UNITS, StoryTime};
use crate::encounter::combatant::Combatant;
use crate::encounter::event::Event;
use crate::encounter::feature::{Conditioned, Marked, Spent, TimePassed};
use crate::encounter::limits::MAX_VISIBLE;
use crate::encounter::refusal::Refusal;
use crate::messages::{Text, Wording, encounter as msg};

impl Decision<'_> {
    /// Lets time pass for combatants, with a kind of care that the rules know.
    pub(super) fn pass_time(
        &self,
        ids: &Set<CombatantId>,
        span: StoryTime,
        care: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        let rules = self.state.rules();
        let known = |key: &str| rules.care_specs().iter().any(|spec| spec.key == key);
        if care.is_some_and(|key| !known(key)) {
            return Err(Refusal::OtherSystem);
        }
        if ids.is_empty()
            || ids.len() > MAX_VISIBLE
            || !(1..=MAX_UNITS).contains(&span.unit_count())
        {
            return Err(Refusal::OutOfBounds);
        }
        let mut events = Vec::new();
        for id in ids {
            let who = self.find_known_combatant(*id)?;
            let later =
                self.with_fighter(who, |fighter| rules.downtime_outcome(fighter, span, care));
            if let Some(later) = later {
                events.extend(self.apply_downtime(who, &later)?);
            }
        }
        if events.is_empty() {
            return Err(Refusal::NothingToDo);
        }
        let words =
            downtime::describe_passage(span, self.care_title(care), rules.facts().vocabulary.round);
        Ok(self.with_time_passed(words, events))
    }

    /// Puts the line that tells of the passed time before its events; players get it only if they see any of them.
    fn with_time_passed(&self, words: Wording, events: Vec<Event>) -> Vec<Event> {
        let seen =
            |event: &Event| changed_combatant(event).is_some_and(|id| self.state.is_visible(id));
        let unseen = !events.iter().any(seen);
        let passed = Event::TimePassed(TimePassed { words, unseen });
        std::iter::once(passed).chain(events).collect()
    }

    /// Returns the title of a kind of medical care; `None` if the rules do not know it.
    fn care_title(&self, care: Option<&str>) -> Option<Text> {
        let mut cares = self.state.rules().care_specs().iter();
        let care = cares.find(|spec| Some(spec.key) == care)?;
        Some(care.title)
    }

    /// Heals wounds, with the conditions that came of them, and refills pools. Only a storyteller may.
    pub(super) fn restore_combatants(
        &self,
        ids: &Set<CombatantId>,
        (health, pools): (bool, bool),
    ) -> Result<Vec<Event>, Refusal> {
        if ids.is_empty() || ids.len() > MAX_VISIBLE {
            return Err(Refusal::OutOfBounds);
        }
        let mut events = Vec::new();
        for id in ids {
            let who = self.find_known_combatant(*id)?;
            if health {
                events.extend(self.heal_fully(who)?);
            }
            if pools {
                let specs = self.state.rules().pool_specs(&who.sheet);
                let spent = specs.iter().filter(|pool| who.spent.contains_key(pool.key));
                for pool in spent {
                    events.push(self.spend_event(who, pool.key, pool.most)?);
                }
            }
        }
        let words = match (health, pools) {
            _ if events.is_empty() => return Err(Refusal::NothingToDo),
            (true, true) => msg::AFTER_A_REST_WOUNDS_ARE,
            (_, true) => msg::AFTER_A_REST_WHAT_WAS,
            _ => msg::AFTER_A_REST_WOUNDS_ARE_HEALED,
        };
        Ok(self.with_time_passed(words.into(), events))
    }

    /// Heals all wounds of a combatant.
    fn heal_fully(&self, who: &Combatant) -> Result<Vec<Event>, Refusal> {
        let (track, over) = self.state.healed_track(who)?;
        let ended = over.into_iter().map(|key| {
            Event::Conditioned(Conditioned {
                id: who.id,
                key: key.to_owned(),
                before: who.conditions.get(key).copied(),
                after: None,
            })
        });
        let mut events: Vec<Event> = ended.collect();
        if track != who.track {
            // The conditions that end with the wounds have their events already.
            let marked = self.mark_track(who, track)?.into_iter();
            let marked = marked.filter(|event| matches!(event, Event::Marked(_)));
            events.splice(0..0, marked);
        }
        Ok(events)
    }

    /// Applies the outcome of the passed time to a combatant.
    fn apply_downtime(
        &self,
        who: &Combatant,
        later: &DowntimeOutcome,
    ) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        for (key, after) in &later.conditions {
            let before = who.conditions.get(*key).copied();
            if before != *after {
                events.push(Event::Conditioned(Conditioned {
                    id: who.id,
                    key: (*key).to_owned(),
                    before,
                    after: *after,
                }));
            }
        }
        for (pool, by) in &later.pools {
            events.push(self.spend_event(who, pool, *by)?);
        }
        if later.track != who.track {
            let said: Set<&str> = later.conditions.iter().map(|(key, _)| *key).collect();
            let mut marked = self.mark_track(who, later.track)?;
            // A condition that the rules changed gets no second event.
            marked.retain(|event| {
                !matches!(event, Event::Conditioned(Conditioned { key, .. }) if said.contains(key.as_str()))
            });
            events.extend(marked);
        }
        Ok(events)
    }
}

/// Returns the combatant whom an event of passed time changes; `None` for an event of another kind.
const fn changed_combatant(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Conditioned(Conditioned { id, .. })
        | Event::Spent(Spent { id, .. })
        | Event::Marked(Marked { id, .. }) => Some(*id),
        _ => None,
    }
}
