//! What the rules forbid, each with its code and its sentence.

use serde::Serialize;

use crate::systems::d10::table::refused;
use crate::typed::ChatError;

/// Why something cannot be done. Serialised it is `{"error": code}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum Refusal {
    /// Nothing is left of the pool.
    #[error("no dice are left for this (MSQ-DICE-05)")]
    NoDice,
    /// Every health level is gone.
    #[error("nobody acts while incapacitated (MSQ-HLTH-01)")]
    Incapacitated,
    /// No action is left.
    #[error("no action is left this turn (MSQ-DEF-03)")]
    NoActionLeft,
    /// No Willpower is left.
    #[error("no Willpower is left (MSQ-DEF-03)")]
    NoWillpower,
    /// The Willpower roll failed already.
    #[error("the Willpower roll failed, so the declared action stands (MSQ-DEF-02)")]
    AlreadyFailed,
    /// Only close attacks are met so.
    #[error("this only meets close attacks (MSQ-DEF-04)")]
    CloseOnly,
    /// The blocker could not soak it.
    #[error("what cannot be soaked cannot be blocked (MSQ-DEF-04)")]
    CannotBlockUnsoakable,
    /// Nothing to parry with.
    #[error("a parry needs a weapon or a shield (MSQ-DEF-04)")]
    NeedsWeaponOrShield,
    /// Celerity takes blood.
    #[error("Celerity takes a point of blood (MSQ-MULT-02)")]
    NoBlood,
    /// Celerity grants no more.
    #[error("Celerity grants an action for each dot, for a point of blood (MSQ-MULT-02)")]
    NoCelerity,
    /// No combatant is there to do it.
    #[error("somebody has to do this (MSQ-DECL-02)")]
    Nobody,
    /// No combatant does it.
    #[error("nobody does this: the storyteller says where it burns (MSQ-DMG-06)")]
    NobodyActs,
    /// Bites are for those with fangs.
    #[error("this takes the teeth of a vampire (MSQ-DMG-06)")]
    NoFangs,
    /// The item lies elsewhere.
    #[error("that is not in the hand (MSQ-ATK-02)")]
    NotAtHand,
    /// Only those on the ground get up.
    #[error("this is for those who were knocked down (MSQ-DECL-02)")]
    Stands,
    /// It was not declared.
    #[error("this had to be declared (MSQ-DECL-02)")]
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
    pub fn barred(self) -> (String, &'static str) {
        refused::barred(&self, self.rule())
    }
}

/// [`Refusal::Incapacitated`] as it is answered. In ready words: a browser foresees it, and has
/// no use for the words of the other refusals.
pub(super) fn incapacitated() -> ChatError {
    ChatError::new(
        "incapacitated",
        "Nobody acts while incapacitated (MSQ-HLTH-01).",
    )
}

/// [`Refusal::NotDeclared`], likewise.
pub(super) fn undeclared() -> ChatError {
    ChatError::new("not_declared", "This had to be declared (MSQ-DECL-02).")
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
