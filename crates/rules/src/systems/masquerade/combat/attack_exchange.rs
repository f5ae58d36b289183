//! Attack of one combatant on another: roll, defense, damage and soak (MSQ-ATK-01 to 06,
//! MSQ-DEF-04, MSQ-DMG-01 to 06, MSQ-SOAK-01 to 07).

use super::super::chart::AttackLine;
use super::super::damage::undead_bashing_levels;
use super::super::defense::DefenseKind as Way;
use super::super::track::CreatureKind;
use super::super::{Settings, attack, damage, defense, sheet};
use super::turn::{self, TurnAction, TurnState};
use super::{attacks, combatant_stats};
use crate::base::term::Term;
use crate::character::gear::{Carried, ItemId};
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::messages::masquerade as msg;
use crate::messages::{Text, Wording};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{
    AttackRoll, AttackRules, BLOCK, DODGE, DefenseOption, DefenseResult, ExchangeRuleIds,
    HitResult, NO_DEFENSE, PARRY, RollScore, RollSpec, check_can_abort, damage_effect,
    give_up_action, roll_purchases,
};
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use crate::systems::masquerade::refusal::D10;

/// Rules that Masquerade cites in an attack.
const EXCHANGE_RULES: ExchangeRuleIds = ExchangeRuleIds {
    defense: "MSQ-DEF-04",
    extra: "MSQ-ATK-05",
    damage: "MSQ-DMG-04",
    soak: "MSQ-SOAK-02",
};

/// Kinds of defense with their keys and labels, in display order.
const DEFENSE_METHODS: [(&str, Text, Way); 3] = [
    (DODGE, msg::DODGE, Way::Dodge),
    (BLOCK, msg::BLOCK, Way::Block),
    (PARRY, msg::PARRY, Way::Parry),
];

/// Attack of one combatant on others as an exchange of Masquerade plays it.
pub(super) struct AttackExchange<'a> {
    /// Scene of the exchange.
    pub(super) scene: &'a Scene<'a>,
    /// Combatant who makes the attack.
    pub(super) actor: &'a CombatantInfo<'a>,
    /// Attack from the chart or from an item.
    pub(super) line: AttackLine,
    /// Item that is thrown and leaves the hand.
    pub(super) thrown_item: Option<ItemId>,
    /// Settings of the table.
    pub(super) settings: Settings,
}

impl AttackExchange<'_> {
    /// Returns the terms of the attack as the next action of the turn.
    pub(super) fn attack_terms(&self) -> Vec<Term> {
        let mut terms =
            attack::attack_terms(&combatant_stats::attack_stats(self.actor, self.line.mode));
        terms.extend(
            TurnState::of(self.actor)
                .next_action()
                .and_then(TurnAction::split_penalty_term),
        );
        terms
    }

    /// Returns a target of Masquerade's attack by index.
    fn target(&self, target: u8) -> Option<&CombatantInfo<'_>> {
        self.scene.find_party(Party::Target(target))
    }

    /// Builds a defense option, with the reason if it is barred.
    fn defense_option(
        &self,
        who: &CombatantInfo<'_>,
        (key, title, way): (&'static str, Text, Way),
    ) -> DefenseOption {
        let defender = combatant_stats::defender_stats(who, &self.line, &self.settings);
        let act = TurnState::of(who)
            .action_for_defense(key)
            .map(|(_, act)| act);
        let mut terms = defense::defense_terms(way, &defender);
        terms.extend(act.and_then(TurnAction::split_penalty_term));
        let barred = defense::check_defense(way, &defender)
            .and_then(|()| D10.check_dice(&terms))
            .and_then(|()| turn::defense_action(who, key))
            .and_then(|defends| match defends.declared {
                true => Ok(()),
                false => check_can_abort(who, &self.settings.abort_limits(), &D10),
            });
        DefenseOption {
            key,
            title,
            throw: RollSpec::new(title, RollPurpose::Action, terms)
                .with_difficulty(vec![D10.default_difficulty()]),
            buys: roll_purchases(who, &D10),
            barred: barred.err().map(Into::into),
        }
    }
}

