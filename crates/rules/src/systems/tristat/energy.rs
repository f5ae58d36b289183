//! Willpower: Energy spent on a roll (TRI-EN-01, TRI-EN-02).

use crate::messages::tristat as msg;
use serde::{Deserialize, Serialize};

use super::numbers;
use super::settings::Settings;
use crate::term::Term;

/// Why Energy was not spent. Nothing was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoEnergy {
    /// Less than the price is left.
    #[error("{}", msg::A_BONUS_COSTS_5_ENERGY)]
    NotEnoughEnergy,
    /// This roll had its share already.
    #[error("{}", msg::ENERGY_WAS_ALREADY_SPENT_ON)]
    SpentOnThisRoll,
}

impl NoEnergy {
    /// The word for machines.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotEnoughEnergy => "not_enough_energy",
            Self::SpentOnThisRoll => "spent_on_this_roll",
        }
    }
}

/// What was bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bought {
    /// For the target of two dice, or for the die itself at initiative and criticals.
    pub bonus: i32,
    /// Energy left.
    pub energy_after: i32,
}

/// Buys a bonus for one roll, before it (TRI-EN-01). `energy` is what is left, `focus` the
/// level of that attribute (TRI-EN-02), `bought` how often this roll was paid for already.
///
/// # Errors
/// [`NoEnergy`] when there is too little or it was bought often enough.
pub fn spend(
    energy: i32,
    focus: i32,
    bought: i32,
    settings: &Settings,
) -> Result<Bought, NoEnergy> {
    if bought >= settings.energy_per_roll {
        return Err(NoEnergy::SpentOnThisRoll);
    }
    if energy < numbers::ENERGY_COST {
        return Err(NoEnergy::NotEnoughEnergy);
    }
    let focus = if settings.focus_adds_level { focus } else { 0 };
    Ok(Bought {
        bonus: numbers::ENERGY_BONUS.saturating_add(focus),
        energy_after: energy.saturating_sub(numbers::ENERGY_COST),
    })
}

/// The terms of a roll for which a bonus was bought so many times: what Energy buys and what Focus
/// adds to it each stand for themselves (TRI-EN-01, TRI-EN-02).
#[must_use]
pub fn told(mut terms: Vec<Term>, times: i32) -> Vec<Term> {
    let plain = numbers::ENERGY_BONUS.saturating_mul(times);
    let is_energy = |term: &Term| term.rule.as_ref().is_some_and(|rule| rule.as_str() == RULE);
    let Some(at) = terms.iter().position(is_energy) else {
        return terms;
    };
    let more = terms
        .get(at)
        .map_or(0, |term| term.value)
        .saturating_sub(plain);
    if more > 0
        && let Some(energy) = terms.get_mut(at)
    {
        energy.value = plain;
        let focus = Term::of_rule(msg::FOCUS, more, "TRI-EN-02");
        terms.insert(at.saturating_add(1), focus);
    }
    terms
}

/// The rule by which Energy is spent on a roll.
const RULE: &str = "TRI-EN-01";
