//! A hold from the view of one of its two combatants, as the rules get it.

use crate::character::sheet::Sheet;

/// Hold (such as a grip or an aim) as one of its two combatants has it.
#[derive(Clone, Copy, Debug)]
pub struct HoldSide<'a> {
    /// The kind of hold, a key of a [`HoldSpec`](super::HoldSpec).
    pub key: &'a str,
    /// The strength of the hold.
    pub amount: i32,
    /// Whether this combatant is the holder; otherwise they are held.
    pub holds: bool,
    /// The sheet of this combatant.
    pub own: &'a Sheet,
    /// The sheet of the other.
    pub other: &'a Sheet,
}
