//! Damage, and boxes turned by hand.

use serde::{Deserialize, Serialize};

use crate::encounter::combatant::Spared;
use crate::encounter::fact::{ByNow, Edit, Fact, Revert};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::id::CombatantId;
use crate::system::HealthState;
use crate::track::{Packet, Track, TrackChange};

/// Damage was marked by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harmed {
    /// Whose.
    pub id: CombatantId,
    /// The damage.
    pub packet: Packet,
    /// Points that found nothing left to change.
    pub excess: u16,
    /// The track before.
    pub before: Track,
    /// The track after.
    pub after: Track,
    /// What is wrong with them now that was not before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<HealthState>,
}

impl Fact for Harmed {
    fn apply(&self, state: &mut State) {
        state.with(self.id, |who| who.track = self.after);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let what = What::Harmed {
            name: combatant.full_name(),
            packet: self.packet,
            excess: self.excess,
            states: self.states.clone(),
        };
        Some(LogLine::new(state.health_is_public(combatant), what).of(combatant))
    }
}

impl Revert for Harmed {
    type Inverse = Marked;

    const UNDONE_BY_PLAYERS: bool = true;

    fn inverse(&self) -> Marked {
        Marked {
            id: self.id,
            before: self.after,
            after: self.before,
            states: Vec::new(),
        }
    }

    fn coalesce(&mut self, later: &Self) -> bool {
        let same = (self.id, self.after) == (later.id, later.before);
        if same {
            self.after = later.after;
        }
        same
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.known_health(viewer, self.id);
        who.is_some_and(|who| who.track == self.after)
    }
}

/// Boxes were turned by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked {
    /// Whose.
    pub id: CombatantId,
    /// The track before.
    pub before: Track,
    /// The track after.
    pub after: Track,
    /// What is wrong with them now that was not before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<HealthState>,
}

impl Fact for Marked {
    fn apply(&self, state: &mut State) {
        state.with(self.id, |who| who.track = self.after);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let change = self.after.change_since(&self.before);
        let what = What::Marked {
            name: combatant.full_name(),
            change: change.marks,
            points: change.points,
            states: self.states.clone(),
        };
        Some(LogLine::new(state.health_is_public(combatant), what).of(combatant))
    }
}

// No `Edit`: what is wrong now is said of one direction only.
impl Revert for Marked {
    type Inverse = Self;

    const UNDONE_BY_PLAYERS: bool = true;

    fn inverse(&self) -> Self {
        Self {
            id: self.id,
            before: self.after,
            after: self.before,
            states: Vec::new(),
        }
    }

    /// Clicks are joined as a gesture.
    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.known_health(viewer, self.id);
        who.is_some_and(|who| who.track == self.after)
    }
}

/// A combatant was hurt by another of the same moment, or that moment is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpareChanged {
    /// The combatant.
    pub id: CombatantId,
    /// Without what was suffered at this moment, before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Spared>>,
    /// The same after; `None` once the moment is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<Spared>>,
}

impl Fact for SpareChanged {
    fn apply(&self, state: &mut State) {
        match &self.after {
            Some(after) => _ = state.spared.insert(self.id, (**after).clone()),
            None => _ = state.spared.remove(&self.id),
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}

impl Edit for SpareChanged {
    type Value = Option<Box<Spared>>;

    const UNDONE_BY_PLAYERS: bool = true;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, _other: &Self) -> bool {
        false
    }

    /// Nobody did it: it follows from what happened at the moment.
    fn stands(&self, _state: &State, _viewer: Viewer) -> bool {
        true
    }

    /// A moment that is over does not come back.
    fn by_now(self, table: &ByNow<'_>) -> Option<Self> {
        let same = table.so_far.spared.get(&self.id) == self.before.as_deref();
        same.then_some(self)
    }
}

impl State {
    /// What has changed on a track since the first box of a gesture, and what is wrong with
    /// its owner that was not then.
    pub(in crate::encounter) fn marked_since(
        &self,
        id: CombatantId,
        before: &Track,
    ) -> Option<(TrackChange, Vec<HealthState>)> {
        let combatant = self.combatants.get(&id)?;
        let rules = self.rules();
        let then = rules.health(&combatant.sheet, before, &combatant.conditions, &self.house);
        let then = then.states;
        let mut states = combatant.health(rules, &self.house).states;
        states.retain(|state| !then.contains(state));
        Some((combatant.track.change_since(before), states))
    }
}
