//! Initiative: one die + Combat Value, every round (TRI-TURN-01, TRI-TURN-02).

use crate::base::term::{self, Term};
use crate::character::initiative::Initiative;
use crate::messages::tristat as msg;

/// Returns the initiative of a combatant whose die shows `face` (TRI-TURN-01).
pub(super) fn score(face: u16, combat_value: i32) -> Initiative {
    let terms = vec![Term::from_rule(
        msg::COMBAT_VALUE,
        combat_value,
        "TRI-TURN-01",
    )];
    with_terms(terms, face)
}

/// Returns the initiative of a die that shows `face` plus these terms. The rank is the score alone:
/// equal scores act together (TRI-TURN-01, TRI-TURN-02).
pub(super) fn with_terms(terms: Vec<Term>, face: u16) -> Initiative {
    let score = term::sum_terms(&terms).saturating_add(i32::from(face));
    Initiative {
        die: face,
        terms,
        score,
        rank: vec![score],
    }
}
