//! Staying awake with a full track (CHR-WND-03, CHR-WND-06, CHR-DICE-10).

use serde::{Deserialize, Serialize};

use super::input::{self, Nonsense};
use super::pool::{self, Ask};
use super::settings::Settings;
use super::wounds::{self, Kind, State};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::track::Boxes;

/// Whether somebody is awake at the start of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awake {
    /// Awake.
    Awake,
    /// Out cold until the last box is free again.
    Unconscious,
    /// Dead.
    Dead,
    /// A vampire's sleep.
    Torpor,
    /// A vampire's end.
    FinalDeath,
}

/// The answer for one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consciousness {
    /// Whether a roll decides.
    pub roll_needed: bool,
    /// The pool of that roll: Stamina, without wound penalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<i32>,
    /// The roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<Rolled>,
    /// What comes of it.
    pub state: Awake,
}

/// Whether somebody who went under from a full row comes to: when the last box is free again,
/// if the storyteller has no other idea (CHR-WND-06).
#[must_use]
pub const fn comes_to(track: &Boxes) -> bool {
    track.empty() > 0
}

/// Rolls to stay awake, if the last box holds bashing and the creature tires.
///
/// # Errors
/// [`Nonsense`] when Stamina cannot be.
pub fn stay_awake(
    track: &Boxes,
    kind: Kind,
    stamina: i32,
    settings: &Settings,
    dice: &mut dyn Dice,
) -> Result<Consciousness, Nonsense> {
    input::traits([("stamina", stamina)])?;
    let settled = match wounds::state(track, kind) {
        State::StaminaRoll => None,
        State::Ok => Some(Awake::Awake),
        State::Unconscious => Some(Awake::Unconscious),
        State::Dead => Some(Awake::Dead),
        State::Torpor => Some(Awake::Torpor),
        State::FinalDeath => Some(Awake::FinalDeath),
    };
    if let Some(state) = settled {
        return Ok(Consciousness {
            roll_needed: false,
            pool: None,
            rolled: None,
            state,
        });
    }
    let rolled = pool::roll_by(&Ask::pool(stamina), settings, dice);
    Ok(Consciousness {
        roll_needed: true,
        pool: Some(stamina),
        state: if rolled.successes > 0 {
            Awake::Awake
        } else {
            Awake::Unconscious
        },
        rolled: Some(rolled),
    })
}
