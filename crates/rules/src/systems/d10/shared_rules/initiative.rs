//! Initiative of the d10 systems: Dexterity + Wits + a die.

use super::sheet::{DEXTERITY, WITS};
use crate::base::term::{self, Term};
use crate::character::initiative::Initiative;
use crate::character::sheet::Sheet;
use crate::messages::Text;
use crate::messages::d10 as msg;

/// Label for a typed sum of Dexterity and Wits.
pub const RATING: Text = msg::RATING;

/// Computes the initiative of a sheet from the face `die`; ties go to the higher rating, equal in
/// both is simultaneous.
#[must_use]
pub fn initiative_from_sheet(sheet: &Sheet, die: u16, rule: &'static str) -> Initiative {
    let terms = initiative_terms(sheet, rule);
    let rating = term::sum_terms(&terms);
    let score = rating.saturating_add(i32::from(die));
    Initiative {
        die,
        terms,
        score,
        rank: vec![score, rating],
    }
}

/// Returns Dexterity and Wits of a sheet as terms of initiative.
#[must_use]
pub fn initiative_terms(sheet: &Sheet, rule: &'static str) -> Vec<Term> {
    [&DEXTERITY, &WITS]
        .into_iter()
        .map(|spec| Term::from_rule(spec.title, sheet.get(spec), rule))
        .collect()
}
