//! A turn: three seconds, one action, and what time magick grants (ASC-TURN-01, ASC-TURN-02,
//! ASC-DEF-02, ASC-DEF-05).

use serde::{Deserialize, Serialize};

use super::Refusal;

/// Seconds of a turn.
pub const SECONDS: u32 = 3;

/// The phases of each attack, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Somebody strikes.
    Attack,
    /// Somebody does not want to be struck.
    Defense,
    /// What is left.
    Damage,
}

/// What somebody has left of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Actions, those granted by the storyteller included.
    pub actions: i32,
    /// Anything was done this turn.
    pub acted: bool,
    /// All that is left is a desperate defence.
    pub desperate: bool,
}

impl Budget {
    /// A fresh turn with so many granted actions beyond the first.
    #[must_use]
    pub fn fresh(granted: i32) -> Self {
        Self {
            actions: granted.max(0).saturating_add(1),
            acted: false,
            desperate: false,
        }
    }

    /// After an action, a divided one included.
    ///
    /// # Errors
    /// [`Refusal::Desperate`] in a desperate defence, [`Refusal::NoActionLeft`] without an
    /// action.
    pub fn spend(self) -> Result<Self, Refusal> {
        if self.desperate {
            return Err(Refusal::Desperate);
        }
        if self.actions < 1 {
            return Err(Refusal::NoActionLeft);
        }
        Ok(Self {
            actions: self.actions - 1,
            acted: true,
            ..self
        })
    }

    /// Goes over to a desperate defence: takes the whole turn, so nothing may have been done.
    ///
    /// # Errors
    /// [`Refusal::Desperate`] after an action, [`Refusal::NoActionLeft`] without one.
    pub fn desperate(self) -> Result<Self, Refusal> {
        if self.acted {
            return Err(Refusal::Desperate);
        }
        if self.actions < 1 {
            return Err(Refusal::NoActionLeft);
        }
        Ok(Self {
            actions: 0,
            desperate: true,
            ..self
        })
    }
}
