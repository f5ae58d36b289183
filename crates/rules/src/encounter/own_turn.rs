//! Enforcement of the turn order: an action must come in its combatant's turn and phase, and a turn cannot end
//! before initiative is rolled.

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
    /// Whether this table refuses actions out of turn.
    pub(crate) fn keeps_order(&self) -> bool {
        self.house.get(KEEP_ORDER) != Some(&Value::Yes(false))
    }

    /// Returns the turn that applies to a combatant: the players' turn for a visible one.
    pub(crate) const fn turn_of(&self, who: &Combatant) -> Turn {
        *self.turn.for_class(Viewer::following(who).class)
    }

    /// Whether a combatant stands in the order of a fight under way without initiative.
    pub(crate) fn is_unscored(&self, who: &Combatant) -> bool {
        who.initiative.is_none() && self.turn_of(who).round > 0 && self.order.contains(&who.id)
    }

    /// Returns the reason why a combatant may not act in `scene` now; `None` if they may, or if it takes no
    /// action of theirs.
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

    /// Whether a turn belongs to a combatant, or to another who acts at the same moment.
    fn acts_now(&self, who: &Combatant, turn: Turn) -> bool {
        let Some(acting) = turn.acting else {
            return true;
        };
        let groups = self.together(|other| who.hidden || self.is_seen(other));
        let mut groups = groups.into_iter();
        acting == who.id || groups.any(|group| group.contains(&acting) && group.contains(&who.id))
    }

    /// Returns the rule that bars a combatant from taking a stance now; `None` if none does.
    pub(crate) fn stance_out_of_turn(&self, who: &Combatant) -> Option<&'static str> {
        let rule = self.rules().stance_in_own_turn()?;
        let turn = self.turn_of(who);
        let elsewhere = turn.round > 0 && self.order.contains(&who.id) && !self.acts_now(who, turn);
        (self.keeps_order() && elsewhere).then_some(rule)
    }

    /// Returns the combatants who must roll initiative before the turn ends: where it is rolled each round,
    /// everybody in the order who can roll and has not.
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
