//! Types of damage, as they are serialized.

use serde::{Deserialize, Serialize};

use crate::character::track::Severity;

/// Type of damage in the d10 systems: bashing, lethal or aggravated.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum DamageType {
    /// Damage from fists and blunt objects.
    #[default]
    Bashing,
    /// Damage from blades and bullets.
    Lethal,
    /// Damage from fire, fangs, claws and worse.
    Aggravated,
}

impl DamageType {
    /// All types, mildest first.
    pub const ALL: [Self; 3] = [Self::Bashing, Self::Lethal, Self::Aggravated];

    /// Whether the type is worse than bashing.
    #[must_use]
    pub const fn is_worse_than_bashing(self) -> bool {
        !matches!(self, Self::Bashing)
    }
}

impl From<DamageType> for Severity {
    fn from(kind: DamageType) -> Self {
        match kind {
            DamageType::Bashing => Self::Bashing,
            DamageType::Lethal => Self::Lethal,
            DamageType::Aggravated => Self::Aggravated,
        }
    }
}
