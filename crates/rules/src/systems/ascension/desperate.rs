//! Desperate defense: a turn spent on nothing but evasion (ASC-DESP-01, ASC-DESP-02).

use super::attack;
use super::defense::{self, Defender, DefenseSituation, DefenseSum, IncomingAttack};
use super::{Refusal, Settings};
use crate::base::term::Term;
use crate::messages::ascension as msg;
use crate::systems::ascension::refusal::D10;
use crate::systems::d10::actions::defense_penalty;

/// Penalty in dice for the defense against attack number `index`, from 0.
const fn further_attack_penalty(index: i32, settings: &Settings) -> i32 {
    if settings.desperate_grows || index < 1 {
        defense_penalty(index)
    } else {
        -1
    }
}

/// Computes the pool of the defense against attack number `index` (from 0): Dexterity + Athletics
/// or Acrobatics, against the difficulty of a dodge.
#[must_use]
pub fn desperate_defense_sum(
    who: &Defender,
    incoming: &IncomingAttack,
    situation: &DefenseSituation,
    index: i32,
    settings: &Settings,
) -> DefenseSum {
    let (label, dots) = defense::evasion_ability(who, situation);
    let mut terms = vec![
        Term::from_rule(msg::DEXTERITY, who.dexterity, "ASC-DESP-01"),
        Term::from_rule(label, dots, "ASC-DESP-01"),
    ];
    terms.extend(attack::wound_term(who.wounds, false, settings));
    if index > 0 {
        let less = further_attack_penalty(index, settings);
        terms.push(Term::from_rule(msg::FURTHER_ATTACKS, less, "ASC-DESP-02"));
    }
    DefenseSum {
        terms,
        difficulty: defense::evasion_difficulty(incoming.kind, situation.room, settings),
    }
}

/// Checks that an attack can be met with a desperate defense.
///
/// # Errors
/// Refuses like a dodge, or for an empty pool.
pub fn check_desperate_defense(
    who: &Defender,
    situation: &DefenseSituation,
    sum: &DefenseSum,
) -> Result<(), Refusal> {
    if who.wounds.penalty.is_none() {
        return Err(Refusal::Incapacitated);
    }
    defense::check_evasion(who, situation)?;
    D10.check_dice(&sum.terms)
}
