//! The initiative order: who stands where, who comes next.
//!
//! Players know of the order, the turn and the round by what they see and nothing else: a
//! turn of somebody hidden passes without a change to them, and whatever moves their turn
//! moves it by their order.

use super::event::{Place, Spot};
use super::state::{Combatant, Encounter, Side, Turn};
use crate::id::{CombatantId, SeatId};

/// Where the fight stands, and where it stands as far as players know. The two differ only
/// while somebody hidden acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turns {
    pub(crate) turn: Turn,
    pub(crate) known: Turn,
}

impl Turns {
    const fn both(turn: Turn) -> Self {
        Self { turn, known: turn }
    }
}

impl Encounter {
    /// Where a combatant's token stands.
    pub(crate) fn place_of(&self, id: CombatantId) -> Option<Place> {
        self.place_in(&self.order, &self.bench, id)
    }

    /// Where a token stands in these lists.
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

    /// The spot at an index of a list.
    pub(crate) fn spot(&self, list: &[CombatantId], at: usize) -> Spot {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let before = list.get(..at).unwrap_or(list);
        Spot {
            at: count(before.len()),
            seen: count(self.seen(before).count()),
        }
    }

    /// The turns after the one who acts now; `None` when nobody is in the order.
    pub(crate) fn turns_after(&self) -> Option<Turns> {
        let known = self.public_turn;
        let next = after(&self.order, self.turn)?;
        if next.acting.is_some_and(|id| !self.is_seen(id)) {
            return Some(Turns { turn: next, known });
        }
        // Players may have ended turns while somebody hidden acted; those have been.
        if known.acting.is_some() && self.standing(next) <= self.standing(known) {
            return Some(Turns::both(known));
        }
        self.known_turn_after().map(Turns::both)
    }

    /// The turns before the one who acts now; before the first turn of the fight, nobody's.
    pub(crate) fn turns_before(&self) -> Option<Turns> {
        let known = self.public_turn;
        let previous = before(&self.order, self.turn)?;
        if previous.acting.is_some_and(|id| !self.is_seen(id)) {
            return Some(Turns {
                turn: previous,
                known,
            });
        }
        if known.acting.is_none() {
            return previous.acting.is_none().then_some(Turns {
                turn: previous,
                known,
            });
        }
        if self.standing(previous) >= self.standing(known) {
            return Some(Turns::both(known));
        }
        before(&self.known_order(), known).map(Turns::both)
    }

    /// The next turn as far as players know; `None` when they see nobody in the order.
    pub(crate) fn known_turn_after(&self) -> Option<Turn> {
        after(&self.known_order(), self.public_turn)
    }

    /// The turns once `id` is out of sight or out of the order; `None` when it is not
    /// their turn.
    pub(crate) fn turns_without(&self, id: CombatantId) -> Option<Turns> {
        let (turn, known) = (self.turn, self.public_turn);
        if turn.acting != Some(id) && known.acting != Some(id) {
            return None;
        }
        let nobodys = |turn: Turn| Turn {
            acting: None,
            ..turn
        };
        let anothers = |turn: &Turn| turn.acting != Some(id);
        if !self.is_seen(id) {
            let next = self.turns_after().filter(|next| anothers(&next.turn));
            let turn = nobodys(turn);
            return Some(next.unwrap_or(Turns { turn, known }));
        }
        let known_after = self.known_turn_after().filter(anothers);
        let known_after = known_after.unwrap_or_else(|| nobodys(known));
        let next = after(&self.order, turn).filter(anothers);
        let turn_after = match next {
            _ if turn.acting != Some(id) => turn,
            Some(next) if next.acting.is_some_and(|id| !self.is_seen(id)) => next,
            _ => known_after,
        };
        Some(Turns {
            turn: turn_after,
            known: known_after,
        })
    }

    /// What makes a turn later than another: the round, then the place in the order.
    fn standing(&self, turn: Turn) -> (u32, Option<usize>) {
        let at = |id| self.order.iter().position(|other| *other == id);
        (turn.round, turn.acting.and_then(at))
    }

    fn known_order(&self) -> Vec<CombatantId> {
        self.seen(&self.order).collect()
    }

    /// Whether players know of this combatant.
    pub(crate) fn is_seen(&self, id: CombatantId) -> bool {
        self.combatants
            .get(&id)
            .is_some_and(|combatant| !combatant.hidden)
    }

    /// Those of a list whom players know of.
    pub(crate) fn seen<'a>(
        &'a self,
        list: &'a [CombatantId],
    ) -> impl Iterator<Item = CombatantId> + 'a {
        list.iter().copied().filter(|id| self.is_seen(*id))
    }

    /// Where in `order` a newcomer goes: before the first who acts later.
    ///
    /// Among those whom everybody sees, hidden ones do not count; they only decide between
    /// places that look the same to players.
    pub(crate) fn slot(
        &self,
        order: &[CombatantId],
        hidden: bool,
        acts_later: impl Fn(CombatantId) -> bool,
    ) -> usize {
        let later = |at: &usize| order.get(*at).is_some_and(|id| acts_later(*id));
        let seen = |at: &usize| order.get(*at).is_some_and(|id| self.is_seen(*id));
        let all = 0..order.len();
        let (from, to) = if hidden {
            (0, order.len())
        } else {
            let to = all.clone().find(|at| seen(at) && later(at));
            let to = to.unwrap_or(order.len());
            (all.take(to).rfind(seen).map_or(0, |at| at + 1), to)
        };
        (from..to).find(later).unwrap_or(to)
    }

    /// Everyone the storyteller plays who has not rolled.
    pub(crate) fn storytellers_unrolled(&self) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner.is_none() && combatant.side == Side::Foe)
    }

    /// Everyone a seat plays who has not rolled.
    pub(crate) fn unrolled_of(&self, seat: SeatId) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner == Some(seat) && !combatant.hidden)
    }

    fn unrolled(&self, wanted: impl Fn(&Combatant) -> bool) -> Vec<CombatantId> {
        let standing = self.order.iter().chain(&self.bench).copied();
        standing
            .filter(|id| {
                let combatant = self.combatants.get(id);
                combatant.is_some_and(|who| who.initiative.is_none() && wanted(who))
            })
            .collect()
    }
}

/// Who acts in `order` after the turn `now`, and in which round; `None` when it is empty.
fn after(order: &[CombatantId], now: Turn) -> Option<Turn> {
    let first = order.first().copied()?;
    let at = now
        .acting
        .and_then(|id| order.iter().position(|other| *other == id));
    Some(match at.and_then(|at| order.get(at + 1)) {
        Some(next) => Turn {
            round: now.round.max(1),
            acting: Some(*next),
        },
        None if at.is_some() => Turn {
            round: now.round.saturating_add(1),
            acting: Some(first),
        },
        None => Turn {
            round: now.round.max(1),
            acting: Some(first),
        },
    })
}

/// Who acted in `order` before the turn `now`; before the first turn of the fight, nobody.
fn before(order: &[CombatantId], now: Turn) -> Option<Turn> {
    let at = now
        .acting
        .and_then(|id| order.iter().position(|other| *other == id));
    match at {
        None => None,
        Some(0) if now.round <= 1 => Some(Turn::default()),
        Some(0) => Some(Turn {
            round: now.round - 1,
            acting: order.last().copied(),
        }),
        Some(at) => Some(Turn {
            round: now.round,
            acting: order.get(at - 1).copied(),
        }),
    }
}
