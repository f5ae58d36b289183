//! What is proposed beside an initiative, and whether a second roll counts (XOV-INIT-05 to 07).

use super::Settings;
use crate::messages::crossover as msg;
use crate::term::Term;

/// What the program proposes for the adjustment beside a row (XOV-INIT-06): the wounds, and
/// the loss from having got up at once the turn before (XOV-CMP-09). A person confirms it.
#[must_use]
pub fn suggested(penalty: Option<i32>, rose_at_once: bool) -> Vec<Term> {
    let wounds = penalty.unwrap_or(0);
    let rising = if rose_at_once { -2 } else { 0 };
    [
        Term::of_rule(msg::WOUNDS, wounds, "XOV-INIT-05"),
        Term::of_rule(msg::GOT_UP_AT_ONCE, rising, "XOV-CMP-09"),
    ]
    .into_iter()
    .filter(|term| term.value != 0)
    .collect()
}

/// Whether a roll counts: the first of the turn does, a later one only if the storyteller
/// accepts it (XOV-INIT-07).
#[must_use]
pub const fn counts(already_rolled: bool, accepted: bool, by: &Settings) -> bool {
    !already_rolled || accepted || by.later_roll_replaces
}
