//! Strafing: one roll for several targets (XOV-RNG-08).

use super::attack::Attack;
use super::{dials, read};
use crate::exchange::{Party, Play, Scene, Slot, Stop};
use crate::messages::crossover as msg;

/// The farthest any two targets may stand apart, in yards.
const APART: i32 = 3;

/// Whether all targets of a spray stand near enough to each other: as said, else as far as the
/// scene says how far they are from the first.
pub(super) fn is_narrow(scene: &Scene<'_>) -> bool {
    let count = u8::try_from(scene.targets.len()).unwrap_or(u8::MAX);
    let read = || (1..count).filter_map(|n| scene.scene_value(n, dials::APART));
    let apart = scene.intent.set.get(dials::APART);
    apart.or_else(|| read().max()).unwrap_or(0) <= APART || count <= 1
}

/// Returns the share of an attack's successes for each target of a spray. The successes are divided
/// evenly; what does not divide the attacker hands out, so many to each target and the rest to the
/// last. A single target gets half of them, rounded down.
pub(super) fn share(
    attack: &Attack<'_>,
    play: &mut Play<'_>,
    successes: i32,
) -> Result<Vec<i32>, Stop> {
    let scene = attack.scene;
    read::target(scene)?;
    let count = u8::try_from(scene.targets.len()).unwrap_or(u8::MAX);
    let targets = i32::from(count);
    let (share, mut left) = match targets {
        1 => (successes / 2, 0),
        _ => (successes / targets, successes % targets),
    };
    // With fewer successes than targets no target gets more than one.
    let most = match share > 0 && attack.by.leftovers_may_heap {
        true => left,
        false => 1,
    };
    let mut shares = Vec::new();
    for target in 0..count {
        let after = targets - 1 - i32::from(target);
        // What those behind cannot take is this one's.
        let least = left.saturating_sub(after.saturating_mul(most)).max(0);
        let range = (least, left.min(most));
        let more = match left > 0 {
            true => {
                let (slot, title) = (
                    Slot::new("extra").for_target(target),
                    msg::SUCCESSES_LEFT_OVER,
                );
                play.ask_number(slot, Party::Actor, title, "XOV-RNG-08", range)?
            }
            false => 0,
        };
        left -= more;
        shares.push(share.saturating_add(more));
    }
    Ok(shares)
}
