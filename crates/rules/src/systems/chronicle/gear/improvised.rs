//! Hitting people with furniture (CHR-IMPR-01 to 06).

use super::weapon::{Harm, Weapon};
use crate::character::gear::Item;
use crate::systems::chronicle::combat::keys::{DURABILITY, ITEM_SIZE, STRUCTURE};
use crate::systems::chronicle::settings::{SelfDamage, Settings};

/// Returns an object that resembles no real weapon as an improvised one: Durability − 1 and not
/// below 0 (CHR-IMPR-03), for whose Size it takes as much Strength (CHR-IMPR-06). Blunt unless the
/// storyteller sees an edge or a point on it.
pub(crate) fn weapon(thing: &Item, harm: Harm) -> Weapon {
    let size = thing.number_or_zero(ITEM_SIZE);
    Weapon {
        modifier: thing.number_or_zero(DURABILITY).saturating_sub(1).max(0),
        size,
        category: Some(harm),
        improvised: true,
        str_req: size,
        ..Weapon::default()
    }
}

/// Returns the initiative penalty of an improvised weapon: its Size, as a negative number (CHR-IMPR-06).
pub(crate) fn initiative_penalty(thing: &Item) -> i32 {
    thing.number_or_zero(ITEM_SIZE).saturating_neg()
}

/// Returns the Structure that is left of an object after a hit with it, which dealt `inflicted`
/// points of the `raw` ones before cover and armor; at 0 it is too broken to hurt a target
/// (CHR-IMPR-04, CHR-IMPR-05).
pub(crate) fn structure_after(thing: &Item, inflicted: i32, raw: i32, settings: &Settings) -> i32 {
    let hurt = match settings.improvised_self_damage {
        SelfDamage::Inflicted => inflicted,
        SelfDamage::Raw => raw,
    };
    let lost = hurt.saturating_sub(thing.number_or_zero(DURABILITY)).max(0);
    thing.number_or_zero(STRUCTURE).saturating_sub(lost).max(0)
}

/// Returns an object used like a weapon of the chart that it resembles, if the storyteller agrees
/// (CHR-IMPR-01); it still costs the die (CHR-IMPR-02).
pub(crate) const fn alike(weapon: Weapon, settings: &Settings) -> Weapon {
    Weapon {
        improvised: settings.improvised_penalty_with_profile,
        ..weapon
    }
}
