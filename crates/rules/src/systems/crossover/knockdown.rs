//! Falling and getting up (XOV-CMP-09, XOV-CMP-10, XOV-CLOSE-12, XOV-CLOSE-13).

use serde::{Deserialize, Serialize};

use crate::systems::d10::dice::Outcome;

/// What throws a combatant down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trip {
    /// A sweep.
    Sweep,
    /// A tackle, on either side of it.
    Tackle,
    /// Anything that leaves no roll against falling.
    Thrown,
}

impl Trip {
    /// What it adds to the difficulty of the roll against falling; `None` when there is none.
    #[must_use]
    pub const fn harder(self) -> Option<i32> {
        match self {
            Self::Sweep => Some(2),
            Self::Tackle => Some(1),
            Self::Thrown => None,
        }
    }

    /// Where it says so.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Sweep => "XOV-CLOSE-12",
            Self::Tackle => "XOV-CLOSE-13",
            Self::Thrown => "XOV-CMP-09",
        }
    }
}

/// Up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// On one's feet.
    Up,
    /// Down; standing up costs an action.
    Down,
}

/// How a combatant landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landed {
    /// Up or down.
    pub state: Posture,
    /// What it takes from the next turn's initiative.
    pub initiative_next_turn: i32,
    /// Bashing points that cannot be soaked.
    pub bashing: i32,
}

/// How a combatant lands whose roll of Dexterity + Athletics, a reflex, went like this: a success is
/// up at once and two later next turn, a failure stays down, a botch also hurts.
#[must_use]
pub const fn landed(outcome: Outcome) -> Landed {
    let (state, initiative_next_turn, bashing) = match outcome {
        Outcome::Success => (Posture::Up, -2, 0),
        Outcome::Failure => (Posture::Down, 0, 0),
        Outcome::Botch => (Posture::Down, 0, 1),
    };
    Landed {
        state,
        initiative_next_turn,
        bashing,
    }
}
