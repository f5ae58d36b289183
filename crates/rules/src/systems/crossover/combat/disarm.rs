//! Striking a weapon from a hand (XOV-CLOSE-05).

use super::attack::Attack;
use super::items;
use crate::character::gear::Carried;
use crate::exchange::{Effect, Party, Play, Stop};
use crate::systems::d10::resolve::HitResult;
use crate::systems::d10::shared_rules::sheet as numbers;

/// Drops the target's weapon where the damage successes are more than the target has Strength. There
/// is no harm in it (XOV-CLOSE-05).
pub(super) fn disarm(
    attack: &Attack<'_>,
    play: &mut Play<'_>,
    target: u8,
    struck: &HitResult,
) -> Result<(), Stop> {
    let Some(who) = attack.at(target) else {
        return Ok(());
    };
    let struck_away = struck.damage > who.sheet.get(&numbers::STRENGTH);
    if let Some((item, _)) = items::weapon_in_hand(who).filter(|_| struck_away) {
        play.add_effect(Effect::Carry {
            who: Party::Target(target),
            item,
            to: Carried::Dropped,
        });
    }
    Ok(())
}
