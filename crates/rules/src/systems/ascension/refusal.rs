//! What the rules forbid, each with its code and its sentence.

use crate::messages::{Wording, ascension as msg};
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
    #[error("{}", msg::NOBODY_ACTS_WHILE_INCAPACITATED_ASC)]
    Incapacitated,
    /// Not one number of dice for each action.
    #[error("{}", msg::GIVE_A_NUMBER_OF_DICE)]
    AllocationCount,
    /// An action without a die.
    #[error("{}", msg::EACH_ACTION_NEEDS_AT_LEAST)]
    AllocationMinimum,
    /// More dice than the smallest pool has.
    #[error("{}", msg::ALL_ACTIONS_SHARE_THE_DICE)]
    AllocationExceedsPool,
    /// The attack was not seen in time.
    #[error("{}", msg::WHAT_IS_NOT_SEEN_IN)]
    NotSeen,
    /// There is no room to dodge.
    #[error("{}", msg::THERE_IS_NO_ROOM_TO)]
    NoRoom,
    /// Acrobatics take a dot and open room.
    #[error("{}", msg::ACROBATICS_TAKE_A_DOT_AND)]
    AcrobaticsUnavailable,
    /// This cannot be blocked at all.
    #[error("{}", msg::THIS_CANNOT_BE_BLOCKED_ASC)]
    Unblockable,
    /// Blocks meet close attacks.
    #[error("{}", msg::ONLY_CLOSE_ATTACKS_CAN_BE)]
    CannotBlockRanged,
    /// Bare skin stops no blade.
    #[error("{}", msg::BARE_SKIN_STOPS_NO_BLADE)]
    CannotBlockDamageType,
    /// Nothing to parry with.
    #[error("{}", msg::A_PARRY_NEEDS_A_WEAPON)]
    NeedsWeapon,
    /// Parries meet close attacks.
    #[error("{}", msg::ONLY_CLOSE_ATTACKS_CAN_BE_PARRIED_ASC)]
    CannotParryRanged,
    /// Countermagick meets magick.
    #[error("{}", msg::COUNTERMAGICK_MEETS_NOTHING_BUT_MAGICK)]
    NotMystic,
    /// No action is left.
    #[error("{}", msg::NO_ACTION_IS_LEFT_THIS)]
    NoActionLeft,
    /// No Willpower is left.
    #[error("{}", msg::NO_WILLPOWER_IS_LEFT_ASC)]
    NoWillpower,
    /// No combatant is there to do it.
    #[error("{}", msg::SOMEBODY_HAS_TO_DO_THIS)]
    Nobody,
    /// The item lies elsewhere.
    #[error("{}", msg::THAT_IS_NOT_AT_HAND)]
    NotAtHand,
    /// A rebound follows by itself.
    #[error("{}", msg::THIS_FOLLOWS_FROM_A_PARRY)]
    FollowsParry,
    /// A desperate defense leaves nothing else.
    #[error("{}", msg::A_DESPERATE_DEFENSE_LEAVES_NOTHING)]
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
    pub fn barred(self) -> (Wording, &'static str) {
        refused::barred(&self, self.rule())
    }
}

/// [`Refusal::Incapacitated`] as it is answered. In ready words: a browser foresees it, and has
/// no use for the words of the other refusals.
pub(super) fn incapacitated() -> ChatError {
    ChatError::new(
        "incapacitated",
        msg::NOBODY_ACTS_WHILE_INCAPACITATED_ASC_REC_01,
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
