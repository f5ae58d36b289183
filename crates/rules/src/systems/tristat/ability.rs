//! Attributes and defects: what they do, level by level (TRI-STAT-05, TRI-STAT-06, TRI-EN-02).

use serde::Deserialize;

use super::input::{self, OutOfRange};
use super::technique::Reduce;

/// Style of the attacks that a technique of Tri-Stat helps, such as ranged ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Style {
    /// All of them.
    #[default]
    Any,
    /// Those with the hands and with weapons in them.
    Close,
    /// Shots and throws.
    Ranged,
}

impl Style {
    /// Whether a technique of this style helps attacks of the style `attack`.
    pub(super) fn helps(self, attack: Self) -> bool {
        self == Self::Any || self == attack
    }
}

/// Sum of the effects of attributes and defects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Effects {
    /// Attacks and free defenses past the first (TRI-EXTRA-01).
    pub(super) extra_attacks: i32,
    /// Added to what Energy buys (TRI-EN-02).
    pub(super) focus: i32,
    /// Base damage of a Weapon Attack (TRI-DMG-01).
    pub(super) base_damage: i32,
    /// Added to every damage (TRI-DMG-01).
    pub(super) damage: i32,
    /// Added to Body when strength is compared (TRI-GRAP-04).
    pub(super) strength_adjust: i32,
    /// The points taken off penalties.
    pub(super) reduce: Reduce,
}

impl Effects {
    /// Checks that every number of an ability's effects is within its range.
    ///
    /// # Errors
    /// [`OutOfRange`] for the first that is not.
    pub(super) fn check(&self) -> Result<(), OutOfRange> {
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

    /// Adds `level` times the effects of `those` to these, number by number. Saturates.
    pub(super) fn add_levels(&self, those: &Self, level: i32) -> Self {
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

/// Line of Tri-Stat's attribute chart for one ability, with its effects on combat numbers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AbilityProfile {
    /// Its name.
    pub(super) name: String,
    /// The attacks whose penalties it takes from.
    #[serde(default)]
    pub(super) style: Style,
    /// The effect of each level.
    pub(super) per_level: Effects,
}

impl AbilityProfile {
    /// Whether a sheet lists the ability under this key.
    pub(super) fn is_called(&self, key: &str) -> bool {
        self.name.to_lowercase().replace(' ', "_") == key
    }
}

/// Returns the sum of abilities for an attack of this style: the numbers that always count, and
/// reductions from those that help it (TRI-STAT-06). A level below 1 does nothing.
pub(super) fn sum_effects<'a>(
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
            sum.add_levels(&per_level, level.max(0))
        })
}
