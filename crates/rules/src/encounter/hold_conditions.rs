//! Conditions that follow from holds, for the two combatants of each hold.

use std::borrow::Cow;

use super::combatant::Combatant;
use super::combatant::relations::CombatantHold;
use super::event::Event;
use super::feature::Conditioned;
use super::state::State;
use super::viewer::Viewer;
use crate::base::id::CombatantId;
use crate::base::rule_switch::is_rule_off;
use crate::character::condition::{Condition, Conditions, Until};
use crate::exchange::HoldSide;

impl State {
    /// Returns the conditions of a combatant, both the stored ones and those that follow from
    /// holds. If `public`, only holds that players know of count.
    #[must_use]
    pub(crate) fn conditions_of<'a>(
        &self,
        who: &'a Combatant,
        public: bool,
    ) -> Cow<'a, Conditions> {
        self.conditions_with_holds(who, &who.conditions, &self.ties.holds, public)
    }

    /// Returns the conditions of a combatant with the given stored conditions and holds.
    pub(super) fn conditions_with_holds<'a>(
        &self,
        who: &Combatant,
        kept: &'a Conditions,
        holds: &[CombatantHold],
        public: bool,
    ) -> Cow<'a, Conditions> {
        let mut all = Cow::Borrowed(kept);
        let counts =
            |hold: &&CombatantHold| hold.involves(who.id) && (!public || self.is_hold_known(hold));
        for hold in holds.iter().filter(counts) {
            for (key, amount) in self.conditions_from_hold(hold, who) {
                if self.is_condition_switched_off(key) {
                    continue;
                }
                let kept = all.get(key).map(|kept| kept.amount);
                let amount = kept.map_or(amount, |kept| {
                    self.system.combat().heavier_amount(key, kept, amount)
                });
                let until = Until::Lifted;
                let condition = Condition { amount, until };
                all.to_mut().insert(key.to_owned(), condition);
            }
        }
        all
    }

    /// Returns the conditions that a hold puts on one of its two combatants. A combatant out of the fight
    /// neither holds nor resists.
    fn conditions_from_hold(
        &self,
        hold: &CombatantHold,
        who: &Combatant,
    ) -> Vec<(&'static str, i32)> {
        let holds = hold.by == who.id;
        let other = if holds { hold.on } else { hold.by };
        let other = self.combatants.get(&other);
        let up = other.filter(|other| !other.is_out(self.rules(), &self.house));
        up.map_or_else(Vec::new, |other| {
            self.system.combat().hold_conditions(&HoldSide {
                key: &hold.key,
                amount: hold.amount,
                holds,
                own: &who.sheet,
                other: &other.sheet,
            })
        })
    }

    /// Whether a condition belongs to a rule that a test has switched off.
    pub(super) fn is_condition_switched_off(&self, condition: &str) -> bool {
        let mut specs = self.rules().facts().condition_specs.iter();
        specs.any(|spec| spec.key == condition && is_rule_off(spec.rule))
    }

    /// Whether players see the effect of a hold, because they see both combatants or because it is felt.
    fn is_hold_known(&self, hold: &CombatantHold) -> bool {
        hold.felt || self.is_visible(hold.by) && self.is_visible(hold.on)
    }

    /// Whether a combatant holds another or is held.
    pub(super) fn is_in_hold(&self, id: CombatantId) -> bool {
        let mut holds = self.ties.holds.iter();
        holds.any(|hold| hold.involves(id) && !self.is_mark(&hold.key))
    }

    /// Iterates over the holds that put a condition on a combatant, as far as the viewer knows.
    pub(super) fn holds_behind_condition<'a>(
        &'a self,
        who: &'a Combatant,
        key: &'a str,
        viewer: Viewer,
    ) -> impl Iterator<Item = &'a CombatantHold> {
        let holds = self.ties.holds.iter();
        let known = move |hold: &CombatantHold| viewer.sees_hidden() || self.is_hold_known(hold);
        let holds = holds.filter(move |hold| hold.involves(who.id) && known(hold));
        holds.filter(move |hold| {
            let mut brought = self.conditions_from_hold(hold, who).into_iter();
            brought.any(|(brought, _)| brought == key)
        })
    }

    /// Returns events that end stored conditions when the last hold behind them has ended. Old records store
    /// such conditions.
    pub(super) fn end_conditions_of_hold(&self, ended: &CombatantHold) -> Vec<Event> {
        if !self.is_hold_known(ended) {
            return Vec::new();
        }
        let two = [ended.by, ended.on].into_iter();
        let two = two.filter_map(|id| self.combatants.get(&id));
        let mut events = Vec::new();
        for who in two {
            let holds = ended.by == who.id;
            let grip = HoldSide {
                key: &ended.key,
                amount: ended.amount,
                holds,
                own: &who.sheet,
                other: &who.sheet,
            };
            for (key, _) in self.system.combat().hold_conditions(&grip) {
                let Some(before) = who.conditions.get(key).copied() else {
                    continue;
                };
                if self
                    .holds_behind_condition(who, key, Viewer::for_combatant(who))
                    .next()
                    .is_none()
                {
                    events.push(Event::Conditioned(Conditioned {
                        id: who.id,
                        key: key.to_owned(),
                        before: Some(before),
                        after: None,
                    }));
                }
            }
        }
        events
    }
}
