//! Adjustments that are proposed beside an initiative (XOV-INIT-05, XOV-INIT-06).

use crate::base::term::Term;
use crate::messages::crossover as msg;

/// Returns the adjustments to initiative that the program proposes for a combatant (XOV-INIT-06):
/// the wounds, and the loss from having got up at once the turn before (XOV-CMP-09). A person
/// confirms it.
pub(super) fn suggested(penalty: Option<i32>, rose_at_once: bool) -> Vec<Term> {
    let wounds = penalty.unwrap_or(0);
    let rising = if rose_at_once { -2 } else { 0 };
    [
        Term::from_rule(msg::WOUNDS, wounds, "XOV-INIT-05"),
        Term::from_rule(msg::GOT_UP_AT_ONCE, rising, "XOV-CMP-09"),
    ]
    .into_iter()
    .filter(|term| term.value != 0)
    .collect()
}
