//! Aborting a declared action for a defense: tally keys, requirements and result.

use super::dials;
use super::left::Left;
use super::sheet;
use super::tally::DESPERATE;
use crate::fighter::Fighter;
use crate::plan::{ABORT_FAILED, Aborted, Price};
use crate::systems::d10::abort_price::{Method, Paid};
use crate::term::RuleId;

/// Resources of a combatant for an abort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Method of paying for the abort.
    pub method: Method,
    /// Willpower rating for a roll, or points left for spending.
    pub willpower: i32,
    /// Number of the declared action to give up; `None` if none is left.
    pub given_up: Option<u8>,
    /// Whether a roll for an abort already failed this turn.
    pub failed_before: bool,
}

impl Means {
    /// Number of declared actions that can be given up now: 0 or 1.
    #[must_use]
    pub const fn actions_left(&self) -> i32 {
        match self.given_up {
            Some(_) => 1,
            None => 0,
        }
    }
}

/// Determines the resources of a combatant for an abort paid like this.
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
    let left = Left::of(who);
    let given_up = left.given_up().filter(|_| !left.plan.is(DESPERATE));
    Means {
        method,
        willpower,
        given_up,
        failed_before: who.counted(ABORT_FAILED) > 0,
    }
}

/// Builds the result of an abort from its payment.
#[must_use]
pub fn aborted(means: &Means, paid: Paid, rule: &'static str) -> Aborted {
    let spent = u16::try_from(paid.willpower_spent).unwrap_or(0);
    Aborted {
        changed: paid.changed,
        action: means.given_up.unwrap_or(1),
        spent: (spent > 0).then_some((dials::WILLPOWER, spent)),
        roll: paid.roll,
        rule: RuleId::new(rule),
    }
}
