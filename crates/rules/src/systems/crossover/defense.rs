//! Block, dodge, parry (XOV-DEF-01 to 04, XOV-DEF-06, XOV-DEF-07).

use crate::messages::crossover as msg;
use serde::{Deserialize, Serialize};

use super::attack::pool::opponents;
use super::blind::{self, Relief};
use super::maneuver::Reach;
use super::{Denied, Refusal, Settings};
use crate::systems::d10::actions::defense_penalty;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::{self, DIFFICULTY, Pool};
use crate::systems::d10::levels::Wounds;
use crate::term::{self, Term};

/// A way to defend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Defense {
    /// With the body (XOV-DEF-02).
    Block,
    /// Out of the way (XOV-DEF-03).
    Dodge,
    /// With a weapon or shield (XOV-DEF-04).
    Parry,
}

/// Who defends. Without the ability Dexterity alone is rolled (XOV-DEF-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Defender {
    /// Dexterity.
    pub dexterity: i32,
    /// Brawl.
    pub brawl: i32,
    /// Dodge.
    pub dodge: i32,
    /// Melee.
    pub melee: i32,
    /// How hurt they are.
    pub wounds: Wounds,
}

/// What is met, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Situation {
    /// From where it comes.
    pub incoming: Reach,
    /// The type of its damage.
    pub incoming_type: DamageType,
    /// The defender's soak pool against it, armor included.
    pub soak_pool: i32,
    /// Something to parry with.
    pub has_weapon_or_shield: bool,
    /// Dodging one's share of a spray (XOV-RNG-08).
    pub strafed: bool,
    /// Close attackers on oneself this turn (XOV-CLOSE-09).
    pub opponents: i32,
    /// Dice lost to several actions: 0 or less (XOV-MULT-01).
    pub split: i32,
    /// More actions than Dexterity or Wits (XOV-MULT-05).
    pub over_limit: bool,
    /// Which defense of a desperate turn this is, from 0 (XOV-DEF-06).
    pub desperate_index: Option<i32>,
    /// Was tackled the turn before (XOV-CLOSE-13).
    pub tackled: bool,
    /// Cannot see (XOV-CMP-02).
    pub self_blinded: bool,
    /// What helps then.
    #[serde(flatten)]
    pub relief: Relief,
    /// What armor and shield add; counts only by house rule (XOV-ATK-04).
    pub armor_difficulty: i32,
}

/// A defense that can be rolled. It is rolled, and its action spent, only against an attack
/// that has a success (XOV-DEF-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefensePool {
    /// Dice.
    pub pool: i32,
    /// The face to reach, from 2 to 10.
    pub difficulty: u16,
    /// What the dice are made of.
    pub dice_terms: Vec<Term>,
    /// What the difficulty is made of.
    pub difficulty_terms: Vec<Term>,
}

/// Sums a defense.
///
/// # Errors
/// The first [`Refusal`]: incapacitated, close attacks only, nothing to soak with, nothing to
/// parry with, no dice.
pub fn defend(
    defense: Defense,
    who: &Defender,
    at: &Situation,
    by: &Settings,
) -> Result<DefensePool, Denied> {
    check(defense, who, at).map_err(Denied::refused)?;
    let (ability, dots, rule) = match defense {
        Defense::Block => (msg::BRAWL, who.brawl, "XOV-DEF-02"),
        Defense::Dodge => (msg::DODGE, who.dodge, "XOV-DEF-03"),
        Defense::Parry => (msg::MELEE, who.melee, "XOV-DEF-04"),
    };
    let split = match at.desperate_index {
        Some(index) => Term::of_rule(msg::DESPERATE_DEFENSE, defense_penalty(index), "XOV-DEF-06"),
        None => Term::of_rule(msg::SEVERAL_ACTIONS, at.split, "XOV-MULT-01"),
    };
    let wounds = who.wounds.penalty.unwrap_or(0);
    let dice_terms = shown([
        Term::of_rule(msg::DEXTERITY, who.dexterity, rule),
        Term::of_rule(ability, dots.max(0), rule),
        Term::of_rule(msg::WOUNDS, wounds, "XOV-HLTH-03"),
        split,
    ]);
    let desperate = at.desperate_index.is_some() && !by.over_limit_on_desperate;
    let flag = |is: bool, value: i32| if is { value } else { 0 };
    let blinded = flag(
        at.self_blinded,
        blind::otherwise(at.incoming, &at.relief, by),
    );
    let armor = flag(by.armor_hinders_defense, at.armor_difficulty);
    let too_much = flag(at.over_limit && !desperate, by.over_limit);
    let strafed = flag(at.strafed && defense == Defense::Dodge, 1);
    let difficulty_terms = shown([
        Term::of_rule(msg::DIFFICULTY, DIFFICULTY, "XOV-DICE-01"),
        Term::of_rule(
            msg::SEVERAL_OPPONENTS,
            opponents(at.opponents),
            "XOV-CLOSE-09",
        ),
        Term::of_rule(msg::TOO_MUCH_AT_ONCE, too_much, "XOV-MULT-05"),
        Term::of_rule(msg::TACKLED, flag(at.tackled, 1), "XOV-CLOSE-13"),
        Term::of_rule(msg::STRAFED, strafed, "XOV-RNG-08"),
        Term::of_rule(msg::BLINDED, blinded, "XOV-CMP-02"),
        Term::of_rule(msg::ARMOR, armor, "XOV-ATK-04"),
    ]);
    let pool = term::sum(&dice_terms);
    if pool < 1 {
        return Err(Denied::refused(Refusal::NoDice));
    }
    Pool::of(pool).check()?;
    Ok(DefensePool {
        pool,
        difficulty: dice::target(term::sum(&difficulty_terms)),
        dice_terms,
        difficulty_terms,
    })
}

fn check(defense: Defense, who: &Defender, at: &Situation) -> Result<(), Refusal> {
    if who.wounds.penalty.is_none() {
        return Err(Refusal::Incapacitated);
    }
    if defense != Defense::Dodge && at.incoming == Reach::Ranged {
        return Err(Refusal::CloseOnly);
    }
    match defense {
        Defense::Block if at.incoming_type.is_grave() && at.soak_pool < 1 => {
            Err(Refusal::CannotBlockUnsoakable)
        }
        Defense::Parry if !at.has_weapon_or_shield => Err(Refusal::NeedsWeaponOrShield),
        _ => Ok(()),
    }
}

/// Leaves out what is 0.
fn shown<const N: usize>(terms: [Term; N]) -> Vec<Term> {
    terms.into_iter().filter(|term| term.value != 0).collect()
}
