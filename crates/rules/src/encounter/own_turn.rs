//! The order of play, enforced: an action comes in its owner's turn and in the phase for it, and a
//! turn does not go on before initiative is rolled.

use super::combatant::{Combatant, Turn};
use super::state::State;
use super::viewer::Viewer;
use crate::exchange::Scene;
use crate::house::KEEP_ORDER;
use crate::id::CombatantId;
use crate::messages::{Text, encounter as msg};
use crate::phase::{Cadence, Phase};
use crate::settings::Value;
use crate::term::{Bar, RuleId};

impl State {
    /// Whether this table refuses actions out of their turn.
    pub(crate) fn keeps_order(&self) -> bool {
        self.house.get(KEEP_ORDER) != Some(&Value::Yes(false))
    }

    /// Where the fight stands for a combatant: as players know it, for whom players see.
    pub(crate) const fn turn_of(&self, who: &Combatant) -> Turn {
        *self.turn.for_class(Viewer::following(who).class)
    }

    /// Whether a combatant stands in the order of a fight under way without a score.
    pub(crate) fn is_unscored(&self, who: &Combatant) -> bool {
        who.initiative.is_none() && self.turn_of(who).round > 0 && self.order.contains(&who.id)
    }

    /// Why what a combatant would do in `scene` does not come now; `None` where it does, or where
    /// it takes no action of theirs.
    pub(crate) fn out_of_turn(&self, by: CombatantId, scene: &Scene<'_>) -> Option<Bar> {
        let who = self.combatants.get(&by)?;
        let turn = self.turn_of(who);
        let in_order = self.order.contains(&by);
        let combat = self.system.combat();
        let placed = || combat.takes_action(scene) && !combat.at_any_moment(&scene.intent.maneuver);
        if !self.keeps_order() || turn.round == 0 || !in_order || !placed() {
            return None;
        }
        let rules = combat.order_rules();
        let bar = |why: Text, rule: &'static str| Some((why.into(), RuleId::new(rule)));
        match turn.phase {
            Phase::Initiative => bar(msg::INITIATIVE_IS_ROLLED_FIRST, rules.rolled),
            Phase::Declare => bar(msg::ALL_DECLARE_BEFORE_THE_FIRST, rules.declared),
            Phase::Act | Phase::Extra if turn.acting.is_none() => None,
            Phase::Act | Phase::Extra if !self.acts_now(who, turn) => {
                bar(msg::IT_IS_NOT_THEIR_TURN, rules.acted)
            }
            phase @ (Phase::Act | Phase::Extra) => {
                let (why, rule) = combat.barred_in_phase(scene, phase)?;
                bar(why, rule)
            }
        }
    }

    /// Whether a turn is that of a combatant, or of another who acts at the same moment.
    fn acts_now(&self, who: &Combatant, turn: Turn) -> bool {
        let Some(acting) = turn.acting else {
            return true;
        };
        let groups = self.together(|other| who.hidden || self.is_seen(other));
        let mut groups = groups.into_iter();
        acting == who.id || groups.any(|group| group.contains(&acting) && group.contains(&who.id))
    }

    /// Why a stance cannot be taken by a combatant now; `None` where it can.
    pub(crate) fn stance_out_of_turn(&self, who: &Combatant) -> Option<&'static str> {
        let rule = self.rules().stance_in_own_turn()?;
        let turn = self.turn_of(who);
        let elsewhere = turn.round > 0 && self.order.contains(&who.id) && !self.acts_now(who, turn);
        (self.keeps_order() && elsewhere).then_some(rule)
    }

    /// Combatants who have to roll initiative before the turn goes on: where it is rolled each
    /// round, all in the order who can and have not.
    pub(crate) fn owed_initiative(&self) -> Vec<CombatantId> {
        let rolled_each = self.rules().cadence(&self.house) == Cadence::EveryRound;
        let unrolled = self.everyone_unrolled();
        let begins = self.turn.all.round == 0 && unrolled.len() < self.order.len();
        let rolls = begins || (self.turn.all.round > 0 && self.turn.all.phase == Phase::Initiative);
        match self.keeps_order() && rolled_each && rolls {
            true => unrolled,
            false => Vec::new(),
        }
    }
}
