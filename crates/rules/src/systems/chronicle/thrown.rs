//! How far one can throw (CHR-THR-01 to 05).

use super::input::{self, Nonsense};
use super::range::Ranges;

/// A thrower and the thing to throw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Throw {
    /// Strength of the thrower.
    pub(crate) strength: i32,
    /// Dexterity of the thrower.
    pub(crate) dexterity: i32,
    /// Athletics of the thrower; 0 costs no distance (CHR-DICE-07 is about rolls).
    pub(crate) athletics: i32,
    /// Size of the object.
    pub(crate) size: i32,
    /// Made to fly: twice as far (CHR-THR-03).
    pub(crate) aerodynamic: bool,
}

/// The ranges of a thrown object; `None` when it is too big for the thrower (CHR-THR-04).
///
/// Short range is Strength + Dexterity + Athletics − Size, each further one twice the one
/// before (CHR-THR-01, CHR-THR-02). The roll itself is the ordinary one for throwing (CHR-THR-05).
///
/// # Errors
/// [`Nonsense`] when a trait or Size cannot be.
pub(crate) fn ranges(throw: &Throw) -> Result<Option<Ranges>, Nonsense> {
    input::traits([
        ("strength", throw.strength),
        ("dexterity", throw.dexterity),
        ("athletics", throw.athletics),
        ("size", throw.size),
    ])?;
    if throw.size >= throw.strength {
        return Ok(None);
    }
    let plain = throw.strength + throw.dexterity + throw.athletics - throw.size;
    let short = if throw.aerodynamic { plain * 2 } else { plain };
    Ranges::new(short, short * 2, short * 4).map(Some)
}
