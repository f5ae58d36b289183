//! What the rules forbid, each with its code and its sentence.

use serde::Serialize;

/// Why something cannot be done. Serialised it is `{"error": code}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum Refusal {
    /// Nothing is left of the pool.
    #[error("no dice are left for this (ASC-DICE-06)")]
    NoDice,
    /// Every health level is gone.
    #[error("nobody acts while incapacitated (ASC-REC-01)")]
    Incapacitated,
    /// Not one number of dice for each action.
    #[error("give a number of dice for each action (ASC-SPLIT-01)")]
    AllocationCount,
    /// An action without a die.
    #[error("each action needs at least one die (ASC-SPLIT-01)")]
    AllocationMinimum,
    /// More dice than the smallest pool has.
    #[error("all actions share the dice of the smallest pool (ASC-SPLIT-01)")]
    AllocationExceedsPool,
    /// The attack was not seen in time.
    #[error("what is not seen in time cannot be dodged (ASC-DODGE-06)")]
    NotSeen,
    /// There is no room to dodge.
    #[error("there is no room to dodge (ASC-DODGE-04)")]
    NoRoom,
    /// Acrobatics take a dot and open room.
    #[error("Acrobatics take a dot and open room (ASC-DODGE-05)")]
    AcrobaticsUnavailable,
    /// This cannot be blocked at all.
    #[error("this cannot be blocked (ASC-BLOCK-06)")]
    Unblockable,
    /// Blocks meet close attacks.
    #[error("only close attacks can be blocked (ASC-BLOCK-03)")]
    CannotBlockRanged,
    /// Bare skin stops no blade.
    #[error("bare skin stops no blade (ASC-BLOCK-05)")]
    CannotBlockDamageType,
    /// Nothing to parry with.
    #[error("a parry needs a weapon (ASC-PARRY-01)")]
    NeedsWeapon,
    /// Parries meet close attacks.
    #[error("only close attacks can be parried (ASC-PARRY-01)")]
    CannotParryRanged,
    /// Countermagick meets magick.
    #[error("countermagick meets nothing but magick (ASC-CM-01)")]
    NotMystic,
    /// Only a defence may take a declared action's place.
    #[error("only a defence may take a declared action's place (ASC-DEF-03)")]
    DefenseOnly,
    /// No action is left.
    #[error("no action is left this turn (ASC-DEF-02)")]
    NoActionLeft,
    /// No Willpower is left.
    #[error("no Willpower is left (ASC-DEF-03)")]
    NoWillpower,
    /// A desperate defence leaves nothing else.
    #[error("a desperate defence leaves nothing else this turn (ASC-DEF-05)")]
    Desperate,
}
