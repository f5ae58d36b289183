//! Marking damage (MSQ-HLTH-01, MSQ-HLTH-02, MSQ-HLTH-04).

use serde::{Deserialize, Serialize};

use crate::systems::d10::damage::Blow;
use crate::systems::d10::levels::{Body, Health};

/// The kind of creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Undead.
    Vampire,
    /// Alive, on a vampire's blood.
    Ghoul,
    /// Alive.
    #[default]
    Mortal,
}

impl Kind {
    /// What a full row means for it.
    #[must_use]
    pub const fn body(self) -> Body {
        match self {
            Self::Vampire => Body::Undead,
            Self::Ghoul | Self::Mortal => Body::Living,
        }
    }
}

/// Marks blows in the order they come, point by point. Whatever strikes the dead is lost.
#[must_use]
pub fn mark(health: Health, kind: Kind, blows: &[Blow]) -> Health {
    blows.iter().fold(health, |health, blow| {
        health.marked(blow.points(), |health| {
            health.point(blow.kind.into(), kind.body())
        })
    })
}
