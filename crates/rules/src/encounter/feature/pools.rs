//! The event of points spent from a pool or restored to it.

use serde::{Deserialize, Serialize};

use super::is_open;
use crate::encounter::fact::{Fact, Revert};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::id::CombatantId;

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

impl Fact for Spent {
    fn apply(&self, state: &mut State) {
        state.with(self.id, |who| match self.after {
            0 => _ = who.spent.remove(&self.pool),
            spent => _ = who.spent.insert(self.pool.clone(), spent),
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let of_sheet = || combatant.pools(state.rules()).get(&self.pool).copied();
        let what = What::Spent {
            name: combatant.full_name(),
            pool: self.pool.clone(),
            by: self.before.saturating_sub(self.after),
            left: self.left.or_else(of_sheet)?,
        };
        // The points left to a foe are for the storyteller's eyes.
        Some(LogLine::new(is_open(combatant), what).of(combatant))
    }
}

// No `Edit`: the points left belong to one direction only.
impl Revert for Spent {
    type Inverse = Self;

    const UNDONE_BY_PLAYERS: bool = true;

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
        let who = state.known_numbers(viewer, self.id);
        who.is_some_and(|who| who.spent.get(&self.pool).copied().unwrap_or(0) == self.after)
    }
}
