//! Hitting people with furniture (CHR-IMPR-01 to 06).

use super::input::{self, Nonsense};
use super::numbers::IMPROVISED;
use super::settings::{SelfDamage, Settings};
use super::weapon::{Harm, Weapon};

/// A thing used as a weapon, and the hit it just made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Improvised {
    /// How hard it is.
    pub(crate) durability: i32,
    /// How big it is.
    pub(crate) size: i32,
    /// How much it still takes.
    pub(crate) structure: i32,
    /// Points the target was marked with; 0 before a hit.
    pub(crate) inflicted: i32,
    /// Points before cover and armor, for tables that count those.
    pub(crate) raw: i32,
}

/// What it is worth, and what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// Its modifier: Durability − 1, not below 0 (CHR-IMPR-03).
    pub(crate) weapon_mod: i32,
    /// What it costs the pool (CHR-IMPR-02).
    pub(crate) pool_modifier: i32,
    /// What it costs initiative: its Size, as a negative number (CHR-IMPR-06).
    pub(crate) initiative_penalty: i32,
    /// The Strength it asks for: its Size (CHR-IMPR-06).
    pub(crate) strength_required: i32,
    /// Structure left after the hit (CHR-IMPR-04).
    pub(crate) structure_after: i32,
    /// Whether it is too broken to hurt a target (CHR-IMPR-05).
    pub(crate) wrecked: bool,
}

/// What a thing without likeness to a real weapon is worth.
///
/// # Errors
/// [`Nonsense`] when a number cannot be.
pub(crate) fn worth(thing: &Improvised, settings: &Settings) -> Result<Worth, Nonsense> {
    input::traits([("durability", thing.durability), ("size", thing.size)])?;
    for (what, value) in [
        ("structure", thing.structure),
        ("inflicted", thing.inflicted),
        ("raw", thing.raw),
    ] {
        input::within(what, value, 0, input::YARDS_MOST)?;
    }
    let hurt = match settings.improvised_self_damage {
        SelfDamage::Inflicted => thing.inflicted,
        SelfDamage::Raw => thing.raw,
    };
    let structure_after = (thing.structure - (hurt - thing.durability).max(0)).max(0);
    Ok(Worth {
        weapon_mod: (thing.durability - 1).max(0),
        pool_modifier: IMPROVISED,
        initiative_penalty: -thing.size,
        strength_required: thing.size,
        structure_after,
        wrecked: structure_after == 0,
    })
}

/// The thing as a weapon. Blunt unless the storyteller sees an edge or a point on it.
///
/// # Errors
/// [`Nonsense`] when a number cannot be.
pub(crate) fn weapon(
    thing: &Improvised,
    harm: Harm,
    settings: &Settings,
) -> Result<Weapon, Nonsense> {
    let worth = worth(thing, settings)?;
    Ok(Weapon {
        modifier: worth.weapon_mod,
        size: thing.size,
        category: Some(harm),
        improvised: true,
        str_req: worth.strength_required,
        ..Weapon::default()
    })
}

/// The thing used like a weapon of the chart that it resembles, if the storyteller agrees
/// (CHR-IMPR-01); it still costs the die (CHR-IMPR-02).
#[must_use]
pub(crate) const fn alike(weapon: Weapon, settings: &Settings) -> Weapon {
    Weapon {
        improvised: settings.improvised_penalty_with_profile,
        ..weapon
    }
}
