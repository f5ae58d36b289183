//! Changes of the places and links of the scene.

use crate::base::dice::Dice;
use crate::base::id::LocationId;
use crate::base::text::Name;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::command::{LocationInput, SceneEdit};
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::{LinkChanged, LocationChanged, SceneUsed};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::space::{Link, LinkEnds, Location, MAX_LOCATIONS, PlanEdit, parse_description};

impl Decision<'_> {
    /// Changes the places of the scene.
    pub(in crate::encounter::decide) fn edit_scene(
        &self,
        edit: &SceneEdit,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
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

    /// Adds and changes places and links as typed.
    fn describe_scene(&self, lines: &str, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        let grades = self.state.system.combat().cover_grades();
        let (edits, errors) = parse_description(&self.state.plan, lines, grades);
        if let Some(error) = errors.into_iter().next() {
            return Err(Refusal::SceneLine(error));
        }
        let mut trial = DryRun::new(self.state);
        for edit in edits {
            let now = self.with_state(trial.encounter());
            let events = match edit {
                PlanEdit::Place(location) => {
                    let id = now.state.find_location(&location.name);
                    now.put_location(id, location, id.is_some(), dice)?
                }
                PlanEdit::Link {
                    from,
                    to,
                    link,
                    one_way,
                } => {
                    let id = |name| now.state.find_location(name).ok_or(Refusal::NoSuchPlace);
                    let (from, to) = (id(&from)?, id(&to)?);
                    let one_way_from = one_way.then_some(from);
                    let link = Link {
                        one_way_from,
                        ..link
                    };
                    now.set_link(from, to, Some(link))?
                }
            };
            trial.extend(events);
        }
        Ok(trial.into_events())
    }

    /// Adds a place or changes one.
    fn set_location(
        &self,
        id: Option<LocationId>,
        to: &LocationInput,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let before = id.map(|id| {
            self.state
                .plan
                .locations
                .get(&id)
                .ok_or(Refusal::NoSuchPlace)
        });
        let before = before.transpose()?;
        let note = |text: &str| -> Result<Option<Name>, Refusal> {
            let text = text.trim();
            Ok(match text.is_empty() {
                true => None,
                false => Some(Name::new(text)?),
            })
        };
        let slot = to.slot.or_else(|| before.map(|before| before.slot));
        let after = Location {
            name: Name::new(&to.name)?,
            slot: slot.unwrap_or_default(),
            marks: to.marks.clone(),
            hidden: to.hidden,
            unseen: to.unseen,
            locked: to.locked,
            note: note(&to.note)?,
            secret: note(&to.secret)?,
        };
        self.put_location(id, after, slot.is_some(), dice)
    }

    /// Adds a place or changes one, if there is room for it. Unless `placed`, which keeps the field
    /// of the board that it names, it comes to the first free one; to a visible place, those of
    /// hidden places are free, which give way.
    fn put_location(
        &self,
        id: Option<LocationId>,
        mut after: Location,
        placed: bool,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let plan = &self.state.plan;
        let others = || {
            plan.locations
                .iter()
                .filter(|(other, _)| Some(**other) != id)
        };
        // Players notice nothing of how many places are hidden.
        let alike = others().filter(|(_, other)| other.hidden == after.hidden);
        if alike.count() >= MAX_LOCATIONS {
            return Err(Refusal::Full);
        }
        let name = after.name.to_folded();
        if others().any(|(_, other)| other.name.to_folded() == name) {
            return Err(Refusal::PlaceNameTaken);
        }
        if !placed {
            after.slot = self.state.free_slot(!after.hidden);
        }
        self.check_marks(&after)?;
        let gives_way = others()
            .find(|(_, other)| !placed && other.slot == after.slot)
            .map(|(other, location)| (*other, location.clone()));
        let id = id.unwrap_or_else(|| self.state.fresh_location_id(dice));
        let mut trial = DryRun::new(self.state);
        trial.extend(self.location_event(id, Some(after)));
        if let Some((other, location)) = gives_way {
            let slot = trial.encounter().free_slot(false);
            trial.extend(self.location_event(other, Some(Location { slot, ..location })));
        }
        Ok(trial.into_events())
    }

    /// Checks that the cover which a place has is of a grade known to the rules, and that the place
    /// lies on the board. Where the rules know no cover, it is a word without effect.
    fn check_marks(&self, location: &Location) -> Result<(), Refusal> {
        let grades = self.state.system.combat().cover_grades();
        let known = location.marks.cover.as_ref().is_none_or(|cover| {
            let word_alone = grades.is_empty() && cover.grade == 1;
            word_alone || grades.iter().any(|(grade, _)| *grade == cover.grade)
        });
        match known && usize::from(location.slot) < MAX_LOCATIONS.saturating_mul(2) {
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
            events.extend(self.relocation(who, to, (0, false)));
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
        Ok(self.link_events(ends, link))
    }

    /// Takes the scene into use, or puts it away.
    fn use_scene(&self, on: bool) -> Result<Vec<Event>, Refusal> {
        let before = self.state.plan_in_use;
        if on && !self.state.plan.has_known_location() {
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
        // Once it is put away, players are told of nothing else that goes.
        if state.plan_in_use {
            let (before, after) = (true, false);
            events.push(Event::SceneUsed(SceneUsed { before, after }));
        }
        for who in state.combatants.values() {
            events.extend(self.relocation(who, None, (0, false)));
        }
        let links = state.plan.links.iter();
        events.extend(links.filter_map(|(ends, _)| self.link_event(*ends, None)));
        let places = state.plan.locations.keys();
        events.extend(places.filter_map(|id| self.location_event(*id, None)));
        events
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

    /// Builds the event from which on players see who is in a place that they know of; `None` if they do already.
    pub(super) fn sight_event(&self, id: LocationId) -> Option<Event> {
        let location = self.state.plan.locations.get(&id)?;
        let closed = location.unseen && !location.hidden && self.state.plan_in_use;
        let (unseen, location) = (false, location.clone());
        let after = closed.then_some(Location { unseen, ..location })?;
        self.location_event(id, Some(after))
    }

    /// Builds the events that set or remove a link; none if it stays the same. Once a shut door of it is open, players see
    /// into the places at its ends, as far as they know of them and of the link.
    pub(super) fn link_events(&self, ends: LinkEnds, after: Option<Link>) -> Vec<Event> {
        let before = self.state.plan.link(ends);
        let shut = before.is_some_and(|before| !before.hidden && before.door.is_shut());
        let open = after.as_ref();
        let open = open.is_some_and(|after| !after.hidden && !after.door.is_shut());
        let known = |id: &LocationId| self.state.knows_location(Viewer::PLAYERS, *id);
        let seen = (shut && open && ends.locations().iter().all(known)).then(|| ends.locations());
        let seen = seen.into_iter().flatten();
        let seen: Vec<Event> = seen.filter_map(|id| self.sight_event(id)).collect();
        self.link_event(ends, after)
            .into_iter()
            .chain(seen)
            .collect()
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

impl State {
    /// Returns the first free field of the board; for a visible place, those of hidden places are free.
    fn free_slot(&self, visible: bool) -> u8 {
        let others = self.plan.locations.values();
        let others: Vec<_> = others.filter(|other| !visible || !other.hidden).collect();
        let taken = |slot: &u8| others.iter().any(|other| other.slot == *slot);
        (0..=u8::MAX).find(|slot| !taken(slot)).unwrap_or(0)
    }

    /// Finds the place with a name, in upper or lower case.
    fn find_location(&self, name: &Name) -> Option<LocationId> {
        let name = name.to_folded();
        let mut all = self.plan.locations.iter();
        all.find(|(_, location)| location.name.to_folded() == name)
            .map(|(id, _)| *id)
    }

    /// Draws an id that no place has.
    fn fresh_location_id(&self, dice: &mut dyn Dice) -> LocationId {
        let mut id = LocationId::draw(dice);
        while self.plan.locations.contains_key(&id) {
            id = id.next();
        }
        id
    }
}
