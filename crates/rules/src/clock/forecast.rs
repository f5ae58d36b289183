//! Forecast of an extended action: in which turn it will probably be done.

use serde::{Deserialize, Serialize};

/// The turn of an extended action in which it is done more likely than not, and how likely that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Forecast {
    /// The turn, from 1; the last one that is allowed if it is done by then less likely than not.
    pub turn: u8,
    /// The chance that it is done by the end of that turn, in percent.
    pub percent: u8,
}

/// Chances of a number of successes, by the number.
type Chances = Vec<f64>;

/// Computes the turn in which an extended action that needs so many successes is probably done;
/// `from` and `last` bound the turns.
///
/// `rollers` holds for each character the chances of each number of successes in one roll, and the turns of the
/// action in which a roll of theirs is still to come. The first turn that is looked at is `from`, the last one `last`.
/// Returns `None` if nobody rolls any more.
#[must_use]
pub fn forecast(
    needed: u16,
    rollers: &[(Chances, Vec<u8>)],
    (from, last): (u8, u8),
) -> Option<Forecast> {
    let most = usize::from(needed);
    let mut left: Chances = vec![0.0; most.saturating_add(1)];
    *left.first_mut()? = 1.0;
    let mut newest = None;
    for turn in from..=last {
        for (chances, _) in rollers.iter().filter(|(_, turns)| turns.contains(&turn)) {
            left = add_roll(&left, chances, most);
            newest = Some(turn);
        }
        let done = left.last().copied().unwrap_or(0.0);
        if done >= 0.5 {
            return Some(to_forecast(turn, done));
        }
    }
    newest.map(|turn| to_forecast(turn, left.last().copied().unwrap_or(0.0)))
}

/// Returns the chances of the successes after one more roll, where `most` stands for enough.
fn add_roll(before: &[f64], roll: &[f64], most: usize) -> Chances {
    let mut after: Chances = vec![0.0; most.saturating_add(1)];
    for (had, chance) in before.iter().enumerate() {
        for (gets, more) in roll.iter().enumerate() {
            let at = had.saturating_add(gets).min(most);
            if let Some(sum) = after.get_mut(at) {
                *sum += chance * more;
            }
        }
    }
    after
}

/// Rounds a chance to a forecast.
fn to_forecast(turn: u8, done: f64) -> Forecast {
    Forecast {
        turn,
        percent: (done.clamp(0.0, 1.0) * 100.0).round() as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coin_each_turn_brings_three_successes_in_the_fifth() {
        let coin = vec![0.5, 0.5];
        let all = forecast(3, &[(coin.clone(), (1..=9).collect())], (1, 9));
        // At least three heads in five throws: 16 of 32 ways.
        assert_eq!(
            all,
            Some(Forecast {
                turn: 5,
                percent: 50
            })
        );
        let short = forecast(3, &[(coin, vec![1, 2, 3])], (1, 3));
        assert_eq!(
            short,
            Some(Forecast {
                turn: 3,
                percent: 13
            })
        );
        assert_eq!(forecast(3, &[], (1, 3)), None);
    }
}
