//! How likely a pool succeeds or is botched, exactly.

use crate::systems::d10::dice::{Manner, Pool, SIDES, Tens, target};

/// The chances of one roll, from 0 to 1. The rest is failure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Odds {
    /// At least one success is left.
    pub success: f64,
    /// A botch.
    pub botch: f64,
}

/// Further dice of one ten that are looked at: the chance of one more is below 1 in 10 to the
/// power of 17, less than a floating-point number holds.
const CHAIN: usize = 17;

/// The chances of a pool; none at all of one that cannot be thrown.
#[must_use]
pub fn odds(pool: Pool, manner: &Manner) -> Odds {
    let dice = usize::try_from(pool.pool).unwrap_or(0);
    if dice == 0 || pool.check().is_err() {
        return Odds::default();
    }
    if manner.willpower {
        return Odds {
            success: 1.0,
            botch: 0.0,
        };
    }
    let face = Face::of(target(pool.difficulty));
    let success = at_least_one(dice, &one_die(&face, manner));
    let botch = if manner.botchable {
        let count = i32::try_from(dice).unwrap_or(i32::MAX);
        (face.one + face.idle).powi(count) - face.idle.powi(count)
    } else {
        0.0
    };
    Odds { success, botch }
}

/// The chances of one die.
struct Face {
    one: f64,
    idle: f64,
    /// A success that is no ten.
    success: f64,
    ten: f64,
}

impl Face {
    fn of(target: u16) -> Self {
        let sides = f64::from(SIDES);
        Self {
            one: 1.0 / sides,
            idle: f64::from(target.saturating_sub(2)) / sides,
            success: f64::from(SIDES.saturating_sub(target)) / sides,
            ten: 1.0 / sides,
        }
    }
}

/// What one die of the pool adds, with what follows it, and how likely that is.
fn one_die(face: &Face, manner: &Manner) -> Vec<(isize, f64)> {
    let mut adds = vec![
        (if manner.ones_cancel { -1 } else { 0 }, face.one),
        (0, face.idle),
        (1, face.success),
    ];
    match manner.tens {
        Tens::Once => adds.push((1, face.ten)),
        Tens::Twice => adds.push((2, face.ten)),
        Tens::Again => {
            let one = if manner.ones_cancel && manner.extra_ones_cancel {
                -1
            } else {
                0
            };
            let mut chance = face.ten;
            for tens in (1..).take(CHAIN) {
                adds.push((tens + one, chance * face.one));
                adds.push((tens, chance * face.idle));
                adds.push((tens + 1, chance * face.success));
                chance *= face.ten;
            }
        }
    }
    adds
}

/// How likely the dice together add up to one or more. Each takes off one at most, so that
/// nothing above their number has to be told apart.
fn at_least_one(dice: usize, adds: &[(isize, f64)]) -> f64 {
    // How likely which sum is, from −dice to +dice; none stands in the middle.
    let most = dice.saturating_mul(2);
    let mut sums = vec![0.0; most + 1];
    if let Some(none) = sums.get_mut(dice) {
        *none = 1.0;
    }
    for _ in 0..dice {
        let mut next = vec![0.0; most + 1];
        for (sum, chance) in sums.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            for (add, likely) in adds {
                let sum = sum.saturating_add_signed(*add).min(most);
                if let Some(here) = next.get_mut(sum) {
                    *here += chance * likely;
                }
            }
        }
        sums = next;
    }
    let good: f64 = sums.iter().skip(dice + 1).sum();
    good.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Script;
    use crate::roll::Grade;
    use crate::systems::d10::dice::roll;

    /// Success, botch, and what was left open because it takes too many dice, by throwing
    /// every possible sequence of faces.
    fn thrown(pool: Pool, manner: &Manner, so_far: &[u16], chance: f64, most: usize) -> [f64; 3] {
        let mut script = Script::new(so_far.iter().copied());
        let rolled = roll(pool, manner, &mut script);
        if script.missing() == 0 {
            return match rolled.grade {
                Grade::Success | Grade::Exceptional => [chance, 0.0, 0.0],
                Grade::DramaticFailure => [0.0, chance, 0.0],
                Grade::Failure => [0.0; 3],
            };
        }
        if so_far.len() >= most {
            return [0.0, 0.0, chance];
        }
        let mut sum = [0.0; 3];
        for face in 1..=SIDES {
            let mut faces = so_far.to_vec();
            faces.push(face);
            let part = thrown(pool, manner, &faces, chance / f64::from(SIDES), most);
            for (sum, part) in sum.iter_mut().zip(part) {
                *sum += part;
            }
        }
        sum
    }

    #[test]
    fn the_odds_are_what_every_possible_roll_comes_to() {
        for tens in [Tens::Once, Tens::Again, Tens::Twice] {
            for (botchable, ones_cancel, extra_ones_cancel) in [
                (true, true, false),
                (false, true, false),
                (false, false, false),
                (true, true, true),
            ] {
                let manner = Manner {
                    tens,
                    botchable,
                    ones_cancel,
                    extra_ones_cancel,
                    willpower: false,
                };
                for (dice, most) in [(1, 4), (2, 4), (3, 5)] {
                    for difficulty in [2, 6, 7, 10] {
                        let pool = Pool::at(dice, difficulty);
                        let [success, botch, open] = thrown(pool, &manner, &[], 1.0, most);
                        let odds = odds(pool, &manner);
                        let told = format!("{pool:?} {manner:?} {odds:?} {success} {botch}");
                        assert!(odds.success > success - 1e-9, "{told}");
                        assert!(odds.success < success + open + 1e-9, "{told}");
                        assert!((odds.botch - botch).abs() < 1e-9, "{told}");
                        assert!(
                            open < 0.02 && (tens == Tens::Again || open < 1e-9),
                            "{told}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_bought_success_is_certain_and_no_dice_are_none() {
        let bought = Manner {
            willpower: true,
            ..Manner::default()
        };
        assert_eq!(odds(Pool::of(1), &bought).success, 1.0);
        assert_eq!(odds(Pool::of(0), &bought), Odds::default());
        for pool in [i32::MIN, -1, 1_001, i32::MAX] {
            assert_eq!(odds(Pool::of(pool), &bought), Odds::default());
        }
    }

    #[test]
    fn a_great_many_dice_are_no_trouble() {
        let odds = odds(Pool::of(100), &Manner::default());
        assert!(odds.success > 0.999_999 && odds.botch < 1e-9, "{odds:?}");
    }
}
