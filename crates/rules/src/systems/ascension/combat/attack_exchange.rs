//! Attack of one combatant on another: roll, defense, damage and soak (ASC-TURN-02, ASC-ATK-01,
//! ASC-ATK-02, ASC-DEF-01 to 05, ASC-DODGE-01 to 06, ASC-BLOCK-01 to 07, ASC-PARRY-01, ASC-REB-01,
//! ASC-DESP-01, ASC-DESP-02, ASC-CM-01, ASC-DMG-01 to 04, ASC-SOAK-01 to 06).

use super::super::Settings;
use super::super::attack::{self, AttackAbility, MagickOpenness};
use super::super::chart::AttackLine;
use super::super::defense::{IncomingAttack, can_meet_damage_type};
use super::defense_methods::{self, DefenseMethod};
use super::forms::{
    DELIVERED, FORMS, OPENNESS, OPENNESS_OPTIONS, SPELL_DELIVERIES, THROUGH, THROW,
    difficulty_terms, find_option, incoming_attack,
};
use super::gear::{self, SPELL, SPHERE};
use super::rolls::EXCHANGE_RULES;
use super::turn::{TakenAction, TurnAction, TurnState};
use super::{combatant_stats, rebound, rolls};
use crate::base::term::{RuleId, Term, sum_terms};
use crate::character::gear::{Carried, ItemId};
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::messages::{Text, Wording, ascension as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::ascension::refusal::D10;
use crate::systems::d10::resolve::{
    AttackRoll, AttackRules, DefenseOption, DefenseResult, ExchangeRuleIds, HitResult, NO_DEFENSE,
    PARRY, RollScore, RollSpec, ask_roll, damage_effect, give_up_action, roll_purchases,
};
use crate::systems::d10::shared_rules::remaining_turn::RemainingTurn;
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use std::cell::Cell;

/// Attack of one combatant on others as an exchange of Ascension plays it.
pub(super) struct AttackExchange<'a> {
    /// Scene of the exchange.
    pub(super) scene: &'a Scene<'a>,
    /// Combatant who makes the attack.
    pub(super) actor: &'a CombatantInfo<'a>,
    /// Attack from the chart or from an item.
    pub(super) line: AttackLine,
    /// Attack as the defender has to meet it.
    pub(super) incoming: IncomingAttack,
    /// Whether countermagick can stop the attack.
    pub(super) mystic: bool,
    /// Terms of the attack's difficulty.
    pub(super) difficulty: Vec<Term>,
    /// Item that is thrown and leaves the hand.
    pub(super) thrown_item: Option<ItemId>,
    /// Action that the attack uses up.
    pub(super) action: Option<TakenAction>,
    /// Action that the defense uses up with its number, once chosen.
    pub(super) defense_action: Cell<Option<(TakenAction, u8)>>,
    /// Weapon used to parry, once chosen.
    pub(super) parry_weapon: Cell<Option<ItemId>>,
    /// Settings of the table.
    pub(super) settings: Settings,
}

/// Builds the attack of a scene without the action it uses; `None` if `key` is no attack or the
/// item is missing.
pub(super) fn build_attack<'a>(
    scene: &'a Scene<'a>,
    actor: &'a CombatantInfo<'a>,
    key: &str,
) -> Option<AttackExchange<'a>> {
    let form = FORMS.iter().find(|form| form.key == key)?;
    let line = if form.line.is_empty() {
        let item = scene.item();
        let item = item.filter(|item| form.items.contains(&item.kind.as_str()));
        item.map(gear::attack_line_from_item)?
    } else {
        gear::attack_line_named(form.line)?.clone()
    };
    let line = match key {
        DELIVERED => AttackLine {
            ability: find_option(SPELL_DELIVERIES, scene.parameter_or(THROUGH, 0))
                .unwrap_or(AttackAbility::Brawl),
            ..line
        },
        _ => line,
    };
    let difficulty = match line.ability {
        AttackAbility::Arete => {
            let sphere = scene.item().and_then(|item| item.number(SPHERE));
            let open = find_option(OPENNESS_OPTIONS, scene.parameter_or(OPENNESS, 0))
                .unwrap_or(MagickOpenness::Coincidental);
            attack::magick_difficulty(sphere.unwrap_or(1), open)
        }
        _ => difficulty_terms(&line),
    };
    Some(AttackExchange {
        scene,
        actor,
        incoming: incoming_attack(scene, &line, key),
        mystic: form.items.contains(&SPELL),
        difficulty,
        thrown_item: scene.intent.item.filter(|_| key == THROW),
        action: None,
        defense_action: Cell::new(None),
        parry_weapon: Cell::new(None),
        settings: Settings::of(scene.house),
        line,
    })
}

