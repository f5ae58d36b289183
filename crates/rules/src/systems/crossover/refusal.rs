//! What the rules forbid, each with its code and its sentence.

use serde::Serialize;

use crate::typed::ChatError;

/// Why something cannot be done. Serialized it is `{"error": code}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum Refusal {
    /// Nothing is left of the pool.
    #[error("no dice are left for this (XOV-DICE-06)")]
    NoDice,
    /// Every health level is gone.
    #[error("nobody acts while incapacitated (XOV-HLTH-01)")]
    Incapacitated,
    /// A werewolf cannot do this in that form.
    #[error("not possible in this form (XOV-CLOSE-02 to XOV-CLOSE-12)")]
    FormNotAllowed,
    /// The creature or the target is not made for it.
    #[error("this creature cannot do that (XOV-CLOSE-02, XOV-CLOSE-03, XOV-CLOSE-12)")]
    NotEligible,
    /// A bite needs a clinch, a hold or a tackle before it.
    #[error("a bite needs a clinch, a hold or a tackle the turn before (XOV-CLOSE-02)")]
    BiteNeedsHold,
    /// Not a submachine gun or an assault rifle.
    #[error("only submachine guns and assault rifles can do that (XOV-RNG-02)")]
    WeaponNotAutomatic,
    /// Less than half of the clip is left.
    #[error("the clip must be at least half full (XOV-RNG-02)")]
    ClipBelowHalf,
    /// Too few rounds.
    #[error("there are not enough rounds left (XOV-RNG-07)")]
    NotEnoughRounds,
    /// No part of a body can be named for this.
    #[error("a hail of bullets cannot be aimed at a part (XOV-RNG-02)")]
    CannotTargetPart,
    /// The weapon is too slow.
    #[error("a burst needs a rate of fire of 3 (XOV-RNG-09)")]
    RateOfFireTooLow,
    /// Aiming takes Firearms.
    #[error("aiming takes a dot of Firearms (XOV-RNG-01)")]
    AimRequiresFirearms,
    /// Not with this weapon.
    #[error("shotguns and submachine guns cannot be aimed (XOV-RNG-01)")]
    AimWeaponClass,
    /// The target is too fast to be aimed at.
    #[error("the target moves too fast to be aimed at (XOV-RNG-01)")]
    AimTargetFast,
    /// More than half the running distance.
    #[error("at most half the running distance besides an action (XOV-MAN-06)")]
    MovedTooFar,
    /// Only close attacks are met so.
    #[error("this only meets close attacks (XOV-DEF-02, XOV-DEF-04)")]
    CloseOnly,
    /// The blocker could not soak it.
    #[error("what cannot be soaked cannot be blocked (XOV-DEF-02)")]
    CannotBlockUnsoakable,
    /// Nothing to parry with.
    #[error("a parry needs a weapon or a shield (XOV-DEF-04)")]
    NeedsWeaponOrShield,
    /// The leftover successes of a spray were not handed out as they must be.
    #[error("{leftover} successes are left over and must be handed out (XOV-RNG-08)")]
    LeftoversMismatch {
        /// How many there are.
        leftover: i32,
    },
    /// An ambush needs a target who is not fighting yet.
    #[error("whoever is already fighting cannot be ambushed (XOV-MAN-03)")]
    TargetInCombat,
    /// No blood for it.
    #[error("this takes a blood point (XOV-POW-01)")]
    NoBlood,
    /// Only werewolves have it.
    #[error("only werewolves have Rage (XOV-POW-02)")]
    GarouOnly,
    /// More than half the Rage.
    #[error("at most half the permanent Rage (XOV-POW-02)")]
    ExceedsHalfRage,
    /// Once in a scene.
    #[error("once in a scene on the same target (XOV-POW-04)")]
    AlreadyThisScene,
    /// No action is left.
    #[error("no action is left this turn (XOV-MAN-01)")]
    NoActionLeft,
    /// No Willpower is left.
    #[error("no Willpower is left (XOV-MAN-01)")]
    NoWillpower,
    /// The Willpower roll failed, and there is no second way.
    #[error("the Willpower roll failed, so the declared action stands (XOV-MAN-01)")]
    AlreadyFailed,
    /// It was not declared.
    #[error("this had to be declared (XOV-DECL-02)")]
    NotDeclared,
}

/// [`Refusal::Incapacitated`] as it is answered. In ready words: a browser foresees it, and has
/// no use for the words of the other refusals.
pub(super) fn incapacitated() -> ChatError {
    ChatError::new(
        "incapacitated",
        "Nobody acts while incapacitated (XOV-HLTH-01).",
    )
}

/// [`Refusal::NotDeclared`], likewise.
pub(super) fn undeclared() -> ChatError {
    ChatError::new("not_declared", "This had to be declared (XOV-DECL-02).")
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
