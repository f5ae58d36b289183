//! Moves of combatants in the scene: where they can go, at what cost, and what bars them.

use super::{NO_RULE, to_refusal};
use crate::base::dice::Dice;
use crate::base::id::{CombatantId, ExchangeId, LocationId};
use crate::base::sorted_map::Set;
use crate::base::term::{BarReason, RuleId};
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{Declaration, SceneDestination};
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::refusal::Refusal;
use crate::encounter::table_settings::MovePermission;
use crate::exchange::Intent;
use crate::messages::{Wording, encounter as msg};
use crate::space::{Door, LinkEnds, Location, Pace, Stance};

/// A move of one combatant to a place, and up to another combatant, with the distance and the pace.
pub(super) struct Step {
    pub(super) to: Option<LocationId>,
    pub(super) up_to: Option<(CombatantId, Stance)>,
    pub(super) distance: u32,
    /// The pace; `None` if it is too far for one turn, or if it is not counted.
    pub(super) pace: Option<Pace>,
    /// Whether the distance counts, and the step takes an action. What players do not see of a combatant whom they
    /// see costs nothing, so that what it can still do tells nothing.
    pub(super) counts: bool,
}

impl Step {
    /// Creates a step that costs nothing, for those who are moved.
    pub(super) const fn without_cost(to: LocationId, up_to: Option<(CombatantId, Stance)>) -> Self {
        Self {
            to: Some(to),
            up_to,
            distance: 0,
            pace: None,
            counts: false,
        }
    }

    /// Returns the intent of the maneuver as which the step is declared.
    fn intent(&self, (maneuver, parameter): (&'static str, Option<&'static str>)) -> Intent {
        let mut intent = Intent::of(maneuver);
        if let Some(key) = parameter {
            let distance = i32::try_from(self.distance).unwrap_or(i32::MAX);
            intent.set.set(key, distance);
        }
        intent
    }
}

