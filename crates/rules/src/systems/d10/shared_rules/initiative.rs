//! Initiative of the d10 systems: Dexterity + Wits + a die.

use super::sheet::{DEXTERITY, WITS};
use crate::base::term::{self, Term};
use crate::character::initiative::Initiative;
use crate::character::sheet::Sheet;
use crate::messages::Text;
use crate::messages::d10 as msg;

/// Label for a typed sum of Dexterity and Wits.
pub const RATING: Text = msg::RATING;

/// Returns Dexterity and Wits of a sheet as terms of initiative.
#[must_use]
pub fn initiative_terms(sheet: &Sheet, rule: &'static str) -> Vec<Term> {
    [&DEXTERITY, &WITS]
        .into_iter()
        .map(|spec| Term::from_rule(spec.title, sheet.get(spec), rule))
        .collect()
}

/// Builds an initiative whose ties go to the higher rating; equal in both is simultaneous.
#[must_use]
pub fn rated_initiative(die: u16, terms: Vec<Term>) -> Initiative {
    let rating = term::sum_terms(&terms);
    let score = rating.saturating_add(i32::from(die));
    Initiative {
        die,
        terms,
        score,
        rank: vec![score, rating],
    }
}
