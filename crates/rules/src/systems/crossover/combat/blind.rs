//! Not seeing, and striking at those who do not see (XOV-CMP-01 to 05, XOV-MAN-04).

use super::attack::Reach;
use crate::systems::crossover::Settings;
use crate::systems::crossover::state::Relief;

/// Difficulty of close attacks by the blinded.
const CLOSE: i32 = 2;
/// Difficulty of ranged attacks by the blinded.
const RANGED: i32 = 6;
/// Dice for those who attack the blinded.
const BONUS: i32 = 2;

/// Returns what is left of a penalty for fighting blind: senses first, then in close combat one
/// less for every two successes, not below 0.
fn relieved(penalty: i32, relief: &Relief, reach: Reach) -> i32 {
    if relief.eyes_of_the_beast {
        return 0;
    }
    let penalty = match relief.heightened_senses {
        true => penalty / 2,
        false => penalty,
    };
    less(penalty, relief.blind_fighting, reach)
}

/// Subtracts one for every two successes of Blind Fighting, which is of use in close combat only,
/// from `number`.
const fn less(number: i32, successes: i32, reach: Reach) -> i32 {
    let helped = match reach {
        Reach::Close if successes > 0 => number.saturating_sub(successes / 2),
        _ => number,
    };
    if helped > 0 { helped } else { 0 }
}

/// Returns the difficulty that blindness adds for an attacker (XOV-CMP-02, XOV-CMP-03).
pub(super) fn attacking(reach: Reach, relief: &Relief) -> i32 {
    match reach {
        Reach::Close => relieved(CLOSE, relief, reach),
        Reach::Ranged => relieved(RANGED, relief, reach),
    }
}

/// Returns the difficulty that blindness adds to a defense, by the reach of the attack it meets
/// (XOV-CMP-02).
pub(super) fn defending(reach: Reach, relief: &Relief, by: &Settings) -> i32 {
    relieved(by.sight_difficulty, relief, reach)
}

/// Returns the bonus dice of an attack on a blinded target; `successes` of their Blind Fighting
/// lower them in close combat (XOV-CMP-01, XOV-CMP-05).
pub(super) const fn bonus_against(reach: Reach, successes: i32) -> i32 {
    less(BONUS, successes, reach)
}
