//! The end of a scene, which ends what belonged to the fight.

use super::Decision;
use crate::character::due::DueMoment;
use crate::encounter::class::PerClass;
use crate::encounter::combatant::{Combatant, RoundState};
use crate::encounter::event::Event;
use crate::encounter::feature::{Conditioned, HoldChanged, Refreshed};
use crate::encounter::refusal::Refusal;
use crate::messages::Wording;

impl Decision<'_> {
    /// Ends the scene, and with it turns, initiative, plans, holds and the conditions that last no longer. Open
    /// exchanges stay open.
    pub(super) fn end_scene(&self) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let mut events = vec![Event::SceneEnded];
        if state.turn != PerClass::default() {
            events.push(self.turn_event(PerClass::default()));
        }
        for who in state.combatants.values() {
            events.extend(self.due_event(who, &[(DueMoment::SceneEnd, who)]));
            events.extend(self.end_scene_conditions(who));
            let before = (who.initiative.clone(), who.now.clone());
            let after = (None, RoundState::default());
            if before != after {
                let id = who.id;
                events.push(Event::Refreshed(Refreshed { id, before, after }));
            }
        }
        let specs = state.system.combat().hold_kinds();
        events.extend(state.ties.holds.iter().map(|held| {
            let spec = specs.iter().find(|spec| spec.key == held.key);
            Event::Held(HoldChanged {
                by: held.by,
                on: held.on,
                key: held.key.clone(),
                word: spec.map_or_else(
                    || Wording::verbatim(held.key.clone()),
                    |spec| spec.word.into(),
                ),
                before: Some(held.amount),
                after: None,
                felt: held.felt,
            })
        }));
        Ok(events)
    }

    /// Ends the conditions of a combatant that last no longer than the scene.
    fn end_scene_conditions(&self, who: &Combatant) -> Vec<Event> {
        let over = self.state.conditions_ending_with_scene(who).into_iter();
        let ended = |key: String| {
            Event::Conditioned(Conditioned {
                id: who.id,
                before: who.conditions.get(&key).copied(),
                key,
                after: None,
            })
        };
        over.map(ended).collect()
    }
}
