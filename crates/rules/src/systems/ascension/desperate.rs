//! Desperate defence: nothing but getting away (ASC-DESP-01, ASC-DESP-02).

use super::attack::{self, Sum};
use super::defense::{self, Defender, Incoming, Situation};
use super::{Denied, Settings};
use crate::systems::d10::actions::defense_penalty;
use crate::systems::d10::input::{self, Nonsense};
use crate::term::Term;

/// The pools against so many attacks in one turn: the whole one first, each time a die less,
/// not below 0.
///
/// # Errors
/// [`Nonsense::TooMany`] for more attacks than a turn can hold.
pub fn pools(pool: i32, attacks: i32, by: &Settings) -> Result<Vec<i32>, Nonsense> {
    let attacks = input::count("attacks", attacks)?;
    let less = |index| pool.saturating_add(penalty(index, by)).max(0);
    Ok((0..attacks).map(less).collect())
}

/// Dice taken from the defence against attack number `index`, from 0.
const fn penalty(index: i32, by: &Settings) -> i32 {
    if by.desperate_grows || index < 1 {
        defense_penalty(index)
    } else {
        -1
    }
}

/// Sums the defence against attack number `index`, from 0: Dexterity + Athletics or
/// Acrobatics, against the difficulty of a dodge.
///
/// # Errors
/// What refuses a dodge, or no dice.
pub fn defend(
    who: &Defender,
    incoming: &Incoming,
    at: &Situation,
    index: i32,
    by: &Settings,
) -> Result<Sum, Denied> {
    let wounds = attack::wounds(who.wound_level, false, by)?;
    let difficulty = defense::evasion(incoming.kind, at.room, at.sees_it, by);
    let difficulty = difficulty.map_err(Denied::refused)?;
    let (label, dots) = defense::agility(who, at).map_err(Denied::refused)?;
    let mut terms = vec![
        Term::of_rule("Dexterity", who.dexterity, "ASC-DESP-01"),
        Term::of_rule(label, dots, "ASC-DESP-01"),
    ];
    terms.extend(wounds);
    if index > 0 {
        terms.push(Term::of_rule(
            "Further attacks",
            penalty(index, by),
            "ASC-DESP-02",
        ));
    }
    attack::sum(terms, difficulty)
}
