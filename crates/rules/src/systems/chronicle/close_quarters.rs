//! Guns where fists are faster (CHR-CQB-01 to 03).

use super::chart::WeaponProfile;
use super::weapon::{Harm, Weapon};

/// What a gun's length adds to the target's Defense up close: Size − 1, never less than
/// nothing (CHR-CQB-02).
#[must_use]
pub(crate) fn gun_bonus(gun_size: i32) -> i32 {
    gun_size.saturating_sub(1).max(0)
}

/// The gun in the hand as a club: an improvised crowbar, if the gun is bigger than a pistol
/// (CHR-CQB-03). `crowbar` is the chart's entry. `None` for a pistol, which is no crowbar;
/// what it is worth as an improvised weapon is for the storyteller to say.
#[must_use]
pub(crate) fn as_club(gun: &Weapon, crowbar: &WeaponProfile) -> Option<Weapon> {
    (gun.size > 1).then(|| Weapon {
        improvised: true,
        category: Some(Harm::Blunt),
        ranges: None,
        ..crowbar.weapon()
    })
}
