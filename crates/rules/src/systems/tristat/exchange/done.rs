//! What an exchange came to.

use serde::{Deserialize, Serialize};

use super::super::damage::Hurt;
use super::super::defense::Forbidden;
use super::super::disarm::Kept;
use super::super::roll::Check;
use super::super::settings::Landing;
use super::super::throw::Flight;
use crate::term::RuleId;

/// Something that has to be written down. All of it happens to the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// One defense more this round, successful or not (TRI-DEF-04).
    CountDefense,
    /// Health is lost.
    LoseHealth {
        /// How many points.
        points: i32,
        /// By which rule; `None` when the storyteller said so.
        rule: Option<RuleId>,
    },
    /// Is held by the attacker (TRI-GRAP-01).
    Grappled,
    /// Is held no more (TRI-THROW-02).
    GrappleEnds,
    /// Lies on the ground (TRI-THROW-04).
    Prone,
    /// Is moved in the direction the thrower chose (TRI-THROW-04).
    Moved {
        /// How many squares.
        squares: i32,
    },
    /// Keeps the weapon, and is hindered with it until the end of the turn (TRI-DISARM-04).
    WeaponShaken,
    /// Has lost the weapon (TRI-DISARM-04, TRI-DISARM-06).
    WeaponGone {
        /// Whether it is probably broken; the storyteller knows (TRI-DISARM-06).
        probably_damaged: bool,
        /// Where it lies.
        lands: Landing,
    },
}

/// The critical die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Critical {
    /// Its face.
    pub face: u16,
    /// What it multiplies by (TRI-CRIT-02).
    pub multiplier: i32,
}

/// The end of an exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The attack roll; `None` for strangling, which is not rolled.
    pub attack: Option<Check>,
    /// Whether it hit.
    pub hit: bool,
    /// The critical die, if it was thrown.
    pub critical: Option<Critical>,
    /// The defense roll, if there was one.
    pub defense: Option<Check>,
    /// What forbade it, if something did.
    pub forbidden: Option<Forbidden>,
    /// Whether the defense avoided everything (TRI-DEF-02).
    pub defended: bool,
    /// The damage; `None` for a miss, a defended attack, and what is not meant to hurt.
    pub hurt: Option<Hurt>,
    /// The flight of somebody thrown (TRI-THROW-04).
    pub flight: Option<Flight>,
    /// The Body check of somebody whose weapon was struck (TRI-DISARM-04).
    pub grip: Option<Check>,
    /// What became of the weapon.
    pub kept: Option<Kept>,
    /// What has to be written down, in order.
    pub effects: Vec<Effect>,
}

impl Done {
    /// Whether it went through: hit and not defended.
    #[must_use]
    pub const fn goes_through(&self) -> bool {
        self.hit && !self.defended
    }

    /// The Health the damage takes, collisions apart.
    #[must_use]
    pub fn loss(&self) -> i32 {
        self.hurt.map_or(0, |hurt| hurt.loss)
    }

    /// The Health that is really lost, all effects together.
    #[must_use]
    pub fn total_loss(&self) -> i32 {
        self.effects
            .iter()
            .fold(0, |sum: i32, effect| match effect {
                Effect::LoseHealth { points, .. } => sum.saturating_add(*points),
                _ => sum,
            })
    }
}
