//! From the attack roll to what is left of it (MSQ-DEF-04, MSQ-ATK-05, MSQ-DMG-02 to 05,
//! MSQ-SOAK-01, MSQ-SOAK-02).

use serde::{Deserialize, Serialize};

use super::{Settings, damage, dice as reading};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::Pool;
use crate::systems::d10::exchange::{AttackRoll, Exchange, Harm};
use crate::systems::d10::input::Nonsense;

/// The damage of a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Damage {
    /// Dice, without those of extra successes.
    pub pool: i32,
    /// Its type (MSQ-DMG-06).
    #[serde(rename = "type")]
    pub kind: DamageType,
}

/// Who is struck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Target {
    /// Takes half of bashing (MSQ-DMG-05).
    pub undead: bool,
}

/// A blow before the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Strike {
    /// The attack roll.
    pub attack: AttackRoll,
    /// The defence, if there is one.
    pub defense: Option<Pool>,
    /// The damage.
    pub damage: Damage,
    /// The soak, if there is any.
    pub soak: Option<Pool>,
    /// Who is struck.
    pub target: Target,
}

/// A blow after the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    /// Successes of the attack.
    pub attack_successes: i32,
    /// Successes of the defence.
    pub defense_successes: i32,
    /// What is left of the attack.
    pub net: i32,
    /// Whether anything is.
    pub hit: bool,
    /// Damage and soak, halving done; each damage success is a level (MSQ-DMG-04).
    #[serde(flatten)]
    pub harm: Harm,
    /// Every roll, in order.
    pub rolls: Vec<Rolled>,
}

/// Plays a blow: attack, defence, damage, soak.
///
/// # Errors
/// [`Nonsense`] when a pool cannot be thrown; then no die was.
pub fn resolve(blow: &Strike, by: &Settings, dice: &mut dyn Dice) -> Result<Struck, Nonsense> {
    let exchange = Exchange {
        attack: blow.attack,
        automatic: None,
        defense: blow.defense,
        damage: blow.damage.pool,
        soak: blow.soak.into_iter().collect(),
    };
    let done = exchange.play(reading::reading(by), dice)?;
    let mut harm = done.harm;
    let bashing = blow.damage.kind == DamageType::Bashing;
    if bashing && blow.target.undead && by.halve_bashing_for_undead {
        harm.inflicted = damage::bruises(harm.damage_successes, harm.soak_successes, by);
    }
    Ok(Struck {
        attack_successes: done.attack_successes,
        defense_successes: done.defense_successes,
        net: done.net,
        hit: done.hit,
        harm,
        rolls: done.rolls,
    })
}
