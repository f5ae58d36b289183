//! Giving up a declared action for a defense.

use super::dials;
use super::sheet;
use super::steps;
use crate::fighter::Fighter;
use crate::plan::{ABORT_FAILED, Aborted, Price};
use crate::roll::Rolled;
use crate::systems::d10::abort_price::Method;
use crate::term::RuleId;

/// The key under which action rolls are counted.
pub const ACTIONS: &str = "action";
/// The key under which the defenses of a desperate turn are counted.
pub const DEFENSES: &str = "defense";
/// The key under which it is counted how many declared actions were given up for a defense in
/// an exchange.
pub const ABORTED: &str = "aborted";
/// The key of the stance in which a turn is nothing but defense.
pub const DESPERATE: &str = "desperate_defense";

/// What a combatant has for a change of mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// How it is paid for.
    pub method: Method,
    /// Willpower: the rating for a roll, the points left for spending.
    pub willpower: i32,
    /// Declared actions that are still to be done and no defenses.
    pub actions_left: i32,
    /// A roll for this failed already this turn.
    pub failed_before: bool,
}

/// What this fighter has for it.
#[must_use]
pub fn means(who: &Fighter<'_>, price: Price) -> Means {
    let rating = who.sheet.get(&sheet::WILLPOWER);
    let (method, willpower) = match price {
        Price::Roll => (Method::Roll, rating),
        Price::Spend => {
            let left = who.pools.get(dials::WILLPOWER).copied();
            (Method::Spend, left.unwrap_or(rating))
        }
    };
    let plan = steps::plan(who);
    let done = i32::from(who.counted(ACTIONS));
    let unused = i32::from(plan.actions).saturating_sub(done);
    let actions_left = if plan.is(DESPERATE) {
        0
    } else {
        unused.min(i32::from(plan.open_actions()))
    };
    Means {
        method,
        willpower,
        actions_left,
        failed_before: who.counted(ABORT_FAILED) > 0,
    }
}

/// What came of it.
#[must_use]
pub fn aborted(changed: bool, spent: i32, roll: Option<Rolled>, rule: &'static str) -> Aborted {
    let spent = u16::try_from(spent).unwrap_or(0);
    Aborted {
        changed,
        spent: (spent > 0).then_some((dials::WILLPOWER, spent)),
        roll,
        rule: RuleId::new(rule),
    }
}