impl AttackExchange<'_> {
    /// Returns the terms of the attack pool before it is divided.
    pub(super) fn undivided_terms(&self) -> Vec<Term> {
        attack::attack_terms(
            &combatant_stats::attack_stats(self.actor, self.line.ability),
            &self.settings,
        )
    }

    /// Returns a target of Ascension's attack by index.
    fn target(&self, target: u8) -> Option<&CombatantInfo<'_>> {
        self.scene.find_party(Party::Target(target))
    }

    /// Lists the defense methods of a target, in the order offered.
    fn defense_methods(
        &self,
        target: u8,
        who: &CombatantInfo<'_>,
    ) -> Vec<(DefenseMethod, DefenseOption)> {
        let at = combatant_stats::defense_situation(self.scene, target, who);
        defense_methods::all_defenses(who, &self.incoming, self.mystic, &at, &self.settings)
    }

    /// Whether the method is a block that is permitted only as a futile attempt; it stops nothing,
    /// whatever it rolls (ASC-BLOCK-07).
    fn is_futile_block(&self, target: u8, who: &CombatantInfo<'_>, way: &DefenseMethod) -> bool {
        let at =
            way.apply_to_situation(combatant_stats::defense_situation(self.scene, target, who));
        way.is_block()
            && !can_meet_damage_type(&combatant_stats::defender_stats(who), &self.incoming, &at)
    }

    /// Adds a remark to the exchange's effects.
    fn announce(play: &mut Play<'_>, who: Party, words: Text, rule: &'static str) {
        play.add_effect(Effect::Tell {
            who,
            words: words.into(),
            rule: RuleId::new(rule),
        });
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
        let actor = now.actor.unwrap_or(self.actor);
        let again = build_attack(now, actor, &now.intent.maneuver);
        let again = again.unwrap_or_else(|| AttackExchange {
            scene: now,
            actor,
            line: self.line.clone(),
            difficulty: self.difficulty.clone(),
            defense_action: Cell::new(None),
            parry_weapon: Cell::new(None),
            settings: self.settings.clone(),
            ..*self
        });
        Box::new(AttackExchange {
            action: self.action,
            defense_action: Cell::new(self.defense_action.get()),
            parry_weapon: Cell::new(self.parry_weapon.get()),
            ..again
        })
    }

    fn attack_roll(&self) -> AttackRoll {
        let mut terms = self.undivided_terms();
        let share = self
            .action
            .and_then(|taken| taken.share_term(sum_terms(&terms)));
        terms.extend(share);
        let title = msg::wordings::attack(Wording::verbatim(self.line.name.clone()));
        let throw = RollSpec::new(title, RollPurpose::Action, terms)
            .with_difficulty(self.difficulty.clone());
        AttackRoll::Roll {
            throw,
            buys: roll_purchases(self.actor, &D10),
        }
    }

    fn on_attack_roll(&self, play: &mut Play<'_>, _roll: &RollScore) -> Result<(), Stop> {
        if let Some(taken) = self.action {
            taken.count_action(play, Party::Actor, None);
        }
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
        let ways = who
            .map(|who| self.defense_methods(target, who))
            .unwrap_or_default();
        ways.into_iter().map(|(_, defense)| defense).collect()
    }

    /// Gives up a declared action for the defense if it is not one itself (ASC-DEF-03), and takes a
    /// share of a divided pool (ASC-DEF-05).
    fn prepare_defense(
        &self,
        play: &mut Play<'_>,
        target: u8,
        defense: &DefenseOption,
    ) -> Result<Option<RollSpec>, Stop> {
        let Some(who) = self.target(target) else {
            return Ok(None);
        };
        let ways = self.defense_methods(target, who);
        let way = ways.into_iter().find(|(_, it)| it.key == defense.key);
        let Some((way, _)) = way else {
            return Ok(None);
        };
        let party = Party::Target(target);
        let mut roll = defense.throw.clone();
        let turn = TurnState::of(who);
        let limits = self.settings.abort_limits();
        if way.is_desperate() {
            if let Some(gives_up) = turn.can_turn_desperate() {
                if gives_up && !give_up_action(play, (target, who), None, &limits, &D10)? {
                    return Ok(None);
                }
                defense_methods::record_desperate_turn(play, party);
            }
        } else {
            let defends = turn.action_for_defense(way.declared_kind());
            let counts = turn.left.given_up_tally_key(defends.number);
            if !defends.declared && !give_up_action(play, (target, who), counts, &limits, &D10)? {
                return Ok(None);
            }
            let act = turn.action_for_pool(Some(defends.number), roll.dice_count(), false);
            let act = act.unwrap_or(TurnAction::Whole);
            let taken = act.take(play, (target, party), None)?;
            let share = taken.share_term(roll.dice_count());
            roll.terms.extend(share);
            self.defense_action.set(Some((taken, defends.number)));
        }
        if way.is_parry() && defense_methods::is_unarmed(&self.line) {
            self.parry_weapon
                .set(rebound::choose_rebound_weapon(play, target, who)?);
        }
        if self.is_futile_block(target, who, &way) {
            ask_roll(play, "defend", target, party, &roll, &defense.buys)?;
            Self::announce(play, party, msg::THE_BLOCK_STOPS_NOTHING, "ASC-BLOCK-07");
            self.count_defense(play, party, who);
            return Ok(None);
        }
        if way.is_block() && self.incoming.unblockable {
            Self::announce(play, party, msg::THE_BLOCK_COSTS_A_LIMB, "ASC-BLOCK-06");
        }
        Ok(Some(roll))
    }

    fn on_defended(
        &self,
        play: &mut Play<'_>,
        target: u8,
        met: &DefenseResult,
    ) -> Result<(), Stop> {
        let party = Party::Target(target);
        if met.defense == NO_DEFENSE {
            return Ok(());
        }
        let Some(who) = self.target(target) else {
            return Ok(());
        };
        self.count_defense(play, party, who);
        let parried = met.defense == PARRY && met.attack >= 1;
        if parried && defense_methods::is_unarmed(&self.line) && met.successes > met.attack {
            let excess = met.successes - met.attack;
            play.add_effect(rebound::rebound_effect(
                target,
                self.parry_weapon.get(),
                excess,
            ));
        }
        Ok(())
    }

    fn damage_terms(&self, _target: u8) -> Option<Vec<Term>> {
        Some(defense_methods::damage_terms(self.actor, &self.line))
    }

    fn minimum_damage_rule(&self) -> Option<&'static str> {
        Some("ASC-DMG-02")
    }

    fn soak_roll(&self, target: u8) -> Option<RollSpec> {
        let who = self.target(target)?;
        Some(rolls::soak_roll(combatant_stats::soak_pool(
            who,
            self.line.kind,
            &self.settings,
        )))
    }

    fn apply_hit(&self, play: &mut Play<'_>, target: u8, struck: &HitResult) -> Result<(), Stop> {
        let to = Party::Target(target);
        play.add_effect(damage_effect(to, self.line.kind, struck.inflicted));
        Ok(())
    }
}

impl AttackExchange<'_> {
    /// Counts the defense as an action, or as one of a desperate turn.
    fn count_defense(&self, play: &mut Play<'_>, party: Party, who: &CombatantInfo<'_>) {
        match self.defense_action.take() {
            Some((taken, number)) => {
                taken.count_action(play, party, Some((&RemainingTurn::of(who), number)))
            }
            None => defense_methods::count_desperate_defense(play, party),
        }
    }
}
