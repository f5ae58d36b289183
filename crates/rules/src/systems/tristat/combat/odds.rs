//! Odds: every outcome of two dice, and of the third of a critical, with its probability.

use crate::base::dice::DiceScript;
use crate::base::roll::{Grade, RollResult};
use crate::character::parameters::Parameters;
use crate::exchange::Outcomes;
use crate::ruleset::RollRules;
use crate::ruleset::house_rules::HouseRules;
use crate::systems::tristat::Tristat;
use crate::systems::tristat::numbers::SIDES;
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::roll_request::RollRequest;

/// Returns the outcomes of a roll (TRI-ROLL-01 to 04, TRI-CRIT-01, TRI-CRIT-02). Those an exchange
/// cannot tell apart are one: faces count for a critical only, margins only for an attack that
/// hits (TRI-THROW-04) and in a contest (TRI-ESC-01).
pub(super) fn distribution(sum: i32, reading: &Parameters, house: &HouseRules) -> Outcomes {
    let purpose = RollRequest::of(reading).purpose;
    let sides = f64::from(SIDES);
    let mut ways = Outcomes::new();
    for one in 1..=SIDES {
        for other in 1..=SIDES {
            let mut script = DiceScript::new([one, other]);
            let thrown = Tristat.roll_dice(sum, reading, house, &mut script);
            let Ok(rolled) = thrown else { continue };
            if script.missing_faces() == 0 {
                add(&mut ways, plain(rolled, purpose), 1.0 / (sides * sides));
                continue;
            }
            for third in 1..=SIDES {
                let mut script = DiceScript::new([one, other, third]);
                let thrown = Tristat.roll_dice(sum, reading, house, &mut script);
                if let Ok(rolled) = thrown {
                    add(&mut ways, rolled, 1.0 / (sides * sides * sides));
                }
            }
        }
    }
    ways
}

/// Removes from a roll result what an exchange does not tell apart, such as the faces.
fn plain(rolled: RollResult, purpose: Purpose) -> RollResult {
    let told = match purpose {
        Purpose::Attack => rolled.grade == Grade::Success,
        Purpose::Defense => false,
        Purpose::Stat => true,
    };
    RollResult {
        faces: Vec::new(),
        margin: rolled.margin.filter(|_| told),
        plain: None,
        ..rolled
    }
}

/// Adds the probability of a roll result to a distribution, merging equal results.
fn add(ways: &mut Outcomes, rolled: RollResult, chance: f64) {
    match ways.iter_mut().find(|(known, _)| *known == rolled) {
        Some((_, known)) => *known += chance,
        None => ways.push((rolled, chance)),
    }
}
