//! The event of points spent from a pool or restored to it.

use serde::{Deserialize, Serialize};

use super::has_public_numbers;
use crate::base::id::CombatantId;
use crate::encounter::feature::event_payload::{EventPayload, Revertible};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// Points of a pool were spent or restored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// The combatant with the pool.
    pub id: CombatantId,
    /// The key of the pool.
    pub pool: String,
    /// The total of spent points before.
    pub before: i32,
    /// The total of spent points after.
    pub after: i32,
    /// Number of points left. Records of earlier releases do not say; there it follows from the sheet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i32>,
}

impl EventPayload for Spent {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| match self.after {
            0 => _ = who.spent.remove(&self.pool),
            spent => _ = who.spent.insert(self.pool.clone(), spent),
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let of_sheet = || {
            combatant
                .remaining_pools(state.rules())
                .get(&self.pool)
                .copied()
        };
        let what = LogMessage::Spent {
            name: combatant.full_name(),
            pool: self.pool.clone(),
            by: self.before.saturating_sub(self.after),
            left: self.left.or_else(of_sheet)?,
        };
        // The points left to a foe are for the storyteller's eyes.
        Some(LogLine::new(has_public_numbers(combatant), what).about(combatant))
    }
}

// No `Edit`: the points left belong to one direction only.
impl Revertible for Spent {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = true;

    fn inverse(&self) -> Self {
        Self {
            before: self.after,
            after: self.before,
            left: None,
            ..self.clone()
        }
    }

    fn coalesce(&mut self, later: &Self) -> bool {
        let same = (self.id, &self.pool, self.after) == (later.id, &later.pool, later.before);
        if same {
            self.after = later.after;
        }
        same
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.find_with_known_numbers(viewer, self.id);
        who.is_some_and(|who| who.spent.get(&self.pool).copied().unwrap_or(0) == self.after)
    }
}
