//! Simultaneous actions: damage among combatants who act at the same moment, and the end of that moment.

use super::Decision;
use crate::encounter::combatant::Spared;
use crate::encounter::encounter::Encounter;
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::{Conditioned, Harmed, HoldChanged, SpareChanged};
use crate::encounter::ties::Ties;
use crate::exchange::{Effect, Party};
use crate::id::CombatantId;

impl Decision<'_> {
    /// Records the condition of a combatant before the first effect of an action of another at the same moment.
    pub(super) fn spared_from(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        effect: &Effect,
    ) -> Option<SpareChanged> {
        let on = match effect {
            Effect::Hold { key, .. } if state.is_mark(key) => return None,
            Effect::Harm { to: on, .. }
            | Effect::Gain { who: on, .. }
            | Effect::Lose { who: on, .. }
            | Effect::Hold { on, .. }
            | Effect::Release { on, .. } => *on,
            _ => return None,
        };
        let (by, id) = (exchange.by?, exchange.party(on)?);
        let fresh = on != Party::Actor && !state.spared.contains_key(&id);
        let who = state.combatants.get(&id)?;
        (fresh && state.share_the_moment(by, id)).then(|| SpareChanged {
            id,
            before: None,
            after: Some(Box::new(Spared::of(who, state.ties.of(id).holds))),
        })
    }

    /// Updates the records of spared combatants by what others did to them in these events, and ends the records whose
    /// moment is over in `after`.
    pub(super) fn moments_on(&self, events: &[Event], after: &Encounter) -> Vec<SpareChanged> {
        let mut changed = Vec::new();
        for (id, spared) in &after.spared {
            let was = self.state.spared.get(id).cloned();
            let now = match after.is_their_moment(*id) {
                true => self.with_others(*id, spared.clone(), was, events, after),
                false => None,
            };
            if now.as_ref() != Some(spared) {
                changed.push(SpareChanged {
                    id: *id,
                    before: Some(Box::new(spared.clone())),
                    after: now.map(Box::new),
                });
            }
        }
        changed
    }

    /// Updates the record of a spared combatant by the effects of all but actions at the same moment.
    fn with_others(
        &self,
        id: CombatantId,
        mut spared: Spared,
        was: Option<Spared>,
        events: &[Event],
        after: &Encounter,
    ) -> Option<Spared> {
        let who = after.combatants.get(&id)?;
        // Actions at the same moment do not count: the first that the combatant is spared from, or one of an exchange
        // between the two.
        let same_moment = |event: &Event| {
            let exchange = event.exchange().and_then(|id| after.exchange(id));
            let by = exchange.and_then(|it| it.by);
            by.is_some_and(|by| after.share_the_moment(by, id))
        };
        if was.is_none() || events.iter().any(same_moment) {
            return Some(spared);
        }
        for event in events {
            match event {
                Event::Harmed(Harmed {
                    id: whose, packet, ..
                }) if *whose == id => {
                    let mut then = who.clone();
                    then.track = spared.track;
                    then.conditions.clone_from(&spared.conditions);
                    let rules = after.rules();
                    let harmed = self.with_fighter(&then, |who| rules.harm(who, *packet));
                    spared.track = harmed.map_or(spared.track, |harmed| harmed.after);
                }
                Event::Conditioned(Conditioned {
                    id: whose,
                    key,
                    after,
                    ..
                }) if *whose == id => match after {
                    Some(condition) => _ = spared.conditions.insert(key.clone(), *condition),
                    None => _ = spared.conditions.remove(key),
                },
                Event::Held(HoldChanged {
                    by,
                    on,
                    key,
                    after,
                    felt,
                    ..
                }) if *by == id || *on == id => {
                    let mut ties = Ties {
                        holds: spared.holds,
                        ..Ties::default()
                    };
                    ties.hold((*by, *on), key, (*after, *felt));
                    spared.holds = ties.holds;
                }
                _ => {}
            }
        }
        Some(spared)
    }
}
