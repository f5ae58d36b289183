//! From the attack roll to what is left of it (ASC-DEF-01, ASC-DODGE-03, ASC-DMG-01,
//! ASC-DMG-02, ASC-DMG-03, ASC-DMG-04, ASC-SOAK-05, ASC-SOAK-06).

use serde::{Deserialize, Serialize};

use super::{Settings, dice as reading};
use crate::dice::Dice;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::Pool;
use crate::systems::d10::exchange::{AttackRoll, Exchange, Exchanged};
use crate::systems::d10::input::{self, Nonsense};

/// The damage of a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Damage {
    /// Dice, without those of extra successes.
    pub pool: i32,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: DamageType,
}

/// The dice of one soak roll: one group, or several with difficulties of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Soak {
    /// One group.
    One(Pool),
    /// Several, in order.
    Groups(Vec<Pool>),
}

impl Default for Soak {
    fn default() -> Self {
        Self::Groups(Vec::new())
    }
}

impl Soak {
    /// The groups in order.
    #[must_use]
    pub fn groups(&self) -> Vec<Pool> {
        match self {
            Self::One(group) => vec![*group],
            Self::Groups(groups) => groups.clone(),
        }
    }
}

/// A blow before the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Strike {
    /// The attack roll.
    pub attack: AttackRoll,
    /// The defence, if there is one.
    pub defense: Option<Pool>,
    /// The damage.
    pub damage: Damage,
    /// The soak, if there is any.
    pub soak: Soak,
}

/// Plays a blow: attack, defence, damage, soak.
///
/// # Errors
/// [`Nonsense`] when a pool cannot be thrown; then no die was.
pub fn resolve(blow: &Strike, by: &Settings, dice: &mut dyn Dice) -> Result<Exchanged, Nonsense> {
    let soak = blow.soak.groups();
    input::list("groups of dice", soak.len())?;
    let exchange = Exchange {
        attack: blow.attack,
        automatic: None,
        defense: blow.defense,
        damage: blow.damage.pool,
        soak,
    };
    exchange.play(reading::reading(by), dice)
}
