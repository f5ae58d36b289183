//! Answers that a system gives about one attack.

use super::roll_spec::{RollScore, RollSpec};
use crate::base::term::Term;
use crate::exchange::{Party, Play, RollBenefit, Scene, Stop};
use crate::messages::d10 as msg;
use crate::messages::{Text, Wording};

/// Key of the option not to defend.
pub const NO_DEFENSE: &str = "none";
/// Key of the defense by dodging.
pub const DODGE: &str = "dodge";
/// Key of the defense by blocking.
pub const BLOCK: &str = "block";
/// Key of the defense by parrying.
pub const PARRY: &str = "parry";

/// Defense options that are offered against any attack by a hidden combatant.
pub const DEFENSE_CHOICES: &[(&str, Text)] = &[
    (NO_DEFENSE, msg::NO_DEFENSE),
    (DODGE, msg::DODGE),
    (BLOCK, msg::BLOCK),
    (PARRY, msg::PARRY),
];

/// Rule ids that a system cites in an exchange.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeRuleIds {
    /// Rule that each success of the defense cancels one of the attack.
    pub defense: &'static str,
    /// Rule that successes beyond the first add damage dice.
    pub extra: &'static str,
    /// Rule about the damage roll.
    pub damage: &'static str,
    /// Rule about the soak roll.
    pub soak: &'static str,
}

/// Attack roll with which a d10 exchange begins, or its automatic result.
#[derive(Clone, Debug)]
pub enum AttackRoll {
    /// Attack that is rolled.
    Roll {
        /// Attack roll to be made.
        throw: RollSpec,
        /// Extras that can be bought for the roll.
        buys: Vec<RollBenefit>,
    },
    /// Attack without a roll; it counts as so many successes, 0 for a miss.
    AutoHit {
        /// Short reason for the automatic result.
        why: Wording,
        /// Number of successes that the attack counts as.
        successes: i32,
        /// Rule that replaces the roll.
        rule: &'static str,
    },
}

/// Defense option that a target in a d10 exchange may choose, such as "Dodge".
#[derive(Clone, Debug)]
pub struct DefenseOption {
    /// Key of the option in an answer.
    pub key: &'static str,
    /// Label shown on the screen: "Dodge".
    pub title: Text,
    /// Defense roll to be made.
    pub throw: RollSpec,
    /// Extras that can be bought for the roll.
    pub buys: Vec<RollBenefit>,
    /// Reason and rule if the option cannot be chosen.
    pub barred: Option<(Wording, &'static str)>,
}

/// Result of a defense against an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefenseResult {
    /// Successes of the attack, or the target's share of them.
    pub attack: i32,
    /// Key of the defense; [`NO_DEFENSE`] without one.
    pub defense: String,
    /// Successes of the defense.
    pub successes: i32,
    /// Net successes of the attack; at least 1 is a hit.
    pub net: i32,
}

/// Result of an attack of a d10 system that hit: defense, damage and soak.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitResult {
    /// Result of the defense.
    pub defense: DefenseResult,
    /// Successes of the damage roll.
    pub damage: i32,
    /// Successes of the soak roll.
    pub soak: i32,
    /// Health levels inflicted after soak.
    pub inflicted: i32,
}

/// Rules of one attack, called by [`resolve_attack`](super::resolve_attack) step by step.
///
/// Each method is called after the steps before it are answered, and may ask questions of its own
/// through the [`Play`].
pub trait AttackRules {
    /// Rule ids that the attack cites.
    fn rule_ids(&self) -> &ExchangeRuleIds;

    /// Scene of the attack as it was last read.
    fn scene(&self) -> &Scene<'_>;

    /// Returns the same attack in the current scene; called before each step after the attack roll.
    fn with_scene<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn AttackRules + 'n>;

    /// Party that rolls attack and damage, by default the actor.
    fn attacker(&self) -> Party {
        Party::Actor
    }

    /// Returns the attack roll, or the automatic result that replaces it.
    fn attack_roll(&self) -> AttackRoll;

    /// Applies the effects of the attack roll, whatever its result: counts the action, spends
    /// ammunition, punishes a botch.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn on_attack_roll(&self, _play: &mut Play<'_>, _roll: &RollScore) -> Result<(), Stop> {
        Ok(())
    }

    /// Splits the successes among the targets, in order; by default all go to the single target.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn split_successes(&self, _play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        Ok(vec![successes])
    }

    /// Lists the defense options of a target against so many successes, except not to defend.
    fn defense_options(&self, target: u8, successes: i32) -> Vec<DefenseOption>;

    /// Confirms that the chosen defense happens; aborting another action for it may fail.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn confirm_defense(&self, _play: &mut Play<'_>, _target: u8, _key: &str) -> Result<bool, Stop> {
        Ok(true)
    }

    /// Prepares the chosen defense, for example by dividing dice, and returns its roll; `None` if
    /// the defense does not happen.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn prepare_defense(
        &self,
        play: &mut Play<'_>,
        target: u8,
        way: &DefenseOption,
    ) -> Result<Option<RollSpec>, Stop> {
        let comes = self.confirm_defense(play, target, way.key)?;
        Ok(comes.then(|| way.throw.clone()))
    }

    /// Applies the effects of a defense, whether or not the attack hit: counts the action, or cuts
    /// the attacker on a parry.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn on_defended(
        &self,
        _play: &mut Play<'_>,
        _target: u8,
        _met: &DefenseResult,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// Damage dice of a hit, without those of extra successes; `None` if the attack does no damage.
    fn damage_terms(&self, target: u8) -> Option<Vec<Term>>;

    /// Rule that guarantees a damage roll at least one die, if the system has one.
    fn minimum_damage_rule(&self) -> Option<&'static str> {
        None
    }

    /// Soak roll of a target; `None` if the damage cannot be soaked.
    fn soak_roll(&self, target: u8) -> Option<RollSpec>;

    /// Terms of the health levels inflicted; `None` if damage successes are not health levels.
    fn inflicted_terms(&self, _target: u8, struck: &HitResult) -> Option<Vec<Term>> {
        let ids = self.rule_ids();
        let damage = Term::from_rule(msg::DAMAGE, struck.damage, ids.damage);
        let soak = Term::from_rule(msg::SOAK, -struck.soak, ids.soak);
        Some(
            [damage, soak]
                .into_iter()
                .filter(|term| term.value != 0)
                .collect(),
        )
    }

    /// Applies the effects of a hit, such as damage, a fall of the target or broken armor.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn apply_hit(&self, play: &mut Play<'_>, target: u8, struck: &HitResult) -> Result<(), Stop>;
}
