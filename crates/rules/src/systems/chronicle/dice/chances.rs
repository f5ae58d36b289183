//! Odds of a roll, computed and not sampled (CHR-DICE-01 to 05).

use super::pool::{Again, Ask};
#[cfg(doc)]
use crate::base::roll::MAX_DICE;
use crate::systems::chronicle::settings::Settings;

/// Odds of a roll before the dice are thrown. Each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Odds {
    /// At least one success.
    pub(crate) success: f64,
    /// At least five successes (part of `success`).
    pub(crate) exceptional: f64,
    /// A dramatic failure.
    pub(crate) dramatic: f64,
}

/// Computes the odds of the roll `ask`, without sampling. The ceiling of [`MAX_DICE`] thrown dice
/// is left out of account; no pool small enough to matter ever meets it.
#[must_use]
pub(crate) fn odds(ask: &Ask) -> Odds {
    if ask.is_chance() {
        let part = if ask.rote { 0.18 } else { 0.1 };
        return Odds {
            success: part,
            exceptional: 0.0,
            dramatic: part,
        };
    }
    let [none, .., many] = spread(ask, [0.0; SLOTS]);
    Odds {
        success: 1.0 - none,
        exceptional: many,
        dramatic: 0.0,
    }
}

/// Computes the odds of the roll `ask` by this table's house rules: where a ten on a chance die is
/// thrown once more (CHR-DICE-04), five tens in a row are exceptional.
#[must_use]
pub(crate) fn odds_by(ask: &Ask, settings: &Settings) -> Odds {
    let mut odds = odds(ask);
    if ask.is_chance() && settings.chance_ten_again {
        odds.exceptional = odds.success * 0.1_f64.powi(4);
    }
    odds
}

/// No success, one, … four, and "five or more".
const SLOTS: usize = 6;

/// Returns the probability of each number of successes of a pool, from none on; the last numbers
/// are left out as soon as they are together rarer than `least`. Not for a chance die.
#[must_use]
pub(crate) fn distribution(ask: &Ask, least: f64) -> Vec<f64> {
    let mut chances = spread(
        ask,
        vec![0.0; ask.dice().saturating_mul(2).saturating_add(16)],
    );
    let mut left = 0.0;
    while let Some(last) = chances.last() {
        left += last;
        if left >= least {
            break;
        }
        chances.pop();
    }
    chances
}

/// Returns the probability of each number of successes, in as many slots as `empty` has; the last
/// one is "that many or more".
fn spread<S: AsMut<[f64]> + AsRef<[f64]> + Clone>(ask: &Ask, empty: S) -> S {
    let last = empty.as_ref().len().saturating_sub(1);
    let fresh = one_die(ask.again, empty.clone());
    let mut die = fresh.clone();
    if ask.rote {
        let fail = 0.7;
        for (first, second) in die.as_mut().iter_mut().zip(fresh.as_ref()) {
            *first += fail * second;
        }
        if let Some(none) = die.as_mut().first_mut() {
            *none -= fail;
        }
    }
    let mut sums = empty.clone();
    if let Some(none) = sums.as_mut().first_mut() {
        *none = 1.0;
    }
    for _ in 0..ask.dice() {
        let mut next = empty.clone();
        for (have, chance) in sums.as_ref().iter().enumerate() {
            if *chance == 0.0 {
                continue;
            }
            for (more, part) in die.as_ref().iter().enumerate() {
                if *part < 1e-18 {
                    break;
                }
                if let Some(slot) = next.as_mut().get_mut((have + more).min(last)) {
                    *slot += chance * part;
                }
            }
        }
        sums = next;
    }
    sums
}

/// Returns the distribution of the successes of one die, thrown-again dice included.
fn one_die<S: AsMut<[f64]>>(again: Again, mut slots: S) -> S {
    let more = f64::from(again.faces()) / 10.0;
    let none = 0.7;
    let mut chance = f64::from(3 - again.faces()) / 10.0 + more * none;
    let mut left = 1.0 - none;
    if let Some((last, first)) = slots.as_mut().split_last_mut() {
        for (successes, slot) in first.iter_mut().enumerate() {
            if successes == 0 {
                *slot = none;
                continue;
            }
            *slot = chance;
            left -= chance;
            chance *= more;
        }
        *last = left.max(0.0);
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_those_of_the_dice() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        near(odds(&Ask::pool(1)).success, 0.3);
        near(odds(&Ask::pool(3)).success, 1.0 - 0.343);
        near(odds(&Ask::pool(-1)).dramatic, 0.1);
        near(odds(&Ask::pool(1)).exceptional, 0.1_f64.powi(4) * 0.3);
        let rote = Ask {
            rote: true,
            again: Again::Never,
            ..Ask::pool(2)
        };
        near(odds(&rote).success, 1.0 - 0.49 * 0.49);
        near(odds(&rote).exceptional, 0.0);
        near(odds(&Ask::pool(i32::MAX)).exceptional, 1.0);
    }
}
