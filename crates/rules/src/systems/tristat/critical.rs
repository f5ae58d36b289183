//! Snake eyes on an attack: the critical die (TRI-CRIT-01 to 03, TRI-EN-01).

use super::numbers::SIDES;

/// Returns the number by which a face of the critical die multiplies damage, after armor
/// (TRI-CRIT-02, TRI-CRIT-03). `energy` is what Energy added to the die; it counts as a six at most
/// (TRI-EN-01).
pub(super) fn multiplier(face: u16, energy: i32) -> i32 {
    match i32::from(face)
        .saturating_add(energy)
        .clamp(1, i32::from(SIDES))
    {
        ..=3 => 2,
        4..=5 => 3,
        _ => 4,
    }
}
