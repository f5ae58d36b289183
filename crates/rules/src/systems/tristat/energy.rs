//! Energy spent on a roll (TRI-EN-01, TRI-EN-02).

use super::numbers;
use super::settings::Settings;
use super::stats::push;
use crate::base::term::Term;
use crate::messages::tristat as msg;

/// Reason for which Energy was not spent. Nothing was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoEnergy {
    /// Less than the price is left.
    #[error("{}", msg::A_BONUS_COSTS_5_ENERGY)]
    NotEnough,
    /// This roll had its share already.
    #[error("{}", msg::ENERGY_WAS_ALREADY_SPENT_ON)]
    SpentOnThisRoll,
}

impl NoEnergy {
    /// Returns the error code of the reason why Energy was not spent.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::NotEnough => "not_enough_energy",
            Self::SpentOnThisRoll => "spent_on_this_roll",
        }
    }
}

/// Returns the bonus that a purchase of Energy gives to one roll, before it is made (TRI-EN-01).
/// `energy` is what is left, `focus` the level of that attribute (TRI-EN-02), `bought` how often
/// this roll was paid for already.
///
/// # Errors
/// [`NoEnergy`] when there is too little or it was bought often enough.
pub(super) fn bonus(
    energy: i32,
    focus: i32,
    bought: i32,
    settings: &Settings,
) -> Result<i32, NoEnergy> {
    if bought >= settings.energy_per_roll {
        return Err(NoEnergy::SpentOnThisRoll);
    }
    if energy < numbers::ENERGY_COST {
        return Err(NoEnergy::NotEnough);
    }
    let focus = if settings.focus_adds_level { focus } else { 0 };
    Ok(numbers::ENERGY_BONUS.saturating_add(focus))
}

/// Returns the terms of a bonus that was bought so many times: what Energy buys and what Focus adds
/// to it each stand for themselves (TRI-EN-01, TRI-EN-02).
pub(super) fn terms(bonus: i32, times: i32) -> Vec<Term> {
    let plain = bonus.min(numbers::ENERGY_BONUS.saturating_mul(times));
    let mut terms = Vec::new();
    push(&mut terms, msg::ENERGY, plain, "TRI-EN-01");
    let focus = bonus.saturating_sub(plain);
    push(&mut terms, msg::FOCUS, focus, "TRI-EN-02");
    terms
}
