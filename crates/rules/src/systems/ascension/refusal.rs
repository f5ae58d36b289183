//! Refusals by the rules of Ascension, each with its code and its sentence, and the rules that it cites.

use crate::messages::ascension as msg;
use crate::systems::d10::facts::D10Facts;
use crate::systems::d10::shared_rules::health::HealthRuleIds;
use crate::systems::refusals;

refusals! {
    /// Reason why the rules of Ascension refuse a roll, attack or defense.
    pub enum Refusal {
        /// Pool without a die left.
        NoDice => msg::NO_DICE_ARE_LEFT_FOR, "ASC-DICE-06";
        /// Actor with every health level gone.
        Incapacitated => msg::NOBODY_ACTS_WHILE_INCAPACITATED_ASC, "ASC-REC-01";
        /// Division that does not give each action a number of dice.
        AllocationCount => msg::GIVE_A_NUMBER_OF_DICE, "ASC-SPLIT-01";
        /// Division that leaves an action without a die.
        AllocationMinimum => msg::EACH_ACTION_NEEDS_AT_LEAST, "ASC-SPLIT-01";
        /// Division of more dice than the smallest pool has.
        AllocationExceedsPool => msg::ALL_ACTIONS_SHARE_THE_DICE, "ASC-SPLIT-01";
        /// Attack that was not seen in time.
        NotSeen => msg::WHAT_IS_NOT_SEEN_IN, "ASC-DODGE-06";
        /// Dodge without room for it.
        NoRoom => msg::THERE_IS_NO_ROOM_TO, "ASC-DODGE-04";
        /// Acrobatics without a dot or without open room.
        AcrobaticsUnavailable => msg::ACROBATICS_TAKE_A_DOT_AND, "ASC-DODGE-05";
        /// Block of an attack that cannot be blocked at all.
        Unblockable => msg::THIS_CANNOT_BE_BLOCKED_ASC, "ASC-BLOCK-06";
        /// Block of an attack from a distance.
        CannotBlockRanged => msg::ONLY_CLOSE_ATTACKS_CAN_BE, "ASC-BLOCK-03";
        /// Block of lethal or aggravated damage with bare skin.
        CannotBlockDamageType => msg::BARE_SKIN_STOPS_NO_BLADE, "ASC-BLOCK-05";
        /// Parry without a weapon.
        NeedsWeapon => msg::A_PARRY_NEEDS_A_WEAPON, "ASC-PARRY-01";
        /// Parry of an attack from a distance.
        CannotParryRanged => msg::ONLY_CLOSE_ATTACKS_CAN_BE_PARRIED_ASC, "ASC-PARRY-01";
        /// Countermagick against anything but magick.
        NotMystic => msg::COUNTERMAGICK_MEETS_NOTHING_BUT_MAGICK, "ASC-CM-01";
        /// Defense without an action left.
        NoActionLeft => msg::NO_ACTION_IS_LEFT_THIS, "ASC-DEF-02";
        /// Payment without Willpower left.
        NoWillpower => msg::NO_WILLPOWER_IS_LEFT_ASC, "ASC-DEF-03";
        /// Maneuver without an acting combatant.
        Nobody => msg::SOMEBODY_HAS_TO_DO_THIS, "ASC-DECL-01";
        /// Item that is not at hand.
        NotAtHand => msg::THAT_IS_NOT_AT_HAND, "ASC-ATK-01";
        /// Rebound declared by hand; it follows from a parry.
        FollowsParry => msg::THIS_FOLLOWS_FROM_A_PARRY, "ASC-REB-02";
        /// Other action during a desperate defense.
        Desperate => msg::A_DESPERATE_DEFENSE_LEAVES_NOTHING, "ASC-DEF-05";
    }
}

/// Rules that Ascension cites and refusals that it answers.
pub(super) static D10: D10Facts<Refusal> = D10Facts {
    levels: HealthRuleIds {
        levels: "ASC-REC-01",
        wounds: "ASC-REC-01",
        end: "ASC-REC-04",
    },
    usual_difficulty: (msg::USUAL, "ASC-DICE-01"),
    specialty: "ASC-DICE-05",
    willpower: "ASC-DICE-07",
    abort: "ASC-DEF-03",
    no_dice: Refusal::NoDice,
    no_action_left: Refusal::NoActionLeft,
    no_willpower: Refusal::NoWillpower,
    already_failed: None,
    incapacitated: (
        Refusal::Incapacitated,
        msg::NOBODY_ACTS_WHILE_INCAPACITATED_ASC_REC_01,
    ),
    undeclared: None,
};
