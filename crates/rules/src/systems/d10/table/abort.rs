//! Giving up a declared action for a defense.

use super::dials;
use super::left::Left;
use super::sheet;
use crate::fighter::Fighter;
use crate::plan::{ABORT_FAILED, Aborted, Price};
use crate::systems::d10::abort_price::{Method, Paid};
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
    /// The number of the declared action that is given up, if one is still to be done.
    pub given_up: Option<u8>,
    /// A roll for this failed already this turn.
    pub failed_before: bool,
}

impl Means {
    /// How many of the declared actions can be given up: one at a time.
    #[must_use]
    pub const fn actions_left(&self) -> i32 {
        match self.given_up {
            Some(_) => 1,
            None => 0,
        }
    }
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
    let left = Left::of(who);
    let given_up = left.given_up().filter(|_| !left.plan.is(DESPERATE));
    Means {
        method,
        willpower,
        given_up,
        failed_before: who.counted(ABORT_FAILED) > 0,
    }
}

/// What came of it.
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
