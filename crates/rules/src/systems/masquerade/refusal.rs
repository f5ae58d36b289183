//! Refusals by the rules of Masquerade, each with its code and its sentence, and the rules that it cites.

use crate::messages::masquerade as msg;
use crate::systems::d10::facts::D10Facts;
use crate::systems::d10::shared_rules::health::HealthRuleIds;
use crate::systems::refusals;

refusals! {
    /// Reason why the rules of Masquerade refuse a roll, attack or defense.
    pub enum Refusal {
        /// Pool without a die left.
        NoDice => msg::NO_DICE_ARE_LEFT_FOR, "MSQ-DICE-05";
        /// Actor with every health level gone.
        Incapacitated => msg::NOBODY_ACTS_WHILE_INCAPACITATED_MSQ, "MSQ-HLTH-01";
        /// Defense without an action left.
        NoActionLeft => msg::NO_ACTION_IS_LEFT_THIS, "MSQ-DEF-03";
        /// Payment without Willpower left.
        NoWillpower => msg::NO_WILLPOWER_IS_LEFT_MSQ, "MSQ-DEF-03";
        /// Second abort after a failed Willpower roll.
        AlreadyFailed => msg::THE_WILLPOWER_ROLL_FAILED_SO, "MSQ-DEF-02";
        /// Block or parry of an attack from a distance.
        CloseOnly => msg::THIS_ONLY_MEETS_CLOSE_ATTACKS, "MSQ-DEF-04";
        /// Block of damage that the defender cannot soak.
        CannotBlockUnsoakable => msg::WHAT_CANNOT_BE_SOAKED_CANNOT, "MSQ-DEF-04";
        /// Parry without a weapon or shield.
        NeedsWeaponOrShield => msg::A_PARRY_NEEDS_A_WEAPON, "MSQ-DEF-04";
        /// Action of Celerity without blood.
        NoBlood => msg::CELERITY_TAKES_A_POINT_OF, "MSQ-MULT-02";
        /// More actions than Celerity grants.
        NoCelerity => msg::CELERITY_GRANTS_AN_ACTION_FOR, "MSQ-MULT-02";
        /// Maneuver without an acting combatant.
        Nobody => msg::SOMEBODY_HAS_TO_DO_THIS, "MSQ-DECL-02";
        /// Exposure declared by a combatant; only the storyteller can.
        NobodyActs => msg::NOBODY_DOES_THIS_THE_STORYTELLER, "MSQ-DMG-06";
        /// Bite of a combatant without fangs.
        NoFangs => msg::THIS_TAKES_THE_TEETH_OF, "MSQ-DMG-06";
        /// Item that is not at hand.
        NotAtHand => msg::THAT_IS_NOT_IN_THE, "MSQ-ATK-02";
        /// Getting up without being knocked down.
        Stands => msg::THIS_IS_FOR_THOSE_WHO, "MSQ-DECL-02";
        /// Action that was not declared.
        NotDeclared => msg::THIS_HAD_TO_BE_DECLARED, "MSQ-DECL-02";
    }
}

/// Rules that Masquerade cites and refusals that it answers.
pub(super) static D10: D10Facts<Refusal> = D10Facts {
    levels: HealthRuleIds {
        levels: "MSQ-HLTH-01",
        wounds: "MSQ-HLTH-03",
        end: "MSQ-HLTH-02",
    },
    usual_difficulty: (msg::USUAL, "MSQ-DICE-01"),
    specialty: "MSQ-DICE-04",
    willpower: "MSQ-DICE-06",
    abort: "MSQ-DEF-01",
    no_dice: Refusal::NoDice,
    no_action_left: Refusal::NoActionLeft,
    no_willpower: Refusal::NoWillpower,
    already_failed: Some(Refusal::AlreadyFailed),
    incapacitated: (
        Refusal::Incapacitated,
        msg::NOBODY_ACTS_WHILE_INCAPACITATED_MSQ_HLTH_01,
    ),
    undeclared: Some((Refusal::NotDeclared, msg::THIS_HAD_TO_BE_DECLARED_MSQ_DECL)),
};
