//! Events about health: damage, boxes turned by hand, and combatants spared for a moment.

use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::character::track::{DamagePacket, Track, TrackChange};
use crate::encounter::combatant::SparedState;
use crate::encounter::feature::event_payload::{
    EventPayload, RebaseContext, Revertible, SetsValue,
};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::ruleset::HealthState;

/// Event that the rules marked damage on a combatant's health track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harmed {
    /// The combatant who is harmed.
    pub id: CombatantId,
    /// The damage that was dealt.
    pub packet: DamagePacket,
    /// Damage that found nothing left to mark.
    pub excess: u16,
    /// The track before the damage.
    pub before: Track,
    /// The track after the damage.
    pub after: Track,
    /// The health states that the damage added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<HealthState>,
}

impl EventPayload for Harmed {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| who.track = self.after);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let what = LogMessage::Harmed {
            name: combatant.full_name(),
            packet: self.packet,
            excess: self.excess,
            states: self.states.clone(),
        };
        Some(LogLine::new(state.health_is_public(combatant), what).about(combatant))
    }
}

impl Revertible for Harmed {
    type Inverse = Marked;

    const PLAYERS_CAN_UNDO: bool = true;

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
        let who = state.find_with_known_health(viewer, self.id);
        who.is_some_and(|who| who.track == self.after)
    }
}

/// Boxes or points of a track were changed by hand or healed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked {
    /// The combatant with the track.
    pub id: CombatantId,
    /// The track before the change.
    pub before: Track,
    /// The track after the change.
    pub after: Track,
    /// The health states that the change added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<HealthState>,
}

impl EventPayload for Marked {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| who.track = self.after);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let change = self.after.change_since(&self.before);
        let what = LogMessage::Marked {
            name: combatant.full_name(),
            change: change.marks,
            points: change.points,
            states: self.states.clone(),
        };
        Some(LogLine::new(state.health_is_public(combatant), what).about(combatant))
    }
}

// No `Edit`: the new health states belong to one direction only.
impl Revertible for Marked {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = true;

    fn inverse(&self) -> Self {
        Self {
            id: self.id,
            before: self.after,
            after: self.before,
            states: Vec::new(),
        }
    }

    /// Whether a later click was merged into this one, which is never so, as clicks are merged as a
    /// gesture instead.
    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.find_with_known_health(viewer, self.id);
        who.is_some_and(|who| who.track == self.after)
    }
}

/// Event that recorded, updated or dropped the unhurt state with which a combatant still acts after another who acts at
/// the same moment hurt them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SparedStateChanged {
    /// The combatant who is spared.
    pub id: CombatantId,
    /// The combatant without the harm of this moment, before the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<SparedState>>,
    /// The combatant without the harm of this moment, after the change; `None` once the moment is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<SparedState>>,
}

impl EventPayload for SparedStateChanged {
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

impl SetsValue for SparedStateChanged {
    type Value = Option<Box<SparedState>>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, _other: &Self) -> bool {
        false
    }

    /// Returns true, since nobody caused this event and it follows from what happened at the moment.
    fn value_still_holds(&self, _state: &State, _viewer: Viewer) -> bool {
        true
    }

    /// Returns the change as it is; `None` if the unhurt state of the combatant has changed since,
    /// as a moment that is over does not come back.
    fn rebase_value_onto(self, table: &RebaseContext<'_>) -> Option<Self> {
        let same = table.current.spared.get(&self.id) == self.before.as_deref();
        same.then_some(self)
    }
}

impl State {
    /// Returns the change of a health track since it was `before`, that is, before the first click
    /// of a gesture, and the health states added since then; `None` if the combatant is gone.
    pub(in crate::encounter) fn track_change_since(
        &self,
        id: CombatantId,
        before: &Track,
    ) -> Option<(TrackChange, Vec<HealthState>)> {
        let combatant = self.combatants.get(&id)?;
        let rules = self.rules();
        let then = rules.health_state(&combatant.sheet, before, &combatant.conditions, &self.house);
        let then = then.states;
        let mut states = combatant.health(rules, &self.house).states;
        states.retain(|state| !then.contains(state));
        Some((combatant.track.change_since(before), states))
    }
}
