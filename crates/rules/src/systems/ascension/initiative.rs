//! Initiative of Ascension: Dexterity + Wits + a die (ASC-INIT-01, ASC-INIT-04).

use crate::character::initiative::Initiative;
use crate::character::sheet::Sheet;
use crate::systems::d10::shared_rules::initiative as table;

/// Computes the initiative of a sheet from the face `die`; ties go to the higher rating, equal in
/// both is simultaneous.
#[must_use]
pub fn initiative_from_sheet(sheet: &Sheet, die: u16) -> Initiative {
    table::rated_initiative(die, table::initiative_terms(sheet, "ASC-INIT-01"))
}
