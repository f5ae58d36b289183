//! Pools of d10 against a difficulty: faces at or above it succeed, ones cancel.

use serde::{Deserialize, Serialize};

use super::input::InvalidInput;
use crate::base::dice::Dice;
use crate::base::roll::{DieMark, Face, Grade, MAX_DICE, RollResult};

/// Number of sides of the die; a printed 0 is the face 10.
pub const SIDES: u16 = 10;
/// Default difficulty of a roll.
pub const DEFAULT_DIFFICULTY: i32 = 6;
/// Lowest difficulty that has an effect.
pub const MIN_DIFFICULTY: i32 = 2;
/// Highest difficulty that has an effect.
pub const MAX_DIFFICULTY: i32 = 10;

/// Highest difficulty that can be requested, with modifiers; excess over [`MAX_DIFFICULTY`] has no effect.
pub const MAX_REQUESTED_DIFFICULTY: i32 = 20;

/// Returns the face a die must reach, which is the summed difficulty, clamped to 2–10.
#[must_use]
pub fn target_number(sum: i32) -> u16 {
    u16::try_from(sum.clamp(MIN_DIFFICULTY, MAX_DIFFICULTY)).unwrap_or(SIDES)
}

/// Number of dice and their difficulty, both unclamped sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pool {
    /// Number of dice; 0 or less throws none.
    pub pool: i32,
    /// Summed difficulty, clamped by [`target_number`].
    pub difficulty: i32,
}

impl Default for Pool {
    fn default() -> Self {
        Self::against(0, DEFAULT_DIFFICULTY)
    }
}

impl Pool {
    /// Creates a pool of `pool` dice against `difficulty`.
    #[must_use]
    pub const fn against(pool: i32, difficulty: i32) -> Self {
        Self { pool, difficulty }
    }

    /// Creates a pool of `pool` dice against difficulty 6.
    #[must_use]
    pub const fn at_default_difficulty(pool: i32) -> Self {
        Self::against(pool, DEFAULT_DIFFICULTY)
    }

    /// Checks that so many dice can be thrown.
    ///
    /// # Errors
    /// [`InvalidInput::TooManyDice`] if the pool exceeds [`MAX_DICE`].
    pub fn check_size(&self) -> Result<(), InvalidInput> {
        match usize::try_from(self.pool) {
            Ok(pool) if pool > MAX_DICE => Err(InvalidInput::TooManyDice { pool: self.pool }),
            _ => Ok(()),
        }
    }
}

/// Rule for dice that show a 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TensRule {
    /// Count as one success, like any other.
    #[default]
    Once,
    /// Count as one success and add another die, which may show a 10 again.
    Again,
    /// Count as two successes, before ones cancel any.
    Twice,
}

/// Rules for counting the dice of one roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountingRules {
    /// Rule for dice that show a 10.
    pub tens: TensRule,
    /// Whether a Willpower point was paid: one success that ones cannot cancel, and no botch.
    pub willpower: bool,
    /// Whether the roll can be botched; damage and soak cannot.
    pub botchable: bool,
    /// Whether ones cancel successes.
    pub ones_cancel: bool,
    /// Whether ones on the extra dice of [`TensRule::Again`] cancel successes, too.
    pub extra_ones_cancel: bool,
}

impl Default for CountingRules {
    fn default() -> Self {
        Self {
            tens: TensRule::Once,
            willpower: false,
            botchable: true,
            ones_cancel: true,
            extra_ones_cancel: false,
        }
    }
}

/// Conventions of a system for counting dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceConventions {
    /// Rule for tens when a specialty applies.
    pub specialty: TensRule,
    /// Whether ones on the extra dice of a specialty cancel.
    pub extra_ones_cancel: bool,
    /// Whether ones cancel on rolls that cannot be botched.
    pub ones_cancel_harm: bool,
}

