//! Rolling a pool: which dice are thrown, in which order, and what they come to.

use crate::base::dice::Dice;
use crate::base::roll::{DieMark, Face, Grade, MAX_DICE, RollResult};
use crate::systems::chronicle::input::Nonsense;
use crate::systems::chronicle::numbers::{EXCEPTIONAL_AT, SUCCESS_FACE};
use crate::systems::chronicle::settings::Settings;

/// Lowest face at which a die is thrown once more and adds to the roll (CHR-DICE-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Again {
    /// Tens: the usual case.
    #[default]
    Ten,
    /// Nines and tens.
    Nine,
    /// Every success.
    Eight,
    /// No die.
    Never,
}

impl Again {
    /// Whether a die showing `face` is thrown once more.
    #[must_use]
    pub(crate) const fn explodes(self, face: u16) -> bool {
        match self {
            Self::Ten => face >= 10,
            Self::Nine => face >= 9,
            Self::Eight => face >= 8,
            Self::Never => false,
        }
    }

    /// Number of the ten faces that are thrown once more.
    pub(crate) const fn faces(self) -> u8 {
        match self {
            Self::Ten => 1,
            Self::Nine => 2,
            Self::Eight => 3,
            Self::Never => 0,
        }
    }
}

/// Request for one roll in Chronicle: the pool, and which dice are thrown again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Ask {
    /// The sum of all terms, not clamped; at 0 or below a chance die is thrown (CHR-DICE-04).
    /// Callers refuse more than [`MAX_DICE`]; here no more than that are thrown.
    pub(crate) pool: i32,
    /// The faces that are thrown once more.
    pub(crate) again: Again,
    /// Whether every failed die of the pool itself is picked up and thrown once more.
    pub(crate) rote: bool,
    /// Whether a rule forces a chance die, however large the pool is.
    pub(crate) chance: bool,
}

impl Ask {
    /// Creates a request for a plain pool in which tens are thrown again.
    #[must_use]
    pub(crate) const fn pool(pool: i32) -> Self {
        Self {
            pool,
            again: Again::Ten,
            rote: false,
            chance: false,
        }
    }

    /// Whether a single chance die is thrown instead of a pool.
    #[must_use]
    pub(crate) const fn is_chance(&self) -> bool {
        self.chance || self.pool <= 0
    }

    /// Returns the number of dice in the first throw, before any are thrown again.
    pub(crate) fn dice(&self) -> usize {
        usize::try_from(self.pool).unwrap_or(0).min(MAX_DICE)
    }
}

/// Rolls the dice of a request (CHR-DICE-01 to 05).
///
/// Order of the faces: the whole pool; with `rote` the second throws of its failed dice;
/// then one die for each die thrown again, batch after batch. Never more than
/// [`MAX_DICE`] dice lie on the table.
pub(crate) fn roll(ask: &Ask, dice: &mut dyn Dice) -> RollResult {
    if ask.is_chance() {
        return chance_die(ask.rote, false, dice);
    }
    let mut faces: Vec<Face> = Vec::with_capacity(ask.dice().saturating_mul(2).min(MAX_DICE));
    let mut again = 0;
    let failed = throw(ask.dice(), ask, &mut faces, &mut again, dice);
    if ask.rote {
        let rerolled = failed.min(MAX_DICE.saturating_sub(faces.len()));
        let mut left = rerolled;
        for face in &mut faces {
            if left > 0 && face.1 == DieMark::Idle {
                face.1 = DieMark::Rerolled;
                left -= 1;
            }
        }
        throw(rerolled, ask, &mut faces, &mut again, dice);
    }
    while again > 0 {
        let batch = std::mem::take(&mut again).min(MAX_DICE.saturating_sub(faces.len()));
        throw(batch, ask, &mut faces, &mut again, dice);
    }
    let successes = faces
        .iter()
        .filter(|face| matches!(face.1, DieMark::Counts | DieMark::Again))
        .fold(0, |sum: u32, _| sum.saturating_add(1));
    RollResult {
        chance: false,
        faces,
        successes,
        grade: grade(successes),
        margin: None,
        plain: None,
    }
}

/// Throws the dice of a roll by this table's house rules.
pub(crate) fn roll_by(ask: &Ask, settings: &Settings, dice: &mut dyn Dice) -> RollResult {
    if ask.is_chance() {
        return chance_die(ask.rote, settings.chance_ten_again, dice);
    }
    roll(ask, dice)
}

/// Checks that a pool can be thrown at all.
///
/// # Errors
/// [`Nonsense::Range`] for more than [`MAX_DICE`] dice, or penalties beyond all reason.
pub(crate) fn check(pool: i32) -> Result<(), Nonsense> {
    let most = i32::try_from(MAX_DICE).unwrap_or(i32::MAX);
    crate::systems::chronicle::input::within("pool", pool, -1_000_000, most)
}

