//! Time passes in the story: what the rules make of those for whom it does.

use super::Decision;
use crate::encounter::combatant::Combatant;
use crate::encounter::event::Event;
use crate::encounter::limits::MAX_VISIBLE;
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;
use crate::passage::{Later, MOST, Span};
use crate::sorted::Set;

impl Decision<'_> {
    /// Lets time pass for some, looked after in a way that the rules know.
    pub(super) fn pass_time(
        &self,
        ids: &Set<CombatantId>,
        span: Span,
        care: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        self.run_only()?;
        let rules = self.state.rules();
        let known = |key: &str| rules.cares().iter().any(|spec| spec.key == key);
        if care.is_some_and(|key| !known(key)) {
            return Err(Refusal::OtherSystem);
        }
        if ids.is_empty() || ids.len() > MAX_VISIBLE || !(1..=MOST).contains(&span.count()) {
            return Err(Refusal::OutOfBounds);
        }
        let mut events = Vec::new();
        for id in ids {
            let who = self.find(*id)?;
            let later = self.with_fighter(who, |fighter| rules.later(fighter, span, care));
            if let Some(later) = later {
                events.extend(self.aged(who, &later)?);
            }
        }
        if events.is_empty() {
            return Err(Refusal::NothingToDo);
        }
        Ok(events)
    }

    /// What becomes of one of them.
    fn aged(&self, who: &Combatant, later: &Later) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        for (key, after) in &later.conditions {
            let before = who.conditions.get(*key).copied();
            if before != *after {
                events.push(Event::Conditioned {
                    id: who.id,
                    key: (*key).to_owned(),
                    before,
                    after: *after,
                });
            }
        }
        for (pool, by) in &later.pools {
            events.push(self.spent(who, pool, *by)?);
        }
        if later.track != who.track {
            let said: Set<&str> = later.conditions.iter().map(|(key, _)| *key).collect();
            let mut marked = self.marked(who, later.track)?;
            // What the rules said of a condition is not said twice.
            marked.retain(|event| {
                !matches!(event, Event::Conditioned { key, .. } if said.contains(key.as_str()))
            });
            events.extend(marked);
        }
        Ok(events)
    }
}
