//! Combatants whom the rules draw into a declaration without being named: helpers, human shields, flankers.

use std::borrow::Cow;

use super::Decision;
use crate::base::id::{CombatantId, ExchangeId};
use crate::base::term::RuleId;
use crate::encounter::command::Declaration;
use crate::encounter::exchange::Exchange;
use crate::encounter::limits::MAX_EXCHANGE_PARTIES;
use crate::encounter::question::DrawnCombatant;

impl Decision<'_> {
    /// Adds the combatants whom the rules draw in to a declaration, except those it leaves out.
    pub(super) fn with_drawn<'d>(&self, asked: &'d Declaration) -> Cow<'d, Declaration> {
        let drawn = self.drawn_in(asked);
        if drawn.is_empty() {
            return Cow::Borrowed(asked);
        }
        let mut asked = asked.clone();
        asked
            .others
            .extend(drawn.into_iter().map(|drawn| drawn.who));
        Cow::Owned(asked)
    }

    /// Returns the combatants whom the rules draw into a declaration, in the order of the fight. A public declaration
    /// never draws in a combatant whom players do not see.
    pub(super) fn drawn_in(&self, asked: &Declaration) -> Vec<DrawnCombatant> {
        let Some(by) = asked.by else {
            return Vec::new();
        };
        let state = self.state;
        let named: Vec<CombatantId> = [by].iter().chain(&asked.at).copied().collect();
        let all = || named.iter().chain(&asked.others).copied();
        let shows = |id: CombatantId| {
            let who = state.combatants.get(&id);
            who.is_some_and(|who| !who.hidden || id == by && who.lurks)
        };
        let public = all().all(shows);
        let may = |id: &CombatantId| {
            let who = state.combatants.get(id);
            let shown = who.is_some_and(|who| !(public && who.hidden));
            shown && !asked.without.contains(id) && all().all(|other| other != *id)
        };
        let near = state.connected_combatants(&named).into_iter();
        let mut near: Vec<CombatantId> = near.filter(may).collect();
        near.sort_by_cached_key(|id| (state.order.iter().position(|other| other == id), *id));
        near.truncate(MAX_EXCHANGE_PARTIES.saturating_sub(all().count()));
        if near.is_empty() {
            return Vec::new();
        }
        let mut trial = Exchange::new(ExchangeId::FIRST, asked.intent.clone());
        trial.by = asked.by;
        trial.at.clone_from(&asked.at);
        trial.others = asked.others.iter().copied().chain(near).collect();
        let combat = state.system.combat();
        let drawn = state
            .with_scene(&trial, |scene| combat.drawn_in_bystanders(scene))
            .into_iter();
        let drawn = drawn.filter_map(|(n, why, rule)| {
            let n = usize::from(n);
            let who = trial.others.get(n).filter(|_| n >= asked.others.len())?;
            Some(DrawnCombatant {
                who: *who,
                why: why.into(),
                rule: RuleId::new(rule),
            })
        });
        drawn.collect()
    }
}
