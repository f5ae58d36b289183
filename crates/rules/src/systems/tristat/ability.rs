//! What attributes and defects do, level by level (TRI-STAT-05, TRI-STAT-06, TRI-EN-02).

use serde::{Deserialize, Serialize};

use super::input::{self, Nonsense};
use super::technique::Reduce;

/// Which attacks a technique helps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// All of them.
    #[default]
    Any,
    /// Those with the hands and with weapons in them.
    Close,
    /// Shots and throws.
    Ranged,
}

impl Style {
    /// Whether a technique of this style helps an attack of that one.
    #[must_use]
    pub fn helps(self, attack: Self) -> bool {
        self == Self::Any || self == attack
    }
}

/// What attributes and defects come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Effects {
    /// Attacks and free defenses past the first (TRI-EXTRA-01).
    pub extra_attacks: i32,
    /// Added to what Energy buys (TRI-EN-02).
    pub focus: i32,
    /// Base damage of a Weapon Attack (TRI-DMG-01).
    pub base_damage: i32,
    /// Added to every damage (TRI-DMG-01).
    pub damage: i32,
    /// Added to Body when strength is compared (TRI-GRAP-04).
    pub strength_adjust: i32,
    /// What it takes off penalties.
    pub reduce: Reduce,
}

impl Effects {
    /// Whether every number is possible.
    ///
    /// # Errors
    /// [`Nonsense::Range`] for the first that is not.
    pub fn check(&self) -> Result<(), Nonsense> {
        input::numbers([
            ("extra_attacks", self.extra_attacks),
            ("focus", self.focus),
            ("base_damage", self.base_damage),
            ("damage", self.damage),
            ("strength_adjust", self.strength_adjust),
            ("reduce vital", self.reduce.vital),
            ("reduce chink", self.reduce.chink),
            ("reduce dual", self.reduce.dual),
            ("reduce draw", self.reduce.draw),
            ("reduce disarm", self.reduce.disarm),
        ])
    }

    /// These and `level` times those, number by number. Saturates.
    #[must_use]
    pub fn plus(&self, those: &Self, level: i32) -> Self {
        let add = |a: i32, b: i32| a.saturating_add(b.saturating_mul(level));
        let (a, b) = (&self.reduce, &those.reduce);
        Self {
            extra_attacks: add(self.extra_attacks, those.extra_attacks),
            focus: add(self.focus, those.focus),
            base_damage: add(self.base_damage, those.base_damage),
            damage: add(self.damage, those.damage),
            strength_adjust: add(self.strength_adjust, those.strength_adjust),
            reduce: Reduce {
                vital: add(a.vital, b.vital),
                chink: add(a.chink, b.chink),
                dual: add(a.dual, b.dual),
                draw: add(a.draw, b.draw),
                disarm: add(a.disarm, b.disarm),
            },
        }
    }
}

/// One line of the attribute chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbilityProfile {
    /// What it is called.
    pub name: String,
    /// The attacks whose penalties it takes from.
    #[serde(default)]
    pub style: Style,
    /// What each level does.
    pub per_level: Effects,
}

impl AbilityProfile {
    /// Whether it is what a sheet has under this key.
    #[must_use]
    pub fn is_called(&self, key: &str) -> bool {
        self.name.to_lowercase().replace(' ', "_") == key
    }
}

/// What abilities come to for an attack of this style: the numbers that always count, and
/// reductions from those that help it (TRI-STAT-06). A level below 1 does nothing.
#[must_use]
pub fn together<'a>(
    abilities: impl IntoIterator<Item = (&'a AbilityProfile, i32)>,
    attack: Style,
) -> Effects {
    abilities
        .into_iter()
        .fold(Effects::default(), |sum, (one, level)| {
            let mut per_level = one.per_level;
            if !one.style.helps(attack) {
                per_level.reduce = Reduce::default();
            }
            sum.plus(&per_level, level.max(0))
        })
}
