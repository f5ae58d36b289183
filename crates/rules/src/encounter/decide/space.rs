//! Commands about the scene as places: storytellers describe it, combatants move in it.

use super::Decision;
use crate::base::dice::Dice;
use crate::base::id::{CombatantId, ExchangeId, LocationId};
use crate::base::sorted_map::Set;
use crate::base::term::{BarReason, RuleId};
use crate::base::text::Name;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{Command, Declaration, LocationInput, SceneDestination, SceneEdit};
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::{
    Approached, LinkChanged, LocationChanged, Relocated, SceneUsed, Whereabouts,
};
use crate::encounter::question::Reply;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::encounter::state::cover::BEHIND_KEY;
use crate::encounter::table_settings::MovePermission;
use crate::exchange::{Intent, Shift};
use crate::messages::{Wording, encounter as msg};
use crate::space::{Door, Link, LinkEnds, Location, MAX_LOCATIONS, Pace, Stance, Way};

/// A move of one combatant: where to, whom to step up to, how far it is and at what pace.
struct Step {
    to: Option<LocationId>,
    up_to: Option<(CombatantId, Stance)>,
    distance: u32,
    pace: Option<Pace>,
}

impl Step {
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
    /// Decides a command about the scene; every other command has nothing to do.
    pub(super) fn decide_scene(&self, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        match &self.given.command {
            Command::EditScene(edit) => self.edit_scene(edit, dice),
            Command::Go { ids, to, anyway } => self.go(ids, *to, *anyway, dice),
            Command::SetDoor { id, to, open } => self.set_door(*id, *to, *open),
            _ => Err(Refusal::NothingToDo),
        }
    }

