//! Throwing a weapon (XOV-ATK-07, XOV-ATK-10).

use super::attack::Attack;
use crate::character::gear::Carried;
use crate::exchange::{Effect, Party};
use crate::systems::d10::resolve::RollScore;
use crate::systems::d10::shared_rules::sheet as numbers;

/// Returns the normal range of a throw: ten yards for each dot of Strength (XOV-ATK-10).
pub(super) fn range(attack: &Attack<'_>) -> Option<i32> {
    let strength = attack.own(&numbers::STRENGTH);
    Some(strength.max(0).saturating_mul(10))
}

/// Returns the effects on a thrown weapon, which lies where it was thrown.
pub(super) fn drop_thrown(attack: &Attack<'_>, _: &RollScore) -> Vec<Effect> {
    let thrown = |(item, _)| Effect::Carry {
        who: Party::Actor,
        item,
        to: Carried::Dropped,
    };
    attack.item.map(thrown).into_iter().collect()
}
