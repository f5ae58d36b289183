//! What may not be declared at all.

use super::{Attack, AttackKind};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::pulled;

/// Why an attack cannot be declared. The message is what the player reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub(crate) enum Illegal {
    /// Only Brawl attacks are pulled.
    #[error("{}", msg::ONLY_A_BRAWL_ATTACK_CAN)]
    PulledWeapon,
    /// The limit must lie between 1 and the higher trait.
    #[error("{}", msg::a_pulled_blow_is_limited(.highest))]
    PulledCap {
        /// The highest limit.
        highest: i32,
    },
    /// All-out needs close combat.
    #[error("{}", msg::AN_ALL_OUT_ATTACK_IS)]
    AllOutFromAfar,
    /// A burst needs a gun.
    #[error("{}", msg::ONLY_A_GUN_FIRES_BURSTS)]
    BurstWithoutGun,
}

/// Whether the attack may be declared. The sum of the pool does not need this: it ignores
/// what belongs to another kind of attack.
///
/// # Errors
/// [`Illegal`] with the first reason it may not.
pub(crate) fn legal(attack: &Attack) -> Result<(), Illegal> {
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
