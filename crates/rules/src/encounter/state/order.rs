//! The initiative order: places, steps of a round, the next and the previous turn.
//!
//! Players know order, turn and round only through what they see: the turn of a hidden combatant passes without
//! any change for them, and whatever moves their turn moves it along their own order.

mod known;
mod moment;
mod round;
mod stood;

use super::State;
use crate::base::id::CombatantId;
use crate::character::phase::Phase;
use crate::encounter::class::PerClass;
use crate::encounter::combatant::Turn;
use crate::encounter::combatant::place::{ListPosition, TokenPlace};

impl State {
    /// Returns the place of a combatant's token.
    pub(crate) fn token_place(&self, id: CombatantId) -> Option<TokenPlace> {
        self.token_place_in(&self.order, &self.bench, id)
    }

    /// Returns the place of a token in the given order and bench.
    pub(crate) fn token_place_in(
        &self,
        order: &[CombatantId],
        bench: &[CombatantId],
        id: CombatantId,
    ) -> Option<TokenPlace> {
        let spot = |list: &[CombatantId]| {
            let at = list.iter().position(|other| *other == id)?;
            Some(self.position_at(list, at))
        };
        spot(order)
            .map(TokenPlace::Order)
            .or_else(|| spot(bench).map(TokenPlace::Bench))
    }

    /// Returns an index of the order or the bench as a position, which also counts the visible
    /// combatants before it.
    pub(crate) fn position_at(&self, list: &[CombatantId], at: usize) -> ListPosition {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let before = list.get(..at).unwrap_or(list);
        ListPosition {
            at: count(before.len()),
            seen: count(self.visible_among(before).count()),
        }
    }

    /// Returns the next turn for both classes; `None` when the order is empty.
    pub(crate) fn next_turns(&self) -> Option<PerClass<Turn>> {
        self.next_turns_skipping(None)
    }

    /// Returns the next turn for both classes, skipping every step of `skipped`.
    fn next_turns_skipping(&self, skipped: Option<CombatantId>) -> Option<PerClass<Turn>> {
        let known = self.turn.players;
        let whole = self.full_round_steps();
        let next = whole.turn_after(self.turn.all, skipped)?;
        if next.acting.is_some_and(|id| !self.is_visible(id)) {
            // A round does not begin with a hidden combatant while players still see turns of the round before:
            // a combatant who stood behind the hidden one that acted may stand before it by now.
            let behind = is_under_way(known) && known.round < next.round;
            let after = behind.then(|| self.players_next_turn()).flatten();
            return Some(match after {
                Some(left) if left.round < next.round => PerClass::same_for_all(left),
                // A round begins for both classes at once: players see the first visible combatant act in it.
                Some(first) => PerClass {
                    all: next,
                    players: first,
                },
                None => PerClass {
                    all: next,
                    players: known,
                },
            });
        }
        // Players may have ended turns while a hidden combatant acted; those turns are over.
        if is_under_way(known) && whole.turn_sort_key(next) <= whole.turn_sort_key(known) {
            return Some(PerClass::same_for_all(known));
        }
        // The initiative step is not shown to players who see no combatant.
        let unseen = PerClass {
            all: next,
            players: known,
        };
        Some(
            self.players_next_turn()
                .map_or(unseen, PerClass::same_for_all),
        )
    }

    /// Returns the previous turn for both classes; before the first turn of the fight, the default turn.
    pub(crate) fn previous_turns(&self) -> Option<PerClass<Turn>> {
        let known = self.turn.players;
        let whole = self.full_round_steps();
        let Some(previous) = whole.turn_before(self.turn.all) else {
            // While players saw no combatant, earlier turns were taken back without a change for them.
            let players_follow = is_under_way(known) && !self.players_order().is_empty();
            let earlier = players_follow.then(|| self.players_round_steps().turn_before(known));
            return earlier.flatten().map(PerClass::same_for_all);
        };
        let unseen = match previous.acting {
            Some(id) => !self.is_visible(id),
            None => self.players_order().is_empty(),
        };
        if unseen {
            return Some(PerClass {
                all: previous,
                players: known,
            });
        }
        if !is_under_way(known) {
            return (!is_under_way(previous)).then_some(PerClass {
                all: previous,
                players: known,
            });
        }
        if whole.turn_sort_key(previous) >= whole.turn_sort_key(known) {
            return Some(PerClass::same_for_all(known));
        }
        self.players_round_steps()
            .turn_before(known)
            .map(PerClass::same_for_all)
    }

    /// Returns the next turn as players know it; `None` when they see no combatant in the order.
    pub(crate) fn players_next_turn(&self) -> Option<Turn> {
        self.players_round_steps()
            .turn_after(self.turn.players, None)
    }

    /// Returns the current turns once a combatant is hidden or out of the order; `None` if it is not their
    /// turn.
    pub(crate) fn turns_after_removal(&self, id: CombatantId) -> Option<PerClass<Turn>> {
        let (turn, known) = (self.turn.all, self.turn.players);
        if turn.acting != Some(id) && known.acting != Some(id) {
            return None;
        }
        let nobodys = |turn: Turn| Turn {
            acting: None,
            pass: 0,
            ..turn
        };
        if !self.is_visible(id) {
            let next = self.next_turns_skipping(Some(id));
            let turn = nobodys(turn);
            return Some(next.unwrap_or(PerClass {
                all: turn,
                players: known,
            }));
        }
        let known_after = self.players_round_steps().turn_after(known, Some(id));
        let known_after = known_after.unwrap_or_else(|| nobodys(known));
        let next = self.full_round_steps().turn_after(turn, Some(id));
        let turn_after = match next {
            _ if turn.acting != Some(id) => turn,
            Some(next) if next.acting.is_some_and(|id| !self.is_visible(id)) => next,
            _ => known_after,
        };
        Some(PerClass {
            all: turn_after,
            players: known_after,
        })
    }
}

/// Whether in a turn a combatant acts, or initiative is being rolled.
fn is_under_way(turn: Turn) -> bool {
    turn.acting.is_some() || (turn.round > 0 && turn.phase == Phase::Initiative)
}
