//! Combatants who act at the same moment: harm that one of them suffers from another neither bars nor weakens
//! their own action of that moment, and counts from its end.

use super::State;
use crate::base::id::CombatantId;
use crate::character::phase::Phase;
use crate::encounter::combatant::Combatant;
use crate::exchange::CombatantSnapshot;

impl State {
    /// Whether two combatants act at the current moment. If players see both, the players' turn decides.
    pub(in crate::encounter) fn are_acting_together(
        &self,
        one: CombatantId,
        other: CombatantId,
    ) -> bool {
        let seen = self.is_visible(one) && self.is_visible(other);
        let turn = if seen {
            self.turn.players
        } else {
            self.turn.all
        };
        let Some(acting) = turn.acting.filter(|_| turn.phase == Phase::Act) else {
            return false;
        };
        let groups = self.simultaneous_groups(|id| !seen || self.is_visible(id));
        let all = [one, other, acting];
        one != other
            && groups
                .iter()
                .any(|group| all.iter().all(|id| group.contains(id)))
    }

    /// Whether a turn is under way in which a combatant acts.
    pub(in crate::encounter) fn is_acting_in_current_turn(&self, id: CombatantId) -> bool {
        let turn = match self.is_visible(id) {
            true => self.turn.players,
            false => self.turn.all,
        };
        turn.acting.is_some() && turn.phase == Phase::Act && self.can_act_now(id)
    }

    /// Whether a combatant is out of the fight, not counting harm from others acting at the same moment.
    pub(in crate::encounter) fn is_out(&self, who: &Combatant) -> bool {
        !self.spared.contains_key(&who.id) && who.is_out(self.rules(), &self.house)
    }

    /// Replaces the health and conditions read of an acting combatant by those before the current moment.
    pub(in crate::encounter) fn restore_spared_state(
        &self,
        who: &Combatant,
        public: bool,
        facts: &mut CombatantSnapshot,
    ) {
        if let Some(spared) = self.spared.get(&who.id) {
            facts.track = spared.track;
            let conditions =
                self.conditions_with_holds(who, &spared.conditions, &spared.holds, public);
            facts.conditions = conditions.into_owned();
        }
    }
}
