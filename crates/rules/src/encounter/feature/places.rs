//! Events about the places of tokens in the order and on the bench.

use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::encounter::combatant::place::{ListPosition, TokenPlace};
use crate::encounter::feature::event_payload::{EventPayload, RebaseContext, SetsValue};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// A token was moved to another place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// The combatant of the token.
    pub id: CombatantId,
    /// The place before the move.
    pub from: TokenPlace,
    /// The place after the move, counted without the token.
    pub to: TokenPlace,
    /// Whether players could see the move; `None` if the dice moved the token and not a hand. A step past a hidden
    /// combatant is no step to players.
    pub told: Option<bool>,
}

impl EventPayload for Moved {
    fn apply(&self, state: &mut State) {
        let to = state.destination_of_move(self.id, self.from, self.to);
        state.lift_token(self.id);
        state.insert_token(self.id, to);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let what = LogMessage::Moved {
            name: combatant.full_name(),
            bench: matches!(self.to, TokenPlace::Bench(_)),
        };
        Some(LogLine::new(self.told?, what).about(combatant))
    }
}

impl SetsValue for Moved {
    type Value = TokenPlace;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.from, &mut self.to)
    }

    fn sets_same_value(&self, _other: &Self) -> bool {
        false
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        state.known_combatant(viewer, self.id).is_some()
    }

    /// The token moves from where it stands now.
    fn rebase_value_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        if let Some(now) = table.current.token_place(self.id) {
            self.from = origin_of_move(self.from, self.to, now, table.current.is_visible(self.id));
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

impl EventPayload for Sorted {
    fn apply(&self, state: &mut State) {
        state.order.clone_from(&self.after);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        Some(LogLine::new(self.told, LogMessage::Sorted))
    }
}

impl SetsValue for Sorted {
    type Value = Vec<CombatantId>;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, _other: &Self) -> bool {
        false
    }

    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        let mut now = state.order.clone();
        let mut then = self.after.clone();
        now.sort_unstable();
        then.sort_unstable();
        now == then
    }
}

impl State {
    /// Removes a token from the order and the bench.
    pub(super) fn lift_token(&mut self, id: CombatantId) {
        self.order.retain(|other| *other != id);
        self.bench.retain(|other| *other != id);
    }

    /// Returns the place where the move of a combatant's token leads, as players see it. For a visible combatant, a
    /// move that only passed hidden ones never changes what players see, even when it is undone after others came and
    /// went.
    pub(super) fn destination_of_move(
        &self,
        id: CombatantId,
        from: TokenPlace,
        to: TokenPlace,
    ) -> TokenPlace {
        match (from, to, self.token_place(id)) {
            (TokenPlace::Order(from), TokenPlace::Order(to), Some(TokenPlace::Order(now)))
                if from.seen == to.seen && self.is_visible(id) =>
            {
                let hidden = to.at.saturating_sub(to.seen);
                TokenPlace::Order(ListPosition {
                    at: now.seen.saturating_add(hidden),
                    seen: now.seen,
                })
            }
            _ => to,
        }
    }

    /// Inserts a token that is in neither list at a place in the order or on the bench.
    pub(super) fn insert_token(&mut self, id: CombatantId, place: TokenPlace) {
        let (list, spot) = match place {
            TokenPlace::Bench(spot) => (&self.bench, spot),
            TokenPlace::Order(spot) => (&self.order, spot),
        };
        let [at, seen] = [spot.at, spot.seen].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        // A visible combatant stands after as many visible ones as before, whatever hidden ones have come and gone.
        let (first, last) = if self.is_visible(id) {
            let mut known = (0..list.len()).filter(|at| self.is_visible(list[*at]));
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
            TokenPlace::Bench(_) => self.bench.insert(at, id),
            TokenPlace::Order(_) => self.order.insert(at, id),
        }
    }
}

/// Returns the place from which a token's move `from` one place `to` another starts when it is done
/// again, with the token standing at `now`. For a visible combatant (`seen`) who passed only hidden
/// ones, players see no move wherever the token stands now; the number of hidden ones in front of
/// it is the current one.
fn origin_of_move(from: TokenPlace, to: TokenPlace, now: TokenPlace, seen: bool) -> TokenPlace {
    match (from, now) {
        (TokenPlace::Order(from), TokenPlace::Order(now))
            if seen && TokenPlace::Order(from).looks_same_to_players(to) =>
        {
            let hidden = now.at.saturating_sub(now.seen);
            TokenPlace::Order(ListPosition {
                at: from.seen.saturating_add(hidden),
                ..from
            })
        }
        _ => now,
    }
}
