//! Rebound of an unarmed attack from a parrying weapon (ASC-REB-01, ASC-REB-02, ASC-REB-03).

use super::super::Settings;
use super::super::attack::{self, AttackAbility};
use super::super::chart::AttackLine;
use super::gear::WEAPON;
use super::rolls::EXCHANGE_RULES;
use super::{combatant_stats, defense_methods, gear, rolls};
use crate::base::term::Term;
use crate::character::gear::ItemId;
use crate::exchange::{Effect, Intent, Party, Play, Scene, Slot, Stop};
use crate::messages::ascension as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::ascension::refusal::D10;
use crate::systems::d10::resolve::{
    AttackRoll, AttackRules, DefenseOption, ExchangeRuleIds, HitResult, RollSpec,
    choose_parry_weapon, damage_effect, roll_purchases,
};
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;

/// Maneuver key of a rebound, which follows automatically from a parry.
pub(super) const REBOUND: &str = "rebound";
/// Parameter key of the parry's excess successes.
pub(super) const EXCESS: &str = "excess";

/// Determines the weapon a target parries with, which also strikes in a rebound; asks if several
/// weapons are in hand (ASC-REB-02, ASC-REB-03).
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn choose_rebound_weapon(
    play: &mut Play<'_>,
    target: u8,
    who: &CombatantInfo<'_>,
) -> Result<Option<ItemId>, Stop> {
    let held = who.gear.iter().filter(|(_, item)| item.is_ready());
    let held = held.filter(|(_, item)| item.kind == WEAPON);
    choose_parry_weapon(play, target, held, "ASC-PARRY-01")
}

/// Creates the effect that starts a rebound after a target's parry.
pub(super) fn rebound_effect(target: u8, weapon: Option<ItemId>, excess: i32) -> Effect {
    let intent = Intent::of(REBOUND).with_parameter(EXCESS, excess);
    Effect::Follow {
        by: Party::Target(target),
        at: vec![Party::Actor],
        intent: match weapon {
            Some(id) => intent.with_item(id),
            None => intent,
        },
    }
}

/// Rebound attack, against which there is no defense; it uses up no action.
pub(super) struct Rebound<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) actor: &'a CombatantInfo<'a>,
    pub(super) line: AttackLine,
    pub(super) excess: i32,
    pub(super) settings: Settings,
}

impl<'a> Rebound<'a> {
    /// Builds the rebound of a scene, with the weapon that parried.
    pub(super) fn from_scene(
        scene: &'a Scene<'a>,
        actor: &'a CombatantInfo<'a>,
        settings: Settings,
    ) -> Option<Self> {
        Some(Self {
            scene,
            actor,
            line: scene.item().map(gear::attack_line_from_item)?,
            excess: scene.parameter_or(EXCESS, 0),
            settings,
        })
    }
}

impl AttackRules for Rebound<'_> {
    fn rule_ids(&self) -> &ExchangeRuleIds {
        &EXCHANGE_RULES
    }

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn with_scene<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn AttackRules + 'n> {
        let item = now.item().map(gear::attack_line_from_item);
        Box::new(Rebound {
            scene: now,
            actor: now.actor.unwrap_or(self.actor),
            line: item.unwrap_or_else(|| self.line.clone()),
            excess: self.excess,
            settings: self.settings.clone(),
        })
    }

    fn attack_roll(&self) -> AttackRoll {
        let terms = attack::attack_terms(
            &combatant_stats::attack_stats(self.actor, AttackAbility::Melee),
            &self.settings,
        );
        let usual = D10.default_difficulty();
        let six = Term::from_rule(usual.label, usual.value, "ASC-REB-02");
        let throw = RollSpec::new(msg::REBOUND, RollPurpose::Reflex, terms);
        AttackRoll::Roll {
            throw: throw.with_difficulty(vec![six]),
            buys: roll_purchases(self.actor, &D10),
        }
    }

    /// Adds the excess of the parry to the successes, unless a house rule adds it to damage
    /// (ASC-REB-03).
    fn split_successes(&self, play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        if !self.settings.excess_to_attack {
            return Ok(vec![successes]);
        }
        let terms = vec![
            Term::from_rule(msg::REBOUND, successes, "ASC-REB-02"),
            Term::from_rule(msg::BETTER_PARRY, self.excess, "ASC-REB-03"),
        ];
        let all = play.note_sum(Slot::new("rebound"), Party::Actor, msg::SUCCESSES, terms);
        Ok(vec![all])
    }

    fn defense_options(&self, _target: u8, _successes: i32) -> Vec<DefenseOption> {
        Vec::new()
    }

    fn damage_terms(&self, _target: u8) -> Option<Vec<Term>> {
        Some(defense_methods::damage_terms(self.actor, &self.line))
    }

    fn minimum_damage_rule(&self) -> Option<&'static str> {
        Some("ASC-DMG-02")
    }

    fn soak_roll(&self, target: u8) -> Option<RollSpec> {
        let who = self.scene.find_party(Party::Target(target))?;
        Some(rolls::soak_roll(combatant_stats::soak_pool(
            who,
            self.line.kind,
            &self.settings,
        )))
    }

    fn inflicted_terms(&self, _target: u8, struck: &HitResult) -> Option<Vec<Term>> {
        let better = if self.settings.excess_to_attack {
            0
        } else {
            self.excess
        };
        let terms = [
            Term::from_rule(msg::DAMAGE, struck.damage, EXCHANGE_RULES.damage),
            Term::from_rule(msg::BETTER_PARRY, better, "ASC-REB-03"),
            Term::from_rule(msg::SOAK, -struck.soak, EXCHANGE_RULES.soak),
        ];
        Some(terms.into_iter().filter(|term| term.value != 0).collect())
    }

    fn apply_hit(&self, play: &mut Play<'_>, target: u8, struck: &HitResult) -> Result<(), Stop> {
        let to = Party::Target(target);
        play.add_effect(damage_effect(to, self.line.kind, struck.inflicted));
        Ok(())
    }
}