impl DiceConventions {
    /// Returns the counting rules of an action roll.
    #[must_use]
    pub fn for_action(&self, specialty: bool, willpower: bool) -> CountingRules {
        CountingRules {
            tens: if specialty {
                self.specialty
            } else {
                TensRule::Once
            },
            willpower,
            extra_ones_cancel: self.extra_ones_cancel,
            ..CountingRules::default()
        }
    }
}

/// Outcome of a roll in the d10 systems: success, failure or botch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollOutcome {
    /// At least one success is left.
    Success,
    /// No success is left, without a botch.
    #[default]
    Failure,
    /// No die succeeded and at least one shows a 1.
    Botch,
}

impl From<Grade> for RollOutcome {
    fn from(grade: Grade) -> Self {
        match grade {
            Grade::Success | Grade::Exceptional => Self::Success,
            Grade::Failure => Self::Failure,
            Grade::DramaticFailure => Self::Botch,
        }
    }
}

/// Throws one pool; a pool below 1 throws nothing and fails. See [`roll_groups`].
pub fn roll_pool(pool: Pool, manner: &CountingRules, dice: &mut dyn Dice) -> RollResult {
    roll_groups(&[pool], manner, dice)
}

/// Throws several groups as one roll.
///
/// The first group's dice come first. Each die counts against its own group's difficulty, ones
/// cancel across all groups, and extra dice follow after the whole block. Never throws more than
/// [`MAX_DICE`] dice.
pub fn roll_groups(groups: &[Pool], manner: &CountingRules, dice: &mut dyn Dice) -> RollResult {
    let mut table = ThrownDice::default();
    let mut again: Vec<u16> = Vec::new();
    for group in groups {
        let target = target_number(group.difficulty);
        let count = usize::try_from(group.pool).unwrap_or(0);
        for _ in 0..count.min(MAX_DICE.saturating_sub(table.faces.len())) {
            if table.throw_die(target, manner, true, dice) {
                again.push(target);
            }
        }
    }
    let thrown = !table.faces.is_empty();
    while !again.is_empty() {
        for target in std::mem::take(&mut again) {
            if table.faces.len() < MAX_DICE && table.throw_die(target, manner, false, dice) {
                again.push(target);
            }
        }
    }
    let kept = table.raw.saturating_sub(table.cancelling);
    let bought = u32::from(manner.willpower && thrown);
    let successes = kept.saturating_add(bought);
    let grade = if successes > 0 {
        Grade::Success
    } else if manner.botchable && table.raw == 0 && table.ones > 0 {
        Grade::DramaticFailure
    } else {
        Grade::Failure
    };
    RollResult {
        chance: false,
        faces: table.faces,
        successes,
        grade,
        margin: None,
        plain: None,
    }
}

/// Dice thrown so far, with their tallies.
#[derive(Default)]
struct ThrownDice {
    faces: Vec<Face>,
    raw: u32,
    ones: u32,
    cancelling: u32,
}

