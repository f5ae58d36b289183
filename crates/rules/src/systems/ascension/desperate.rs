//! Desperate defense: a turn spent on nothing but evasion (ASC-DESP-01, ASC-DESP-02).

use super::attack;
use super::defense::{self, Defender, Incoming, Situation, Sum};
use super::{Refusal, Settings};
use crate::messages::ascension as msg;
use crate::systems::d10::actions::defense_penalty;
use crate::term::Term;

/// Penalty in dice for the defense against attack number `index`, from 0.
const fn penalty(index: i32, by: &Settings) -> i32 {
    if by.desperate_grows || index < 1 {
        defense_penalty(index)
    } else {
        -1
    }
}

/// Computes the pool of the defense against attack number `index` (from 0): Dexterity + Athletics
/// or Acrobatics, against the difficulty of a dodge.
#[must_use]
pub fn sum(who: &Defender, incoming: &Incoming, at: &Situation, index: i32, by: &Settings) -> Sum {
    let (label, dots) = defense::agility(who, at);
    let mut terms = vec![
        Term::of_rule(msg::DEXTERITY, who.dexterity, "ASC-DESP-01"),
        Term::of_rule(label, dots, "ASC-DESP-01"),
    ];
    terms.extend(attack::wounds(who.wounds, false, by));
    if index > 0 {
        let less = penalty(index, by);
        terms.push(Term::of_rule(msg::FURTHER_ATTACKS, less, "ASC-DESP-02"));
    }
    Sum {
        terms,
        difficulty: defense::evasion(incoming.kind, at.room, by),
    }
}

/// Checks that an attack can be met with a desperate defense.
///
/// # Errors
/// Refuses like a dodge, or for an empty pool.
pub fn check(who: &Defender, at: &Situation, sum: &Sum) -> Result<(), Refusal> {
    if who.wounds.penalty.is_none() {
        return Err(Refusal::Incapacitated);
    }
    defense::evades(who, at)?;
    attack::check(&sum.terms)
}
