//! Simultaneous actions: damage among combatants who act at the same moment, and the end of that moment.

use super::Decision;
use crate::base::id::CombatantId;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::combatant::SparedState;
use crate::encounter::combatant::relations::Relations;
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::{Conditioned, Harmed, HoldChanged, SparedStateChanged};
use crate::exchange::{Effect, Party};

impl Decision<'_> {
    /// Records the unhurt state of a combatant before the first effect on it of another who acts at
    /// the same moment; `None` if there is nothing to record.
    pub(super) fn spare_from(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        effect: &Effect,
    ) -> Option<SparedStateChanged> {
        let on = match effect {
            Effect::Hold { key, .. } if state.is_mark(key) => return None,
            Effect::Harm { to: on, .. }
            | Effect::Gain { who: on, .. }
            | Effect::Lose { who: on, .. }
            | Effect::Hold { on, .. }
            | Effect::Release { on, .. } => *on,
            _ => return None,
        };
        let (by, id) = (exchange.by?, exchange.combatant_of(on)?);
        let fresh = on != Party::Actor && !state.spared.contains_key(&id);
        let who = state.combatants.get(&id)?;
        (fresh && state.are_acting_together(by, id)).then(|| SparedStateChanged {
            id,
            before: None,
            after: Some(Box::new(SparedState::from_combatant(
                who,
                state.ties.of_combatant(id).holds,
            ))),
        })
    }

    /// Updates the records of spared combatants by what others did to them in these events, and ends the records whose
    /// moment is over in `after`.
    pub(super) fn update_spared(
        &self,
        events: &[Event],
        after: &Encounter,
    ) -> Vec<SparedStateChanged> {
        let mut changed = Vec::new();
        for (id, spared) in &after.spared {
            let was = self.state.spared.get(id).cloned();
            let now = match after.is_acting_in_current_turn(*id) {
                true => self.add_outside_effects(*id, spared.clone(), was, events, after),
                false => None,
            };
            if now.as_ref() != Some(spared) {
                changed.push(SparedStateChanged {
                    id: *id,
                    before: Some(Box::new(spared.clone())),
                    after: now.map(Box::new),
                });
            }
        }
        changed
    }

    /// Updates `spared`, the unhurt state of a combatant whom others acting at the same moment
    /// hurt, by what everything else did to the combatant; `was` is the record before.
    fn add_outside_effects(
        &self,
        id: CombatantId,
        mut spared: SparedState,
        was: Option<SparedState>,
        events: &[Event],
        after: &Encounter,
    ) -> Option<SparedState> {
        let who = after.combatants.get(&id)?;
        // Actions at the same moment do not count: the first that the combatant is spared from, or one of an exchange
        // between the two.
        let same_moment = |event: &Event| {
            let exchange = event.exchange_id().and_then(|id| after.exchange(id));
            let by = exchange.and_then(|it| it.by);
            by.is_some_and(|by| after.are_acting_together(by, id))
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
                    let harmed = self.with_fighter(&then, |who| rules.apply_damage(who, *packet));
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
                    let mut ties = Relations {
                        holds: spared.holds,
                        ..Relations::default()
                    };
                    ties.set_hold((*by, *on), key, (*after, *felt));
                    spared.holds = ties.holds;
                }
                _ => {}
            }
        }
        Some(spared)
    }
}
