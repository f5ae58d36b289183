//! Whereabouts of combatants in the scene, and what follows from them for two of them.

use std::collections::BTreeSet;

use super::combatant::Combatant;
use super::exchange::Exchange;
use super::state::State;
use super::viewer::Viewer;
use crate::base::id::{CombatantId, CoverId, LocationId};
use crate::character::parameters::Parameters;
use crate::space::{
    CoverMark, Exit, Link, LinkEnds, Location, PairInSpace, Route, SceneReading, Separation, Stance,
};

/// Distance between two combatants at arm's length, in the unit of the rules.
const ARMS_LENGTH: u32 = 1;

impl State {
    /// Whether the scene is in use, so that the rules read it, and players know of one of its
    /// places. Nothing follows from places that they do not know of alone.
    pub(crate) fn uses_scene(&self) -> bool {
        self.plan_in_use && self.plan.has_known_location()
    }

    /// Returns the place of a combatant, if the scene is in use. With `public`, those into which players do
    /// not see count as none.
    pub(crate) fn location_of(
        &self,
        id: CombatantId,
        public: bool,
    ) -> Option<(LocationId, &Location)> {
        let id = self.combatant(id).filter(|_| self.uses_scene())?.location?;
        let location = self.plan.locations.get(&id)?;
        (!public || !location.conceals()).then_some((id, location))
    }

    /// Whether players see a combatant and the place that the combatant is in.
    pub(crate) fn is_in_sight(&self, id: CombatantId) -> bool {
        self.is_visible(id) && !self.is_out_of_sight(id)
    }

    /// Whether a combatant is in a place of the scene into which players do not see.
    pub(crate) fn is_out_of_sight(&self, id: CombatantId) -> bool {
        let location = self.location_of(id, false);
        location.is_some_and(|(_, location)| location.conceals())
    }

    /// Whether a link counts, which with `public` is only one that players know of, together with
    /// the places at its ends.
    fn is_link_known(&self, link: &Link, ends: [LocationId; 2], public: bool) -> bool {
        let seen = |id| {
            let location = self.plan.locations.get(&id);
            location.is_some_and(|location| !location.hidden)
        };
        !public || !link.hidden && ends.into_iter().all(seen)
    }

    /// Returns the shortest way between two places, through closed doors too; with `public`, along what players know
    /// of.
    pub(crate) fn route_between(
        &self,
        from: LocationId,
        to: LocationId,
        public: bool,
    ) -> Option<Route> {
        self.plan.shortest_route(from, to, |link, ends, _| {
            self.is_link_known(link, ends, public)
        })
    }

    /// Returns the shortest way between two places that can be gone now, through no closed door and
    /// against no one-way link; with `public`, along what players know of.
    pub(crate) fn walkable_route(
        &self,
        from: LocationId,
        to: LocationId,
        public: bool,
    ) -> Option<Route> {
        self.plan.shortest_route(from, to, |link, ends, entered| {
            self.is_link_known(link, ends, public)
                && !link.door.is_shut()
                && link.one_way_from.is_none_or(|from| from == entered)
        })
    }

    /// Whether a shut door is on the way through these places.
    pub(crate) fn has_shut_door(&self, through: &[LocationId]) -> bool {
        let mut pairs = through.windows(2).filter_map(|pair| match pair {
            [one, other] => LinkEnds::new(*one, *other),
            _ => None,
        });
        pairs.any(|ends| self.plan.link(ends).is_some_and(|link| link.door.is_shut()))
    }

    /// Whether there is a line of fire between two places, along some way without a closed door or
    /// anything solid; with `public`, along links that players know of.
    fn has_line(&self, from: LocationId, to: LocationId, public: bool) -> bool {
        let line = self.plan.shortest_route(from, to, |link, ends, _| {
            self.is_link_known(link, ends, public) && !link.door.is_shut() && !link.blind
        });
        line.is_some()
    }

    /// Whether there would be a line of fire between two combatants if all doors stood open.
    pub(crate) fn is_line_shut(&self, from: CombatantId, to: CombatantId) -> bool {
        let public = self.is_visible(from) && self.is_visible(to);
        let here = self.location_of(from, public).map(|(id, _)| id);
        let there = self.location_of(to, public).map(|(id, _)| id);
        here.zip(there).is_some_and(|(here, there)| {
            let open = self.plan.shortest_route(here, there, |link, ends, _| {
                self.is_link_known(link, ends, public) && !link.blind
            });
            open.is_some()
        })
    }

    /// Returns the usual distance between two combatants in one place.
    pub(crate) fn usual_distance_in_place(&self) -> u32 {
        let set = self.table.spread.map(u32::from);
        set.unwrap_or_else(|| self.system.combat().usual_distance())
    }

