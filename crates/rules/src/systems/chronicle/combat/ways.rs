//! Every outcome of a roll with its probability (CHR-DICE-01 to 05).

use crate::base::roll::{DieMark, Face, Grade, RollResult};
use crate::character::parameters::Parameters;
use crate::exchange::Outcomes;
use crate::systems::chronicle::dice::pool::{self, Ask};
use crate::systems::chronicle::settings::Settings;

/// The dial of a roll that draws one of so many: one die with that many sides, whose face
/// counts (CHR-MIX-04). Only the rules set it.
pub(crate) const DRAW: &str = "draw";

/// Probability below which outcomes are left out.
const NEVER: f64 = 1e-12;

/// Returns the equally probable outcomes of drawing one number up to `among`.
fn drawn(among: i32) -> Outcomes {
    let among = u32::try_from(among).unwrap_or(1).max(1);
    let each = 1.0 / f64::from(among);
    let way = |face: u32| {
        let rolled = RollResult {
            chance: false,
            faces: Vec::new(),
            successes: face,
            grade: Grade::Success,
            margin: None,
            plain: None,
        };
        (rolled, each)
    };
    (1..=among).map(way).collect()
}

/// Creates a roll result without faces, as the odds need it.
fn rolled(chance: bool, successes: u32, grade: Grade) -> RollResult {
    RollResult {
        chance,
        faces: Vec::new(),
        successes,
        grade,
        margin: None,
        plain: None,
    }
}

/// Returns the outcomes of a chance die with their probabilities; `again` throws a ten once more
/// (CHR-DICE-04, CHR-DICE-05).
fn chance_die(rote: bool, again: bool) -> Outcomes {
    let (one, ten) = if rote { (0.18, 0.18) } else { (0.1, 0.1) };
    let mut ways = vec![
        (rolled(true, 0, Grade::DramaticFailure), one),
        (rolled(true, 0, Grade::Failure), 1.0 - one - ten),
    ];
    let (mut left, mut successes) = (ten, 1);
    while again && left * 0.1 > NEVER {
        ways.push((rolled(true, successes, pool::grade(successes)), left * 0.9));
        left *= 0.1;
        successes += 1;
    }
    ways.push((rolled(true, successes, pool::grade(successes)), left));
    ways
}

/// Returns the outcomes of a roll of these dice, with their probabilities.
pub(crate) fn of(ask: &Ask, reading: &Parameters, settings: &Settings) -> Outcomes {
    if let Some(among) = reading.get(DRAW) {
        return drawn(among);
    }
    if ask.is_chance() {
        return chance_die(ask.rote, settings.chance_ten_again);
    }
    let mut chances = crate::systems::chronicle::dice::chances::distribution(ask, NEVER);
    // What is cut off counts as the most successes that are kept.
    let rest = 1.0 - chances.iter().sum::<f64>();
    if let Some(last) = chances.last_mut() {
        *last += rest.max(0.0);
    }
    let each = (0_u32..).zip(chances).filter(|(_, chance)| *chance > 0.0);
    each.map(|(successes, chance)| (rolled(false, successes, pool::grade(successes)), chance))
        .collect()
}

/// Draws one number up to `among` by throwing a die with so many sides.
pub(crate) fn draw(among: i32, dice: &mut dyn crate::base::dice::Dice) -> RollResult {
    let sides = u16::try_from(among).unwrap_or(1).max(1);
    let face = dice.roll_die(sides).clamp(1, sides);
    RollResult {
        faces: vec![Face(face, DieMark::Counts)],
        ..rolled(false, u32::from(face), Grade::Success)
    }
}
