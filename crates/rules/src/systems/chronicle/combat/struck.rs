//! An attack between its roll and what it leaves behind.

use crate::systems::chronicle::attack::Attack;
use crate::systems::chronicle::attack::outcome::Outcome;
use crate::systems::chronicle::attack::pool::{AttackPool, Hit};
use crate::track::Packet;

/// An attack after its roll.
pub(super) struct Struck {
    pub(super) attack: Attack,
    pub(super) sum: AttackPool,
    pub(super) hit: Hit,
    pub(super) outcome: Outcome,
    /// What the target takes, after the storyteller's rulings.
    pub(super) inflicted: Packet,
}
