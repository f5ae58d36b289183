//! Initiative of Masquerade, with tie-breakers in its rank (MSQ-INIT-01, MSQ-INIT-05, MSQ-INIT-06,
//! MSQ-TURN-02).

use super::Settings;
use super::command::TypedTraits;
use crate::base::dice::Dice;
use crate::base::term::{self, Term};
use crate::character::initiative::{self, Initiative};
use crate::character::sheet::Sheet;
use crate::character::vocabulary::format_number;
use crate::messages::masquerade as msg;
use crate::systems::d10::dice::SIDES;
use crate::systems::d10::shared_rules::initiative::initiative_terms;
use crate::systems::d10::shared_rules::roll_text;
use crate::systems::d10::shared_rules::sheet::{DEXTERITY, WITS};

/// Number of rank entries before the roll-offs: total, die, Wits, Dexterity.
const FIXED_RANK_NUMBERS: usize = 4;

/// Builds an initiative from its terms Dexterity and Wits, then manual adjustments, which affect
/// only the total.
#[must_use]
pub fn initiative_from_terms(die: u16, terms: Vec<Term>) -> Initiative {
    let score = term::sum_terms(&terms).saturating_add(i32::from(die));
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
pub fn initiative_from_sheet(sheet: &Sheet, die: u16) -> Initiative {
    initiative_from_terms(die, initiative_terms(sheet, "MSQ-INIT-01"))
}

/// Converts typed traits to terms of initiative.
#[must_use]
pub fn typed_terms(typed: TypedTraits) -> Vec<Term> {
    vec![
        Term::from_typed(DEXTERITY.title, typed.dexterity),
        Term::from_typed(WITS.title, typed.wits),
    ]
}

/// Adds a manual adjustment (MSQ-INIT-06); roll-offs at the old total become void.
#[must_use]
pub fn adjust_initiative(before: &Initiative, by: Term) -> Initiative {
    let mut terms = before.terms.clone();
    terms.push(by);
    initiative_from_terms(before.die, terms)
}

/// Suggests wounds as a manual adjustment (MSQ-INIT-06).
#[must_use]
pub fn suggested_terms(penalty: Option<i32>) -> Vec<Term> {
    let wounds = penalty.filter(|penalty| *penalty != 0);
    wounds
        .map(|penalty| Term::from_rule(msg::WOUNDS, penalty, "MSQ-INIT-06"))
        .into_iter()
        .collect()
}

/// Whether the Dexterity or Wits in an initiative differ from the sheet (MSQ-INIT-05).
#[must_use]
pub fn has_initiative_mismatch(sheet: &Sheet, initiative: &Initiative) -> bool {
    [&DEXTERITY, &WITS].into_iter().any(|spec| {
        let mut terms = initiative.terms.iter();
        let term = terms.find(|term| term.label == spec.title);
        term.is_some_and(|term| term.value != sheet.get(spec))
    })
}

/// Breaks ties left by die, Wits and Dexterity with one die each (MSQ-TURN-02); by house rule any
/// equal totals roll off.
pub fn break_ties(
    list: &mut [Initiative],
    fresh: &[bool],
    settings: &Settings,
    dice: &mut dyn Dice,
) {
    let fixed = if settings.tie_by_rolloff {
        1
    } else {
        FIXED_RANK_NUMBERS
    };
    for (newcomer, _) in list.iter_mut().zip(fresh).filter(|(_, fresh)| **fresh) {
        newcomer.rank.truncate(fixed);
    }
    let roll = &mut |_: &Initiative| i32::from(dice.roll_die(SIDES));
    initiative::roll_off_newcomers(list, fresh, fixed, roll);
}

/// Describes an initiative in the traditional wording (MSQ-INIT-03), with manual adjustments after
/// the die.
#[must_use]
pub fn describe_initiative(name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
    let Some((die, [dexterity, wits, added @ ..])) = known else {
        return roll_text::describe_score(name, score);
    };
    let (dexterity, wits) = (format_number(dexterity.value), format_number(wits.value));
    let added = roll_text::describe_adjustments(&added.iter().collect::<Vec<_>>());
    let score = format_number(score);
    format!(
        "{name}’s Dex:{dexterity}, Wits: {wits} plus Init Roll: {die}{added}. Initiative = {score}"
    )
}
