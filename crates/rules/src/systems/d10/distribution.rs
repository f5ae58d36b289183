//! Exact probabilities of d10 rolls.

use crate::base::roll::{Grade, MAX_DICE, RollResult};
use crate::exchange::Outcomes;
use crate::systems::d10::dice::{CountingRules, Pool, SIDES, TensRule, target_number};

/// Probabilities of success and botch, from 0 to 1; the remainder is failure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SuccessOdds {
    /// Probability that at least one success is left.
    pub success: f64,
    /// Probability of a botch.
    pub botch: f64,
}

/// Maximum number of extra dice followed for one ten; the probability of more is below 10⁻¹⁷, less
/// than a float resolves.
const MAX_CHAINED_TENS: usize = 17;

/// Probability below which a sum is dropped; all dropped sums together are less than a float
/// resolves.
const NEGLIGIBLE_CHANCE: f64 = 1e-19;

/// Probability below which an outcome is merged into the likeliest one.
const RARE_CHANCE: f64 = 1e-10;

/// Clamps a probability to the range from 0 to `most`, against rounding errors. Avoids `clamp`,
/// whose panic message every browser would have to link.
const fn clamp_chance(chance: f64, most: f64) -> f64 {
    chance.max(0.0).min(most)
}

/// Computes the odds of a roll; all zero for one that cannot be thrown.
#[must_use]
pub fn success_odds(groups: &[Pool], manner: &CountingRules) -> SuccessOdds {
    let chances = outcome_chances(groups, manner);
    chances.map_or_else(SuccessOdds::default, |chances| SuccessOdds {
        success: clamp_chance(chances.successes.iter().sum(), 1.0),
        botch: chances.botch,
    })
}

/// Computes the probability of every outcome of a roll, without faces; empty for one that cannot be
/// thrown.
#[must_use]
pub fn distribution(groups: &[Pool], manner: &CountingRules) -> Outcomes {
    let Some(chances) = outcome_chances(groups, manner) else {
        return Outcomes::new();
    };
    let outcomes = [
        (0, Grade::DramaticFailure, chances.botch),
        (0, Grade::Failure, chances.failure),
    ];
    let successes = (1..).zip(&chances.successes);
    let successes = successes.map(|(count, chance)| (count, Grade::Success, *chance));
    let (mut ways, mut rare) = (Outcomes::new(), 0.0);
    for (successes, grade, chance) in outcomes.into_iter().chain(successes) {
        if chance < RARE_CHANCE {
            rare += chance.max(0.0);
            continue;
        }
        let rolled = RollResult {
            chance: false,
            faces: Vec::new(),
            successes,
            grade,
            margin: None,
            plain: None,
        };
        ways.push((rolled, chance));
    }
    let likeliest = ways.iter_mut().max_by(|(_, a), (_, b)| a.total_cmp(b));
    if let Some((_, chance)) = likeliest {
        *chance += rare;
    }
    ways
}

/// Probabilities of each outcome of a roll.
struct OutcomeChances {
    botch: f64,
    failure: f64,
    /// Probabilities of one success, two, three and so on.
    successes: Vec<f64>,
}

/// Computes the probabilities of each outcome; `None` for a roll that cannot be thrown.
fn outcome_chances(groups: &[Pool], manner: &CountingRules) -> Option<OutcomeChances> {
    let count = |group: &Pool| usize::try_from(group.pool).unwrap_or(0);
    let dice: usize = groups.iter().map(count).sum();
    if dice == 0 || dice > MAX_DICE {
        return None;
    }
    let mut sums = SumDistribution::default();
    // Probabilities that no die succeeds, and that no die succeeds or shows a one.
    let (mut none, mut idle) = (1.0, 1.0);
    for group in groups {
        let face = FaceChances::against(target_number(group.difficulty));
        let adds = die_contributions(&face, manner);
        for _ in 0..count(group) {
            sums = sums.with_die(&adds);
            none *= face.one + face.idle;
            idle *= face.idle;
        }
    }
    let mut successes: Vec<f64> = sums.chances_from(1).collect();
    let mut failure = clamp_chance(1.0 - successes.iter().sum::<f64>(), 1.0);
    if manner.willpower {
        successes.insert(0, failure);
        failure = 0.0;
    }
    let botch = match manner.botchable && !manner.willpower {
        true => clamp_chance(none - idle, failure),
        false => 0.0,
    };
    Some(OutcomeChances {
        botch,
        failure: failure - botch,
        successes,
    })
}

/// Probability distribution of the sum of some dice.
struct SumDistribution {
    /// Sum to which the first probability belongs.
    least: i32,
    chances: Vec<f64>,
}

