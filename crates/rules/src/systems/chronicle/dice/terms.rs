//! Terms that pools of every kind have (CHR-DICE-07, CHR-WND-02).

use crate::base::term::Term;
use crate::messages::Text;
use crate::systems::chronicle::settings::Settings;

/// Adds a term to a sum unless its value is 0.
pub(crate) fn push(terms: &mut Vec<Term>, label: Text, value: i32, rule: &'static str) {
    if value != 0 {
        terms.push(Term::from_rule(label, value, rule));
    }
}

/// Returns the penalty of a physical roll for a missing skill: nothing unless the skill is 0 (CHR-DICE-07).
pub(crate) const fn unskilled_penalty(skill: i32, settings: &Settings) -> i32 {
    if skill <= 0 {
        settings.unskilled_physical
    } else {
        0
    }
}
