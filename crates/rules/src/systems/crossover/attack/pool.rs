//! The sum of an attack: dice, difficulty, damage, rounds left.

use crate::messages::Wording;
use crate::messages::crossover as msg;
use serde::{Deserialize, Serialize};

use super::cover::Distance;
use super::terms::{self, Sum};
use super::{Attack, Attacker, Immobilized, check, damage};
use crate::systems::crossover::chart::ManeuverChart;
use crate::systems::crossover::maneuver::{Ability, Attribute, Reach, Way};
use crate::systems::crossover::maneuver_chart::ManeuverLine;
use crate::systems::crossover::{Denied, Refusal, Settings};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::{self, DIFFICULTY, Pool};
use crate::systems::d10::input::Nonsense;
use crate::term::{self, Term};

pub(crate) use super::terms::opponents;

/// An attack that must be rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackPool {
    /// Dice.
    pub pool: i32,
    /// The face to reach, from 2 to 10.
    pub difficulty: u16,
    /// By how much the summed difficulty lies above 10; for the log (XOV-DICE-05).
    pub overflow: i32,
    /// Damage dice before those of extra successes; `None` does no damage.
    pub damage_pool: Option<i32>,
    /// Its type; `None` is a test.
    pub damage_type: Option<DamageType>,
    /// Rounds left afterwards, if they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ammo_after: Option<i32>,
    /// What the dice are made of.
    pub dice_terms: Vec<Term>,
    /// What the difficulty is made of.
    pub difficulty_terms: Vec<Term>,
    /// What the damage pool is made of.
    pub damage_terms: Vec<Term>,
}

/// An attack that needs no roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "auto", rename_all = "snake_case")]
pub enum Auto {
    /// Too far away (XOV-RNG-06).
    Miss {
        /// Rounds left afterwards, if they are counted.
        #[serde(skip_serializing_if = "Option::is_none")]
        ammo_after: Option<i32>,
    },
    /// The target cannot move (XOV-CMP-08).
    Hit {
        /// Damage dice; `None` does no damage.
        damage_pool: Option<i32>,
        /// Its type; `None` is a test.
        damage_type: Option<DamageType>,
        /// Rounds left afterwards, if they are counted.
        #[serde(skip_serializing_if = "Option::is_none")]
        ammo_after: Option<i32>,
    },
}

/// What an attack comes to before the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Attempt {
    /// No roll.
    Auto(Auto),
    /// A roll.
    Roll(AttackPool),
}

/// Sums an attack.
///
/// # Errors
/// The first [`Refusal`] in the order of [`check::check`], then [`Refusal::NoDice`]; or a
/// named ability that is not rolled for this.
pub fn attempt(attack: &Attack, chart: &ManeuverChart, by: &Settings) -> Result<Attempt, Denied> {
    let line = chart.get(attack.maneuver).ok_or(Nonsense::None {
        what: msg::SUCH_MANEUVERS.get(),
    })?;
    check::check(attack, line).map_err(Denied::refused)?;
    let (damage_terms, damage_type) = damage::damage(attack, line);
    let damage_pool = (!damage_terms.is_empty()).then(|| term::sum(&damage_terms));
    let ammo_after = rounds_after(attack, line);
    if line.reach == Reach::Ranged && terms::reach(attack) == Distance::OutOfReach {
        return Ok(Attempt::Auto(Auto::Miss { ammo_after }));
    }
    if attack.situation.target_immobilized == Some(Immobilized::Fully) {
        return Ok(Attempt::Auto(Auto::Hit {
            damage_pool,
            damage_type,
            ammo_after,
        }));
    }
    let (dice_terms, difficulty_terms) = sums(attack, line, by)?;
    let pool = term::sum(&dice_terms);
    if pool < 1 {
        return Err(Denied::refused(Refusal::NoDice));
    }
    Pool::of(pool).check()?;
    let difficulty = term::sum(&difficulty_terms);
    Ok(Attempt::Roll(AttackPool {
        pool,
        difficulty: dice::target(difficulty),
        overflow: dice::overflow(difficulty),
        damage_pool,
        damage_type,
        ammo_after,
        dice_terms,
        difficulty_terms,
        damage_terms,
    }))
}

/// The terms of dice and difficulty.
fn sums(
    attack: &Attack,
    line: &ManeuverLine,
    by: &Settings,
) -> Result<(Vec<Term>, Vec<Term>), Nonsense> {
    let who = &attack.attacker;
    let of_line = |label: Wording, value| Term {
        label,
        value,
        rule: Some(line.rule.clone()),
    };
    let mut pool = Sum(vec![match line.attribute {
        Attribute::Dexterity => of_line(msg::DEXTERITY.into(), who.dexterity),
        Attribute::Strength => of_line(msg::STRENGTH.into(), who.strength),
    }]);
    let mut hard = Sum(vec![Term::of_rule(
        msg::DIFFICULTY,
        DIFFICULTY,
        "XOV-DICE-01",
    )]);
    match way(line, who, attack.situation.ability)? {
        Some(way) => {
            let label = way.ability.word();
            pool.0.push(of_line(label.into(), who.ability(way.ability)));
            if way.difficulty != 0 {
                hard.0
                    .push(of_line(msg::wordings::instead(label), way.difficulty));
            }
        }
        None => hard.add(msg::WITHOUT_THE_ABILITY, line.unskilled, "XOV-ATK-11"),
    }
    if line.dice != 0 {
        pool.0.push(of_line(line.title().into(), line.dice));
    }
    if line.difficulty != 0 {
        hard.0.push(of_line(line.title().into(), line.difficulty));
    }
    pool.add(msg::WOUNDS, who.wounds.penalty.unwrap_or(0), "XOV-HLTH-03");
    terms::dice(attack, line, &mut pool);
    terms::difficulty(attack, line, by, &mut hard);
    pool.0.extend(attack.dice.iter().cloned());
    hard.0.extend(attack.difficulty.iter().cloned());
    Ok((pool.0, hard.0))
}

/// The ability of a line that is rolled: the first the attacker has, or from afar the one they
/// chose. `None` is the attribute alone.
///
/// # Errors
/// [`Nonsense::Ability`] for a choice that the line does not name.
pub(crate) fn way<'a>(
    line: &'a ManeuverLine,
    who: &Attacker,
    chosen: Option<Ability>,
) -> Result<Option<&'a Way>, Nonsense> {
    let chosen = chosen.filter(|_| line.reach == Reach::Ranged);
    let mut ways = line.abilities.iter();
    if chosen.is_some_and(|one| !ways.clone().any(|way| way.ability == one)) {
        return Err(Nonsense::Ability);
    }
    Ok(ways
        .find(|way| who.ability(way.ability) >= 1 && chosen.is_none_or(|one| one == way.ability)))
}

/// Rounds left after the attack, hit or miss. A jab spends its round only when it hits.
fn rounds_after(attack: &Attack, line: &ManeuverLine) -> Option<i32> {
    let loaded = attack.weapon.and_then(|weapon| weapon.loaded)?;
    let used = if line.empties { loaded } else { line.uses };
    Some(loaded.saturating_sub(used))
}
