//! Combatants and plans that players see, and those who still have to roll initiative.

use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::state::State;
use crate::house::SEALED;
use crate::id::{CombatantId, SeatId};
use crate::phase::Phase;

impl State {
    /// Whether players see this combatant.
    pub(crate) fn is_seen(&self, id: CombatantId) -> bool {
        self.combatants
            .get(&id)
            .is_some_and(|combatant| !combatant.hidden)
    }

    /// Iterates over the combatants of a list that players see.
    pub(crate) fn seen<'a>(
        &'a self,
        list: &'a [CombatantId],
    ) -> impl Iterator<Item = CombatantId> + 'a {
        list.iter().copied().filter(|id| self.is_seen(*id))
    }

    /// Returns the combatants of the order that players see.
    pub(super) fn known_order(&self) -> Vec<CombatantId> {
        self.seen(&self.order).collect()
    }

    /// Whether a combatant's plan is still hidden from players.
    pub(crate) fn is_sealed(&self, who: &Combatant) -> bool {
        self.seals(who.hidden)
    }

    /// Whether plans are still hidden from players: those of all hidden combatants, or those of all visible
    /// ones.
    pub(crate) fn seals(&self, hidden: bool) -> bool {
        let turn = if hidden {
            self.turn.all
        } else {
            self.turn.players
        };
        self.house.is_on(SEALED)
            && (turn.round == 0 || turn.phase <= Phase::Declare)
            && self.rules().phases(&self.house).contains(&Phase::Declare)
    }

    /// Returns the storyteller's foes without initiative.
    pub(crate) fn storytellers_unrolled(&self) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner.is_none() && combatant.side == Side::Foe)
    }

    /// Returns the combatants in the order without initiative.
    pub(crate) fn everyone_unrolled(&self) -> Vec<CombatantId> {
        let mut there = self.unrolled(|_| true);
        there.retain(|id| self.order.contains(id));
        there
    }

    /// Returns a seat's visible combatants without initiative.
    pub(crate) fn unrolled_of(&self, seat: SeatId) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner == Some(seat) && !combatant.hidden)
    }

    /// Returns the combatants without initiative that `wanted` accepts. Combatants out of the fight are left
    /// out, because their turn is skipped.
    fn unrolled(&self, wanted: impl Fn(&Combatant) -> bool) -> Vec<CombatantId> {
        let standing = self.order.iter().chain(&self.bench).copied();
        let rolls = |who: &Combatant| who.initiative.is_none() && wanted(who);
        standing
            .filter(|id| self.combatants.get(id).is_some_and(rolls) && self.is_up(*id))
            .collect()
    }
}