impl AttackRules for AttackExchange<'_> {
    fn rule_ids(&self) -> &ExchangeRuleIds {
        &EXCHANGE_RULES
    }

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn with_scene<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn AttackRules + 'n> {
        Box::new(AttackExchange {
            scene: now,
            actor: now.actor.unwrap_or(self.actor),
            line: attacks::attack_line(now).unwrap_or_else(|| self.line.clone()),
            thrown_item: self.thrown_item,
            settings: self.settings.clone(),
        })
    }

    fn attack_roll(&self) -> AttackRoll {
        let title = msg::wordings::attack(Wording::verbatim(self.line.name.clone()));
        let throw = RollSpec::new(title, RollPurpose::Action, self.attack_terms());
        AttackRoll::Roll {
            throw: throw.with_difficulty(vec![D10.default_difficulty()]),
            buys: roll_purchases(self.actor, &D10),
        }
    }

    fn on_attack_roll(&self, play: &mut Play<'_>, _roll: &RollScore) -> Result<(), Stop> {
        let act = TurnState::of(self.actor).next_action();
        let effects = act.map_or_else(Vec::new, |act| act.action_effects(Party::Actor));
        effects
            .into_iter()
            .for_each(|effect| play.add_effect(effect));
        if let Some(item) = self.thrown_item {
            play.add_effect(Effect::Carry {
                who: Party::Actor,
                item,
                to: Carried::Dropped,
            });
        }
        Ok(())
    }

    fn defense_options(&self, target: u8, _successes: i32) -> Vec<DefenseOption> {
        let who = self.target(target);
        let ways = who.map(|who| DEFENSE_METHODS.map(|way| self.defense_option(who, way)));
        ways.into_iter().flatten().collect()
    }

    /// Gives up another declared action if no matching defense is declared (MSQ-DEF-01).
    fn prepare_defense(
        &self,
        play: &mut Play<'_>,
        target: u8,
        way: &DefenseOption,
    ) -> Result<Option<RollSpec>, Stop> {
        let Some(who) = self.target(target) else {
            return Ok(None);
        };
        let turn = TurnState::of(who);
        let meets = match turn.action_for_defense(way.key) {
            Some((defends, _)) if !defends.declared => {
                let counts = turn.left.given_up_tally_key(defends.number);
                let limits = self.settings.abort_limits();
                give_up_action(play, (target, who), counts, &limits, &D10)?
            }
            _ => true,
        };
        Ok(meets.then(|| way.throw.clone()))
    }

    fn on_defended(
        &self,
        play: &mut Play<'_>,
        target: u8,
        met: &DefenseResult,
    ) -> Result<(), Stop> {
        if let Some(who) = self.target(target).filter(|_| met.defense != NO_DEFENSE) {
            TurnState::of(who).count_defense(play, Party::Target(target), &met.defense);
        }
        Ok(())
    }

    fn damage_terms(&self, _target: u8) -> Option<Vec<Term>> {
        let damage = combatant_stats::damage_stats(self.actor, &self.line);
        Some(damage::damage_terms(&damage, &self.settings))
    }

    fn minimum_damage_rule(&self) -> Option<&'static str> {
        Some("MSQ-DMG-02")
    }

    fn soak_roll(&self, target: u8) -> Option<RollSpec> {
        let who = self.target(target)?;
        let terms =
            combatant_stats::soak_terms(who, self.line.kind, self.line.source, &self.settings);
        Some(soak_roll(terms))
    }

    fn inflicted_terms(&self, target: u8, struck: &HitResult) -> Option<Vec<Term>> {
        let who = self.target(target);
        Some(inflicted_terms(who, self.line.kind, struck, &self.settings))
    }

    fn apply_hit(&self, play: &mut Play<'_>, target: u8, struck: &HitResult) -> Result<(), Stop> {
        let to = Party::Target(target);
        play.add_effect(damage_effect(to, self.line.kind, struck.inflicted));
        Ok(())
    }
}

/// Builds a soak roll of these dice.
pub(super) fn soak_roll(terms: Vec<Term>) -> RollSpec {
    let usual = D10.default_difficulty();
    let six = Term::from_rule(usual.label, usual.value, "MSQ-SOAK-01");
    RollSpec::soak_roll(terms).with_difficulty(vec![six])
}

/// Returns the terms of the levels inflicted: damage less soak, and half of bashing damage for the
/// undead (MSQ-DMG-05).
pub(super) fn inflicted_terms(
    who: Option<&CombatantInfo<'_>>,
    kind: DamageType,
    struck: &HitResult,
    settings: &Settings,
) -> Vec<Term> {
    let mut terms = vec![Term::from_rule(
        msg::DAMAGE,
        struck.damage,
        EXCHANGE_RULES.damage,
    )];
    if struck.soak != 0 {
        terms.push(Term::from_rule(
            msg::SOAK,
            -struck.soak,
            EXCHANGE_RULES.soak,
        ));
    }
    let undead = who.is_some_and(|who| sheet::creature_kind(who.sheet) == CreatureKind::Vampire);
    if undead && kind == DamageType::Bashing && settings.halve_bashing_for_undead {
        let left = struck.damage.saturating_sub(struck.soak).max(0);
        let halved = undead_bashing_levels(struck.damage, struck.soak, settings) - left;
        if halved != 0 {
            terms.push(Term::from_rule(
                msg::HALVED_FOR_THE_UNDEAD,
                halved,
                "MSQ-DMG-05",
            ));
        }
    }
    terms
}
