//! Statistics of the dice of each roller: how they have fallen, and how likely that is with fair dice.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::check::DiceLog;
use super::{DiceVisibility, RollerId};

/// Maximum number of dice of one kind that are evaluated, newest first, for up to ten sides.
const MAX_DICE_EVALUATED: usize = 4_000;
/// Minimum number of dice of a kind; fewer say nothing.
const MIN_DICE: usize = 10;
/// Maximum number of kinds that are reported, those with the most dice.
const MAX_KINDS: usize = 40;
/// The probability below which a sum is left out: far less than a percentage shows.
const NEGLIGIBLE_PROBABILITY: f64 = 1e-15;

/// The statistics of one roller's dice with one number of sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// The last name of the roller; `None` is the program.
    pub by: Option<String>,
    /// Whether players know of these dice.
    pub sight: DiceVisibility,
    /// Number of sides of the dice, 2 or more.
    pub sides: u16,
    /// Number of times that each face fell, from face 1 on.
    pub faces: Vec<u32>,
    /// The sum of all faces.
    pub sum: u64,
    /// The probability that fair dice sum to this or less, from 0 to 1.
    pub probability_at_most: f64,
    /// The probability that fair dice sum to this or more, from 0 to 1.
    pub probability_at_least: f64,
    /// The longest streak of one face, the later of two equally long ones.
    pub streak: Streak,
}

/// Successive dice that show the same face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Streak {
    /// The face that is repeated.
    pub face: u16,
    /// Number of dice in the streak.
    pub length: u32,
    /// The probability that fair dice have a streak of any face of this length or longer, from 0 to 1.
    pub probability: f64,
}

impl Luck {
    /// Returns the number of dice that went into this statistic of luck.
    #[must_use]
    pub fn dice_count(&self) -> u32 {
        self.faces
            .iter()
            .fold(0, |sum, one| sum.saturating_add(*one))
    }

    /// Returns the mean of the faces.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum = u32::try_from(self.sum).unwrap_or(u32::MAX);
        f64::from(sum) / f64::from(self.dice_count().max(1))
    }

    /// Returns the expected mean of fair dice.
    #[must_use]
    pub fn expected_mean(&self) -> f64 {
        f64::midpoint(f64::from(self.sides), 1.0)
    }
}

/// Computes the statistics for every roller and number of sides with at least ten dice: in the order in which the
/// rollers first rolled, fewer sides first. Of more than forty such kinds, only those with the most dice are returned.
/// Of many dice of a kind only the newest count: 4,000 with up to ten sides, fewer with more sides.
#[must_use]
pub fn compute_luck(log: &DiceLog) -> Vec<Luck> {
    let mut rollers: BTreeMap<RollerId, (usize, DiceVisibility, Option<String>)> = BTreeMap::new();
    let mut thrown: BTreeMap<(usize, u16), (RollerId, Vec<u16>)> = BTreeMap::new();
    for roll in &log.rolls {
        let roller = roll.throw.roller;
        let place = rollers.len();
        let known = rollers
            .entry(roller)
            .or_insert((place, roll.throw.sight, None));
        known.2.clone_from(&roll.by);
        for (sides, face) in &roll.throw.dice {
            if (2..=1000).contains(sides) && (1..=*sides).contains(face) {
                let kind = thrown.entry((known.0, *sides));
                kind.or_insert((roller, Vec::new())).1.push(*face);
            }
        }
    }
    thrown.retain(|_, (_, fell)| fell.len() >= MIN_DICE);
    let mut kinds: Vec<_> = thrown.into_iter().collect();
    kinds.sort_by_key(|(_, (_, fell))| Reverse(fell.len()));
    kinds.truncate(MAX_KINDS);
    kinds.sort_by_key(|(kind, _)| *kind);
    let of = kinds
        .into_iter()
        .filter_map(|((_, sides), (roller, fell))| {
            let (_, sight, by) = rollers.get(&roller)?;
            let newest = fell.get(fell.len().saturating_sub(evaluation_limit(sides))..)?;
            Some(luck_of_faces(by.clone(), *sight, sides, newest))
        });
    of.collect()
}

