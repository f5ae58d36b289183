//! The weapon chart.

use serde::Deserialize;

use super::{ChartError, number, read};
use crate::systems::chronicle::gear::range::Ranges;
use crate::systems::chronicle::gear::weapon::{AttackKind, Harm, Weapon};
use crate::systems::chronicle::input;

/// The weapons the program comes with.
pub(crate) const WEAPONS: &str = include_str!("../../../../../../assets/chronicle/weapons.json");

/// Manner of loading a gun (CHR-CMP-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Loading {
    /// A magazine or clip is swapped.
    Clip,
    /// Round by round.
    Single,
}

/// Line of Chronicle's weapon chart for one weapon, with its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeaponProfile {
    /// What it is called.
    pub(crate) name: String,
    /// How one attacks with it.
    pub(crate) kind: AttackKind,
    /// Its modifier.
    pub(crate) damage: i32,
    /// By what nature it harms.
    pub(crate) harm: Harm,
    /// Size of the object.
    pub(crate) size: i32,
    /// Short, medium and long range in yards. A thrown thing without ranges flies as far as
    /// its thrower is strong, see [`crate::systems::chronicle::gear::thrown`].
    #[serde(default)]
    pub(crate) ranges: Option<Ranges>,
    /// What it adds to initiative: 0 or below (CHR-INIT-05).
    #[serde(default)]
    pub(crate) initiative: i32,
    /// The Strength it asks for (CHR-IMPR-06).
    #[serde(default)]
    pub(crate) strength: i32,
    /// Bullets when full; 0 for what needs none (CHR-AUTO-10).
    #[serde(default)]
    pub(crate) magazine: i32,
    /// How it is loaded.
    #[serde(default)]
    pub(crate) loading: Option<Loading>,
    /// Fires bursts (CHR-AUTO-01, CHR-CFIRE-01).
    #[serde(default)]
    pub(crate) automatic: bool,
    /// Is a wooden stake (CHR-VMP-08).
    #[serde(default)]
    pub(crate) wooden_stake: bool,
    /// Can stun (CHR-CMP-08).
    #[serde(default)]
    pub(crate) stun: bool,
    /// Made to fly (CHR-THR-03).
    #[serde(default)]
    pub(crate) aerodynamic: bool,
    /// Lends its modifier to Strength in a grapple (CHR-GRAP-03).
    #[serde(default)]
    pub(crate) binds: bool,
}

impl WeaponProfile {
    /// Returns the weapon of the chart line as an attack uses it.
    #[must_use]
    pub(crate) fn weapon(&self) -> Weapon {
        Weapon {
            modifier: self.damage,
            size: self.size,
            category: Some(self.harm),
            ranges: self.ranges,
            improvised: false,
            str_req: self.strength,
            wooden_stake: self.wooden_stake,
            stun: self.stun,
        }
    }
}

/// Parses and checks the chart of weapons from its text.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub(crate) fn weapons(text: &str) -> Result<Vec<WeaponProfile>, ChartError> {
    let chart: Vec<WeaponProfile> = read(text, |one: &WeaponProfile| &one.name)?;
    for one in &chart {
        let fits = one
            .weapon()
            .check()
            .and_then(|()| input::penalty("initiative", one.initiative))
            .and_then(|()| input::traits([("magazine", one.magazine)]));
        number(&one.name, fits)?;
        let gun = one.kind == AttackKind::Firearm;
        let needs = match one {
            WeaponProfile { ranges: None, .. } if gun => "ranges",
            WeaponProfile { magazine: 0, .. } if gun => "a magazine",
            WeaponProfile { loading: None, .. } if gun => "a way of loading",
            _ => continue,
        };
        return Err(ChartError::Missing {
            entry: one.name.clone(),
            needs,
        });
    }
    Ok(chart)
}
