//! Three types of damage, written out.

use serde::{Deserialize, Serialize};

use crate::track::Severity;

/// What kind of harm an attack does.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum DamageType {
    /// Fists and blunt things.
    #[default]
    Bashing,
    /// Blades and bullets.
    Lethal,
    /// Fire, fangs, claws and worse.
    Aggravated,
}

impl DamageType {
    /// Every type, mildest first.
    pub const ALL: [Self; 3] = [Self::Bashing, Self::Lethal, Self::Aggravated];

    /// Whether it is worse than bashing.
    #[must_use]
    pub const fn is_grave(self) -> bool {
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

/// What one attack does to a health track: so many points of one type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Blow {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// Points; below 0 is none.
    pub amount: i32,
}

impl Blow {
    /// The points as a count.
    #[must_use]
    pub fn points(&self) -> u32 {
        u32::try_from(self.amount).unwrap_or(0)
    }
}
