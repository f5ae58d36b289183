//! Aiming: dice for turns spent on nothing else (XOV-RNG-01).

/// Dice of a scope or laser sight, once at least one turn went into aiming.
pub const SCOPE: i32 = 2;

/// Dice for so many turns of aiming: one each, at most Perception. Any other action clears
/// them, a defense included.
#[must_use]
pub fn turns(turns: i32, perception: i32) -> i32 {
    turns.max(0).min(perception.max(0))
}

/// Dice of the scope.
#[must_use]
pub const fn scope(turns: i32, scope: bool) -> i32 {
    if scope && turns >= 1 { SCOPE } else { 0 }
}
