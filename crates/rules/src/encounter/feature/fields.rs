//! The event of an edited plain field of a combatant.

use std::mem::discriminant;

use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::encounter::fact::{Edit, Fact};
use crate::encounter::field::Field;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::id::CombatantId;

/// A plain field of a combatant was set. A note is stored as `noted`, an owner as `assigned`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edited {
    /// The combatant with the field.
    pub id: CombatantId,
    /// The field with its value before.
    pub before: Field,
    /// The field with its value after.
    pub after: Field,
}

impl Fact for Edited {
    fn apply(&self, state: &mut State) {
        state.with(self.id, |who| self.after.put(who));
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let seated = |seat| state.seat(seat).map(|seat| seat.name.to_string());
        let what = self.after.told(combatant.full_name(), seated);
        let public = self.after.is_told() && is_seen(combatant);
        Some(LogLine::new(public, what).of(combatant))
    }
}

impl Edit for Edited {
    type Value = Field;

    const UNDONE_BY_PLAYERS: bool = true;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, other: &Self) -> bool {
        self.id == other.id && discriminant(&self.after) == discriminant(&other.after)
    }

    fn stands(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.known(viewer, self.id);
        who.is_some_and(|who| self.after.now(who) == self.after)
    }
}
