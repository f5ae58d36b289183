//! Ranges of thrown objects (CHR-THR-01 to 05).

use super::range::Ranges;
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::input::Nonsense;
use crate::systems::chronicle::traits::{ATHLETICS, DEXTERITY, STRENGTH};

/// Returns the ranges at which an object of this Size is thrown; `None` when it is too big for the
/// thrower (CHR-THR-04). What is `aerodynamic` is made to fly: twice as far (CHR-THR-03).
///
/// Short range is Strength + Dexterity + Athletics − Size, each further one twice the one
/// before (CHR-THR-01, CHR-THR-02). The roll itself is the ordinary one for throwing (CHR-THR-05).
///
/// # Errors
/// [`Nonsense`] when that is no distance.
pub(crate) fn ranges(
    by: &Character<'_>,
    size: i32,
    aerodynamic: bool,
) -> Result<Option<Ranges>, Nonsense> {
    if size >= by.get(&STRENGTH) {
        return Ok(None);
    }
    let traits = [&STRENGTH, &DEXTERITY, &ATHLETICS].map(|spec| by.get(spec));
    let plain = traits
        .into_iter()
        .fold(size.saturating_neg(), i32::saturating_add);
    let times = |by: i32| plain.saturating_mul(by);
    let short = if aerodynamic { 2 } else { 1 };
    Ranges::new(times(short), times(short * 2), times(short * 4)).map(Some)
}
