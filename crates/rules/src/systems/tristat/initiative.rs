//! Initiative: one die + Combat Value, every round (TRI-TURN-01, TRI-TURN-02).

use crate::initiative::Initiative;
use crate::messages::tristat as msg;
use crate::term::{self, Term};

/// The initiative of a combatant whose die shows `face`. `more` is what else is added, such as
/// what Energy bought (TRI-EN-01). The rank is the score alone: equal scores act together.
#[must_use]
pub fn score(face: u16, combat_value: i32, more: &[Term]) -> Initiative {
    let mut terms = vec![Term::of_rule(
        msg::COMBAT_VALUE,
        combat_value,
        "TRI-TURN-01",
    )];
    terms.extend_from_slice(more);
    of(terms, face)
}

/// The initiative of a die that shows `face` and these terms, whatever they stand for
/// (TRI-TURN-01, TRI-TURN-02).
#[must_use]
pub fn of(terms: Vec<Term>, face: u16) -> Initiative {
    let score = term::sum(&terms).saturating_add(i32::from(face));
    Initiative {
        die: face,
        terms,
        score,
        rank: vec![score],
    }
}
