//! What the rules forbid, each with its code and its sentence.

use crate::messages::crossover as msg;
use serde::Serialize;

use crate::typed::ChatError;

/// Why something cannot be done. Serialized it is `{"error": code}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum Refusal {
    /// Nothing is left of the pool.
    #[error("{}", msg::NO_DICE_ARE_LEFT_FOR)]
    NoDice,
    /// Every health level is gone.
    #[error("{}", msg::NOBODY_ACTS_WHILE_INCAPACITATED_XOV)]
    Incapacitated,
    /// A werewolf cannot do this in that form.
    #[error("{}", msg::NOT_POSSIBLE_IN_THIS_FORM)]
    FormNotAllowed,
    /// The creature or the target is not made for it.
    #[error("{}", msg::THIS_CREATURE_CANNOT_DO_THAT)]
    NotEligible,
    /// A bite needs a clinch, a hold or a tackle before it.
    #[error("{}", msg::A_BITE_NEEDS_A_CLINCH)]
    BiteNeedsHold,
    /// Not a submachine gun or an assault rifle.
    #[error("{}", msg::ONLY_SUBMACHINE_GUNS_AND_ASSAULT)]
    WeaponNotAutomatic,
    /// Less than half of the clip is left.
    #[error("{}", msg::THE_CLIP_MUST_BE_AT)]
    ClipBelowHalf,
    /// Too few rounds.
    #[error("{}", msg::THERE_ARE_NOT_ENOUGH_ROUNDS)]
    NotEnoughRounds,
    /// No part of a body can be named for this.
    #[error("{}", msg::A_HAIL_OF_BULLETS_CANNOT)]
    CannotTargetPart,
    /// The weapon is too slow.
    #[error("{}", msg::A_BURST_NEEDS_A_RATE)]
    RateOfFireTooLow,
    /// Aiming takes Firearms.
    #[error("{}", msg::AIMING_TAKES_A_DOT_OF)]
    AimRequiresFirearms,
    /// Not with this weapon.
    #[error("{}", msg::SHOTGUNS_AND_SUBMACHINE_GUNS_CANNOT)]
    AimWeaponClass,
    /// The target is too fast to be aimed at.
    #[error("{}", msg::THE_TARGET_MOVES_TOO_FAST)]
    AimTargetFast,
    /// More than half the running distance.
    #[error("{}", msg::AT_MOST_HALF_THE_RUNNING)]
    MovedTooFar,
    /// Only close attacks are met so.
    #[error("{}", msg::THIS_ONLY_MEETS_CLOSE_ATTACKS)]
    CloseOnly,
    /// The blocker could not soak it.
    #[error("{}", msg::WHAT_CANNOT_BE_SOAKED_CANNOT)]
    CannotBlockUnsoakable,
    /// Nothing to parry with.
    #[error("{}", msg::A_PARRY_NEEDS_A_WEAPON)]
    NeedsWeaponOrShield,
    /// The leftover successes of a spray were not handed out as they must be.
    #[error("{}", msg::successes_are_left_over_and(.leftover))]
    LeftoversMismatch {
        /// How many there are.
        leftover: i32,
    },
    /// An ambush needs a target who is not fighting yet.
    #[error("{}", msg::WHOEVER_IS_ALREADY_FIGHTING_CANNOT)]
    TargetInCombat,
    /// No blood for it.
    #[error("{}", msg::THIS_TAKES_A_BLOOD_POINT)]
    NoBlood,
    /// Only werewolves have it.
    #[error("{}", msg::ONLY_WEREWOLVES_HAVE_RAGE_XOV)]
    GarouOnly,
    /// More than half the Rage.
    #[error("{}", msg::AT_MOST_HALF_THE_PERMANENT)]
    ExceedsHalfRage,
    /// Once in a scene.
    #[error("{}", msg::ONCE_IN_A_SCENE_ON)]
    AlreadyThisScene,
    /// No action is left.
    #[error("{}", msg::NO_ACTION_IS_LEFT_THIS)]
    NoActionLeft,
    /// No Willpower is left.
    #[error("{}", msg::NO_WILLPOWER_IS_LEFT_XOV)]
    NoWillpower,
    /// The Willpower roll failed, and there is no second way.
    #[error("{}", msg::THE_WILLPOWER_ROLL_FAILED_SO)]
    AlreadyFailed,
    /// It was not declared.
    #[error("{}", msg::THIS_HAD_TO_BE_DECLARED)]
    NotDeclared,
}

/// [`Refusal::Incapacitated`] as it is answered. In ready words: a browser foresees it, and has
/// no use for the words of the other refusals.
pub(super) fn incapacitated() -> ChatError {
    ChatError::new(
        "incapacitated",
        msg::NOBODY_ACTS_WHILE_INCAPACITATED_XOV_HLTH_01,
    )
}

/// [`Refusal::NotDeclared`], likewise.
pub(super) fn undeclared() -> ChatError {
    ChatError::new("not_declared", msg::THIS_HAD_TO_BE_DECLARED_XOV_DECL)
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
