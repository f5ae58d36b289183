//! Commands about the scene as places: storytellers describe it, combatants move in it.

mod edit;
mod moves;
mod nearness;
mod reach;
mod vantage;
mod ways;

use crate::base::term::BarReason;
use crate::encounter::refusal::Refusal;

/// Stands in place of a rule where no rule bars a way but the scene itself: a closed door, a locked place.
const NO_RULE: &str = "SCENE-01";

/// Converts the reason that bars a way in the scene to a refusal, which names a rule only where
/// there is one.
fn to_refusal((why, rule): &BarReason) -> Refusal {
    let why = why.to_string();
    match rule.as_str() {
        NO_RULE => Refusal::NoWay { why },
        rule => Refusal::Barred {
            why,
            rule: rule.to_owned(),
        },
    }
}
