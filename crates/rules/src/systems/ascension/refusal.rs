//! What the rules forbid, each with its code and its sentence.

use serde::Serialize;

use crate::systems::d10::table::refused;
use crate::typed::ChatError;

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
    /// No action is left.
    #[error("no action is left this turn (ASC-DEF-02)")]
    NoActionLeft,
    /// No Willpower is left.
    #[error("no Willpower is left (ASC-DEF-03)")]
    NoWillpower,
    /// No combatant is there to do it.
    #[error("somebody has to do this (ASC-DECL-01)")]
    Nobody,
    /// The item lies elsewhere.
    #[error("that is not at hand (ASC-ATK-01)")]
    NotAtHand,
    /// A rebound follows by itself.
    #[error("this follows from a parry by itself (ASC-REB-02)")]
    FollowsParry,
    /// A desperate defense leaves nothing else.
    #[error("a desperate defense leaves nothing else this turn (ASC-DEF-05)")]
    Desperate,
}

impl Refusal {
    /// The rule that refuses.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::NoDice => "ASC-DICE-06",
            Self::Incapacitated => "ASC-REC-01",
            Self::AllocationCount | Self::AllocationMinimum | Self::AllocationExceedsPool => {
                "ASC-SPLIT-01"
            }
            Self::NotSeen => "ASC-DODGE-06",
            Self::NoRoom => "ASC-DODGE-04",
            Self::AcrobaticsUnavailable => "ASC-DODGE-05",
            Self::Unblockable => "ASC-BLOCK-06",
            Self::CannotBlockRanged => "ASC-BLOCK-03",
            Self::CannotBlockDamageType => "ASC-BLOCK-05",
            Self::NeedsWeapon | Self::CannotParryRanged => "ASC-PARRY-01",
            Self::NotMystic => "ASC-CM-01",
            Self::NoWillpower => "ASC-DEF-03",
            Self::NoActionLeft => "ASC-DEF-02",
            Self::Nobody => "ASC-DECL-01",
            Self::NotAtHand => "ASC-ATK-01",
            Self::FollowsParry => "ASC-REB-02",
            Self::Desperate => "ASC-DEF-05",
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
        "Nobody acts while incapacitated (ASC-REC-01).",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_words_are_those_of_the_refusal() {
        assert_eq!(incapacitated(), refused::refusal(&Refusal::Incapacitated));
    }
}