/// Throws a single chance die: only a ten succeeds, a one is a dramatic failure (CHR-DICE-04, CHR-DICE-05).
///
/// With `rote` a failure other than a one is thrown once more. With `again` a ten keeps
/// its success and is thrown once more, in the manner of older tables.
pub(crate) fn chance_die(rote: bool, again: bool, dice: &mut dyn Dice) -> RollResult {
    let mut faces = Vec::with_capacity(2);
    let mut face = dice.roll_die(10);
    if rote && !matches!(face, 1 | 10) {
        faces.push(Face(face, DieMark::Rerolled));
        face = dice.roll_die(10);
    }
    let mut successes: u32 = 0;
    let first = face;
    while face >= 10 && again && faces.len() + 1 < MAX_DICE {
        faces.push(Face(face, DieMark::Again));
        successes = successes.saturating_add(1);
        face = dice.roll_die(10);
    }
    let mark = match face {
        10.. => {
            successes = successes.saturating_add(1);
            DieMark::Counts
        }
        1 if first == 1 => DieMark::Cancels,
        _ => DieMark::Idle,
    };
    faces.push(Face(face, mark));
    RollResult {
        chance: true,
        faces,
        successes,
        grade: if mark == DieMark::Cancels {
            Grade::DramaticFailure
        } else {
            grade(successes)
        },
        margin: None,
        plain: None,
    }
}

/// Returns the grade for a number of successes of an ordinary roll (CHR-DICE-03).
#[must_use]
pub(crate) const fn grade(successes: u32) -> Grade {
    match successes {
        0 => Grade::Failure,
        EXCEPTIONAL_AT.. => Grade::Exceptional,
        _ => Grade::Success,
    }
}

/// Throws `count` dice and adds their faces to `faces`; returns how many failed, and counts in
/// `again` the dice that are thrown again.
fn throw(
    count: usize,
    ask: &Ask,
    faces: &mut Vec<Face>,
    again: &mut usize,
    dice: &mut dyn Dice,
) -> usize {
    let mut failed = 0;
    for _ in 0..count {
        let face = dice.roll_die(10);
        let mark = if face < SUCCESS_FACE {
            failed += 1;
            DieMark::Idle
        } else if ask.again.explodes(face) {
            *again += 1;
            DieMark::Again
        } else {
            DieMark::Counts
        };
        faces.push(Face(face, mark));
    }
    failed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::dice::DiceScript;

    fn check(ask: Ask, faces: &[u16], successes: u32, grade: Grade, marks: &str) {
        let mut script = DiceScript::new(faces.iter().copied());
        let rolled = roll(&ask, &mut script);
        let seen: String = rolled
            .faces
            .iter()
            .map(|face| match face.1 {
                DieMark::Idle => '-',
                DieMark::Counts => '+',
                DieMark::Again => '!',
                DieMark::Cancels => 'x',
                DieMark::Rerolled => '~',
            })
            .collect();
        assert_eq!(
            (rolled.successes, rolled.grade, seen.as_str()),
            (successes, grade, marks)
        );
        assert_eq!((script.missing_faces(), script.remaining_faces()), (0, 0));
    }

    #[test]
    fn chr_dice_02_batches_follow_each_other() {
        let ask = Ask::pool(2);
        check(ask, &[10, 10, 10, 3, 9], 4, Grade::Success, "!!!-+");
        let nine = Ask {
            again: Again::Nine,
            ..ask
        };
        check(nine, &[9, 1, 8], 2, Grade::Success, "!-+");
        let never = Ask {
            again: Again::Never,
            ..ask
        };
        check(never, &[10, 10], 2, Grade::Success, "++");
    }

    #[test]
    fn rote_dice_come_after_the_batch_and_before_the_extras() {
        let ask = Ask {
            rote: true,
            ..Ask::pool(3)
        };
        check(ask, &[10, 2, 3, 10, 1, 8, 4], 3, Grade::Success, "!~~!-+-");
    }

    #[test]
    fn chr_dice_04_and_05_chance_die() {
        let rote = Ask {
            rote: true,
            ..Ask::pool(0)
        };
        check(Ask::pool(0), &[10], 1, Grade::Success, "+");
        check(Ask::pool(-3), &[1], 0, Grade::DramaticFailure, "x");
        check(Ask::pool(1), &[1], 0, Grade::Failure, "-");
        check(rote, &[5, 1], 0, Grade::DramaticFailure, "~x");
        check(rote, &[1], 0, Grade::DramaticFailure, "x");
        check(rote, &[7, 10], 1, Grade::Success, "~+");
    }

    #[test]
    fn a_monstrous_pool_stops_at_the_ceiling() {
        struct Tens;
        impl Dice for Tens {
            fn roll_die(&mut self, _: u16) -> u16 {
                10
            }
        }
        for pool in [1, 999, 1_000, 5_000, i32::MAX] {
            assert_eq!(roll(&Ask::pool(pool), &mut Tens).faces.len(), MAX_DICE);
        }
        assert_eq!(chance_die(true, true, &mut Tens).faces.len(), MAX_DICE);
    }
}
