//! Pulling a blow: less harm, easier to ward off (CHR-PULL-01 to 04).

/// Added to the defender's Defense against a pulled blow (CHR-PULL-03).
pub(crate) const DEFENSE_BONUS: i32 = 1;

/// The highest limit one may name: the higher of Strength and Brawl (CHR-PULL-01).
#[must_use]
pub(crate) fn highest_cap(strength: i32, brawl: i32) -> i32 {
    strength.max(brawl)
}

/// Whether `cap` may be named: from 1 to [`highest_cap`] (CHR-PULL-01).
#[must_use]
pub(crate) fn is_possible(cap: i32, strength: i32, brawl: i32) -> bool {
    (1..=highest_cap(strength, brawl)).contains(&cap)
}

/// The damage of a blow limited to `cap`; what is above is lost (CHR-PULL-02). A cap of 0
/// means the blow is not pulled.
#[must_use]
pub(crate) fn capped(damage: i32, cap: i32) -> i32 {
    if cap > 0 { damage.min(cap) } else { damage }
}
