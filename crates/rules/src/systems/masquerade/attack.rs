//! Attack pools (MSQ-ATK-01, MSQ-ATK-02, MSQ-ATK-03, MSQ-ATK-04, MSQ-ATK-06).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal};
use crate::systems::d10::dice::{self, DIFFICULTY, Pool};
use crate::systems::d10::levels::Level;
use crate::term::{self, Term};

/// How somebody attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Dexterity + Brawl.
    Unarmed,
    /// Dexterity + Melee.
    Armed,
    /// Dexterity + Firearms.
    Gun,
    /// Dexterity + Athletics.
    Thrown,
}

impl Mode {
    /// Whether it is made from afar.
    #[must_use]
    pub const fn is_ranged(self) -> bool {
        matches!(self, Self::Gun | Self::Thrown)
    }
}

/// An attack before the dice. An ability that is absent leaves Dexterity alone (MSQ-ATK-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// How.
    pub mode: Mode,
    /// Dexterity.
    #[serde(default)]
    pub dexterity: i32,
    /// Brawl.
    #[serde(default)]
    pub brawl: i32,
    /// Melee.
    #[serde(default)]
    pub melee: i32,
    /// Firearms.
    #[serde(default)]
    pub firearms: i32,
    /// Athletics.
    #[serde(default)]
    pub athletics: i32,
    /// How hurt the attacker is.
    #[serde(default)]
    pub wound_level: Level,
    /// The difficulty, if the storyteller says another than 6.
    #[serde(default = "six")]
    pub difficulty: i32,
}

const fn six() -> i32 {
    DIFFICULTY
}

/// A pool that can be rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    /// Dice.
    pub pool: i32,
    /// The face to reach, from 2 to 10.
    pub difficulty: u16,
    /// What the dice are made of.
    pub terms: Vec<Term>,
}

/// Sums an attack.
///
/// # Errors
/// [`Refusal::Incapacitated`], then [`Refusal::NoDice`].
pub fn attack_pool(attack: &Attack) -> Result<Sum, Denied> {
    let (label, dots, rule) = match attack.mode {
        Mode::Unarmed => ("Brawl", attack.brawl, "MSQ-ATK-01"),
        Mode::Armed => ("Melee", attack.melee, "MSQ-ATK-02"),
        Mode::Gun => ("Firearms", attack.firearms, "MSQ-ATK-03"),
        Mode::Thrown => ("Athletics", attack.athletics, "MSQ-ATK-04"),
    };
    sum(
        attack.dexterity,
        (label, dots),
        rule,
        attack.wound_level,
        attack.difficulty,
    )
}

/// Sums Dexterity, an ability and wounds (MSQ-HLTH-03).
///
/// # Errors
/// [`Refusal::Incapacitated`], then [`Refusal::NoDice`].
pub(super) fn sum(
    dexterity: i32,
    (label, dots): (&'static str, i32),
    rule: &'static str,
    level: Level,
    difficulty: i32,
) -> Result<Sum, Denied> {
    let wounds = level
        .penalty()
        .ok_or(Denied::refused(Refusal::Incapacitated))?;
    let mut terms = vec![Term::of_rule("Dexterity", dexterity, rule)];
    if dots > 0 {
        terms.push(Term::of_rule(label, dots, rule));
    } else {
        terms.push(Term::of_rule("Without the ability", 0, "MSQ-ATK-06"));
    }
    if wounds != 0 {
        terms.push(Term::of_rule("Wounds", wounds, "MSQ-HLTH-03"));
    }
    let pool = term::sum(&terms);
    if pool < 1 {
        return Err(Denied::refused(Refusal::NoDice));
    }
    Pool::of(pool).check()?;
    Ok(Sum {
        pool,
        difficulty: dice::target(difficulty),
        terms,
    })
}
