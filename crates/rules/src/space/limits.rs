//! Limits of a scene.

/// Most places that a scene can have, those that players do not know of not counted; and most of these.
pub const MAX_LOCATIONS: usize = 12;
/// Most characters of a description.
pub const MAX_DESCRIPTION: usize = 4_000;
