//! Taking aim (CHR-AIM-01).

use super::numbers::AIM_MAX;

/// Dice for so many full turns of aiming: one each, three at most (CHR-AIM-01).
#[must_use]
pub(crate) fn bonus(turns: i32) -> i32 {
    turns.clamp(0, AIM_MAX)
}