impl Decision<'_> {
    /// Opens or closes the door between the place of a combatant and another. Through an open one players see who is
    /// behind it.
    pub(in crate::encounter::decide) fn set_door(
        &self,
        id: CombatantId,
        to: LocationId,
        open: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let who = self.find_own_combatant(id)?;
        self.check_may_move(who)?;
        let known = |here: &LocationId| state.knows_location(self.viewer(), *here);
        let here = who.location.filter(known).filter(|_| state.uses_scene());
        let here = here.ok_or(Refusal::NotInScene)?;
        let ends = LinkEnds::new(here, to).filter(|_| state.knows_location(self.viewer(), to));
        let ends = ends.ok_or(Refusal::NoSuchPlace)?;
        let link = state.plan.link(ends);
        let link = link.filter(|link| self.can_run_table() || !link.hidden);
        let mut link = link.cloned().ok_or(Refusal::NoSuchPlace)?;
        link.door = match (link.door, open) {
            (Door::None, _) => return Err(Refusal::NoDoor),
            (Door::Locked, true) if !self.can_run_table() => return Err(Refusal::Locked),
            (Door::Locked, false) => return Err(Refusal::NothingToDo),
            (_, true) => Door::Open,
            (_, false) => Door::Closed,
        };
        match self.link_events(ends, Some(link)) {
            events if events.is_empty() => Err(Refusal::NothingToDo),
            events => Ok(events),
        }
    }

    /// Checks that the sender may move a combatant now.
    pub(in crate::encounter::decide) fn check_may_move(
        &self,
        who: &Combatant,
    ) -> Result<(), Refusal> {
        if self.can_run_table() {
            return Ok(());
        }
        let own_turn =
            self.turn_for(who).round == 0 || self.state.is_acting_in_current_turn(who.id);
        match self.state.table.moves {
            MovePermission::Always => Ok(()),
            MovePermission::OwnTurn if own_turn => Ok(()),
            MovePermission::OwnTurn | MovePermission::Proposed => Err(Refusal::NotYourMove),
        }
    }

    /// Moves combatants in the scene; `anyway` moves them though something bars it.
    pub(in crate::encounter::decide) fn go(
        &self,
        ids: &Set<CombatantId>,
        to: SceneDestination,
        anyway: bool,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut trial = DryRun::new(self.state);
        for id in ids {
            let now = self.with_state(trial.encounter());
            let who = now.find_own_combatant(*id)?;
            now.check_may_move(who)?;
            let events = now.go_one(who, to, anyway, dice)?;
            trial.extend(events);
        }
        match trial.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(trial.into_events()),
        }
    }

    /// Moves one combatant in the scene, and declares the action that its pace takes; `anyway`
    /// overrides what bars the move.
    fn go_one(
        &self,
        who: &Combatant,
        to: SceneDestination,
        anyway: bool,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let step = self.plan_step(who, to)?;
        let bar = self.step_bar(who, &step);
        let bar = bar.or_else(|| self.maneuver_bar(who, &step));
        let mut trial = DryRun::new(self.state);
        if let Some(bar) = bar.as_ref().filter(|_| !anyway) {
            return Err(to_refusal(bar));
        }
        if let Some(maneuver) = self.maneuver_of(who, &step).filter(|_| bar.is_none()) {
            let asked = Declaration::without_target(who.id, step.intent(maneuver));
            trial.extend(self.declare(&asked, dice)?);
        }
        let now = self.with_state(trial.encounter());
        let events = now.step_events(who.id, &step, bar.is_some());
        trial.extend(events);
        Ok(trial.into_events())
    }

    /// Checks that a destination is one that the sender knows of.
    pub(in crate::encounter::decide) fn check_destination(
        &self,
        id: CombatantId,
        to: SceneDestination,
    ) -> Result<(), Refusal> {
        let who = self.find_known_combatant(id)?;
        self.plan_step(who, to).map(|_| ())
    }

    /// Whether only what players know of counts for the way of a combatant to a place, which holds
    /// for those whom players see, between places into which players see.
    pub(super) fn counts_publicly(&self, who: &Combatant, to: Option<LocationId>) -> bool {
        let unseen = |id: Option<LocationId>| {
            let location = id.and_then(|id| self.state.plan.locations.get(&id));
            location.is_some_and(Location::conceals)
        };
        let secret = who.hidden || unseen(who.location) || unseen(to);
        !self.can_run_table() && !who.hidden || !secret
    }

    /// Returns the step that takes a combatant to a destination, with where that lies and how far
    /// it is.
    pub(super) fn plan_step(&self, who: &Combatant, to: SceneDestination) -> Result<Step, Refusal> {
        let state = self.state;
        if !self.can_run_table() && !state.uses_scene() {
            return Err(Refusal::NotInScene);
        }
        let (location, up_to) = match to {
            SceneDestination::Place(id) => (Some(id), None),
            SceneDestination::UpTo(other, stance) => {
                let other = self.find_known_combatant(other)?;
                let hides = !self.can_run_table() && state.is_out_of_sight(other.id);
                let location = other.location.filter(|_| !hides && other.id != who.id);
                (
                    Some(location.ok_or(Refusal::NotInScene)?),
                    Some((other.id, stance)),
                )
            }
            SceneDestination::Aside => (Some(who.location.ok_or(Refusal::NotInScene)?), None),
            SceneDestination::Out => (None, None),
        };
        if let Some(id) = location {
            let known = state.knows_location(self.viewer(), id);
            known.then_some(()).ok_or(Refusal::NoSuchPlace)?;
        }
        // Who stays in the place, or outside the scene, steps away from those at arm's length, of whom players may not
        // know.
        let stays = location == who.location && up_to.is_none();
        if stays && !self.has_known_neighbor(who.id) {
            return Err(Refusal::NothingToDo);
        }
        let public = self.counts_publicly(who, location);
        let distance = match (who.location, location) {
            (Some(here), Some(there)) if here == there => match up_to {
                Some((other, _)) if !state.is_close(who.id, other) => {
                    state.usual_distance_in_place()
                }
                Some(_) | None => 0,
            },
            (Some(here), Some(there)) => {
                let route = state.walkable_route(here, there, public);
                route.and_then(|route| route.distance).unwrap_or(0)
            }
            (None, _) | (_, None) => 0,
        };
        let seen = up_to.is_none_or(|(other, _)| state.is_visible(other));
        let in_fight = self.turn_for(who).round > 0 && state.uses_scene();
        let counts = in_fight && (who.hidden || public && seen);
        Ok(Step {
            to: location,
            up_to,
            distance,
            pace: self.pace_for(who, distance).filter(|_| counts),
            counts,
        })
    }

    /// Whether somebody whom the sender sees is at arm's length of a combatant.
    fn has_known_neighbor(&self, id: CombatantId) -> bool {
        let state = self.state;
        let mut near = state.ties.near.iter();
        let known = |id| self.can_run_table() || state.is_visible(id);
        near.any(|near| (near.who == id || near.to == id) && known(near.who) && known(near.to))
    }

    /// Returns the slowest pace at which a combatant gets this much farther in this turn; `None` if
    /// it is too far.
    fn pace_for(&self, who: &Combatant, distance: u32) -> Option<Pace> {
        let total = who.now.moved.saturating_add(distance);
        let paces = self.with_fighter(who, |who| self.state.system.combat().paces(who));
        paces.into_iter().find(|pace| pace.reach >= total)
    }

    /// Returns the maneuver and its parameter that a step takes as an action; `None` if it takes
    /// none, or if an earlier step of this turn took it.
    pub(super) fn action_of(
        &self,
        who: &Combatant,
        step: &Step,
    ) -> Option<(&'static str, Option<&'static str>)> {
        let maneuver = self.maneuver_of(who, step)?;
        self.takes_action(who, maneuver, step).then_some(maneuver)
    }

    /// Returns the maneuver and its parameter that a step is declared as; `None` if it needs none,
    /// or if its action was taken before in this turn.
    pub(super) fn maneuver_of(
        &self,
        who: &Combatant,
        step: &Step,
    ) -> Option<(&'static str, Option<&'static str>)> {
        let maneuver = step.pace.filter(|_| step.counts)?.maneuver?;
        let before = self.pace_for(who, 0).filter(|_| who.now.moved > 0);
        let declared = before.and_then(|pace| pace.maneuver) == Some(maneuver);
        (!declared || !self.takes_action(who, maneuver, step)).then_some(maneuver)
    }

    /// Whether a step takes an action with this maneuver.
    pub(super) fn takes_action(
        &self,
        who: &Combatant,
        maneuver: (&'static str, Option<&'static str>),
        step: &Step,
    ) -> bool {
        let mut trial = Exchange::new(ExchangeId::FIRST, step.intent(maneuver));
        trial.by = Some(who.id);
        let state = self.state;
        state.with_scene(&trial, |scene| state.system.combat().takes_action(scene))
    }

    /// Returns what bars the maneuver that a step is declared as.
    pub(super) fn maneuver_bar(&self, who: &Combatant, step: &Step) -> Option<BarReason> {
        let intent = step.intent(self.maneuver_of(who, step)?);
        let asked = Declaration::without_target(who.id, intent);
        match self.judge(&asked, &mut DryRun::new(self.state)) {
            Err(Refusal::Barred { why, rule }) => Some((Wording::verbatim(why), rule.into())),
            Ok(_) | Err(_) => None,
        }
    }

    /// Returns what bars a step, such as no way, a closed door, a locked place, or more than the
    /// combatant can go in a turn.
    pub(super) fn step_bar(&self, who: &Combatant, step: &Step) -> Option<BarReason> {
        let state = self.state;
        let bar = |why: Wording| Some((why, RuleId::new(NO_RULE)));
        let (Some(here), Some(there)) = (who.location, step.to) else {
            return None;
        };
        if here != there {
            let public = self.counts_publicly(who, step.to);
            let Some(reached) = state.route_between(here, there, public) else {
                return bar(msg::NO_WAY_THERE.into());
            };
            let locked = |id| state.plan.locations.get(id).is_some_and(|it| it.locked);
            if locked(&here) || locked(&there) {
                return bar(msg::THE_PLACE_IS_LOCKED.into());
            }
            if state.walkable_route(here, there, public).is_none() {
                return bar(match state.has_shut_door(&reached.through) {
                    true => msg::DOOR_FIRST.into(),
                    false => msg::NO_WAY_THERE.into(),
                });
            }
        }
        let too_far = step.counts && step.pace.is_none();
        self.too_far_bar(who).filter(|_| too_far)
    }

    /// Returns the bar on a step that is farther than a combatant gets in a turn; `None` if the rules do not say how
    /// far that is.
    pub(super) fn too_far_bar(&self, who: &Combatant) -> Option<BarReason> {
        let paces = self.with_fighter(who, |who| self.state.system.combat().paces(who));
        let fastest = paces.last()?;
        let why = match fastest.reach {
            0 => fastest.title,
            _ => msg::TOO_FAR_THIS_TURN,
        };
        Some((why.into(), RuleId::new(fastest.rule)))
    }
}
