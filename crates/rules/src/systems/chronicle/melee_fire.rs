//! One shot into a brawl (CHR-MIX-01 to 05).

use super::numbers::{PER_AVOIDED, PER_AVOIDED_GRAPPLED};

/// Dice lost for those the shot must miss: two each, four each if grappled
/// (CHR-MIX-01, CHR-MIX-02). Bursts have their own rule (CHR-MIX-05).
#[must_use]
pub(crate) const fn penalties(avoided: i32, grappled: i32) -> [i32; 2] {
    [
        avoided.saturating_mul(PER_AVOIDED),
        grappled.saturating_mul(PER_AVOIDED_GRAPPLED),
    ]
}

/// The damage suggested for that hit: the weapon's modifier, at least 1 (CHR-MIX-04).
#[must_use]
pub(crate) fn suggested_damage(weapon_modifier: i32) -> i32 {
    weapon_modifier.max(1)
}
