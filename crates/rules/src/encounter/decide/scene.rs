//! The end of a scene, which ends what belonged to the fight.

use super::Decision;
use crate::due::Moment;
use crate::encounter::class::Both;
use crate::encounter::combatant::{Combatant, ThisRound};
use crate::encounter::event::Event;
use crate::encounter::feature::{Conditioned, HoldChanged, Refreshed};
use crate::encounter::refusal::Refusal;
use crate::messages::Wording;

impl Decision<'_> {
    /// Ends the scene: turns, initiative, plans and holds are over, with the conditions that last no longer than the
    /// scene. Open exchanges stay open.
    pub(super) fn end_scene(&self) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let mut events = vec![Event::SceneEnded];
        if state.turn != Both::default() {
            events.push(self.turn_only(Both::default()));
        }
        for who in state.combatants.values() {
            events.extend(self.comes_due(who, &[(Moment::SceneEnd, who)]));
            events.extend(self.over_with_scene(who));
            let before = (who.initiative.clone(), who.now.clone());
            let after = (None, ThisRound::default());
            if before != after {
                let id = who.id;
                events.push(Event::Refreshed(Refreshed { id, before, after }));
            }
        }
        let specs = state.system.combat().holds();
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
    fn over_with_scene(&self, who: &Combatant) -> Vec<Event> {
        let over = self.state.over_with_scene(who).into_iter();
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
