//! An attack between its roll and what it leaves behind.

use crate::character::track::DamagePacket;
use crate::systems::chronicle::attack::Attack;
use crate::systems::chronicle::attack::outcome::Outcome;
use crate::systems::chronicle::attack::pool::{AttackPool, Hit};

/// Attack of Chronicle after its roll to hit, with the attack, its pool and the hit.
pub(crate) struct Struck<'a> {
    pub(crate) attack: Attack<'a>,
    pub(crate) sum: AttackPool,
    pub(crate) hit: Hit,
    pub(crate) outcome: Outcome,
    /// Damage to the target after the storyteller's rulings.
    pub(crate) inflicted: DamagePacket,
}
