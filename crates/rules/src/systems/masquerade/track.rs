//! Marking of damage on a health track (MSQ-HLTH-01, MSQ-HLTH-02, MSQ-HLTH-04).

use serde::{Deserialize, Serialize};

use crate::systems::d10::damage::Blow;
use crate::systems::d10::levels::{Body, Health};

/// Kind of creature, as far as damage is concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Undead vampire, who falls into torpor.
    Vampire,
    /// Living ghoul, fed on a vampire's blood.
    Ghoul,
    /// Ordinary living human being.
    #[default]
    Mortal,
}

impl Kind {
    /// Returns the kind of body, which decides the effect of a full track.
    #[must_use]
    pub const fn body(self) -> Body {
        match self {
            Self::Vampire => Body::Undead,
            Self::Ghoul | Self::Mortal => Body::Living,
        }
    }
}

/// Marks amounts of damage in order, point by point; further damage to the dead is lost.
#[must_use]
pub fn mark(health: Health, kind: Kind, blows: &[Blow]) -> Health {
    blows.iter().fold(health, |health, blow| {
        health.marked(blow.points(), |health| {
            health.point(blow.kind.into(), kind.body())
        })
    })
}
