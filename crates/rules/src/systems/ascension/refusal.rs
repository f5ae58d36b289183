//! What the rules forbid, each with its code and its sentence.

use crate::messages::{Wording, ascension as msg};
use crate::systems::refusals;
use crate::typed::ChatError;

refusals! {
    /// Why something cannot be done.
    pub enum Refusal {
        /// Nothing is left of the pool.
        NoDice => msg::NO_DICE_ARE_LEFT_FOR, "ASC-DICE-06";
        /// Every health level is gone.
        Incapacitated => msg::NOBODY_ACTS_WHILE_INCAPACITATED_ASC, "ASC-REC-01";
        /// Not one number of dice for each action.
        AllocationCount => msg::GIVE_A_NUMBER_OF_DICE, "ASC-SPLIT-01";
        /// An action without a die.
        AllocationMinimum => msg::EACH_ACTION_NEEDS_AT_LEAST, "ASC-SPLIT-01";
        /// More dice than the smallest pool has.
        AllocationExceedsPool => msg::ALL_ACTIONS_SHARE_THE_DICE, "ASC-SPLIT-01";
        /// The attack was not seen in time.
        NotSeen => msg::WHAT_IS_NOT_SEEN_IN, "ASC-DODGE-06";
        /// There is no room to dodge.
        NoRoom => msg::THERE_IS_NO_ROOM_TO, "ASC-DODGE-04";
        /// Acrobatics take a dot and open room.
        AcrobaticsUnavailable => msg::ACROBATICS_TAKE_A_DOT_AND, "ASC-DODGE-05";
        /// This cannot be blocked at all.
        Unblockable => msg::THIS_CANNOT_BE_BLOCKED_ASC, "ASC-BLOCK-06";
        /// Blocks meet close attacks.
        CannotBlockRanged => msg::ONLY_CLOSE_ATTACKS_CAN_BE, "ASC-BLOCK-03";
        /// Bare skin stops no blade.
        CannotBlockDamageType => msg::BARE_SKIN_STOPS_NO_BLADE, "ASC-BLOCK-05";
        /// Nothing to parry with.
        NeedsWeapon => msg::A_PARRY_NEEDS_A_WEAPON, "ASC-PARRY-01";
        /// Parries meet close attacks.
        CannotParryRanged => msg::ONLY_CLOSE_ATTACKS_CAN_BE_PARRIED_ASC, "ASC-PARRY-01";
        /// Countermagick meets magick.
        NotMystic => msg::COUNTERMAGICK_MEETS_NOTHING_BUT_MAGICK, "ASC-CM-01";
        /// No action is left.
        NoActionLeft => msg::NO_ACTION_IS_LEFT_THIS, "ASC-DEF-02";
        /// No Willpower is left.
        NoWillpower => msg::NO_WILLPOWER_IS_LEFT_ASC, "ASC-DEF-03";
        /// No combatant is there to do it.
        Nobody => msg::SOMEBODY_HAS_TO_DO_THIS, "ASC-DECL-01";
        /// The item lies elsewhere.
        NotAtHand => msg::THAT_IS_NOT_AT_HAND, "ASC-ATK-01";
        /// A rebound follows by itself.
        FollowsParry => msg::THIS_FOLLOWS_FROM_A_PARRY, "ASC-REB-02";
        /// A desperate defense leaves nothing else.
        Desperate => msg::A_DESPERATE_DEFENSE_LEAVES_NOTHING, "ASC-DEF-05";
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
        msg::NOBODY_ACTS_WHILE_INCAPACITATED_ASC_REC_01,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::d10::table::refused;

    #[test]
    fn ready_words_are_those_of_the_refusal() {
        assert_eq!(incapacitated(), refused::refusal(&Refusal::Incapacitated));
    }
}