/// Returns the maximum number of dice with this many sides to evaluate. Computing the probability of their sum takes
/// time in proportion to n^1.5 times the sides, which the limit keeps about constant.
fn evaluation_limit(sides: u16) -> usize {
    let tens = usize::from(sides).div_ceil(10);
    // The cube root of the square, from below.
    let less = (1_usize..)
        .find(|it| it.saturating_mul(*it).saturating_mul(*it) >= tens.saturating_mul(tens));
    MAX_DICE_EVALUATED
        .checked_div(less.unwrap_or(1))
        .unwrap_or(MAX_DICE_EVALUATED)
}

/// Computes the statistics of the faces that a roller's dice showed.
fn luck_of_faces(by: Option<String>, sight: DiceVisibility, sides: u16, fell: &[u16]) -> Luck {
    let mut faces = vec![0_u32; usize::from(sides)];
    for face in fell {
        if let Some(count) = faces.get_mut(usize::from(*face).saturating_sub(1)) {
            *count = count.saturating_add(1);
        }
    }
    let sum: u64 = fell.iter().map(|face| u64::from(*face)).sum();
    let (so_low, so_high) = tail_probabilities(sides, fell.len(), sum);
    Luck {
        by,
        sight,
        sides,
        faces,
        sum,
        probability_at_most: so_low,
        probability_at_least: so_high,
        streak: longest_streak(sides, fell),
    }
}

/// Returns the probabilities that the sum of this many dice is `sum` or less, and `sum` or more.
fn tail_probabilities(sides: u16, dice: usize, sum: u64) -> (f64, f64) {
    // The probability of each sum, beginning with `least`.
    let mut likely = vec![1.0_f64];
    let mut least = 0_u64;
    for _ in 0..dice {
        (likely, least) = add_die(&likely, least, sides);
    }
    let mut low = 0.0;
    let mut high = 0.0;
    for (it, share) in (least..).zip(&likely) {
        if it <= sum {
            low += share;
        }
        if it >= sum {
            high += share;
        }
    }
    (low.min(1.0), high.min(1.0))
}

/// Adds one die to the distribution of a sum, whose first probability in `likely` is that of the
/// sum `least`. Negligible probabilities at both ends are dropped, so that its width grows with the
/// spread of the dice and not with their number.
fn add_die(likely: &[f64], least: u64, sides: u16) -> (Vec<f64>, u64) {
    let wide = likely
        .len()
        .saturating_add(usize::from(sides))
        .saturating_sub(1);
    let each = 1.0 / f64::from(sides);
    // A moving window over the last `sides` probabilities.
    let mut window = 0.0_f64;
    let mut next = Vec::with_capacity(wide);
    for at in 0..wide {
        window += likely.get(at).copied().unwrap_or(0.0);
        let gone = at.checked_sub(usize::from(sides));
        window -= gone
            .and_then(|gone| likely.get(gone))
            .copied()
            .unwrap_or(0.0);
        next.push(window.max(0.0) * each);
    }
    let first = next
        .iter()
        .position(|it| *it > NEGLIGIBLE_PROBABILITY)
        .unwrap_or(0);
    let last = next
        .iter()
        .rposition(|it| *it > NEGLIGIBLE_PROBABILITY)
        .unwrap_or(0);
    let kept = next.get(first..=last).unwrap_or_default().to_vec();
    let first = u64::try_from(first).unwrap_or(u64::MAX);
    (kept, least.saturating_add(1).saturating_add(first))
}

/// Finds the longest streak among the faces that a roller's dice showed.
fn longest_streak(sides: u16, fell: &[u16]) -> Streak {
    let mut best = (0_u16, 0_u32);
    let mut now = (0_u16, 0_u32);
    for face in fell {
        now = match now {
            (same, long) if same == *face => (same, long.saturating_add(1)),
            _ => (*face, 1),
        };
        if now.1 >= best.1 {
            best = now;
        }
    }
    let (face, long) = best;
    let likely = streak_probability(sides, fell.len(), long);
    Streak {
        face,
        length: long,
        probability: likely,
    }
}