    /// Returns the distance between two combatants in the scene; `None` if one is in no place, or if nobody has said
    /// how far it is.
    pub(crate) fn scene_distance(
        &self,
        from: CombatantId,
        to: CombatantId,
        public: bool,
    ) -> Option<u32> {
        let ((here, _), (there, _)) = (
            self.location_of(from, public)?,
            self.location_of(to, public)?,
        );
        if here != there {
            return self.route_between(here, there, public)?.distance;
        }
        Some(match self.is_close(from, to) {
            true => ARMS_LENGTH,
            false => self.usual_distance_in_place(),
        })
    }

    /// Whether two combatants are at arm's length.
    pub(crate) fn is_close(&self, one: CombatantId, other: CombatantId) -> bool {
        let close = self.ties.stance(one, other);
        close.or_else(|| self.ties.stance(other, one)).is_some()
    }

    /// Returns two combatants as the rules see them in the scene; `None` if one of them is in no place. With `public`,
    /// only what players know of counts.
    pub(crate) fn pair_in_space(
        &self,
        from: CombatantId,
        to: CombatantId,
        public: bool,
    ) -> Option<PairInSpace<'_>> {
        let ((here_id, here), (there_id, there)) = (
            self.location_of(from, public)?,
            self.location_of(to, public)?,
        );
        Some(PairInSpace {
            distance: self.scene_distance(from, to, public),
            stance: self.ties.stance(from, to),
            faced: self.ties.stance(to, from),
            opposite: self.names_opposite(from, to, public),
            here,
            there,
            together: here_id == there_id,
            line: here_id == there_id || self.has_line(here_id, there_id, public),
            cover: self.intact_cover(there).filter(|_| here_id != there_id),
            own_cover: self.intact_cover(here).filter(|_| here_id != there_id),
            from_first_target: None,
        })
    }

    /// Returns what gives cover in a place, as long as anything is left of it.
    fn intact_cover<'a>(&self, location: &'a Location) -> Option<&'a CoverMark> {
        let spec = self.system.combat().cover_spec();
        let stands = |id: CoverId| {
            let cover = self.cover(id);
            cover.is_some_and(|it| spec.is_none_or(|spec| !spec.is_gone(&it.numbers)))
        };
        let mark = location.marks.cover.as_ref();
        mark.filter(|mark| mark.thing.is_none_or(stands))
    }

    /// Returns the cover of the encounter that stands in the place of the second combatant, if the first is elsewhere.
    pub(super) fn cover_of_place(&self, from: CombatantId, to: CombatantId) -> Option<CoverId> {
        let public = self.is_visible(from) && self.is_visible(to);
        let (there, location) = self.location_of(to, public)?;
        let (here, _) = self.location_of(from, public)?;
        let mark = location.marks.cover.as_ref();
        mark.filter(|_| here != there)?.thing
    }

    /// Whether players know of a cover because it stands in a place of the scene that they know.
    pub(super) fn is_cover_in_known_place(&self, id: CoverId) -> bool {
        let mut known = self.plan.locations.values().filter(|it| !it.hidden);
        let stands = |it: &Location| {
            it.marks
                .cover
                .as_ref()
                .is_some_and(|it| it.thing == Some(id))
        };
        self.uses_scene() && known.any(stands)
    }

    /// Returns everybody who is in the same place as one of these combatants.
    pub(super) fn companions_of(&self, named: &[CombatantId]) -> BTreeSet<CombatantId> {
        let at = |id: &CombatantId| Some(self.location_of(*id, false)?.0);
        let places: BTreeSet<LocationId> = named.iter().filter_map(at).collect();
        let all = self.combatants.keys().copied();
        all.filter(|id| at(id).is_some_and(|at| places.contains(&at)))
            .collect()
    }

    /// Returns how a combatant stands to another at arm's length, whichever of the two stepped up;
    /// `None` if they are not that close. Those who were stepped up to face the other.
    fn stance_toward(&self, who: CombatantId, to: CombatantId) -> Option<Stance> {
        let met = || self.ties.stance(to, who).map(|_| Stance::Beside);
        self.ties.stance(who, to).or_else(met)
    }

    /// Returns the names of the allies of `from` at arm's length of `to` who stand elsewhere around
    /// `to`, such as on the other side. With `public`, only those whom players see.
    fn names_opposite(&self, from: CombatantId, to: CombatantId, public: bool) -> Vec<String> {
        let own = self.stance_toward(from, to);
        let side = self.combatant(from).map(|who| who.side);
        let Some(own) = own.filter(|_| !self.ties.near.is_empty()) else {
            return Vec::new();
        };
        let others = self.combatants.values().filter(|who| {
            let bearing = self
                .stance_toward(who.id, to)
                .filter(|bearing| *bearing != own);
            who.id != from && Some(who.side) == side && bearing.is_some()
        });
        let others = others.filter(|who| {
            let seen = !public || self.is_in_sight(who.id);
            seen && !self.is_out(who)
        });
        others.map(Combatant::full_name).collect()
    }

    /// Fills in the parameters of a pair that follow from the scene, where none was set by hand.
    pub(super) fn add_scene_parameters(
        &self,
        from: CombatantId,
        to: CombatantId,
        reading: &mut Parameters,
    ) {
        let public = self.is_visible(from) && self.is_visible(to);
        let Some(pair) = self.pair_in_space(from, to, public) else {
            return;
        };
        for read in self.system.combat().read_scene(&pair, &self.house) {
            if reading.get(&read.key).is_none() {
                reading.set(&read.key, read.value);
            }
        }
    }

    /// Returns what the scene says of the acting combatant of an exchange and each other party; empty without a scene.
    pub(super) fn separations_of(&self, exchange: &Exchange, public: bool) -> Vec<Separation> {
        let Some(by) = exchange.by.filter(|_| self.uses_scene()) else {
            return Vec::new();
        };
        let others = exchange.at.iter().chain(&exchange.others);
        let mut all: Vec<Separation> = others
            .map(|to| {
                let measured = match exchange.at.contains(to) {
                    true => exchange.at.get(..1).unwrap_or_default(),
                    false => &exchange.at,
                };
                self.separation_of(by, *to, (measured, public))
                    .unwrap_or_default()
            })
            .collect();
        let combat = self.system.combat();
        for between in &mut all {
            let used = |read: &SceneReading| combat.is_reading_used(&exchange.intent, &read.key);
            between.readings.retain(used);
        }
        match all.iter().all(|between| between.there.is_none()) {
            true => Vec::new(),
            false => all,
        }
    }

    /// Returns what the scene says of the parties of an exchange to those who watch it, without the ways out.
    pub(super) fn shown_separations(&self, exchange: &Exchange, public: bool) -> Vec<Separation> {
        let known = public || self.is_exchange_public(exchange);
        let mut all = self.separations_of(exchange, known);
        let others = exchange.at.iter().chain(&exchange.others);
        for (between, to) in all.iter_mut().zip(others) {
            between.exits.clear();
            let by = exchange.by.filter(|_| !public && between.there.is_some());
            let whole = by.and_then(|by| self.scene_distance(by, *to, false));
            let beyond = |whole: &u32| between.distance.is_none_or(|known| *whole < known);
            between.shorter = whole.filter(beyond);
        }
        all
    }

    /// Returns what the scene says of the acting combatant `by` and another party `to`, and how far
    /// that party is from the nearest of the combatants `measured`; `None` if one of the two is in
    /// no place.
    pub(super) fn separation_of(
        &self,
        by: CombatantId,
        to: CombatantId,
        (measured, public): (&[CombatantId], bool),
    ) -> Option<Separation> {
        let mut pair = self.pair_in_space(by, to, public)?;
        let (there, _) = self.location_of(to, public)?;
        let from = measured.iter().filter(|from| **from != to);
        let from = from.filter_map(|from| self.scene_distance(*from, to, public));
        pair.from_first_target = from.min();
        let set = self.parameters_set_between(by, to);
        let mut readings = self.system.combat().read_scene(&pair, &self.house);
        readings.retain(|read| set.get(&read.key).is_none_or(|value| value == read.value));
        Some(Separation {
            there: Some(pair.there.name.clone()),
            distance: pair.distance,
            shorter: None,
            together: pair.together,
            close: pair.is_close(),
            barred: !pair.line,
            readings,
            exits: self.exits_of(there, public),
        })
    }

    /// Returns the ways out of a place that nothing bars; with `public`, only those that players know of.
    fn exits_of(&self, from: LocationId, public: bool) -> Vec<Exit> {
        let links = self.plan.links.iter();
        let exits = links.filter_map(|(ends, link)| {
            let to = ends.other_end(from)?;
            let known = self.is_link_known(link, ends.locations(), public);
            let open = !link.door.is_shut() && link.one_way_from.is_none_or(|start| start == from);
            let location = self.plan.locations.get(&to).filter(|_| known && open)?;
            Some(Exit {
                to,
                name: location.name.clone(),
                distance: link.distance,
                passage: link.passage,
                drop: location.marks.drop,
            })
        });
        exits.collect()
    }

    /// Whether a viewer knows of a place.
    pub(crate) fn knows_location(&self, viewer: Viewer, id: LocationId) -> bool {
        let location = self.plan.locations.get(&id);
        location
            .is_some_and(|location| viewer.sees_hidden() || self.plan_in_use && !location.hidden)
    }

    /// Whether a viewer sees who is in a place.
    pub(crate) fn sees_into(&self, viewer: Viewer, id: LocationId) -> bool {
        let mut location = self.plan.locations.get(&id).into_iter();
        location.any(|location| viewer.sees_hidden() || self.plan_in_use && !location.conceals())
    }
}
