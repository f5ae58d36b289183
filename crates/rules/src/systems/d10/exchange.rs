//! One blow from the attack roll to what is left of it: attack, defence, damage, soak.

use serde::{Deserialize, Serialize};

use super::dice::{self, DIFFICULTY, Manner, Outcome, Pool, Reads};
use super::input::Nonsense;
use crate::dice::Dice;
use crate::roll::{MAX_DICE, Rolled};

/// The attack roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AttackRoll {
    /// Dice.
    pub pool: i32,
    /// The summed difficulty.
    pub difficulty: i32,
    /// A specialty fits.
    pub specialty: bool,
    /// A point of Willpower was paid.
    pub willpower: bool,
}

impl Default for AttackRoll {
    fn default() -> Self {
        Self {
            pool: 0,
            difficulty: DIFFICULTY,
            specialty: false,
            willpower: false,
        }
    }
}

/// A blow before the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The attack.
    pub attack: AttackRoll,
    /// The attack needs no roll and counts as so many successes.
    pub automatic: Option<i32>,
    /// The defence, if there is one.
    pub defense: Option<Pool>,
    /// Damage dice before those that extra successes add.
    pub damage: i32,
    /// The groups of the one soak roll; empty when nobody soaks.
    pub soak: Vec<Pool>,
}

/// A blow after the dice. A stage that was not reached is 0, `false` or `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchanged {
    /// Successes of the attack roll.
    pub attack_successes: i32,
    /// How the attack roll went.
    pub outcome: Outcome,
    /// Successes of the defence.
    pub defense_successes: i32,
    /// Attack less defence, not below 0.
    pub net: i32,
    /// Whether anything is left.
    pub hit: bool,
    /// What the damage and soak rolls came to.
    #[serde(flatten)]
    pub harm: Harm,
    /// Every roll that was made, in order.
    pub rolls: Vec<Rolled>,
}

/// Damage and soak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harm {
    /// Dice of the damage roll.
    pub damage_dice: i32,
    /// Its successes.
    pub damage_successes: i32,
    /// Successes of the soak roll.
    pub soak_successes: i32,
    /// Levels that get through.
    pub inflicted: i32,
}

impl Exchange {
    /// Whether every pool can be thrown.
    ///
    /// # Errors
    /// [`Nonsense::TooManyDice`] for the first that cannot.
    pub fn check(&self) -> Result<(), Nonsense> {
        Pool::of(self.attack.pool).check()?;
        Pool::of(self.damage).check()?;
        check_all(self.defense.iter().chain(&self.soak))
    }

    /// Plays the blow: attack, defence, damage, soak, in this order. Without an attack success
    /// nobody defends, without a hit there is no damage roll, without damage no soak roll.
    ///
    /// # Errors
    /// [`Nonsense`] when a pool cannot be thrown; then no die was.
    pub fn play(&self, by: Reads, dice: &mut dyn Dice) -> Result<Exchanged, Nonsense> {
        self.check()?;
        let mut rolls = Vec::new();
        let (attack, outcome) = if let Some(successes) = self.automatic {
            (successes.max(1), Outcome::Success)
        } else {
            let AttackRoll {
                pool,
                difficulty,
                specialty,
                willpower,
            } = self.attack;
            let manner = by.action(specialty, willpower);
            let rolled = thrown(&[Pool::at(pool, difficulty)], &manner, &mut rolls, dice);
            (rolled.0, rolled.1)
        };
        let defense = match self.defense {
            Some(pool) if attack > 0 => {
                thrown(&[pool], &by.action(false, false), &mut rolls, dice).0
            }
            _ => 0,
        };
        let net = attack.saturating_sub(defense).max(0);
        let hit = net >= 1;
        let harm = if hit {
            harm(
                damage_dice(self.damage, net),
                &self.soak,
                by,
                &mut rolls,
                dice,
            )
        } else {
            Harm::default()
        };
        Ok(Exchanged {
            attack_successes: attack,
            outcome,
            defense_successes: defense,
            net,
            hit,
            harm,
            rolls,
        })
    }
}

/// Whether every one of these pools can be thrown.
///
/// # Errors
/// [`Nonsense::TooManyDice`] for the first that cannot.
pub fn check_all<'a>(pools: impl IntoIterator<Item = &'a Pool>) -> Result<(), Nonsense> {
    pools.into_iter().try_for_each(Pool::check)
}

/// Damage dice: each success after the first adds one, and there is always one die.
#[must_use]
pub fn damage_dice(pool: i32, successes: i32) -> i32 {
    let most = i32::try_from(MAX_DICE).unwrap_or(i32::MAX);
    let sum = pool.saturating_add(successes.saturating_sub(1));
    sum.clamp(1, most)
}

/// Rolls damage against 6 and, if there is any, the soak groups as one roll.
pub fn harm(
    damage_dice: i32,
    soak: &[Pool],
    by: Reads,
    rolls: &mut Vec<Rolled>,
    dice: &mut dyn Dice,
) -> Harm {
    let manner = by.harm();
    let (damage, _) = thrown(&[Pool::of(damage_dice)], &manner, rolls, dice);
    let (soaked, _) = if damage > 0 {
        thrown(soak, &manner, rolls, dice)
    } else {
        (0, Outcome::Failure)
    };
    Harm {
        damage_dice,
        damage_successes: damage,
        soak_successes: soaked,
        inflicted: damage.saturating_sub(soaked).max(0),
    }
}

/// Throws one roll and keeps it, if there is a die in it.
pub fn thrown(
    groups: &[Pool],
    manner: &Manner,
    rolls: &mut Vec<Rolled>,
    dice: &mut dyn Dice,
) -> (i32, Outcome) {
    let rolled = dice::roll_groups(groups, manner, dice);
    let seen = (super::input::signed(rolled.successes), rolled.grade.into());
    if !rolled.faces.is_empty() {
        rolls.push(rolled);
    }
    seen
}