    /// Changes the places of the scene.
    fn edit_scene(&self, edit: &SceneEdit, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        let events = match edit {
            SceneEdit::Describe { lines } => self.describe_scene(lines, dice)?,
            SceneEdit::Place { id, to } => self.set_location(*id, to, dice)?,
            SceneEdit::RemovePlace { id, to } => self.remove_location(*id, *to)?,
            SceneEdit::Link { from, to, link } => self.set_link(*from, *to, link.clone())?,
            SceneEdit::Use { on } => self.use_scene(*on)?,
            SceneEdit::Clear => self.clear_scene(),
        };
        match events.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(events),
        }
    }

    /// Adds a place or changes one.
    fn set_location(
        &self,
        id: Option<LocationId>,
        to: &LocationInput,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let plan = &self.state.plan;
        let before = id.map(|id| plan.locations.get(&id).ok_or(Refusal::NoSuchPlace));
        let before = before.transpose()?;
        if before.is_none() && plan.locations.len() >= MAX_LOCATIONS {
            return Err(Refusal::Full);
        }
        let name = Name::new(&to.name)?;
        let mut others = plan
            .locations
            .iter()
            .filter(|(other, _)| Some(**other) != id);
        if others.any(|(_, other)| other.name.to_folded() == name.to_folded()) {
            return Err(Refusal::PlaceNameTaken);
        }
        let note = |text: &str| -> Result<Option<Name>, Refusal> {
            let text = text.trim();
            Ok(match text.is_empty() {
                true => None,
                false => Some(Name::new(text)?),
            })
        };
        let slot = to.slot.or_else(|| before.map(|before| before.slot));
        let after = Location {
            name,
            slot: slot.unwrap_or_else(|| self.state.free_slot()),
            marks: to.marks.clone(),
            hidden: to.hidden,
            locked: to.locked,
            note: note(&to.note)?,
            secret: note(&to.secret)?,
        };
        self.check_marks(&after)?;
        let id = id.unwrap_or_else(|| self.state.fresh_location_id(dice));
        Ok(self.location_event(id, Some(after)).into_iter().collect())
    }

    /// Checks that the marks of a place are known to the rules.
    fn check_marks(&self, location: &Location) -> Result<(), Refusal> {
        let grades = self.state.system.combat().cover_grades();
        let cover = location.marks.cover.as_ref();
        let known = cover.is_none_or(|cover| grades.iter().any(|(grade, _)| *grade == cover.grade));
        match known && usize::from(location.slot) < MAX_LOCATIONS {
            true => Ok(()),
            false => Err(Refusal::OutOfBounds),
        }
    }

    /// Removes a place with its links; those who are there go elsewhere.
    fn remove_location(
        &self,
        id: LocationId,
        to: Option<LocationId>,
    ) -> Result<Vec<Event>, Refusal> {
        let plan = &self.state.plan;
        if !plan.locations.contains_key(&id) {
            return Err(Refusal::NoSuchPlace);
        }
        if to.is_some_and(|to| to == id || !plan.locations.contains_key(&to)) {
            return Err(Refusal::NoSuchPlace);
        }
        let mut events = Vec::new();
        let there = self.state.combatants.values();
        for who in there.filter(|who| who.location == Some(id)) {
            events.extend(self.relocation(who, to, (0, true)));
        }
        for (ends, _) in &plan.links {
            if ends.other_end(id).is_some() {
                events.extend(self.link_event(*ends, None));
            }
        }
        events.extend(self.location_event(id, None));
        Ok(events)
    }

    /// Sets or removes the link between two places.
    fn set_link(
        &self,
        from: LocationId,
        to: LocationId,
        link: Option<Link>,
    ) -> Result<Vec<Event>, Refusal> {
        let known = |id: &LocationId| self.state.plan.locations.contains_key(id);
        let ends = LinkEnds::new(from, to).filter(|_| known(&from) && known(&to));
        let ends = ends.ok_or(Refusal::NoSuchPlace)?;
        let start = link.as_ref().and_then(|link| link.one_way_from);
        if start.is_some_and(|start| ends.other_end(start).is_none()) {
            return Err(Refusal::NoSuchPlace);
        }
        Ok(self.link_event(ends, link).into_iter().collect())
    }

    /// Takes the scene into use, or puts it away.
    fn use_scene(&self, on: bool) -> Result<Vec<Event>, Refusal> {
        let before = self.state.plan_in_use;
        if on && self.state.plan.is_empty() {
            return Err(Refusal::NoSuchPlace);
        }
        Ok((before != on)
            .then_some(Event::SceneUsed(SceneUsed { before, after: on }))
            .into_iter()
            .collect())
    }

    /// Removes all places and links, and puts the scene away.
    fn clear_scene(&self) -> Vec<Event> {
        let state = self.state;
        let mut events = Vec::new();
        for who in state.combatants.values() {
            events.extend(self.relocation(who, None, (0, true)));
        }
        let links = state.plan.links.iter();
        events.extend(links.filter_map(|(ends, _)| self.link_event(*ends, None)));
        let places = state.plan.locations.keys();
        events.extend(places.filter_map(|id| self.location_event(*id, None)));
        if state.plan_in_use {
            let (before, after) = (true, false);
            events.push(Event::SceneUsed(SceneUsed { before, after }));
        }
        events
    }

    /// Opens or closes the door between the place of a combatant and another.
    fn set_door(&self, id: CombatantId, to: LocationId, open: bool) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let who = self.find_own_combatant(id)?;
        self.check_may_move(who)?;
        let here = who.location.filter(|_| state.uses_scene());
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
        let event = self.link_event(ends, Some(link));
        Ok(vec![event.ok_or(Refusal::NothingToDo)?])
    }

    /// Checks that the sender may move a combatant now.
    fn check_may_move(&self, who: &Combatant) -> Result<(), Refusal> {
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

    /// Moves combatants in the scene.
    fn go(
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

    /// Moves one combatant in the scene, and declares the action that its pace takes.
    fn go_one(
        &self,
        who: &Combatant,
        to: SceneDestination,
        anyway: bool,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let step = self.plan_step(who, to)?;
        let mut trial = DryRun::new(self.state);
        if !anyway {
            if let Some((why, rule)) = self.step_bar(who, &step) {
                return Err(Refusal::Barred {
                    why: why.to_string(),
                    rule: rule.to_string(),
                });
            }
            if let Some(maneuver) = self.maneuver_of(who, &step) {
                let asked = Declaration::without_target(who.id, step.intent(maneuver));
                trial.extend(self.declare(&asked, dice)?);
            }
        }
        let beyond = anyway && self.step_bar(who, &step).is_some();
        let now = self.with_state(trial.encounter());
        let events = now.step_events(who.id, &step, beyond);
        trial.extend(events);
        Ok(trial.into_events())
    }

    /// Checks that a destination is one that the sender knows of.
    pub(super) fn check_destination(
        &self,
        id: CombatantId,
        to: SceneDestination,
    ) -> Result<(), Refusal> {
        let who = self.find_known_combatant(id)?;
        self.plan_step(who, to).map(|_| ())
    }

    /// Lists the places that a combatant could go to now, the nearest first and the barred ones last.
    pub(super) fn list_ways(&self, id: CombatantId) -> Result<Reply, Refusal> {
        let who = self.find_own_combatant(id)?;
        let places = self.state.plan.locations.keys().copied();
        let known = places.filter(|to| self.state.knows_location(self.viewer(), *to));
        let known = known.filter(|to| who.location != Some(*to));
        let mut ways: Vec<Way> = known
            .map(|to| {
                let step = self.plan_step(who, SceneDestination::Place(to))?;
                let barred = self
                    .step_bar(who, &step)
                    .or_else(|| self.declaration_bar(who, &step));
                let paced = step.pace.filter(|_| barred.is_none());
                let reached = who.location.and_then(|here| {
                    let public = !who.hidden && !self.can_run_table();
                    self.state.route_between(here, to, public)?.distance
                });
                Ok(Way {
                    to,
                    distance: reached,
                    pace: paced.map(|pace| pace.title.into()),
                    action: self
                        .maneuver_of(who, &step)
                        .is_some_and(|maneuver| self.takes_action(who, maneuver, &step)),
                    brings: Vec::new(),
                    barred,
                })
            })
            .collect::<Result<_, Refusal>>()?;
        ways.sort_by_key(|way| (way.barred.is_some(), way.distance.unwrap_or(u32::MAX)));
        Ok(Reply::Ways(ways))
    }

    /// Works out where a destination lies and how far it is.
    fn plan_step(&self, who: &Combatant, to: SceneDestination) -> Result<Step, Refusal> {
        let state = self.state;
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
            SceneDestination::Aside => (who.location, None),
            SceneDestination::Out => (None, None),
        };
        if let Some(id) = location {
            let known = state.knows_location(self.viewer(), id);
            known.then_some(()).ok_or(Refusal::NoSuchPlace)?;
        }
        let public = !who.hidden && !self.can_run_table();
        let distance = match (who.location, location) {
            (Some(here), Some(there)) if here == there => match up_to {
                Some((other, _)) if state.ties.stance(who.id, other).is_none() => state.spread(),
                Some(_) | None => 0,
            },
            (Some(here), Some(there)) => {
                let route = state.walkable_route(here, there, public);
                route.and_then(|route| route.distance).unwrap_or(0)
            }
            (None, _) | (_, None) => 0,
        };
        Ok(Step {
            to: location,
            up_to,
            distance,
            pace: self.pace_for(who, distance),
        })
    }

    /// Returns the slowest pace at which a combatant gets this much farther in this turn.
    fn pace_for(&self, who: &Combatant, distance: u32) -> Option<Pace> {
        let total = who.now.moved.saturating_add(distance);
        let paces = self.with_fighter(who, |who| self.state.system.combat().paces(who));
        paces.into_iter().find(|pace| pace.reach >= total)
    }

    /// Returns the maneuver that a step is declared as: one that takes an action once a turn, any other with every step.
    fn maneuver_of(
        &self,
        who: &Combatant,
        step: &Step,
    ) -> Option<(&'static str, Option<&'static str>)> {
        let in_fight = self.turn_for(who).round > 0;
        let maneuver = step.pace.filter(|_| in_fight)?.maneuver?;
        let before = self.pace_for(who, 0).filter(|_| who.now.moved > 0);
        let declared = before.and_then(|pace| pace.maneuver) == Some(maneuver);
        (!declared || !self.takes_action(who, maneuver, step)).then_some(maneuver)
    }

    /// Returns what bars the maneuver that a step is declared as.
    fn declaration_bar(&self, who: &Combatant, step: &Step) -> Option<BarReason> {
        let intent = step.intent(self.maneuver_of(who, step)?);
        let asked = Declaration::without_target(who.id, intent);
        match self.judge(&asked, &mut DryRun::new(self.state)) {
            Err(Refusal::Barred { why, rule }) => Some((Wording::verbatim(why), rule.into())),
            Ok(_) | Err(_) => None,
        }
    }

    /// Whether a step takes an action with this maneuver.
    fn takes_action(
        &self,
        who: &Combatant,
        maneuver: (&'static str, Option<&'static str>),
        step: &Step,
    ) -> bool {
        let mut trial = Exchange::new(ExchangeId::FIRST, step.intent(maneuver));
        trial.by = Some(who.id);
        let combat = self.state.system.combat();
        self.state
            .with_scene(&trial, |scene| combat.takes_action(scene))
    }

    /// Returns what bars a step: no way, a closed door, a locked place, or more than the combatant can go in a turn.
    fn step_bar(&self, who: &Combatant, step: &Step) -> Option<BarReason> {
        let state = self.state;
        let public = !who.hidden && !self.can_run_table();
        let bar = |why: Wording| Some((why, RuleId::new(SCENE_RULE)));
        let (Some(here), Some(there)) = (who.location, step.to) else {
            return None;
        };
        let locked = |id| state.plan.locations.get(id).is_some_and(|it| it.locked);
        if here != there {
            if locked(&here) || locked(&there) {
                return bar(msg::THE_PLACE_IS_LOCKED.into());
            }
            if state.walkable_route(here, there, public).is_none() {
                let shut = state.route_between(here, there, public).is_some();
                return bar(match shut {
                    true => msg::DOOR_FIRST.into(),
                    false => msg::NO_WAY_THERE.into(),
                });
            }
        }
        let in_fight = self.turn_for(who).round > 0;
        let paces = self.with_fighter(who, |who| state.system.combat().paces(who));
        let fastest = paces.last()?;
        let too_far = in_fight && step.pace.is_none();
        too_far.then(|| (msg::TOO_FAR_THIS_TURN.into(), RuleId::new(fastest.rule)))
    }

    /// Returns the events of a step.
    fn step_events(&self, id: CombatantId, step: &Step, anyway: bool) -> Vec<Event> {
        let Some(who) = self.state.combatant(id) else {
            return Vec::new();
        };
        let in_fight = self.turn_for(who).round > 0;
        let distance = if in_fight { step.distance } else { 0 };
        let mut trial = DryRun::new(self.state);
        let events = self.relocation(who, step.to, (distance, anyway));
        trial.extend(events);
        if step.to == who.location && step.up_to.is_none() {
            let apart = self.step_away_events(id);
            trial.extend(apart);
        }
        if let Some((other, stance)) = step.up_to {
            let event = trial.encounter().approach_event((id, other), Some(stance));
            trial.extend(event);
        }
        trial.into_events()
    }

    /// Returns the events of a combatant who goes or is moved to a place: they leave those at arm's length, and what was
    /// set by hand between them and others no longer holds.
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
            events.extend(self.step_away_events(who.id));
            events.extend(self.state.reset_scene_parameters(who.id));
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
    pub(super) fn step_away_events(&self, id: CombatantId) -> Vec<Event> {
        let near = self.state.ties.near.iter();
        let near = near.filter(|near| near.who == id || near.to == id);
        near.filter_map(|near| self.state.approach_event((near.who, near.to), None))
            .collect()
    }

    /// Returns the events by which an exchange moves a combatant in the scene.
    pub(super) fn shift_events(
        &self,
        exchange: &Exchange,
        who: &Combatant,
        to: Shift,
    ) -> Vec<Event> {
        let state = self.state;
        let Some(here) = who.location.filter(|_| state.uses_scene()) else {
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
        self.step_events(
            who.id,
            &Step {
                to: Some(to),
                up_to,
                distance: 0,
                pace: None,
            },
            false,
        )
    }

    /// Adds and changes places and links as typed.
    fn describe_scene(&self, _lines: &str, _dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        Err(Refusal::NothingToDo)
    }

    /// Builds the event that sets or removes a place; `None` if it stays the same.
    fn location_event(&self, id: LocationId, after: Option<Location>) -> Option<Event> {
        let before = self.state.plan.locations.get(&id).cloned();
        (before != after).then(|| {
            Event::LocationChanged(LocationChanged {
                id,
                before: before.map(Box::new),
                after: after.map(Box::new),
            })
        })
    }

    /// Builds the event that sets or removes a link; `None` if it stays the same.
    fn link_event(&self, ends: LinkEnds, after: Option<Link>) -> Option<Event> {
        let before = self.state.plan.link(ends).cloned();
        (before != after).then_some(Event::LinkChanged(LinkChanged {
            ends,
            before,
            after,
        }))
    }
}

/// Rule id of the guide's entry on places, doors and ways, which all systems share.
const SCENE_RULE: &str = "SCENE-01";

impl State {
    /// Returns the first free field of the board.
    fn free_slot(&self) -> u8 {
        let taken = |slot: &u8| self.plan.locations.values().any(|it| it.slot == *slot);
        (0..=u8::MAX).find(|slot| !taken(slot)).unwrap_or(0)
    }

    /// Draws an id that no place has.
    fn fresh_location_id(&self, dice: &mut dyn Dice) -> LocationId {
        let mut id = LocationId::draw(dice);
        while self.plan.locations.contains_key(&id) {
            id = id.next();
        }
        id
    }

    /// Builds the event of a combatant who steps up to another or away; `None` if nothing changes.
    pub(super) fn approach_event(
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

    /// Returns the events that reset what was set by hand between a combatant who moves and all others, where the scene
    /// says it as well.
    fn reset_scene_parameters(&self, id: CombatantId) -> Vec<Event> {
        let keys = self.system.combat().scene_parameters();
        let others = self.combatants.keys().filter(|other| **other != id);
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
