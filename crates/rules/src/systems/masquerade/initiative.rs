//! Initiative of Masquerade, with tie-breakers in its rank (MSQ-INIT-01, MSQ-INIT-05, MSQ-INIT-06,
//! MSQ-TURN-02).

use super::Settings;
use super::command::Typed;
use crate::dice::Dice;
use crate::initiative::{self, Initiative};
use crate::messages::masquerade as msg;
use crate::sheet::Sheet;
use crate::speech::number;
use crate::systems::d10::dice::SIDES;
use crate::systems::d10::table::initiative::terms;
use crate::systems::d10::table::sheet::{DEXTERITY, WITS};
use crate::systems::d10::table::speech;
use crate::term::{self, Term};

/// Number of rank entries before the roll-offs: total, die, Wits, Dexterity.
const FIXED: usize = 4;

/// Builds an initiative from its terms: Dexterity, Wits, then manual adjustments, which affect only
/// the total.
#[must_use]
pub fn score(die: u16, terms: Vec<Term>) -> Initiative {
    let score = term::sum(&terms).saturating_add(i32::from(die));
    let value = |at: usize| terms.get(at).map_or(0, |term| term.value);
    Initiative {
        die,
        score,
        rank: vec![score, i32::from(die), value(1), value(0)],
        terms,
    }
}

/// Computes the initiative of a sheet from the face `die`.
#[must_use]
pub fn of_sheet(sheet: &Sheet, die: u16) -> Initiative {
    score(die, terms(sheet, "MSQ-INIT-01"))
}

/// Converts typed traits to terms of initiative.
#[must_use]
pub fn typed(typed: Typed) -> Vec<Term> {
    vec![
        Term::typed(DEXTERITY.title, typed.dexterity),
        Term::typed(WITS.title, typed.wits),
    ]
}

/// Adds a manual adjustment (MSQ-INIT-06); roll-offs at the old total become void.
#[must_use]
pub fn adjusted(before: &Initiative, by: Term) -> Initiative {
    let mut terms = before.terms.clone();
    terms.push(by);
    score(before.die, terms)
}

/// Suggests wounds as a manual adjustment (MSQ-INIT-06).
#[must_use]
pub fn suggested(penalty: Option<i32>) -> Vec<Term> {
    let wounds = penalty.filter(|penalty| *penalty != 0);
    wounds
        .map(|penalty| Term::of_rule(msg::WOUNDS, penalty, "MSQ-INIT-06"))
        .into_iter()
        .collect()
}

/// Whether the Dexterity or Wits in an initiative differ from the sheet (MSQ-INIT-05).
#[must_use]
pub fn differs(sheet: &Sheet, initiative: &Initiative) -> bool {
    [&DEXTERITY, &WITS].into_iter().any(|spec| {
        let mut terms = initiative.terms.iter();
        let term = terms.find(|term| term.label == spec.title);
        term.is_some_and(|term| term.value != sheet.get(spec))
    })
}

/// Breaks ties left by die, Wits and Dexterity with one die each (MSQ-TURN-02); by house rule any
/// equal totals roll off.
pub fn settle_ties(list: &mut [Initiative], fresh: &[bool], by: &Settings, dice: &mut dyn Dice) {
    let fixed = if by.tie_by_rolloff { 1 } else { FIXED };
    for (newcomer, _) in list.iter_mut().zip(fresh).filter(|(_, fresh)| **fresh) {
        newcomer.rank.truncate(fixed);
    }
    let roll = &mut |_: &Initiative| i32::from(dice.die(SIDES));
    initiative::roll_off_newcomers(list, fresh, fixed, roll);
}

/// Describes an initiative in the traditional wording (MSQ-INIT-03), with manual adjustments after
/// the die.
#[must_use]
pub fn tell(name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
    let Some((die, [dexterity, wits, added @ ..])) = known else {
        return speech::acts_on(name, score);
    };
    let (dexterity, wits) = (number(dexterity.value), number(wits.value));
    let added = speech::added(&added.iter().collect::<Vec<_>>());
    let score = number(score);
    format!(
        "{name}’s Dex:{dexterity}, Wits: {wits} plus Init Roll: {die}{added}. Initiative = {score}"
    )
}
