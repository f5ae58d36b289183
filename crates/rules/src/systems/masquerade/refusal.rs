//! What the rules forbid, each with its code and its sentence.

use serde::Serialize;

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
    /// Only a defence may take a declared action's place.
    #[error("only a defence may take a declared action's place (MSQ-DEF-01)")]
    DefenseOnly,
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
    /// It was not declared.
    #[error("this had to be declared (MSQ-DECL-02)")]
    NotDeclared,
}
