//! Contests between two that are no attack: disarming, touching, surprise, and any other (CHR-DICE-08).

pub(crate) mod ambush;
pub(crate) mod disarm;
pub(crate) mod touch;
pub(crate) mod traits;
pub(crate) mod winner;
