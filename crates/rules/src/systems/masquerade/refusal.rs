//! What the rules forbid, each with its code and its sentence.

use crate::messages::{Wording, masquerade as msg};
use serde::Serialize;

use crate::systems::d10::table::refused;
use crate::typed::ChatError;

/// Why something cannot be done. Serialised it is `{"error": code}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum Refusal {
    /// Nothing is left of the pool.
    #[error("{}", msg::NO_DICE_ARE_LEFT_FOR)]
    NoDice,
    /// Every health level is gone.
    #[error("{}", msg::NOBODY_ACTS_WHILE_INCAPACITATED_MSQ)]
    Incapacitated,
    /// No action is left.
    #[error("{}", msg::NO_ACTION_IS_LEFT_THIS)]
    NoActionLeft,
    /// No Willpower is left.
    #[error("{}", msg::NO_WILLPOWER_IS_LEFT_MSQ)]
    NoWillpower,
    /// The Willpower roll failed already.
    #[error("{}", msg::THE_WILLPOWER_ROLL_FAILED_SO)]
    AlreadyFailed,
    /// Only close attacks are met so.
    #[error("{}", msg::THIS_ONLY_MEETS_CLOSE_ATTACKS)]
    CloseOnly,
    /// The blocker could not soak it.
    #[error("{}", msg::WHAT_CANNOT_BE_SOAKED_CANNOT)]
    CannotBlockUnsoakable,
    /// Nothing to parry with.
    #[error("{}", msg::A_PARRY_NEEDS_A_WEAPON)]
    NeedsWeaponOrShield,
    /// Celerity takes blood.
    #[error("{}", msg::CELERITY_TAKES_A_POINT_OF)]
    NoBlood,
    /// Celerity grants no more.
    #[error("{}", msg::CELERITY_GRANTS_AN_ACTION_FOR)]
    NoCelerity,
    /// No combatant is there to do it.
    #[error("{}", msg::SOMEBODY_HAS_TO_DO_THIS)]
    Nobody,
    /// No combatant does it.
    #[error("{}", msg::NOBODY_DOES_THIS_THE_STORYTELLER)]
    NobodyActs,
    /// Bites are for those with fangs.
    #[error("{}", msg::THIS_TAKES_THE_TEETH_OF)]
    NoFangs,
    /// The item lies elsewhere.
    #[error("{}", msg::THAT_IS_NOT_IN_THE)]
    NotAtHand,
    /// Only those on the ground get up.
    #[error("{}", msg::THIS_IS_FOR_THOSE_WHO)]
    Stands,
    /// It was not declared.
    #[error("{}", msg::THIS_HAD_TO_BE_DECLARED)]
    NotDeclared,
}

impl Refusal {
    /// The rule that refuses.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::NoDice => "MSQ-DICE-05",
            Self::Incapacitated => "MSQ-HLTH-01",
            Self::NoActionLeft | Self::NoWillpower => "MSQ-DEF-03",
            Self::AlreadyFailed => "MSQ-DEF-02",
            Self::CloseOnly | Self::CannotBlockUnsoakable | Self::NeedsWeaponOrShield => {
                "MSQ-DEF-04"
            }
            Self::NoBlood | Self::NoCelerity => "MSQ-MULT-02",
            Self::NobodyActs | Self::NoFangs => "MSQ-DMG-06",
            Self::NotAtHand => "MSQ-ATK-02",
            Self::NotDeclared | Self::Nobody | Self::Stands => "MSQ-DECL-02",
        }
    }

    /// Why something is barred, and the rule.
    #[must_use]
    pub fn barred(self) -> (Wording, &'static str) {
        refused::barred(&self, self.rule())
    }
}

/// [`Refusal::Incapacitated`] as it is answered. In ready words: a browser foresees it, and has
/// no use for the words of the other refusals.
pub(super) fn incapacitated() -> ChatError {
    ChatError::new(
        "incapacitated",
        msg::NOBODY_ACTS_WHILE_INCAPACITATED_MSQ_HLTH_01,
    )
}

/// [`Refusal::NotDeclared`], likewise.
pub(super) fn undeclared() -> ChatError {
    ChatError::new("not_declared", msg::THIS_HAD_TO_BE_DECLARED_MSQ_DECL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_words_are_those_of_the_refusal() {
        assert_eq!(incapacitated(), refused::refusal(&Refusal::Incapacitated));
        assert_eq!(undeclared(), refused::refusal(&Refusal::NotDeclared));
    }
}
