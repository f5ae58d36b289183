//! Events of the scene as places: places and links, and who moves where.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, LocationId};
use crate::encounter::feature::event_payload::{
    EventPayload, RebaseContext, SetsValue, sets_thing,
};
use crate::encounter::log::SceneMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::space::{Link, LinkEnds, Location, Stance};

/// A place was added, changed or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocationChanged {
    /// The id of the place.
    pub id: LocationId,
    /// The place before; `None` if it was not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Location>>,
    /// The place after; `None` if it is no longer there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<Location>>,
}

impl EventPayload for LocationChanged {
    fn apply(&self, state: &mut State) {
        match &self.after {
            Some(after) => _ = state.plan.locations.insert(self.id, (**after).clone()),
            None => _ = state.plan.locations.remove(&self.id),
        }
    }

    /// Returns the log line of the changed place, by which players are told what changes for them,
    /// to whom a place that is shown is new. A place that only lies elsewhere on the board has no
    /// line.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        let (before, after) = (self.before.as_deref(), self.after.as_deref());
        let elsewhere = before.zip(after).is_some_and(|(before, after)| {
            let slot = after.slot;
            let before = before.clone();
            Location { slot, ..before } == *after
        });
        if elsewhere {
            return None;
        }
        let known = |location: Option<&Location>| location?.known_to_players();
        let open = state.plan_in_use && known(before) != known(after);
        let (before, after) = match open {
            true => (known(before), known(after)),
            false => (before.cloned(), after.cloned()),
        };
        let there = after.is_some();
        let was = before.as_ref().map(|before| before.name.to_string());
        let only_sight = before
            .as_ref()
            .zip(after.as_ref())
            .filter(|(before, after)| {
                let unseen = after.unseen;
                let before = (*before).clone();
                before.unseen != unseen && Location { unseen, ..before } == **after
            });
        let seen = only_sight.map(|(_, after)| !after.unseen);
        let what = SceneMessage::PlaceChanged {
            name: after.or(before)?.name.to_string(),
            was,
            there,
            seen,
        };
        Some(LogLine::new(open, what.into()))
    }
}

impl SetsValue for LocationChanged {
    sets_thing!(Location);

    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        state.plan.locations.get(&self.id) == self.after.as_deref()
    }
}

/// A link between two places was added, changed or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkChanged {
    /// The two places.
    pub ends: LinkEnds,
    /// The link before; `None` if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Link>,
    /// The link after; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Link>,
}

impl EventPayload for LinkChanged {
    fn apply(&self, state: &mut State) {
        state.plan.set_link(self.ends, self.after.clone());
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let (before, after) = (self.before.as_ref(), self.after.as_ref());
        let [one, other] = self.ends.locations();
        let name = |id| {
            let location = state.plan.locations.get(&id)?;
            Some((location.name.to_string(), location.hidden))
        };
        let ((from, from_hidden), (to, to_hidden)) = (name(one)?, name(other)?);
        let known = |link: Option<&'_ Link>| link.is_some_and(|link| !link.hidden);
        let changes = before != after && (known(before) || known(after));
        let open = state.plan_in_use && changes && !from_hidden && !to_hidden;
        // To players, a way that is shown is new, and one that is hidden is gone.
        let before = before.filter(|before| !open || !before.hidden);
        let after = after.filter(|after| !open || !after.hidden);
        let what = SceneMessage::LinkChanged {
            from,
            to,
            distance: after
                .and_then(|after| after.distance)
                .map(|distance| state.system.combat().distance_words(distance.into())),
            door: after
                .map(|after| after.door)
                .filter(|door| before.is_some_and(|before| before.door != *door)),
            there: after.is_some(),
        };
        Some(LogLine::new(open, what.into()))
    }
}

impl SetsValue for LinkChanged {
    type Value = Option<Link>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        self.ends == other.ends
    }

    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        state.plan.link(self.ends) == self.after.as_ref()
    }
}

/// The scene was taken into use, or put away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneUsed {
    /// Whether the scene was in use before.
    pub before: bool,
    /// Whether the scene is in use after.
    pub after: bool,
}

impl EventPayload for SceneUsed {
    fn apply(&self, state: &mut State) {
        state.plan_in_use = self.after;
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let what = SceneMessage::Used { used: self.after };
        Some(LogLine::new(true, what.into()))
    }
}

impl SetsValue for SceneUsed {
    type Value = bool;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, _other: &Self) -> bool {
        true
    }

    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        state.plan_in_use == self.after
    }
}

/// Place of a combatant in the scene, and the distance moved in the turn so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whereabouts {
    /// The place; `None` is outside of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<LocationId>,
    /// The distance moved in the turn so far, in the unit of the rules.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub moved: u32,
}

