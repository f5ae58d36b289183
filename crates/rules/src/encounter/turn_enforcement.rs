//! Enforcement of the turn order: an action must come in its combatant's turn and phase, and a turn cannot end
//! before initiative is rolled.

use super::combatant::{Combatant, Turn};
use super::state::State;
use super::viewer::Viewer;
use crate::base::id::CombatantId;
use crate::base::term::{BarReason, RuleId};
use crate::character::phase::{InitiativeCadence, Phase};
use crate::exchange::Scene;
use crate::messages::{Text, encounter as msg};
use crate::ruleset::house_rules::KEEP_ORDER;
use crate::ruleset::settings::Value;

impl State {
    /// Whether this table refuses actions out of turn.
    pub(crate) fn enforces_turn_order(&self) -> bool {
        self.house.get(KEEP_ORDER) != Some(&Value::Yes(false))
    }

    /// Returns the turn as players know it for a visible combatant, or the real one for a hidden
    /// combatant.
    pub(crate) const fn turn_for_combatant(&self, who: &Combatant) -> Turn {
        *self.turn.for_class(Viewer::for_combatant(who).class)
    }

    /// Whether a combatant stands in the order of a fight under way without initiative.
    pub(crate) fn is_unscored(&self, who: &Combatant) -> bool {
        who.initiative.is_none()
            && self.turn_for_combatant(who).round > 0
            && self.order.contains(&who.id)
    }

    /// Returns the reason why a combatant may not act in `scene` now; `None` if they may, or if it takes no
    /// action of theirs.
    pub(crate) fn out_of_turn_bar(&self, by: CombatantId, scene: &Scene<'_>) -> Option<BarReason> {
        let who = self.combatants.get(&by)?;
        let turn = self.turn_for_combatant(who);
        let in_order = self.order.contains(&by);
        let combat = self.system.combat();
        let placed =
            || combat.takes_action(scene) && !combat.is_allowed_any_time(&scene.intent.maneuver);
        if !self.enforces_turn_order() || turn.round == 0 || !in_order || !placed() {
            return None;
        }
        let rules = combat.order_rules();
        let bar = |why: Text, rule: &'static str| Some((why.into(), RuleId::new(rule)));
        match turn.phase {
            Phase::Initiative => bar(msg::INITIATIVE_IS_ROLLED_FIRST, rules.rolled),
            Phase::Declare => bar(msg::ALL_DECLARE_BEFORE_THE_FIRST, rules.declared),
            Phase::Act | Phase::Extra if turn.acting.is_none() => None,
            Phase::Act | Phase::Extra if !self.is_acting_in(who, turn) => {
                bar(msg::IT_IS_NOT_THEIR_TURN, rules.acted)
            }
            phase @ (Phase::Act | Phase::Extra) => {
                let (why, rule) = combat.phase_bar(scene, phase)?;
                bar(why, rule)
            }
        }
    }

    /// Whether a turn belongs to a combatant, or to another who acts at the same moment.
    fn is_acting_in(&self, who: &Combatant, turn: Turn) -> bool {
        let Some(acting) = turn.acting else {
            return true;
        };
        let groups = self.simultaneous_groups(|other| who.hidden || self.is_visible(other));
        let mut groups = groups.into_iter();
        acting == who.id || groups.any(|group| group.contains(&acting) && group.contains(&who.id))
    }

    /// Returns the rule that bars a combatant from taking a stance now; `None` if none does.
    pub(crate) fn stance_bar_rule(&self, who: &Combatant) -> Option<&'static str> {
        let rule = self.rules().own_turn_stance_rule()?;
        let turn = self.turn_for_combatant(who);
        let elsewhere =
            turn.round > 0 && self.order.contains(&who.id) && !self.is_acting_in(who, turn);
        (self.enforces_turn_order() && elsewhere).then_some(rule)
    }

    /// Returns the combatants in the order who must roll initiative before the turn ends, as it is
    /// rolled each round and they have not.
    pub(crate) fn combatants_owing_initiative(&self) -> Vec<CombatantId> {
        let rolled_each =
            self.rules().initiative_cadence(&self.house) == InitiativeCadence::EveryRound;
        let unrolled = self.order_unrolled();
        let begins = self.turn.all.round == 0 && unrolled.len() < self.order.len();
        let rolls = begins || (self.turn.all.round > 0 && self.turn.all.phase == Phase::Initiative);
        match self.enforces_turn_order() && rolled_each && rolls {
            true => unrolled,
            false => Vec::new(),
        }
    }
}