impl Default for SumDistribution {
    /// Returns the distribution of no dice, whose sum is 0.
    fn default() -> Self {
        Self {
            least: 0,
            chances: vec![1.0],
        }
    }
}

impl SumDistribution {
    /// Returns the distribution with one more die.
    fn with_die(&self, adds: &[(i32, f64)]) -> Self {
        let most = adds.iter().map(|(add, _)| *add).max().unwrap_or(0);
        let least = self.least - 1;
        let room = self.chances.len() + usize::try_from(most + 1).unwrap_or(0);
        let mut chances = vec![0.0; room];
        for (sum, chance) in self.chances.iter().enumerate() {
            for (add, likely) in adds {
                let place = usize::try_from(add + 1).map_or(0, |add| sum + add);
                if let Some(here) = chances.get_mut(place) {
                    *here += chance * likely;
                }
            }
        }
        let rare = |chance: &&f64| **chance < NEGLIGIBLE_CHANCE;
        let front = chances.iter().take_while(rare).count();
        let back = chances.iter().rev().take_while(rare).count();
        let kept = chances.len().saturating_sub(front + back);
        Self {
            least: least.saturating_add_unsigned(u32::try_from(front).unwrap_or(0)),
            chances: chances.into_iter().skip(front).take(kept).collect(),
        }
    }

    /// Probabilities of this sum and each greater one, in order.
    fn chances_from(&self, sum: i32) -> impl Iterator<Item = f64> {
        let below = usize::try_from(sum - self.least).unwrap_or(0);
        let missing = usize::try_from(self.least - sum).unwrap_or(0);
        let there = self.chances.iter().skip(below).copied();
        std::iter::repeat_n(0.0, missing).chain(there)
    }
}

/// Probabilities of the faces of one die.
struct FaceChances {
    one: f64,
    idle: f64,
    /// Probability of a success that is not a ten.
    success: f64,
    ten: f64,
}

impl FaceChances {
    /// Computes the probabilities for a die against `target`.
    fn against(target: u16) -> Self {
        let sides = f64::from(SIDES);
        Self {
            one: 1.0 / sides,
            idle: f64::from(target.saturating_sub(2)) / sides,
            success: f64::from(SIDES.saturating_sub(target)) / sides,
            ten: 1.0 / sides,
        }
    }
}

