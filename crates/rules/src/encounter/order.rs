//! The initiative order: who stands where, who comes next.

use super::event::Place;
use super::state::{Combatant, Encounter, Side, Turn};
use crate::id::{CombatantId, SeatId};
use crate::initiative::Initiative;

impl Encounter {
    /// Where a combatant's token stands.
    pub(crate) fn place_of(&self, id: CombatantId) -> Option<Place> {
        let index = |list: &[CombatantId]| {
            list.iter()
                .position(|other| *other == id)
                .and_then(|at| u32::try_from(at).ok())
        };
        index(&self.order)
            .map(Place::Order)
            .or_else(|| index(&self.bench).map(Place::Bench))
    }

    /// Who acts after the turn `now`, and in which round; `None` when nobody is in the order.
    pub(crate) fn turn_after(&self, now: Turn) -> Option<Turn> {
        let first = self.order.first().copied()?;
        let at = now
            .acting
            .and_then(|id| self.order.iter().position(|other| *other == id));
        Some(match at.and_then(|at| self.order.get(at + 1)) {
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

    /// Who acted before the turn `now`; before the first turn of the fight, nobody.
    pub(crate) fn turn_before(&self, now: Turn) -> Option<Turn> {
        let at = now
            .acting
            .and_then(|id| self.order.iter().position(|other| *other == id));
        match at {
            None => None,
            Some(0) if now.round <= 1 => Some(Turn::default()),
            Some(0) => Some(Turn {
                round: now.round - 1,
                acting: self.order.last().copied(),
            }),
            Some(at) => Some(Turn {
                round: now.round,
                acting: self.order.get(at - 1).copied(),
            }),
        }
    }

    /// The next turn as far as players know; `None` when they see nobody in the order.
    pub(crate) fn public_turn_after(&self, now: Turn) -> Option<Turn> {
        let mut turn = now;
        // One step more than there are places: the visible one may be the one that acts.
        for _ in 0..=self.order.len() {
            turn = self.turn_after(turn)?;
            if turn.acting.is_some_and(|id| self.is_seen(id)) {
                return Some(turn);
            }
        }
        None
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

    /// Everyone the storyteller plays who has not rolled, visible ones first: what is
    /// hidden must not shift anybody's dice.
    pub(crate) fn storytellers_unrolled(&self) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner.is_none() && combatant.side == Side::Foe)
    }

    /// Everyone a seat plays who has not rolled.
    pub(crate) fn unrolled_of(&self, seat: SeatId) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner == Some(seat) && !combatant.hidden)
    }

    fn unrolled(&self, wanted: impl Fn(&Combatant) -> bool) -> Vec<CombatantId> {
        let standing = self.order.iter().chain(&self.bench);
        let mut found: Vec<&Combatant> = standing
            .filter_map(|id| self.combatants.get(id))
            .filter(|combatant| combatant.initiative.is_none() && wanted(combatant))
            .collect();
        found.sort_by_key(|combatant| combatant.hidden);
        found.into_iter().map(|combatant| combatant.id).collect()
    }
}

/// Where in `order` somebody with `initiative` goes: before the first who acts later.
/// Those without a score are passed over.
pub(crate) fn slot(
    order: &[CombatantId],
    initiative: &Initiative,
    of: impl Fn(CombatantId) -> Option<Initiative>,
) -> usize {
    order
        .iter()
        .position(|other| of(*other).is_some_and(|other| initiative.is_before(&other)))
        .unwrap_or(order.len())
}
