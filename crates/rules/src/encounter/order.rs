//! The initiative order: places, steps of a round, the next and the previous turn.
//!
//! Players know order, turn and round only through what they see: the turn of a hidden combatant passes without
//! any change for them, and whatever moves their turn moves it along their own order.

mod known;
mod moment;
mod round;
mod stood;

use super::class::Both;
use super::combatant::Turn;
use super::place::{Place, Spot};
use super::state::State;
use crate::id::CombatantId;
use crate::phase::Phase;

impl State {
    /// Returns the place of a combatant's token.
    pub(crate) fn place_of(&self, id: CombatantId) -> Option<Place> {
        self.place_in(&self.order, &self.bench, id)
    }

    /// Returns the place of a token in the given order and bench.
    pub(crate) fn place_in(
        &self,
        order: &[CombatantId],
        bench: &[CombatantId],
        id: CombatantId,
    ) -> Option<Place> {
        let spot = |list: &[CombatantId]| {
            let at = list.iter().position(|other| *other == id)?;
            Some(self.spot(list, at))
        };
        spot(order)
            .map(Place::Order)
            .or_else(|| spot(bench).map(Place::Bench))
    }

    /// Returns the position at an index of a list.
    pub(crate) fn spot(&self, list: &[CombatantId], at: usize) -> Spot {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let before = list.get(..at).unwrap_or(list);
        Spot {
            at: count(before.len()),
            seen: count(self.seen(before).count()),
        }
    }

    /// Returns the next turn for both classes; `None` when the order is empty.
    pub(crate) fn turns_after(&self) -> Option<Both<Turn>> {
        self.turns_past(None)
    }

    /// Returns the next turn for both classes, skipping every step of `skipped`.
    fn turns_past(&self, skipped: Option<CombatantId>) -> Option<Both<Turn>> {
        let known = self.turn.players;
        let whole = self.whole_round();
        let next = whole.after(self.turn.all, skipped)?;
        if next.acting.is_some_and(|id| !self.is_seen(id)) {
            // A round does not begin with a hidden combatant while players still see turns of the round before:
            // a combatant who stood behind the hidden one that acted may stand before it by now.
            let behind = is_somewhere(known) && known.round < next.round;
            let after = behind.then(|| self.known_turn_after()).flatten();
            return Some(match after {
                Some(left) if left.round < next.round => Both::same(left),
                // A round begins for both classes at once: players see the first visible combatant act in it.
                Some(first) => Both {
                    all: next,
                    players: first,
                },
                None => Both {
                    all: next,
                    players: known,
                },
            });
        }
        // Players may have ended turns while a hidden combatant acted; those turns are over.
        if is_somewhere(known) && whole.standing(next) <= whole.standing(known) {
            return Some(Both::same(known));
        }
        // The initiative step is not shown to players who see no combatant.
        let unseen = Both {
            all: next,
            players: known,
        };
        Some(self.known_turn_after().map_or(unseen, Both::same))
    }

    /// Returns the previous turn for both classes; before the first turn of the fight, the default turn.
    pub(crate) fn turns_before(&self) -> Option<Both<Turn>> {
        let known = self.turn.players;
        let whole = self.whole_round();
        let Some(previous) = whole.before(self.turn.all) else {
            // While players saw no combatant, earlier turns were taken back without a change for them.
            let players_follow = is_somewhere(known) && !self.known_order().is_empty();
            let earlier = players_follow.then(|| self.known_round().before(known));
            return earlier.flatten().map(Both::same);
        };
        let unseen = match previous.acting {
            Some(id) => !self.is_seen(id),
            None => self.known_order().is_empty(),
        };
        if unseen {
            return Some(Both {
                all: previous,
                players: known,
            });
        }
        if !is_somewhere(known) {
            return (!is_somewhere(previous)).then_some(Both {
                all: previous,
                players: known,
            });
        }
        if whole.standing(previous) >= whole.standing(known) {
            return Some(Both::same(known));
        }
        self.known_round().before(known).map(Both::same)
    }

    /// Returns the next turn as players know it; `None` when they see no combatant in the order.
    pub(crate) fn known_turn_after(&self) -> Option<Turn> {
        self.known_round().after(self.turn.players, None)
    }

    /// Returns the current turns once a combatant is hidden or out of the order; `None` if it is not their
    /// turn.
    pub(crate) fn turns_without(&self, id: CombatantId) -> Option<Both<Turn>> {
        let (turn, known) = (self.turn.all, self.turn.players);
        if turn.acting != Some(id) && known.acting != Some(id) {
            return None;
        }
        let nobodys = |turn: Turn| Turn {
            acting: None,
            pass: 0,
            ..turn
        };
        if !self.is_seen(id) {
            let next = self.turns_past(Some(id));
            let turn = nobodys(turn);
            return Some(next.unwrap_or(Both {
                all: turn,
                players: known,
            }));
        }
        let known_after = self.known_round().after(known, Some(id));
        let known_after = known_after.unwrap_or_else(|| nobodys(known));
        let next = self.whole_round().after(turn, Some(id));
        let turn_after = match next {
            _ if turn.acting != Some(id) => turn,
            Some(next) if next.acting.is_some_and(|id| !self.is_seen(id)) => next,
            _ => known_after,
        };
        Some(Both {
            all: turn_after,
            players: known_after,
        })
    }
}

/// Whether a turn is under way: a combatant acts, or it is the initiative step.
fn is_somewhere(turn: Turn) -> bool {
    turn.acting.is_some() || (turn.round > 0 && turn.phase == Phase::Initiative)
}
