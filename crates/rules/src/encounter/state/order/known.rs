//! Combatants and plans that players see, and those who still have to roll initiative.

use crate::base::id::{CombatantId, SeatId};
use crate::character::phase::Phase;
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::state::State;
use crate::ruleset::house_rules::SEALED;

impl State {
    /// Whether players see this combatant, which is not hidden.
    pub(crate) fn is_visible(&self, id: CombatantId) -> bool {
        self.combatants
            .get(&id)
            .is_some_and(|combatant| !combatant.hidden)
    }

    /// Iterates over the combatants of a list that players see.
    pub(crate) fn visible_among<'a>(
        &'a self,
        list: &'a [CombatantId],
    ) -> impl Iterator<Item = CombatantId> + 'a {
        list.iter().copied().filter(|id| self.is_visible(*id))
    }

    /// Returns the combatants of the order that players see.
    pub(super) fn players_order(&self) -> Vec<CombatantId> {
        self.visible_among(&self.order).collect()
    }

    /// Whether a combatant's plan is still hidden from players.
    pub(crate) fn is_plan_sealed(&self, who: &Combatant) -> bool {
        self.are_plans_sealed(who.hidden)
    }

    /// Whether the plans (declared actions of the round) of all hidden combatants, if `hidden`, or
    /// else of all visible ones are still secret.
    pub(crate) fn are_plans_sealed(&self, hidden: bool) -> bool {
        let turn = if hidden {
            self.turn.all
        } else {
            self.turn.players
        };
        self.house.is_on(SEALED)
            && (turn.round == 0 || turn.phase <= Phase::Declare)
            && self
                .rules()
                .round_phases(&self.house)
                .contains(&Phase::Declare)
    }

    /// Returns the storyteller's foes without initiative.
    pub(crate) fn storyteller_foes_unrolled(&self) -> Vec<CombatantId> {
        self.unrolled_where(|combatant| combatant.owner.is_none() && combatant.side == Side::Foe)
    }

    /// Returns the combatants in the order without initiative.
    pub(crate) fn order_unrolled(&self) -> Vec<CombatantId> {
        let mut there = self.unrolled_where(|_| true);
        there.retain(|id| self.order.contains(id));
        there
    }

    /// Returns a seat's visible combatants without initiative.
    pub(crate) fn seat_unrolled(&self, seat: SeatId) -> Vec<CombatantId> {
        self.unrolled_where(|combatant| combatant.owner == Some(seat) && !combatant.hidden)
    }

    /// Returns the combatants without initiative that `wanted` accepts. Combatants out of the fight are left
    /// out, because their turn is skipped.
    fn unrolled_where(&self, wanted: impl Fn(&Combatant) -> bool) -> Vec<CombatantId> {
        let standing = self.order.iter().chain(&self.bench).copied();
        let rolls = |who: &Combatant| who.initiative.is_none() && wanted(who);
        standing
            .filter(|id| self.combatants.get(id).is_some_and(rolls) && self.is_active(*id))
            .collect()
    }
}
