//! Striking a weapon from a hand (TRI-DISARM-01 to 06, TRI-ROLL-03).

use crate::messages::tristat as msg;
use serde::{Deserialize, Serialize};

use super::numbers;
use super::stats::push;
use crate::term::Term;

/// From where the weapon is struck at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// With the hands or a melee weapon (TRI-DISARM-01).
    Close,
    /// With a shot or a throw (TRI-DISARM-06).
    Ranged,
}

impl Distance {
    /// What the attack loses, before any technique.
    #[must_use]
    pub const fn penalty(self) -> i32 {
        match self {
            Self::Close => numbers::DISARM_CLOSE,
            Self::Ranged => numbers::DISARM_RANGED,
        }
    }

    /// The rule that says so.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Close => "TRI-DISARM-01",
            Self::Ranged => "TRI-DISARM-06",
        }
    }
}

/// The Body check of a target whose weapon was struck (TRI-DISARM-04).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Grip {
    /// The Stat.
    pub body: i32,
    /// What Energy bought for this roll (TRI-EN-01).
    pub energy_bonus: i32,
}

impl Grip {
    /// The parts of the target (TRI-ROLL-03).
    #[must_use]
    pub fn target_terms(&self) -> Vec<Term> {
        let mut terms = vec![Term::of_rule(msg::BODY, self.body, "TRI-DISARM-04")];
        push(&mut terms, msg::ENERGY, self.energy_bonus, "TRI-EN-01");
        terms
    }
}
