//! Steps of combatants in the scene: into a place, up to another, and away from those at arm's length.

use super::moves::Step;
use crate::base::id::{CombatantId, LocationId};
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::{Approached, Relocated, Whereabouts};
use crate::encounter::state::State;
use crate::encounter::state::cover::BEHIND_KEY;
use crate::exchange::{Party, Shift};
use crate::space::Stance;

impl Decision<'_> {
    /// Returns the events of a combatant's step to a place or up to another; `anyway` says that
    /// they are moved against what bars the step.
    pub(super) fn step_events(&self, id: CombatantId, step: &Step, anyway: bool) -> Vec<Event> {
        let Some(who) = self.state.combatant(id) else {
            return Vec::new();
        };
        let distance = if step.counts { step.distance } else { 0 };
        let mut trial = DryRun::new(self.state);
        let events = self.relocation(who, step.to, (distance, anyway));
        trial.extend(events);
        if step.to == who.location && step.up_to.is_none() {
            let apart = self.step_away_events(id);
            trial.extend(apart);
        }
        if let Some((other, stance)) = step.up_to {
            let now = trial.encounter();
            let event = now.approach_event((id, other), Some(stance));
            let reset = now.reset_scene_parameters(id, [other].iter());
            trial.extend(event.into_iter().chain(reset));
        }
        trial.into_events()
    }

    /// Returns the events by which a combatant goes to a place, or is moved there against what bars
    /// it if `anyway`, and leaves those at arm's length. What was set by hand between them and
    /// others no longer holds. Where a character of the players goes, players see who is there.
    pub(super) fn relocation(
        &self,
        who: &Combatant,
        to: Option<LocationId>,
        (distance, anyway): (u32, bool),
    ) -> Vec<Event> {
        let before = Whereabouts {
            location: who.location,
            moved: who.now.moved,
        };
        let after = Whereabouts {
            location: to,
            moved: who.now.moved.saturating_add(distance),
        };
        if before == after {
            return Vec::new();
        }
        let mut events = Vec::new();
        if before.location != after.location {
            let looks = who.side == Side::Character && !who.hidden;
            let into = to.filter(|_| looks);
            events.extend(into.and_then(|to| self.sight_event(to)));
            events.extend(self.step_away_events(who.id));
            let all = self.state.combatants.keys();
            events.extend(self.state.reset_scene_parameters(who.id, all));
        }
        events.push(Event::Relocated(Relocated {
            id: who.id,
            before,
            after,
            anyway,
        }));
        events
    }

    /// Returns the events by which a combatant steps away from everybody at arm's length.
    fn step_away_events(&self, id: CombatantId) -> Vec<Event> {
        let near = self.state.ties.near.iter();
        let near = near.filter(|near| near.who == id || near.to == id);
        near.filter_map(|near| self.state.approach_event((near.who, near.to), None))
            .collect()
    }

    /// Returns the events by which an exchange moves a combatant in the scene.
    pub(in crate::encounter::decide) fn shift_events(
        &self,
        exchange: &Exchange,
        who: Party,
        to: Shift,
    ) -> Vec<Event> {
        let state = self.state;
        let who = exchange
            .combatant_of(who)
            .and_then(|id| state.combatant(id));
        let who = who.filter(|_| state.uses_scene());
        let Some((who, here)) = who.and_then(|who| Some((who, who.location?))) else {
            return Vec::new();
        };
        let (to, up_to) = match to {
            Shift::Aside => (here, None),
            Shift::Into(to) if state.plan.locations.contains_key(&to) => (to, None),
            Shift::Into(_) => return Vec::new(),
            Shift::UpTo(party) => {
                let other = exchange.combatant_of(party);
                let other = other.and_then(|other| state.combatant(other));
                match other.and_then(|other| Some((other.id, other.location?))) {
                    Some((other, location)) => (location, Some((other, Stance::Beside))),
                    None => return Vec::new(),
                }
            }
        };
        self.step_events(who.id, &Step::without_cost(to, up_to), false)
    }
}

impl State {
    /// Builds the event of a combatant who steps up to another or away; `None` if nothing changes.
    fn approach_event(
        &self,
        (who, to): (CombatantId, CombatantId),
        after: Option<Stance>,
    ) -> Option<Event> {
        let before = self.ties.stance(who, to);
        (before != after && who != to).then_some(Event::Approached(Approached {
            who,
            to,
            before,
            after,
        }))
    }

    /// Returns the events that reset situation parameters set by hand between a combatant who moves
    /// and these others, as far as they follow from the scene in use.
    fn reset_scene_parameters<'a>(
        &self,
        id: CombatantId,
        others: impl Iterator<Item = &'a CombatantId>,
    ) -> Vec<Event> {
        let keys = self.system.combat().scene_parameters();
        let others = others.filter(|other| **other != id && self.uses_scene());
        let pairs = others.flat_map(|other| [(id, *other), (*other, id)]);
        let events = pairs.flat_map(|pair| {
            keys.iter()
                .chain([&BEHIND_KEY])
                .filter(move |key| self.ties.parameter(pair.0, pair.1, key).is_some())
                .filter_map(move |key| self.situation_event(pair, key, None))
        });
        events.collect()
    }
}
