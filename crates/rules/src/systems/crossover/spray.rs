//! Strafing: one roll for several targets (XOV-RNG-08).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal, Settings};
use crate::sorted::Map;
use crate::systems::d10::input::{self, Nonsense};

/// The farthest any two targets may stand apart, in yards.
pub const APART: i32 = 3;

/// Successes and who shares them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spray {
    /// Successes of the attack roll.
    pub successes: i32,
    /// The targets.
    pub targets: Vec<String>,
    /// Who gets what does not divide: a name for each success.
    pub leftovers: Vec<String>,
    /// Successes with which targets dodge their share, each at +1 difficulty.
    pub dodges: Map<String, i32>,
}

/// Who is hit how well.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shares {
    /// Successes before dodging.
    pub per_target: Map<String, i32>,
    /// Successes after dodging; damage dice are counted from these.
    pub net: Map<String, i32>,
    /// Those hit, in the order of the targets.
    pub hits: Vec<String>,
}

/// Divides the successes evenly and hands out what is left over. A single target gets half of
/// them, rounded down, and nothing is left over.
///
/// # Errors
/// [`Refusal::LeftoversMismatch`] when other than the right number is handed out, a stranger
/// gets some, or a target gets two of fewer successes than targets; [`Nonsense`] without
/// targets or with one named twice.
pub fn share(spray: &Spray, by: &Settings) -> Result<Shares, Denied> {
    input::list("targets", spray.targets.len())?;
    input::distinct(spray.targets.iter().map(String::as_str))?;
    let successes = spray.successes.max(0);
    let count = i32::try_from(spray.targets.len()).unwrap_or(i32::MAX);
    let (share, leftover) = match count {
        0 => return Err(Nonsense::None { what: "targets" }.into()),
        1 => (successes / 2, 0),
        _ => (successes / count, successes % count),
    };
    let mut per_target: Map<String, i32> = spray
        .targets
        .iter()
        .map(|target| (target.clone(), share))
        .collect();
    let mismatch = Denied::refused(Refusal::LeftoversMismatch { leftover });
    if i32::try_from(spray.leftovers.len()) != Ok(leftover) {
        return Err(mismatch);
    }
    let heap = share > 0 && by.leftovers_may_heap;
    for name in &spray.leftovers {
        match per_target.get_mut(name) {
            Some(given) if heap || *given == share => *given = given.saturating_add(1),
            _ => return Err(mismatch),
        }
    }
    let dodged = |name: &String| spray.dodges.get(name).copied().unwrap_or(0).max(0);
    let net: Map<String, i32> = per_target
        .iter()
        .map(|(name, share)| (name.clone(), share.saturating_sub(dodged(name)).max(0)))
        .collect();
    let hit = |name: &&String| net.get(*name).is_some_and(|net| *net >= 1);
    let hits = spray.targets.iter().filter(hit).cloned().collect();
    Ok(Shares {
        per_target,
        net,
        hits,
    })
}

/// Whether all targets stand near enough to each other: every distance between two of them,
/// in yards.
#[must_use]
pub fn near_enough(distances: &[i32]) -> bool {
    distances.iter().all(|yards| *yards <= APART)
}

/// Whether one more shot with a weapon fits into the turn (XOV-RNG-11).
#[must_use]
pub const fn may_shoot(fired: i32, fired_by_powers: i32, rate: i32, by: &Settings) -> bool {
    let powers = if by.power_shots_count {
        fired_by_powers
    } else {
        0
    };
    fired.saturating_add(powers) < rate
}
