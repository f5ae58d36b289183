//! What holds bring to the two they stand between.

use crate::sheet::Sheet;

/// A hold as one of the two has it.
#[derive(Clone, Copy, Debug)]
pub struct Grip<'a> {
    /// How: a key of a [`HoldSpec`](super::HoldSpec).
    pub key: &'a str,
    /// How much of it.
    pub amount: i32,
    /// Whether this one of the two holds; else they are held.
    pub holds: bool,
    /// The numbers of this one.
    pub own: &'a Sheet,
    /// The numbers of the other.
    pub other: &'a Sheet,
}
