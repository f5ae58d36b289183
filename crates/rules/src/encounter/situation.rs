//! The situation between two combatants: as it was set, and as it follows from other settings.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::state::State;
use super::state::cover::{BEHIND_KEY, Cover};
use super::viewer::Viewer;
use crate::base::id::{CombatantId, CoverId};
use crate::base::sorted_map::Map;
use crate::character::parameters::Parameters;
use crate::exchange::CoverSpec;

/// Offset of one combatant from another: the distance in each direction, of which no rules know more than
/// three.
type Offset = [i32; 3];

impl State {
    /// Returns the situation for a combatant who acts on another, as all rules read it. Parameters that are
    /// mutual count from whichever side they were set, as do mirrored ones and positions.
    #[must_use]
    pub fn situation_between(&self, from: CombatantId, to: CombatantId) -> Parameters {
        let public = self.is_visible(from) && self.is_visible(to);
        self.situation_at_offset(from, to, self.known_offsets(from, public).get(&to))
    }

    /// Returns the situation for a combatant who acts on several others.
    pub(super) fn situations_toward<'a>(
        &self,
        from: CombatantId,
        others: impl Iterator<Item = &'a CombatantId>,
    ) -> Vec<Parameters> {
        let seen = LazyCell::new(|| self.known_offsets(from, true));
        let all = LazyCell::new(|| self.known_offsets(from, false));
        let each = others.map(|to| {
            let offset = match self.is_visible(from) && self.is_visible(*to) {
                true => seen.get(to),
                false => all.get(to),
            };
            self.situation_at_offset(from, *to, offset)
        });
        each.collect()
    }

    /// Returns the situation for a combatant who acts on another at a known offset.
    fn situation_at_offset(
        &self,
        from: CombatantId,
        to: CombatantId,
        offset: Option<&Offset>,
    ) -> Parameters {
        let combat = self.system.combat();
        let mut reading = self.parameters_set_between(from, to);
        if let Some(offset) = offset {
            let keys = combat.direction_parameters().iter().zip(offset);
            keys.for_each(|(key, value)| reading.set(key, *value));
            let side = |id| self.combatants.get(&id).map(|who| who.side);
            let allied = combat
                .ally_parameter()
                .filter(|key| reading.get(key).is_none());
            if let Some(key) = allied.filter(|_| side(from) == side(to)) {
                reading.set(key, 1);
            }
        }
        self.add_scene_parameters(from, to, &mut reading);
        reading
    }

    /// Returns the parameters of `from` toward `to` that were set by hand, from either side of the
    /// pair where a parameter counts for both.
    pub(super) fn parameters_set_between(&self, from: CombatantId, to: CombatantId) -> Parameters {
        let combat = self.system.combat();
        let mut reading = self.one_sided_situation(from, to);
        let other = self.one_sided_situation(to, from);
        let mutual = combat.mutual_parameters().iter().map(|key| (*key, *key));
        for (key, theirs) in mutual.chain(combat.mirrored_parameters().iter().copied()) {
            let theirs = other.get(theirs);
            if let Some(value) = theirs.filter(|_| reading.get(key).is_none()) {
                reading.set(key, value);
            }
        }
        reading
    }

    /// Returns the combatants connected with the `named` ones by a hold, by a known position
    /// relative to them, or by being in the same place of the scene.
    pub(super) fn connected_combatants(&self, named: &[CombatantId]) -> BTreeSet<CombatantId> {
        let mut near = BTreeSet::new();
        for hold in &self.ties.holds {
            if named.iter().any(|one| hold.involves(*one)) {
                near.extend([hold.by, hold.on]);
            }
        }
        let mut placed: Vec<(bool, BTreeMap<CombatantId, Offset>)> = Vec::new();
        for one in named {
            let seen = self.is_visible(*one);
            // Combatants near one of two that are near each other are near both.
            let known =
                |(other, by): &(bool, BTreeMap<_, _>)| *other == seen && by.contains_key(one);
            if placed.iter().any(known) {
                continue;
            }
            let ways: &[bool] = if seen { &[true, false] } else { &[false] };
            let mut by_one = BTreeMap::new();
            for public in ways {
                let by = self.known_offsets(*one, *public).into_iter();
                by_one.extend(by.filter(|(id, _)| (seen && self.is_visible(*id)) == *public));
            }
            placed.push((seen, by_one));
        }
        near.extend(placed.into_iter().flat_map(|(_, by)| by.into_keys()));
        near.extend(self.companions_of(named));
        near
    }

    /// Returns the parameters set for one side of a pair, including those of the cover between them. A
    /// destroyed cover has no effect.
    pub(super) fn one_sided_situation(&self, from: CombatantId, to: CombatantId) -> Parameters {
        let mut reading = self.stored_situation(from, to).cloned().unwrap_or_default();
        if let Some(spec) = self.system.combat().cover_spec() {
            self.apply_cover(spec, (from, to), &mut reading);
        }
        reading
    }

    /// Returns the parameters that were set for one side of a pair.
    pub(super) fn stored_situation(
        &self,
        from: CombatantId,
        to: CombatantId,
    ) -> Option<&Parameters> {
        self.ties.situation.get(&from)?.get(&to)
    }

    /// Returns the offsets of others from one combatant, as set between the two or by way of others. If
    /// `public`, only by way of visible ones.
    fn known_offsets(&self, from: CombatantId, public: bool) -> BTreeMap<CombatantId, Offset> {
        let mut found: BTreeMap<CombatantId, Offset> = BTreeMap::new();
        let keys = self.system.combat().direction_parameters();
        if keys.is_empty() || self.ties.situation.is_empty() {
            return found;
        }
        let known = |id: CombatantId| !public || self.is_visible(id);
        found.insert(from, Offset::default());
        let mut next = VecDeque::from([from]);
        while let Some(here) = next.pop_front() {
            let at = found.get(&here).copied().unwrap_or_default();
            self.for_each_set_offset(here, keys, |id, step| {
                if known(id) && !found.contains_key(&id) {
                    let mut sum = at
                        .iter()
                        .zip(step)
                        .map(|(at, step)| at.saturating_add(step));
                    found.insert(id, std::array::from_fn(|_| sum.next().unwrap_or(0)));
                    next.push_back(id);
                }
            });
        }
        found
    }

    /// Calls `tell` for each combatant whose offset (position relative to `here`) was set directly,
    /// from either of the two.
    fn for_each_set_offset(
        &self,
        here: CombatantId,
        keys: &[&str],
        mut tell: impl FnMut(CombatantId, Offset),
    ) {
        let mut offset = |id: CombatantId, reading: &Parameters, sign: i32| {
            if keys.iter().any(|key| reading.get(key).is_some()) {
                let of = |key: &&str| reading.get_or(key, 0).saturating_mul(sign);
                tell(id, std::array::from_fn(|n| keys.get(n).map_or(0, of)));
            }
        };
        for (from, all) in &self.ties.situation {
            if *from == here {
                all.iter().for_each(|(to, set)| offset(*to, set, 1));
            } else if let Some(set) = all.get(&here) {
                offset(*from, set, -1);
            }
        }
    }
}

