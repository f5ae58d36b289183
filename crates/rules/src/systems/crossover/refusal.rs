//! Refusals by the rules of Crossover, each with its code and its sentence, and the rules that it cites.

use crate::messages::crossover as msg;
use crate::systems::d10::facts::D10Facts;
use crate::systems::d10::shared_rules::health::HealthRuleIds;
use crate::systems::refusals;

refusals! {
    /// Reason why the rules of Crossover refuse a roll, attack or defense.
    pub enum Refusal {
        /// Nothing is left of the pool.
        NoDice => msg::NO_DICE_ARE_LEFT_FOR, "XOV-DICE-06";
        /// Every health level is gone.
        Incapacitated => msg::NOBODY_ACTS_WHILE_INCAPACITATED_XOV, "XOV-HLTH-01";
        /// A werewolf cannot do this in that form.
        FormNotAllowed => msg::NOT_POSSIBLE_IN_THIS_FORM, "XOV-CLOSE-02 to XOV-CLOSE-12";
        /// The creature or the target is not made for it.
        NotEligible => msg::THIS_CREATURE_CANNOT_DO_THAT, "XOV-CLOSE-02, XOV-CLOSE-03, XOV-CLOSE-12";
        /// A bite needs a clinch, a hold or a tackle before it.
        BiteNeedsHold => msg::A_BITE_NEEDS_A_CLINCH, "XOV-CLOSE-02";
        /// Not a submachine gun or an assault rifle.
        WeaponNotAutomatic => msg::ONLY_SUBMACHINE_GUNS_AND_ASSAULT, "XOV-RNG-02";
        /// Less than half of the clip is left.
        ClipBelowHalf => msg::THE_CLIP_MUST_BE_AT, "XOV-RNG-02";
        /// Too few rounds.
        NotEnoughRounds => msg::THERE_ARE_NOT_ENOUGH_ROUNDS, "XOV-RNG-07";
        /// No part of a body can be named for this.
        CannotTargetPart => msg::A_HAIL_OF_BULLETS_CANNOT, "XOV-RNG-02";
        /// The weapon is too slow.
        RateOfFireTooLow => msg::A_BURST_NEEDS_A_RATE, "XOV-RNG-09";
        /// Aiming takes Firearms.
        AimRequiresFirearms => msg::AIMING_TAKES_A_DOT_OF, "XOV-RNG-01";
        /// Not with this weapon.
        AimWeaponClass => msg::SHOTGUNS_AND_SUBMACHINE_GUNS_CANNOT, "XOV-RNG-01";
        /// The target is too fast to be aimed at.
        AimTargetFast => msg::THE_TARGET_MOVES_TOO_FAST, "XOV-RNG-01";
        /// More than half the running distance.
        MovedTooFar => msg::AT_MOST_HALF_THE_RUNNING, "XOV-MAN-06";
        /// Only close attacks are met so.
        CloseOnly => msg::THIS_ONLY_MEETS_CLOSE_ATTACKS, "XOV-DEF-02, XOV-DEF-04";
        /// The blocker could not soak it.
        CannotBlockUnsoakable => msg::WHAT_CANNOT_BE_SOAKED_CANNOT, "XOV-DEF-02";
        /// Nothing to parry with.
        NeedsWeaponOrShield => msg::A_PARRY_NEEDS_A_WEAPON, "XOV-DEF-04";
        /// An ambush needs a target who is not fighting yet.
        TargetInCombat => msg::WHOEVER_IS_ALREADY_FIGHTING_CANNOT, "XOV-MAN-03";
        /// No blood for it.
        NoBlood => msg::THIS_TAKES_A_BLOOD_POINT, "XOV-POW-01";
        /// Only werewolves have it.
        GarouOnly => msg::ONLY_WEREWOLVES_HAVE_RAGE_XOV, "XOV-POW-02";
        /// More than half the Rage.
        ExceedsHalfRage => msg::AT_MOST_HALF_THE_PERMANENT, "XOV-POW-02";
        /// Once in a scene.
        AlreadyThisScene => msg::ONCE_IN_A_SCENE_ON, "XOV-POW-04";
        /// No action is left.
        NoActionLeft => msg::NO_ACTION_IS_LEFT_THIS, "XOV-MAN-01";
        /// No Willpower is left.
        NoWillpower => msg::NO_WILLPOWER_IS_LEFT_XOV, "XOV-MAN-01";
        /// The Willpower roll failed, and there is no second way.
        AlreadyFailed => msg::THE_WILLPOWER_ROLL_FAILED_SO, "XOV-MAN-01";
        /// It was not declared.
        NotDeclared => msg::THIS_HAD_TO_BE_DECLARED, "XOV-DECL-02";
    }
}

/// Rules that Crossover cites and refusals that it answers.
pub(super) static D10: D10Facts<Refusal> = D10Facts {
    levels: HealthRuleIds {
        levels: "XOV-HLTH-01",
        wounds: "XOV-HLTH-03",
        end: "XOV-HLTH-02",
    },
    usual_difficulty: (msg::DIFFICULTY, "XOV-DICE-01"),
    specialty: "XOV-DICE-04",
    willpower: "XOV-ACT-03",
    abort: "XOV-MAN-01",
    no_dice: Refusal::NoDice,
    no_action_left: Refusal::NoActionLeft,
    no_willpower: Refusal::NoWillpower,
    already_failed: Some(Refusal::AlreadyFailed),
    incapacitated: (
        Refusal::Incapacitated,
        msg::NOBODY_ACTS_WHILE_INCAPACITATED_XOV_HLTH_01,
    ),
    undeclared: Some((Refusal::NotDeclared, msg::THIS_HAD_TO_BE_DECLARED_XOV_DECL)),
};
