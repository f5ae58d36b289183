//! Actions of a declared turn that are still to be done.
//!
//! Actions are identified by number; extra actions are numbered after the ordinary ones.

use std::borrow::Cow;

use super::steps;
use super::tally::{ABORTED, ACTIONS, DEFENSES, POWER_ACTIONS};
use crate::character::plan::Plan;
use crate::exchange::{Effect, Party, Play};
use crate::ruleset::combatant_info::CombatantInfo;

/// Remaining actions of a combatant's turn.
#[derive(Clone, Debug)]
pub struct RemainingTurn {
    /// Plan as it was declared.
    pub plan: Plan,
    /// Numbers of ordinary actions that are not defenses.
    pub open: Vec<u8>,
    /// Numbers of extra actions that are not defenses.
    pub extra: Vec<u8>,
    /// Numbers of declared defenses.
    pub defenses: Vec<u8>,
}

/// Action of a combatant's turn that a defense uses up, in the d10 systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenseAction {
    /// Number of the action.
    pub number: u8,
    /// Whether the action was declared as such a defense; otherwise it is given up for one.
    pub declared: bool,
}

impl RemainingTurn {
    /// Computes the remaining actions of a combatant.
    #[must_use]
    pub fn of(who: &CombatantInfo<'_>) -> Self {
        let plan = steps::effective_plan(who);
        let counted = |key: &str| usize::from(who.tally_count(key));
        let used = |number: &u8| who.tally_count(&used_defense_key(*number)) > 0;
        let (actions, defended, aborted) = (counted(ACTIONS), counted(DEFENSES), counted(ABORTED));
        let by_number = plan.defenses.iter().filter(|number| used(number));
        let (of_powers, ordinary): (Vec<u8>, Vec<u8>) =
            by_number.partition(|number| **number > plan.actions);
        // Defenses without a declared kind are used in order.
        let in_order = defended
            .saturating_sub(aborted)
            .saturating_sub(ordinary.len());
        let left = plan.defenses.iter().filter(|number| !used(number));
        let (later, first): (Vec<u8>, Vec<u8>) = left.partition(|number| **number > plan.actions);
        let gone = actions.saturating_sub(defended).saturating_add(aborted);
        let gone_extra = counted(POWER_ACTIONS).saturating_sub(of_powers.len());
        let extra = plan.actions.saturating_add(1)..=plan.total_actions();
        let extra = extra.filter(|number| !plan.defenses.contains(number));
        Self {
            open: plan.open_action_numbers().skip(gone).collect(),
            extra: extra.skip(gone_extra).collect(),
            defenses: first.into_iter().skip(in_order).chain(later).collect(),
            plan,
        }
    }

    /// Whether the combatant has done an ordinary action that is not a defense.
    #[must_use]
    pub fn has_acted(&self, who: &CombatantInfo<'_>) -> bool {
        who.tally_count(ACTIONS) > who.tally_count(DEFENSES)
    }

    /// Returns the action that a defense of this kind uses up: a matching declared defense, or else
    /// an action to give up, other defenses first.
    #[must_use]
    pub fn action_for_defense(&self, kind: &str) -> Option<DefenseAction> {
        let covers = |number: &&u8| self.plan.covers_defense(**number, kind);
        let declared = self.defenses.iter().find(covers);
        let given_up = || {
            let all = self.defenses.iter().chain(&self.open);
            all.chain(&self.extra).next()
        };
        let number = declared.or_else(given_up)?;
        Some(DefenseAction {
            number: *number,
            declared: declared.is_some(),
        })
    }

    /// Returns the number of the action to give up for a defense of any kind; `None` if none is
    /// left.
    #[must_use]
    pub fn action_to_give_up(&self) -> Option<u8> {
        self.open.iter().chain(&self.extra).next().copied()
    }

    /// Returns the tally key to increase when action `number` is given up for a defense; `None` for
    /// a defense or an extra action.
    #[must_use]
    pub fn given_up_tally_key(&self, number: u8) -> Option<&'static str> {
        self.open.contains(&number).then_some(ABORTED)
    }

    /// Counts a defense that uses up this action.
    pub fn count_defense(&self, play: &mut Play<'_>, who: Party, number: u8) {
        let of_powers = number > self.plan.actions;
        let keys: &[&'static str] = match of_powers {
            true => &[POWER_ACTIONS],
            false => &[ACTIONS, DEFENSES],
        };
        let by_number = of_powers || !self.plan.kinds.is_empty();
        let declared = by_number && self.plan.defenses.contains(&number);
        let used = declared.then(|| Cow::Owned(used_defense_key(number)));
        let keys = keys.iter().map(|key| Cow::Borrowed(*key));
        for key in keys.chain(used) {
            play.add_effect(Effect::Count { who, key });
        }
    }
}

/// Returns the tally key that marks a declared defense as used.
fn used_defense_key(number: u8) -> String {
    format!("defended_{number}")
}
