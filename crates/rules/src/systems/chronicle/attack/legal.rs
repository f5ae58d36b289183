//! What may not be declared at all.

use super::{Attack, AttackKind};
use crate::systems::chronicle::pulled;

/// Why an attack cannot be declared. The message is what the player reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// Only Brawl attacks are pulled.
    #[error("only a Brawl attack can be pulled (CHR-PULL-01)")]
    PulledWeapon,
    /// The limit must lie between 1 and the higher trait.
    #[error("a pulled blow is limited to 1 up to {highest} (CHR-PULL-01)")]
    PulledCap {
        /// The highest limit.
        highest: i32,
    },
    /// All-out needs close combat.
    #[error("an all-out attack is made in close combat (CHR-CMP-04)")]
    AllOutFromAfar,
    /// A burst needs a gun.
    #[error("only a gun fires bursts (CHR-AUTO-01)")]
    BurstWithoutGun,
}

/// Whether the attack may be declared. The sum of the pool does not need this: it ignores
/// what belongs to another kind of attack.
///
/// # Errors
/// [`Illegal`] with the first reason it may not.
pub fn legal(attack: &Attack) -> Result<(), Illegal> {
    let by = &attack.attacker;
    let options = &attack.options;
    if options.pulled != 0 {
        if attack.kind != AttackKind::Unarmed {
            return Err(Illegal::PulledWeapon);
        }
        if !pulled::is_possible(options.pulled, by.strength, by.brawl) {
            let highest = pulled::highest_cap(by.strength, by.brawl);
            return Err(Illegal::PulledCap { highest });
        }
    }
    if options.all_out && attack.kind.is_ranged() {
        return Err(Illegal::AllOutFromAfar);
    }
    if options.burst.is_some() && attack.kind != AttackKind::Firearm {
        return Err(Illegal::BurstWithoutGun);
    }
    Ok(())
}
