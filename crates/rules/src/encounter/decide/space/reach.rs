//! Bars of the scene on declarations: targets that are out of reach, out of sight, or behind something.

use super::moves::Step;
use super::to_refusal;
use crate::base::id::CombatantId;
use crate::base::term::{BarReason, RuleId};
use crate::encounter::command::{Declaration, SceneDestination};
use crate::encounter::decide::Decision;
use crate::encounter::decide::exchange::find_maneuver;
use crate::encounter::event::Event;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::exchange::Scene;
use crate::messages::{Wording, encounter as msg};
use crate::space::{Separation, Stance};

impl Decision<'_> {
    /// Returns what in the places of the scene bars a declaration at its targets.
    pub(in crate::encounter::decide) fn space_bar(
        &self,
        scene: &Scene<'_>,
        asked: &Declaration,
    ) -> Option<BarReason> {
        self.places_bar(scene, asked.by?, &asked.at)
    }

    /// Returns what in the places of the scene bars a combatant from acting on these targets.
    pub(super) fn places_bar(
        &self,
        scene: &Scene<'_>,
        by: CombatantId,
        at: &[CombatantId],
    ) -> Option<BarReason> {
        if !self.state.uses_scene() {
            return None;
        }
        let mut targets = (0..).zip(at);
        targets.find_map(|(nth, id)| self.target_bar(scene, by, (nth, *id)))
    }

    /// Returns what in the places of the scene bars a declaration at one of its targets.
    fn target_bar(
        &self,
        scene: &Scene<'_>,
        by: CombatantId,
        (nth, id): (u8, CombatantId),
    ) -> Option<BarReason> {
        let state = self.state;
        if !self.can_run_table() && state.is_out_of_sight(id) {
            let maneuver = find_maneuver(state, scene.intent)?;
            return Some((msg::OUT_OF_SIGHT_IN_THE_SCENE.into(), maneuver.rule.clone()));
        }
        let between = scene.separation(nth)?;
        let combat = state.system.combat();
        if let Some(rule) = combat.contact_rule(scene).filter(|_| !between.together) {
            return Some((state.far_words(between), RuleId::new(rule)));
        }
        let rule = combat.line_rule(scene).filter(|_| between.barred)?;
        let why = match state.is_line_shut(by, id) {
            true => msg::NO_LINE_A_DOOR_IS_SHUT,
            false => msg::NO_LINE_SOMETHING_IS_IN_THE_WAY,
        };
        Some((why.into(), RuleId::new(rule)))
    }

    /// Returns the events by which the actor of a declaration that needs closeness steps up to its first target, where
    /// that is in the same place.
    ///
    /// # Errors
    /// [`Refusal::Barred`] if they do not get there any more in this turn.
    pub(in crate::encounter::decide) fn close_in(
        &self,
        all: &[CombatantId],
        asked: &Declaration,
    ) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let apart = |(by, at): &(CombatantId, CombatantId)| {
            let here = state.location_of(*by, false);
            let there = state.location_of(*at, false);
            let together = here.map(|(id, _)| id) == there.map(|(id, _)| id);
            here.is_some() && together && !state.is_close(*by, *at)
        };
        let pair = asked.by.zip(asked.at.first().copied()).filter(apart);
        let Some((by, at)) = pair else {
            return Ok(Vec::new());
        };
        // What else keeps it from being declared is found later.
        let drafted = self.draft(all, asked).ok();
        let drafted = drafted.filter(|it| find_maneuver(state, &it.intent).is_some());
        let needs = drafted.is_some_and(|exchange| {
            let combat = state.system.combat();
            state.with_scene(&exchange, |scene| combat.contact_rule(scene).is_some())
        });
        let up_to = SceneDestination::UpTo(at, Stance::Beside);
        let step = state.combatant(by).filter(|_| needs);
        let step = step.and_then(|who| Some((who, self.plan_step(who, up_to).ok()?)));
        let Some((who, step)) = step else {
            return Ok(Vec::new());
        };
        if !state.system.combat().counts_closing_in() {
            let step = step.to.map(|to| Step::without_cost(to, step.up_to));
            return Ok(step.map_or_else(Vec::new, |step| self.step_events(by, &step, false)));
        }
        let whole_turn = self.action_of(who, &step).is_some();
        let bar = self.step_bar(who, &step);
        let bar = bar.or_else(|| self.too_far_bar(who).filter(|_| whole_turn));
        match bar.filter(|_| !asked.anyway) {
            Some(bar) => Err(to_refusal(&bar)),
            None => Ok(self.step_events(by, &step, false)),
        }
    }
}

impl State {
    /// Returns the words that say how far away a target in another place is.
    fn far_words(&self, between: &Separation) -> Wording {
        let place = between.there.as_ref().map_or("", |name| name.as_str());
        let place = Wording::verbatim(place.to_owned());
        match between.distance {
            Some(distance) => {
                let distance = self.system.combat().distance_words(distance);
                msg::wordings::too_far_in_another_place(&place, &distance)
            }
            None => msg::wordings::too_far_in_another_place_unmeasured(&place),
        }
    }
}
