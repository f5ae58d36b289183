//! Attacks that hit without a roll and are not defended.

use super::after;
use super::soak::{self, Wound};
use crate::base::term::Term;
use crate::exchange::{Party, Play, Scene, Stop};
use crate::messages::Text;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::Settings;
use crate::systems::d10::resolve::{
    self as d10, AttackRoll as Begins, DefenseOption, ExchangeRuleIds, HitResult, RollSpec,
};

/// The rules of an exchange.
pub(super) const IDS: ExchangeRuleIds = ExchangeRuleIds {
    defense: "XOV-DEF-01",
    extra: "XOV-DMG-02",
    damage: "XOV-DMG-01",
    soak: "XOV-SOAK-01",
};

/// An attack without a roll to hit and without a defense.
pub(super) struct AutoHit<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) by: &'a Settings,
    pub(super) why: Text,
    pub(super) rule: &'static str,
    pub(super) successes: i32,
    pub(super) damage: Vec<Term>,
    pub(super) wound: Wound,
}

impl AutoHit<'_> {
    /// Returns the combatant who is the target with this number of an automatic hit.
    fn at(&self, target: u8) -> Option<&CombatantInfo<'_>> {
        self.scene.targets.get(usize::from(target))
    }
}

impl d10::AttackRules for AutoHit<'_> {
    fn rule_ids(&self) -> &ExchangeRuleIds {
        &IDS
    }

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn with_scene<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn d10::AttackRules + 'n> {
        Box::new(AutoHit {
            scene: now,
            damage: self.damage.clone(),
            ..*self
        })
    }

    fn attacker(&self) -> Party {
        match self.scene.actor {
            Some(_) => Party::Actor,
            None => Party::Storyteller,
        }
    }

    fn attack_roll(&self) -> Begins {
        Begins::AutoHit {
            why: self.why.into(),
            successes: self.successes,
            rule: self.rule,
        }
    }

    fn defense_options(&self, _target: u8, _successes: i32) -> Vec<DefenseOption> {
        Vec::new()
    }

    fn damage_terms(&self, _target: u8) -> Option<Vec<Term>> {
        Some(self.damage.clone())
    }

    fn soak_roll(&self, target: u8) -> Option<RollSpec> {
        Some(soak::throw(self.at(target)?, &self.wound, self.by))
    }

    fn inflicted_terms(&self, target: u8, struck: &HitResult) -> Option<Vec<Term>> {
        let who = self.at(target)?;
        Some(after::levels(who, struck, self.wound.kind, self.by))
    }

    fn apply_hit(&self, play: &mut Play<'_>, target: u8, struck: &HitResult) -> Result<(), Stop> {
        if let Some(who) = self.at(target) {
            after::mark_hit(who, target, &self.wound, struck, self.by, play);
        }
        Ok(())
    }
}
