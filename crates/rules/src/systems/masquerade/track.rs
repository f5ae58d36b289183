//! Kinds of creature, and what damage does to their bodies (MSQ-HLTH-01, MSQ-HLTH-02, MSQ-HLTH-04).

use serde::{Deserialize, Serialize};

use crate::systems::d10::levels::BodyKind;

/// Kind of creature, as far as damage is concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CreatureKind {
    /// Undead vampire, who falls into torpor.
    Vampire,
    /// Living ghoul, fed on a vampire's blood.
    Ghoul,
    /// Ordinary living human being.
    #[default]
    Mortal,
}

impl CreatureKind {
    /// Returns the kind of body, which decides the effect of a full track.
    #[must_use]
    pub const fn body_kind(self) -> BodyKind {
        match self {
            Self::Vampire => BodyKind::Undead,
            Self::Ghoul | Self::Mortal => BodyKind::Living,
        }
    }
}