/// Contributions of one die and its extra dice to the sum, with their probabilities.
fn die_contributions(face: &FaceChances, manner: &CountingRules) -> Vec<(i32, f64)> {
    let mut adds = vec![
        (if manner.ones_cancel { -1 } else { 0 }, face.one),
        (0, face.idle),
        (1, face.success),
    ];
    match manner.tens {
        TensRule::Once => adds.push((1, face.ten)),
        TensRule::Twice => adds.push((2, face.ten)),
        TensRule::Again => {
            let one = if manner.ones_cancel && manner.extra_ones_cancel {
                -1
            } else {
                0
            };
            let mut chance = face.ten;
            for tens in (1..).take(MAX_CHAINED_TENS) {
                adds.push((tens + one, chance * face.one));
                adds.push((tens, chance * face.idle));
                adds.push((tens + 1, chance * face.success));
                chance *= face.ten;
            }
        }
    }
    adds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::dice::DiceScript;
    use crate::systems::d10::dice::roll_groups;

    const MANNERS: [(TensRule, bool, bool, bool); 8] = [
        (TensRule::Once, true, true, false),
        (TensRule::Once, false, true, false),
        (TensRule::Once, false, false, false),
        (TensRule::Again, true, true, false),
        (TensRule::Again, true, true, true),
        (TensRule::Again, false, false, false),
        (TensRule::Twice, true, true, false),
        (TensRule::Twice, false, false, false),
    ];

    /// Collects each outcome with its probability by throwing every possible sequence of faces; returns the
    /// probability of needing more than `most` dice.
    fn collect_outcomes(
        groups: &[Pool],
        manner: &CountingRules,
        so_far: &mut Vec<u16>,
        most: usize,
        into: &mut Vec<((u32, Grade), f64)>,
    ) -> f64 {
        let mut script = DiceScript::new(so_far.iter().copied());
        let rolled = roll_groups(groups, manner, &mut script);
        let length = i32::try_from(so_far.len()).expect("short");
        let chance = 0.1_f64.powi(length);
        if script.missing_faces() == 0 {
            let outcome = (rolled.successes, rolled.grade);
            match into.iter_mut().find(|(known, _)| *known == outcome) {
                Some((_, sum)) => *sum += chance,
                None => into.push((outcome, chance)),
            }
            return 0.0;
        }
        if so_far.len() >= most {
            return chance;
        }
        let mut open = 0.0;
        for face in 1..=SIDES {
            so_far.push(face);
            open += collect_outcomes(groups, manner, so_far, most, into);
            so_far.pop();
        }
        open
    }

    #[test]
    fn the_ways_are_what_every_possible_roll_comes_to() {
        let rolls: [(&[Pool], usize); 8] = [
            (&[Pool::against(1, 6)], 4),
            (&[Pool::against(2, 2)], 4),
            (&[Pool::against(2, 7)], 4),
            (&[Pool::against(2, 10)], 4),
            (&[Pool::against(3, 6)], 5),
            (&[Pool::against(1, 8), Pool::at_default_difficulty(1)], 4),
            (&[Pool::against(2, 9), Pool::against(1, 4)], 5),
            (
                &[
                    Pool::at_default_difficulty(0),
                    Pool::against(1, 3),
                    Pool::against(1, 12),
                ],
                4,
            ),
        ];
        for (tens, botchable, ones_cancel, extra_ones_cancel) in MANNERS {
            for willpower in [false, true] {
                let manner = CountingRules {
                    tens,
                    botchable,
                    ones_cancel,
                    extra_ones_cancel,
                    willpower,
                };
                for (groups, most) in rolls {
                    let mut known = Vec::new();
                    let open = collect_outcomes(groups, &manner, &mut Vec::new(), most, &mut known);
                    assert!(open < 0.02 && (tens == TensRule::Again || open < 1e-9));
                    let ways = distribution(groups, &manner);
                    let told = format!("{groups:?} {manner:?} {ways:?} {known:?}");
                    let sum: f64 = ways.iter().map(|(_, chance)| chance).sum();
                    assert!((sum - 1.0).abs() < 1e-12, "{told}");
                    for (rolled, chance) in &ways {
                        let outcome = (rolled.successes, rolled.grade);
                        let same = known.iter().find(|(known, _)| *known == outcome);
                        let seen = same.map_or(0.0, |(_, chance)| *chance);
                        let room = (seen - 1e-9)..(seen + open + 1e-9);
                        assert!(room.contains(chance), "{outcome:?} {told}");
                    }
                    for (outcome, chance) in &known {
                        let is = |(rolled, _): &(RollResult, f64)| {
                            (rolled.successes, rolled.grade) == *outcome
                        };
                        assert!(*chance < 1e-9 || ways.iter().any(is), "{outcome:?} {told}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_odds_are_the_sums_of_the_ways() {
        for (tens, botchable, ones_cancel, extra_ones_cancel) in MANNERS {
            let manner = CountingRules {
                tens,
                botchable,
                ones_cancel,
                extra_ones_cancel,
                willpower: false,
            };
            for groups in [
                &[Pool::against(7, 6)][..],
                &[Pool::against(3, 9), Pool::at_default_difficulty(12)],
            ] {
                let odds = success_odds(groups, &manner);
                let ways = distribution(groups, &manner);
                let sum = |grade: Grade| {
                    let of_it = ways.iter().filter(|(rolled, _)| rolled.grade == grade);
                    of_it.map(|(_, chance)| chance).sum::<f64>()
                };
                let told = format!("{groups:?} {manner:?} {odds:?}");
                assert!((sum(Grade::Success) - odds.success).abs() < 1e-8, "{told}");
                let botch = sum(Grade::DramaticFailure);
                assert!((botch - odds.botch).abs() < 1e-8, "{told}");
            }
        }
    }

    #[test]
    fn a_bought_success_is_certain_and_no_dice_are_none() {
        let bought = CountingRules {
            willpower: true,
            ..CountingRules::default()
        };
        let sure = success_odds(&[Pool::at_default_difficulty(1)], &bought);
        assert!((sure.success - 1.0).abs() < 1e-12 && sure.botch.abs() < 1e-12);
        for pool in [i32::MIN, -1, 0, 1_001, i32::MAX] {
            assert_eq!(
                success_odds(&[Pool::at_default_difficulty(pool)], &bought),
                SuccessOdds::default()
            );
            assert_eq!(
                distribution(&[Pool::at_default_difficulty(pool)], &bought),
                Outcomes::new()
            );
        }
    }

    #[test]
    fn a_great_many_dice_are_no_trouble() {
        let manner = CountingRules {
            tens: TensRule::Again,
            ..CountingRules::default()
        };
        let odds = success_odds(
            &[Pool::at_default_difficulty(900), Pool::against(100, 9)],
            &manner,
        );
        assert!(odds.success > 0.999_999 && odds.botch < 1e-9, "{odds:?}");
    }
}
