//! The event of an edited plain field of a combatant.

use std::mem::discriminant;

use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::base::id::CombatantId;
use crate::encounter::feature::event_payload::{EventPayload, SetsValue};
use crate::encounter::field::CombatantField;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// A plain field of a combatant was set. A note is stored as `noted`, an owner as `assigned`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edited {
    /// The combatant with the field.
    pub id: CombatantId,
    /// The field with its value before.
    pub before: CombatantField,
    /// The field with its value after.
    pub after: CombatantField,
}

impl EventPayload for Edited {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| self.after.set_on(who));
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let seated = |seat| state.seat(seat).map(|seat| seat.name.to_string());
        let what = self.after.log_message(combatant.full_name(), seated);
        let public = self.after.is_logged_publicly() && is_seen(combatant);
        Some(LogLine::new(public, what).about(combatant))
    }
}

impl SetsValue for Edited {
    type Value = CombatantField;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        self.id == other.id && discriminant(&self.after) == discriminant(&other.after)
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.known_combatant(viewer, self.id);
        who.is_some_and(|who| self.after.current_value(who) == self.after)
    }
}