/// Whether a distance is zero, in which case serialization leaves it out.
const fn is_zero(distance: &u32) -> bool {
    *distance == 0
}

/// A combatant went from one place of the scene to another, or was moved there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relocated {
    /// The combatant.
    pub id: CombatantId,
    /// The place and the distance moved before.
    pub before: Whereabouts,
    /// The place and the distance moved after.
    pub after: Whereabouts,
    /// Whether a storyteller moved the combatant farther than the rules allow.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anyway: bool,
}

impl EventPayload for Relocated {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |combatant| {
            combatant.location = self.after.location;
            combatant.now.moved = self.after.moved;
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        if self.before.location == self.after.location {
            return None;
        }
        let location = |id: Option<LocationId>| id.and_then(|id| state.plan.locations.get(&id));
        let name = |id| location(id).map(|location| location.name.to_string());
        let distance = self.after.moved.checked_sub(self.before.moved);
        let what = SceneMessage::Went {
            name: combatant.full_name(),
            from: name(self.before.location),
            to: name(self.after.location),
            distance: distance
                .filter(|distance| *distance > 0)
                .map(|distance| state.system.combat().distance_words(distance)),
            anyway: self.anyway,
        };
        let unseen = |id| location(id).is_some_and(Location::conceals);
        let open = state.plan_in_use
            && !combatant.hidden
            && !unseen(self.before.location)
            && !unseen(self.after.location);
        Some(LogLine::new(open, what.into()).about(combatant))
    }
}

impl SetsValue for Relocated {
    type Value = Whereabouts;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        self.id == other.id
    }

    /// Whether the combatant is still where the move led, and, to players, both places can still be
    /// seen into.
    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let known = |id: Option<LocationId>| {
            viewer.sees_hidden() || id.is_none_or(|id| state.sees_into(viewer, id))
        };
        let who = state.known_combatant(viewer, self.id);
        known(self.before.location)
            && known(self.after.location)
            && who.is_some_and(|who| who.location == self.after.location)
    }

    /// Returns the move with its distance counted from what the combatant has moved in the turn by
    /// now; `None` if the place or the combatant is gone.
    fn rebase_value_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        let there = self.after.location;
        let exists = there.is_none_or(|id| table.current.plan.locations.contains_key(&id));
        let now = table.current.combatant(self.id).filter(|_| exists)?;
        let moved = now.now.moved;
        let (before, after) = (self.before.moved, self.after.moved);
        self.after.moved = match after.checked_sub(before) {
            Some(more) => moved.saturating_add(more),
            None => moved.saturating_sub(before.saturating_sub(after)),
        };
        self.before.moved = moved;
        Some(self)
    }
}

/// A combatant stepped up to another, or away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approached {
    /// The combatant who stepped.
    pub who: CombatantId,
    /// The other combatant.
    pub to: CombatantId,
    /// How the first stood to the other before; `None` if not at arm's length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Stance>,
    /// How the first stands to the other after; `None` if not at arm's length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Stance>,
}

impl EventPayload for Approached {
    fn apply(&self, state: &mut State) {
        state.ties.set_stance((self.who, self.to), self.after);
    }

    /// Returns the log line of stepping up; `None` for stepping away, as where the combatant went
    /// says it.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        let stance = self.after?;
        let what = SceneMessage::SteppedUp {
            who: state.full_name_of(Some(self.who))?,
            to: state.full_name_of(Some(self.to))?,
            stance,
        };
        let open = state.plan_in_use && state.is_in_sight(self.who) && state.is_in_sight(self.to);
        Some(LogLine::new(open, what.into()))
    }
}

impl SetsValue for Approached {
    type Value = Option<Stance>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        (self.who, self.to) == (other.who, other.to)
    }

    /// Whether the two combatants still stand as the event left them. A nearness that players do
    /// not see blocks none of their undos.
    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let there = |id| state.known_combatant(viewer, id).is_some();
        let as_left = || state.ties.stance(self.who, self.to) == self.after;
        match viewer.sees_hidden() {
            true => as_left(),
            false => !there(self.who) || !there(self.to) || as_left(),
        }
    }

    /// Returns the change as it is; `None` if it would bring two combatants near each other who are
    /// in different places by now.
    fn rebase_value_onto(self, table: &RebaseContext<'_>) -> Option<Self> {
        let location = |id| Some(table.current.combatant(id)?.location);
        let (who, to) = (location(self.who), location(self.to));
        (self.after.is_none() || who.is_some() && who == to).then_some(self)
    }
}
