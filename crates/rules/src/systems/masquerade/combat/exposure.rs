//! Damage without an attacker: fire and sunlight (MSQ-DMG-06, MSQ-SOAK-05, MSQ-SOAK-07).

use super::super::Settings;
use super::super::soak::DamageSource;
use super::attack_exchange::{inflicted_terms, soak_roll};
use super::combatant_stats;
use crate::base::term::Term;
use crate::exchange::{Party, Play, Scene, Stop};
use crate::messages::masquerade as msg;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{
    AttackRoll, AttackRules, DefenseOption, ExchangeRuleIds, HitResult, RollSpec, damage_effect,
};

/// Rules that Masquerade cites in an exposure.
const EXCHANGE_RULES: ExchangeRuleIds = ExchangeRuleIds {
    defense: "MSQ-DMG-06",
    extra: "MSQ-DMG-06",
    damage: "MSQ-DMG-04",
    soak: "MSQ-SOAK-02",
};

/// Exposure of all targets to fire or sunlight.
pub(super) struct Exposure<'a> {
    /// Scene of the exchange.
    pub(super) scene: &'a Scene<'a>,
    /// Number of damage dice.
    pub(super) dice: i32,
    /// Source of the damage.
    pub(super) source: DamageSource,
    /// Settings of the table.
    pub(super) settings: Settings,
}

impl AttackRules for Exposure<'_> {
    fn rule_ids(&self) -> &ExchangeRuleIds {
        &EXCHANGE_RULES
    }

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn with_scene<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn AttackRules + 'n> {
        Box::new(Exposure {
            scene: now,
            settings: self.settings.clone(),
            ..*self
        })
    }

    fn attacker(&self) -> Party {
        Party::Storyteller
    }

    fn attack_roll(&self) -> AttackRoll {
        AttackRoll::AutoHit {
            why: msg::IT_BURNS.into(),
            successes: 1,
            rule: "MSQ-DMG-06",
        }
    }

    fn split_successes(&self, _play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        Ok(vec![successes; self.scene.targets.len()])
    }

    fn defense_options(&self, _target: u8, _successes: i32) -> Vec<DefenseOption> {
        Vec::new()
    }

    fn damage_terms(&self, _target: u8) -> Option<Vec<Term>> {
        Some(vec![Term::from_rule(
            msg::EXPOSURE,
            self.dice,
            "MSQ-DMG-06",
        )])
    }

    fn soak_roll(&self, target: u8) -> Option<RollSpec> {
        let who = self.scene.find_party(Party::Target(target))?;
        let terms =
            combatant_stats::soak_terms(who, DamageType::Aggravated, self.source, &self.settings);
        Some(soak_roll(terms))
    }

    fn inflicted_terms(&self, target: u8, struck: &HitResult) -> Option<Vec<Term>> {
        let who = self.scene.find_party(Party::Target(target));
        Some(inflicted_terms(
            who,
            DamageType::Aggravated,
            struck,
            &self.settings,
        ))
    }

    fn apply_hit(&self, play: &mut Play<'_>, target: u8, struck: &HitResult) -> Result<(), Stop> {
        let to = Party::Target(target);
        play.add_effect(damage_effect(to, DamageType::Aggravated, struck.inflicted));
        Ok(())
    }
}
