//! Conditions that follow from holds, for the two combatants of each hold.

use std::borrow::Cow;

use super::combatant::Combatant;
use super::event::Event;
use super::feature::Conditioned;
use super::state::State;
use super::ties::Held;
use super::viewer::Viewer;
use crate::condition::{Condition, Conditions, Until};
use crate::exchange::Grip;
use crate::id::CombatantId;
use crate::switch::is_off;

impl State {
    /// Returns the conditions of a combatant: the stored ones and those that follow from holds. If `public`,
    /// only holds that players know of count.
    #[must_use]
    pub(crate) fn conditions_of<'a>(
        &self,
        who: &'a Combatant,
        public: bool,
    ) -> Cow<'a, Conditions> {
        self.conditions_in(who, &who.conditions, &self.ties.holds, public)
    }

    /// Returns the conditions of a combatant with the given stored conditions and holds.
    pub(super) fn conditions_in<'a>(
        &self,
        who: &Combatant,
        kept: &'a Conditions,
        holds: &[Held],
        public: bool,
    ) -> Cow<'a, Conditions> {
        let mut all = Cow::Borrowed(kept);
        let counts = |hold: &&Held| hold.touches(who.id) && (!public || self.is_known(hold));
        for hold in holds.iter().filter(counts) {
            for (key, amount) in self.brought(hold, who) {
                if self.is_of_a_rule_off(key) {
                    continue;
                }
                let kept = all.get(key).map(|kept| kept.amount);
                let amount = kept.map_or(amount, |kept| {
                    self.system.combat().weightier(key, kept, amount)
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
    fn brought(&self, hold: &Held, who: &Combatant) -> Vec<(&'static str, i32)> {
        let holds = hold.by == who.id;
        let other = if holds { hold.on } else { hold.by };
        let other = self.combatants.get(&other);
        let up = other.filter(|other| !other.is_out(self.rules(), &self.house));
        up.map_or_else(Vec::new, |other| {
            self.system.combat().conditions_of(&Grip {
                key: &hold.key,
                amount: hold.amount,
                holds,
                own: &who.sheet,
                other: &other.sheet,
            })
        })
    }

    /// Whether a condition belongs to a rule that a test has switched off.
    pub(super) fn is_of_a_rule_off(&self, condition: &str) -> bool {
        let mut specs = self.rules().conditions().iter();
        specs.any(|spec| spec.key == condition && is_off(spec.rule))
    }

    /// Whether players see the effect of a hold.
    fn is_known(&self, hold: &Held) -> bool {
        hold.felt || self.is_seen(hold.by) && self.is_seen(hold.on)
    }

    /// Whether a combatant holds another or is held.
    pub(super) fn is_tied(&self, id: CombatantId) -> bool {
        let mut holds = self.ties.holds.iter();
        holds.any(|hold| hold.touches(id) && !self.is_mark(&hold.key))
    }

    /// Iterates over the holds that put a condition on a combatant, as far as the viewer knows.
    pub(super) fn behind<'a>(
        &'a self,
        who: &'a Combatant,
        key: &'a str,
        viewer: Viewer,
    ) -> impl Iterator<Item = &'a Held> {
        let holds = self.ties.holds.iter();
        let known = move |hold: &Held| viewer.sees_hidden() || self.is_known(hold);
        let holds = holds.filter(move |hold| hold.touches(who.id) && known(hold));
        holds.filter(move |hold| {
            let mut brought = self.brought(hold, who).into_iter();
            brought.any(|(brought, _)| brought == key)
        })
    }

    /// Returns events that end stored conditions when the last hold behind them has ended. Old records store
    /// such conditions.
    pub(super) fn freed(&self, ended: &Held) -> Vec<Event> {
        if !self.is_known(ended) {
            return Vec::new();
        }
        let two = [ended.by, ended.on].into_iter();
        let two = two.filter_map(|id| self.combatants.get(&id));
        let mut events = Vec::new();
        for who in two {
            let holds = ended.by == who.id;
            let grip = Grip {
                key: &ended.key,
                amount: ended.amount,
                holds,
                own: &who.sheet,
                other: &who.sheet,
            };
            for (key, _) in self.system.combat().conditions_of(&grip) {
                let Some(before) = who.conditions.get(key).copied() else {
                    continue;
                };
                if self
                    .behind(who, key, Viewer::following(who))
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
