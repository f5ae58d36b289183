//! From the attack roll to what is left of it (XOV-DEF-01, XOV-DMG-01, XOV-DMG-02,
//! XOV-SOAK-01, XOV-SOAK-08, XOV-CMP-06).

use serde::{Deserialize, Serialize};

use super::soak::Armor;
use super::{Settings, daze, dice as reading};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::{Outcome, Pool};
use crate::systems::d10::exchange::{AttackRoll, Exchange, Harm};
use crate::systems::d10::input::Nonsense;

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

/// Who is struck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Target {
    /// Stamina.
    pub stamina: i32,
    /// Harder to daze (XOV-CMP-06).
    pub supernatural: bool,
    /// Is undead; matters by house rule (XOV-SOAK-02).
    pub undead: bool,
}

/// A blow before the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Strike {
    /// The attack roll.
    pub attack: AttackRoll,
    /// Hits without a roll (XOV-CMP-08).
    pub auto_hit: bool,
    /// The defence, if there is one.
    pub defense: Option<Pool>,
    /// The damage.
    pub damage: Damage,
    /// The soak pool, armour included, if anybody soaks.
    pub soak: Option<Pool>,
    /// The armour, as far as it may break (XOV-SOAK-08).
    pub armor: Option<Armor>,
    /// Who is struck; nobody is dazed without.
    pub target: Option<Target>,
}

/// A blow after the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    /// Successes of the attack.
    pub attack_successes: i32,
    /// How the attack roll went.
    pub outcome: Outcome,
    /// Successes of the defence.
    pub defense_successes: i32,
    /// What is left of the attack.
    pub net: i32,
    /// Whether anything is.
    pub hit: bool,
    /// Damage and soak.
    #[serde(flatten)]
    pub harm: Harm,
    /// The target loses the next turn (XOV-CMP-06).
    pub dazed: bool,
    /// The armour is damaged from now on (XOV-SOAK-08).
    pub armor_damaged: bool,
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
        automatic: blow.auto_hit.then_some(by.helpless_successes),
        defense: blow.defense,
        damage: blow.damage.pool,
        soak: blow.soak.into_iter().collect(),
    };
    let mut done = exchange.play(reading::reading(by), dice)?;
    let target = blow.target.unwrap_or_default();
    let bashing = blow.damage.kind == DamageType::Bashing;
    if by.halve_bashing_for_undead && target.undead && bashing {
        done.harm.inflicted /= 2;
    }
    let dazed = blow.target.is_some_and(|target| {
        daze::dazes(done.harm.inflicted, target.stamina, target.supernatural)
    });
    let armor = blow.armor.filter(|_| done.hit);
    let armor_damaged = armor.is_some_and(|armor| armor.breaks(done.harm.damage_successes));
    Ok(Struck {
        attack_successes: done.attack_successes,
        outcome: done.outcome,
        defense_successes: done.defense_successes,
        net: done.net,
        hit: done.hit,
        harm: done.harm,
        dazed,
        armor_damaged,
        rolls: done.rolls,
    })
}