impl State {
    /// Returns a cover by its id.
    #[must_use]
    pub fn cover(&self, id: CoverId) -> Option<&Cover> {
        self.covers.get(&id)
    }

    /// Returns the cover behind which the combatant `to` stands, seen from `from`, either the one
    /// that was set for the two, or that of the place.
    pub(super) fn cover_between(
        &self,
        from: CombatantId,
        to: CombatantId,
    ) -> Option<(CoverId, &Cover)> {
        let id = match self.ties.parameter(from, to, BEHIND_KEY) {
            Some(set) => CoverId::from_parameter(set)?,
            None => self.cover_of_place(from, to)?,
        };
        Some((id, self.covers.get(&id)?))
    }

    /// Returns the pairs of combatants of whom the second was put behind this cover, as seen from
    /// the first.
    pub(super) fn pairs_behind_cover(&self, id: CoverId) -> Vec<(CombatantId, CombatantId)> {
        let all = self.ties.situation.iter();
        let pairs = all.flat_map(|(from, all)| all.keys().map(|to| (*from, *to)));
        let behind = |(from, to)| {
            self.ties
                .parameter(from, to, BEHIND_KEY)
                .and_then(CoverId::from_parameter)
        };
        pairs.filter(|pair| behind(*pair) == Some(id)).collect()
    }

    /// Whether players know of a cover, because it stands in a place they know or a pair of visible combatants points
    /// to it.
    pub(super) fn is_cover_known(&self, id: CoverId) -> bool {
        let mut pairs = self.pairs_behind_cover(id).into_iter();
        self.is_cover_in_known_place(id)
            || pairs.any(|(from, to)| self.is_visible(from) && self.is_visible(to))
    }

    /// Returns the covers that a viewer knows of.
    pub(super) fn known_covers(&self, viewer: Viewer) -> Map<CoverId, Cover> {
        let covers = self.covers.iter();
        let known = covers.filter(|(id, _)| viewer.sees_hidden() || self.is_cover_known(**id));
        known.map(|(id, cover)| (*id, cover.clone())).collect()
    }

    /// Replaces the cover parameters in the situation of two combatants by those of the cover
    /// between them. A destroyed cover has no effect.
    pub(super) fn apply_cover(
        &self,
        spec: &CoverSpec,
        (from, to): (CombatantId, CombatantId),
        reading: &mut Parameters,
    ) {
        reading.unset(BEHIND_KEY);
        if let Some((_, cover)) = self.cover_between(from, to) {
            spec.keys.iter().for_each(|key| reading.unset(key));
            let numbers = cover.numbers.iter();
            numbers.for_each(|(key, value)| reading.set(key, value));
            for (key, value) in spec.behind {
                if reading.get(key).is_none() {
                    reading.set(key, *value);
                }
            }
        }
        if spec.is_gone(reading) {
            spec.remove_cover(reading);
        }
    }
}