impl ThrownDice {
    /// Throws and records one die; returns whether it adds another.
    fn throw_die(
        &mut self,
        target: u16,
        manner: &CountingRules,
        first: bool,
        dice: &mut dyn Dice,
    ) -> bool {
        let face = dice.roll_die(SIDES);
        let worth = match manner.tens {
            TensRule::Twice if face >= SIDES => 2,
            _ => u32::from(face >= target),
        };
        let again = face >= SIDES && manner.tens == TensRule::Again;
        let one = face <= 1;
        let cancels = one && manner.ones_cancel && (first || manner.extra_ones_cancel);
        self.raw = self.raw.saturating_add(worth);
        self.ones += u32::from(one && first);
        self.cancelling += u32::from(cancels);
        let mark = match (worth, again) {
            (_, true) => DieMark::Again,
            (1.., false) => DieMark::Counts,
            (0, false) if cancels => DieMark::Cancels,
            (0, false) => DieMark::Idle,
        };
        self.faces.push(Face(face, mark));
        again
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::dice::DiceScript;

    fn check(
        groups: &[Pool],
        manner: CountingRules,
        faces: &[u16],
        successes: u32,
        outcome: RollOutcome,
    ) {
        let mut script = DiceScript::new(faces.iter().copied());
        let rolled = roll_groups(groups, &manner, &mut script);
        let got = (rolled.successes, RollOutcome::from(rolled.grade));
        assert_eq!(got, (successes, outcome), "{faces:?}");
        assert_eq!((script.missing_faces(), script.remaining_faces()), (0, 0));
    }

    #[test]
    fn ones_cancel_and_make_botches() {
        let plain = CountingRules::default();
        check(
            &[Pool::at_default_difficulty(4)],
            plain,
            &[1, 1, 8, 3],
            0,
            RollOutcome::Failure,
        );
        check(
            &[Pool::against(3, 7)],
            plain,
            &[1, 4, 6],
            0,
            RollOutcome::Botch,
        );
        check(
            &[Pool::at_default_difficulty(0)],
            plain,
            &[],
            0,
            RollOutcome::Failure,
        );
        let harm = CountingRules {
            botchable: false,
            ..plain
        };
        check(
            &[Pool::at_default_difficulty(2)],
            harm,
            &[1, 2],
            0,
            RollOutcome::Failure,
        );
    }

    #[test]
    fn a_bought_success_survives_ones() {
        let bought = CountingRules {
            willpower: true,
            ..CountingRules::default()
        };
        check(
            &[Pool::at_default_difficulty(3)],
            bought,
            &[1, 1, 4],
            1,
            RollOutcome::Success,
        );
        check(
            &[Pool::at_default_difficulty(3)],
            bought,
            &[1, 7, 4],
            1,
            RollOutcome::Success,
        );
        check(
            &[Pool::at_default_difficulty(0)],
            bought,
            &[],
            0,
            RollOutcome::Failure,
        );
    }

    #[test]
    fn tens_again_or_twice() {
        let again = CountingRules {
            tens: TensRule::Again,
            ..CountingRules::default()
        };
        let faces = [10, 1, 10, 10, 1, 7];
        check(
            &[Pool::at_default_difficulty(3)],
            again,
            &faces,
            3,
            RollOutcome::Success,
        );
        let strict = CountingRules {
            extra_ones_cancel: true,
            ..again
        };
        check(
            &[Pool::at_default_difficulty(3)],
            strict,
            &faces,
            2,
            RollOutcome::Success,
        );
        let twice = CountingRules {
            tens: TensRule::Twice,
            ..CountingRules::default()
        };
        check(
            &[Pool::at_default_difficulty(3)],
            twice,
            &[10, 1, 2],
            1,
            RollOutcome::Success,
        );
    }

    #[test]
    fn groups_are_one_roll() {
        let groups = [Pool::against(2, 8), Pool::at_default_difficulty(2)];
        check(
            &groups,
            CountingRules::default(),
            &[7, 8, 6, 1],
            1,
            RollOutcome::Success,
        );
    }

    #[test]
    fn endless_tens_come_to_an_end() {
        struct Tens10;
        impl Dice for Tens10 {
            fn roll_die(&mut self, _: u16) -> u16 {
                10
            }
        }
        let again = CountingRules {
            tens: TensRule::Again,
            ..CountingRules::default()
        };
        for pool in [1, 999, i32::MAX] {
            assert_eq!(
                roll_pool(Pool::at_default_difficulty(pool), &again, &mut Tens10)
                    .faces
                    .len(),
                MAX_DICE
            );
        }
    }

    #[test]
    fn difficulties_are_clamped_once() {
        let seen: Vec<u16> = [i32::MIN, 1, 2, 6, 10, 12, i32::MAX]
            .map(target_number)
            .to_vec();
        assert_eq!(seen, [2, 2, 2, 6, 10, 10, 10]);
    }
}
