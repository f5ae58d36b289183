//! Rebound: a bare hand that runs into a parry (ASC-REB-01, ASC-REB-02, ASC-REB-03).

use serde::{Deserialize, Serialize};

use super::exchange::{Damage, Soak};
use super::{Settings, dice as reading};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::d10::dice::Pool;
use crate::systems::d10::exchange::{self, Harm};
use crate::systems::d10::input::{self, Nonsense};

/// A parry that was rolled, and what may come of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rebound {
    /// Successes of the attack.
    pub attack_successes: i32,
    /// Successes of the parry.
    pub parry_successes: i32,
    /// The attack was made without a weapon.
    pub attack_unarmed: bool,
    /// The parrier's Dexterity + Melee, undivided. It costs no action and is not defended.
    pub rebound: Pool,
    /// The parrying weapon's damage.
    pub damage: Damage,
    /// The attacker's soak, if there is any.
    pub soak: Soak,
}

/// What came of it. A stage that was not reached is 0 or false.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebounded {
    /// There is a rebound at all: the parry was better than the unarmed attack.
    pub triggered: bool,
    /// Successes of the rebound roll.
    pub rebound_successes: i32,
    /// By how many successes the parry was better.
    pub excess: i32,
    /// Both together; 0 if the rebound roll failed.
    pub total_successes: i32,
    /// The attacker is hit.
    pub hit: bool,
    /// Damage and soak.
    #[serde(flatten)]
    pub harm: Harm,
    /// Every roll, in order.
    pub rolls: Vec<Rolled>,
}

/// Rolls the rebound, then damage and soak.
///
/// # Errors
/// [`Nonsense`] when a pool cannot be thrown; then no die was.
pub fn roll(it: &Rebound, by: &Settings, dice: &mut dyn Dice) -> Result<Rebounded, Nonsense> {
    let soak = it.soak.groups();
    input::list("groups of dice", soak.len())?;
    let damage = Pool::of(it.damage.pool);
    exchange::check_all(soak.iter().chain([&it.rebound, &damage]))?;
    let better = it.attack_successes >= 1 && it.parry_successes > it.attack_successes;
    if !it.attack_unarmed || !better {
        return Ok(Rebounded::default());
    }
    let excess = it.parry_successes.saturating_sub(it.attack_successes);
    let reading = reading::reading(by);
    let mut rolls = Vec::new();
    let manner = reading.action(false, false);
    let (rebound, _) = exchange::thrown(&[it.rebound], &manner, &mut rolls, dice);
    let hit = rebound >= 1;
    let total = if hit {
        rebound.saturating_add(excess)
    } else {
        0
    };
    let mut harm = Harm::default();
    if hit {
        let counted = if by.excess_to_attack { total } else { rebound };
        let dice_of = exchange::damage_dice(it.damage.pool, counted);
        harm = exchange::harm(dice_of, &soak, reading, &mut rolls, dice);
        if !by.excess_to_attack {
            harm.damage_successes = harm.damage_successes.saturating_add(excess);
            let left = harm.damage_successes.saturating_sub(harm.soak_successes);
            harm.inflicted = left.max(0);
        }
    }
    Ok(Rebounded {
        triggered: true,
        rebound_successes: rebound,
        excess,
        total_successes: total,
        hit,
        harm,
        rolls,
    })
}