/// Returns the probability that this many dice have a streak of one face of length `long` or more.
fn streak_probability(sides: u16, dice: usize, long: u32) -> f64 {
    if dice == 0 || long <= 1 {
        return 1.0;
    }
    let same = 1.0 / f64::from(sides);
    // The probability that the streak at the end has each length below `long`, from 1 on, and none was longer.
    let mut at_end = vec![
        0.0_f64;
        usize::try_from(long)
            .unwrap_or(usize::MAX)
            .saturating_sub(1)
    ];
    if let Some(first) = at_end.first_mut() {
        *first = 1.0;
    }
    for _ in 1..dice {
        let all: f64 = at_end.iter().sum();
        at_end.rotate_right(1);
        at_end.iter_mut().for_each(|it| *it *= same);
        if let Some(first) = at_end.first_mut() {
            *first = all * (1.0 - same);
        }
    }
    let none: f64 = at_end.iter().sum();
    (1.0 - none).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists all sequences of faces that this many dice can show.
    fn all_ways(sides: u16, dice: u32) -> Vec<Vec<u16>> {
        (0..dice).fold(vec![Vec::new()], |ways, _| {
            let longer = ways.iter().flat_map(|way| {
                (1..=sides).map(|face| way.iter().copied().chain([face]).collect())
            });
            longer.collect()
        })
    }

    fn share(ways: &[Vec<u16>], holds: impl Fn(&[u16]) -> bool) -> f64 {
        let held = ways.iter().filter(|way| holds(way)).count();
        f64::from(u32::try_from(held).unwrap()) / f64::from(u32::try_from(ways.len()).unwrap())
    }

    #[test]
    fn sums_and_streaks_are_as_likely_as_counting_says() {
        for (sides, dice) in [(2, 9), (3, 6), (6, 4), (10, 3)] {
            let ways = all_ways(sides, dice);
            for way in ways.iter().step_by(7) {
                let told = luck_of_faces(None, DiceVisibility::Open, sides, way);
                let sum = |way: &[u16]| way.iter().map(|face| u64::from(*face)).sum::<u64>();
                let low = share(&ways, |other| sum(other) <= told.sum);
                let high = share(&ways, |other| sum(other) >= told.sum);
                let streak = share(&ways, |other| {
                    longest_streak(sides, other).length >= told.streak.length
                });
                assert!((told.probability_at_most - low).abs() < 1e-9, "{way:?}");
                assert!((told.probability_at_least - high).abs() < 1e-9, "{way:?}");
                assert!((told.streak.probability - streak).abs() < 1e-9, "{way:?}");
            }
        }
    }

    #[test]
    fn many_dice_in_the_middle_are_nothing_special() {
        let fell: Vec<u16> = (0..4_000).map(|at| at % 10 + 1).collect();
        let told = luck_of_faces(None, DiceVisibility::Open, 10, &fell);
        assert_eq!(told.faces, [400; 10]);
        assert!((told.mean() - told.expected_mean()).abs() < 1e-9);
        assert!((told.probability_at_most - told.probability_at_least).abs() < 1e-9);
        assert!(
            (0.5..0.51).contains(&told.probability_at_most),
            "{}",
            told.probability_at_most
        );
        assert!((told.streak.probability - 1.0).abs() < 1e-9);
    }

    #[test]
    fn dice_of_more_sides_count_for_fewer() {
        let looked_at: Vec<usize> = [2, 10, 20, 100, 1000].map(evaluation_limit).to_vec();
        assert_eq!(looked_at, [4_000, 4_000, 2_000, 800, 181]);
    }

    #[test]
    fn four_thousand_ones_are_not_honest() {
        let told = luck_of_faces(None, DiceVisibility::Open, 10, &[1; 4_000]);
        assert!(told.probability_at_most < 1e-9 && told.probability_at_least > 0.999_999);
        assert_eq!((told.streak.face, told.streak.length), (1, 4_000));
        assert!(told.streak.probability < 1e-9);
    }
}
