//! What the rules forbid, each with its code and its sentence.

use crate::messages::{Wording, masquerade as msg};
use crate::systems::refusals;
use crate::typed::ChatError;

refusals! {
    /// Why something cannot be done.
    pub enum Refusal {
        /// Nothing is left of the pool.
        NoDice => msg::NO_DICE_ARE_LEFT_FOR, "MSQ-DICE-05";
        /// Every health level is gone.
        Incapacitated => msg::NOBODY_ACTS_WHILE_INCAPACITATED_MSQ, "MSQ-HLTH-01";
        /// No action is left.
        NoActionLeft => msg::NO_ACTION_IS_LEFT_THIS, "MSQ-DEF-03";
        /// No Willpower is left.
        NoWillpower => msg::NO_WILLPOWER_IS_LEFT_MSQ, "MSQ-DEF-03";
        /// The Willpower roll failed already.
        AlreadyFailed => msg::THE_WILLPOWER_ROLL_FAILED_SO, "MSQ-DEF-02";
        /// Only close attacks are met so.
        CloseOnly => msg::THIS_ONLY_MEETS_CLOSE_ATTACKS, "MSQ-DEF-04";
        /// The blocker could not soak it.
        CannotBlockUnsoakable => msg::WHAT_CANNOT_BE_SOAKED_CANNOT, "MSQ-DEF-04";
        /// Nothing to parry with.
        NeedsWeaponOrShield => msg::A_PARRY_NEEDS_A_WEAPON, "MSQ-DEF-04";
        /// Celerity takes blood.
        NoBlood => msg::CELERITY_TAKES_A_POINT_OF, "MSQ-MULT-02";
        /// Celerity grants no more.
        NoCelerity => msg::CELERITY_GRANTS_AN_ACTION_FOR, "MSQ-MULT-02";
        /// No combatant is there to do it.
        Nobody => msg::SOMEBODY_HAS_TO_DO_THIS, "MSQ-DECL-02";
        /// No combatant does it.
        NobodyActs => msg::NOBODY_DOES_THIS_THE_STORYTELLER, "MSQ-DMG-06";
        /// Bites are for those with fangs.
        NoFangs => msg::THIS_TAKES_THE_TEETH_OF, "MSQ-DMG-06";
        /// The item lies elsewhere.
        NotAtHand => msg::THAT_IS_NOT_IN_THE, "MSQ-ATK-02";
        /// Only those on the ground get up.
        Stands => msg::THIS_IS_FOR_THOSE_WHO, "MSQ-DECL-02";
        /// It was not declared.
        NotDeclared => msg::THIS_HAD_TO_BE_DECLARED, "MSQ-DECL-02";
    }
}

impl Refusal {
    /// Why something is barred, and the rule.
    #[must_use]
    pub fn barred(self) -> (Wording, &'static str) {
        (self.reason(), self.rule())
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
    use crate::systems::d10::table::refused;

    #[test]
    fn ready_words_are_those_of_the_refusal() {
        assert_eq!(incapacitated(), refused::refusal(&Refusal::Incapacitated));
        assert_eq!(undeclared(), refused::refusal(&Refusal::NotDeclared));
    }
}
