//! Events about the places of tokens in the order and on the bench.

use serde::{Deserialize, Serialize};

use crate::encounter::fact::{ByNow, Edit, Fact};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::place::{Place, Spot};
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::id::CombatantId;

/// A token was moved to another place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// The combatant of the token.
    pub id: CombatantId,
    /// The place before the move.
    pub from: Place,
    /// The place after the move, counted without the token.
    pub to: Place,
    /// Whether players could see the move; `None` if the dice moved the token and not a hand. A step past a hidden
    /// combatant is no step to players.
    pub told: Option<bool>,
}

impl Fact for Moved {
    fn apply(&self, state: &mut State) {
        let to = state.past_hidden_only(self.id, self.from, self.to);
        state.lift(self.id);
        state.put(self.id, to);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let what = What::Moved {
            name: combatant.full_name(),
            bench: matches!(self.to, Place::Bench(_)),
        };
        Some(LogLine::new(self.told?, what).of(combatant))
    }
}

impl Edit for Moved {
    type Value = Place;

    const UNDONE_BY_PLAYERS: bool = false;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.from, &mut self.to)
    }

    fn same_place(&self, _other: &Self) -> bool {
        false
    }

    fn stands(&self, state: &State, viewer: Viewer) -> bool {
        state.known(viewer, self.id).is_some()
    }

    /// The token moves from where it stands now.
    fn by_now(mut self, table: &ByNow<'_>) -> Option<Self> {
        if let Some(now) = table.so_far.place_of(self.id) {
            self.from = left(self.from, self.to, now, table.so_far.is_seen(self.id));
        }
        Some(self)
    }
}

/// The order was sorted by initiative score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sorted {
    /// The order before it was sorted.
    pub before: Vec<CombatantId>,
    /// The order after it was sorted.
    pub after: Vec<CombatantId>,
    /// Whether players could see the change.
    pub told: bool,
}

impl Fact for Sorted {
    fn apply(&self, state: &mut State) {
        state.order.clone_from(&self.after);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        Some(LogLine::new(self.told, What::Sorted))
    }
}

impl Edit for Sorted {
    type Value = Vec<CombatantId>;

    const UNDONE_BY_PLAYERS: bool = false;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, _other: &Self) -> bool {
        false
    }

    fn stands(&self, state: &State, _viewer: Viewer) -> bool {
        let mut now = state.order.clone();
        let mut then = self.after.clone();
        now.sort_unstable();
        then.sort_unstable();
        now == then
    }
}

impl State {
    /// Removes a token from the order and the bench.
    pub(super) fn lift(&mut self, id: CombatantId) {
        self.order.retain(|other| *other != id);
        self.bench.retain(|other| *other != id);
    }

    /// Returns where a move leads. For a visible combatant, a move that only passed hidden ones never changes what
    /// players see, even when it is undone after others came and went.
    pub(super) fn past_hidden_only(&self, id: CombatantId, from: Place, to: Place) -> Place {
        match (from, to, self.place_of(id)) {
            (Place::Order(from), Place::Order(to), Some(Place::Order(now)))
                if from.seen == to.seen && self.is_seen(id) =>
            {
                let hidden = to.at.saturating_sub(to.seen);
                Place::Order(Spot {
                    at: now.seen.saturating_add(hidden),
                    seen: now.seen,
                })
            }
            _ => to,
        }
    }

    /// Puts a token at a place in the order or on the bench.
    pub(super) fn put(&mut self, id: CombatantId, place: Place) {
        let (list, spot) = match place {
            Place::Bench(spot) => (&self.bench, spot),
            Place::Order(spot) => (&self.order, spot),
        };
        let [at, seen] = [spot.at, spot.seen].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        // A visible combatant stands after as many visible ones as before, whatever hidden ones have come and gone.
        let (first, last) = if self.is_seen(id) {
            let mut known = (0..list.len()).filter(|at| self.is_seen(list[*at]));
            let first = match seen.checked_sub(1) {
                None => 0,
                Some(before) => known.nth(before).map_or(list.len(), |at| at + 1),
            };
            (first, known.next().unwrap_or(list.len()))
        } else {
            (0, list.len())
        };
        let at = at.clamp(first, last);
        match place {
            Place::Bench(_) => self.bench.insert(at, id),
            Place::Order(_) => self.order.insert(at, id),
        }
    }
}

/// Returns the place that a move leaves now. For a visible combatant who passed only hidden ones, players see no move
/// wherever the token stands now; the number of hidden ones in front of it is the current one.
fn left(from: Place, to: Place, now: Place, seen: bool) -> Place {
    match (from, now) {
        (Place::Order(from), Place::Order(now)) if seen && Place::Order(from).looks_like(to) => {
            let hidden = now.at.saturating_sub(now.seen);
            Place::Order(Spot {
                at: from.seen.saturating_add(hidden),
                ..from
            })
        }
        _ => now,
    }
}
