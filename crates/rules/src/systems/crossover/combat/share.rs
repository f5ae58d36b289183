//! Handing out the successes of a spray (XOV-RNG-08).

use super::read;
use crate::exchange::{Party, Play, Scene, Slot, Stop};
use crate::messages::crossover as msg;
use crate::systems::crossover::Settings;
use crate::systems::crossover::spray::{self, Spray};
use crate::systems::d10::table::refused;

/// The share of each target. What does not divide the attacker hands out: so many to each target,
/// the rest to the last.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn strafed(
    scene: &Scene<'_>,
    by: &Settings,
    successes: i32,
    play: &mut Play<'_>,
) -> Result<Vec<i32>, Stop> {
    read::target(scene)?;
    let count = u8::try_from(scene.targets.len()).unwrap_or(u8::MAX);
    let names: Vec<String> = (0..count).map(|target| target.to_string()).collect();
    let targets = i32::from(count);
    let (share, mut left) = match targets {
        1 => (successes / 2, 0),
        _ => (successes / targets, successes % targets),
    };
    // With fewer successes than targets no target gets more than one.
    let most = if share > 0 && by.leftovers_may_heap {
        left
    } else {
        1
    };
    let mut leftovers = Vec::new();
    for (target, name) in (0_u8..).zip(&names) {
        let after = targets - 1 - i32::from(target);
        // What those behind cannot take is this one's.
        let least = left.saturating_sub(after.saturating_mul(most)).max(0);
        let range = (least, left.min(most));
        let more = if left > 0 {
            let slot = Slot::of("extra").at(target);
            play.number(
                slot,
                Party::Actor,
                msg::SUCCESSES_LEFT_OVER,
                "XOV-RNG-08",
                range,
            )?
        } else {
            0
        };
        left -= more;
        leftovers.extend((0..more).map(|_| name.clone()));
    }
    let spray = Spray {
        successes,
        targets: names.clone(),
        leftovers,
        ..Spray::default()
    };
    let shares = spray::share(&spray, by).map_err(|why| Stop::from(refused::denied(&why)))?;
    let share = |name: &String| shares.per_target.get(name).copied().unwrap_or(0);
    Ok(names.iter().map(share).collect())
}
