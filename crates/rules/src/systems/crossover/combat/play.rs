//! The play of an attack, from its declaration to what comes of it.

use super::attack::{Attack, AttackManeuver};
use super::auto_hit::IDS;
use super::check::{self, POWER_SHOTS, SHOTS};
use super::range::{self, Distance};
use super::{after, damage, defense, dials, grips, holds, items, jab, pack, pool, read, soak};
use crate::base::term::{self, Term};
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::messages::{Text, crossover as msg};
use crate::systems::crossover::state::{self, Immobilized};
use crate::systems::crossover::{Denied, Refusal, Settings};
use crate::systems::d10::dice::Pool;
use crate::systems::d10::resolve::{
    self as d10, AttackRoll, DefenseOption, DefenseResult, ExchangeRuleIds, HitResult, RollScore,
    RollSpec,
};
use crate::systems::d10::shared_rules::chat_errors;
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;

/// Roll of an attack, or its number of successes where nothing is rolled.
#[derive(Clone)]
enum RollOrAutomaticResult {
    /// A roll: its dice and its difficulty.
    Roll(Vec<Term>, Vec<Term>),
    /// Without a roll: why, as how many successes it counts, and the rule.
    Sure(Text, i32, &'static str),
}

/// Decides whether an attack is rolled, or counts a fixed number of successes without a roll because its target is out
/// of reach (XOV-RNG-06) or cannot move (XOV-CMP-08).
fn roll_or_automatic_result(attack: &Attack<'_>) -> Result<RollOrAutomaticResult, Denied> {
    check::check(attack).map_err(Denied::from_refusal)?;
    if attack.is_ranged() && range::distance(attack) == Distance::OutOfReach {
        return Ok(RollOrAutomaticResult::Sure(
            msg::OUT_OF_REACH,
            0,
            "XOV-RNG-06",
        ));
    }
    if state::immobilized(attack.target, attack.by) == Some(Immobilized::Fully) {
        let successes = attack.by.helpless_successes.max(1);
        let why = msg::THE_TARGET_CANNOT_MOVE;
        return Ok(RollOrAutomaticResult::Sure(why, successes, "XOV-CMP-08"));
    }
    let dice = pool::dice(attack);
    let sum = term::sum_terms(&dice);
    if sum < 1 {
        return Err(Denied::from_refusal(Refusal::NoDice));
    }
    Pool::at_default_difficulty(sum).check_size()?;
    Ok(RollOrAutomaticResult::Roll(dice, pool::difficulty(attack)))
}

/// Attack of Crossover while its exchange is played, with the roll or automatic result it begins
/// with.
pub(super) struct Blow<'a> {
    pub(super) attack: Attack<'a>,
    beginning: RollOrAutomaticResult,
}

impl<'a> Blow<'a> {
    /// Creates an attack from the scene, before its dice.
    ///
    /// # Errors
    /// [`Stop`] when the rules refuse it.
    pub(super) fn new(
        scene: &'a Scene<'a>,
        maneuver: &'static AttackManeuver,
        by: &'a Settings,
    ) -> Result<Self, Stop> {
        let actor = read::actor(scene)?;
        read::may_act(actor, &scene.intent.set)?;
        let item = read::in_hand(scene).filter(|_| maneuver.weapon.is_some());
        // What bars it on the acting combatant's own side is told before a target is named.
        check::check_readiness(actor, maneuver, item, scene, by)?;
        let attack = Attack {
            scene,
            actor,
            target: read::target(scene)?,
            by,
            maneuver,
            item,
        };
        let beginning = roll_or_automatic_result(&attack)
            .map_err(|why| Stop::from(chat_errors::denied_error(&why)))?;
        Ok(Self { attack, beginning })
    }

    /// Counts the attacker among those who fight the target close by, from the declaration on and
    /// once a turn (XOV-CLOSE-09).
    pub(super) fn engage(&self, play: &mut Play<'_>) {
        if self.attack.is_newcomer() {
            play.add_effect(Effect::Count {
                who: Party::Target(0),
                key: read::ATTACKERS.into(),
            });
            play.add_effect(holds::hold(Party::Actor, Party::Target(0), holds::ENGAGES));
        }
    }

    /// Returns the effects of making the attack at all, such as the action counted and the rounds
    /// fired.
    fn spent(&self, roll: &RollScore) -> Vec<Effect> {
        let attack = &self.attack;
        let number = dials::number(attack.actor, attack.set());
        let mut effects = vec![read::counted(Party::Actor, number)];
        if let Some((id, _)) = attack.item {
            let rounds = match (attack.loaded(), attack.maneuver.empties) {
                (None, _) => 0,
                (Some(loaded), true) => loaded,
                (Some(_), false) => attack.maneuver.uses,
            };
            if rounds != 0 {
                effects.push(items::wear(Party::Actor, id, items::LOADED, -rounds));
            }
            if attack.maneuver.shoots {
                let key = if number == 0 { POWER_SHOTS } else { SHOTS };
                effects.push(Effect::Count {
                    who: Party::Actor,
                    key: format!("{key}_{id}").into(),
                });
            }
            effects.extend((attack.maneuver.used)(attack, roll));
        }
        effects.extend(read::effects_of_acting(attack.actor, Party::Actor));
        effects.extend(read::moved_yards_effect(
            attack.actor,
            Party::Actor,
            attack.yards(),
        ));
        effects
    }
}

impl d10::AttackRules for Blow<'_> {
    fn rule_ids(&self) -> &ExchangeRuleIds {
        &IDS
    }

    fn scene(&self) -> &Scene<'_> {
        self.attack.scene
    }

    fn with_scene<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn d10::AttackRules + 'n> {
        let before = self.attack;
        let item = read::in_hand(now).filter(|_| before.maneuver.weapon.is_some());
        Box::new(Blow {
            attack: Attack {
                scene: now,
                actor: now.actor.unwrap_or(before.actor),
                target: now.first_target().unwrap_or(before.target),
                item: item.or(before.item),
                ..before
            },
            beginning: self.beginning.clone(),
        })
    }

    fn attack_roll(&self) -> AttackRoll {
        match &self.beginning {
            RollOrAutomaticResult::Roll(dice, difficulty) => {
                let title = self.attack.maneuver.title;
                let throw = RollSpec::new(title, RollPurpose::Action, dice.clone());
                AttackRoll::Roll {
                    throw: throw.with_difficulty(difficulty.clone()),
                    buys: read::buys(self.attack.actor),
                }
            }
            RollOrAutomaticResult::Sure(why, successes, rule) => AttackRoll::AutoHit {
                why: (*why).into(),
                successes: *successes,
                rule,
            },
        }
    }

    fn on_attack_roll(&self, play: &mut Play<'_>, roll: &RollScore) -> Result<(), Stop> {
        for effect in self.spent(roll) {
            play.add_effect(effect);
        }
        (self.attack.maneuver.rolled)(&self.attack, play, roll)?;
        jab::mark_disarm(&self.attack, play);
        Ok(())
    }

    fn split_successes(&self, play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        (self.attack.maneuver.shares)(&self.attack, play, successes)
    }

    /// Returns the ways to defend. The free attack of an ambush leaves none (XOV-MAN-03).
    fn defense_options(&self, target: u8, _successes: i32) -> Vec<DefenseOption> {
        let attack = &self.attack;
        let free = attack.ambush().is_some() && !attack.by.ambush_may_be_defended;
        match attack.at(target).filter(|_| !free) {
            Some(who) => defense::defenses(attack, who),
            None => Vec::new(),
        }
    }

    fn confirm_defense(&self, play: &mut Play<'_>, target: u8, key: &str) -> Result<bool, Stop> {
        match self.attack.at(target) {
            Some(who) => defense::give_up_action(who, target, key, self.attack.by, play),
            None => Ok(false),
        }
    }

    fn on_defended(
        &self,
        play: &mut Play<'_>,
        target: u8,
        met: &DefenseResult,
    ) -> Result<(), Stop> {
        if let Some(who) = self.attack.at(target) {
            defense::on_defended(&self.attack, target, who, met, play);
        }
        Ok(())
    }

    fn damage_terms(&self, _target: u8) -> Option<Vec<Term>> {
        let terms = damage::terms(&self.attack);
        let drinks = grips::drinks(&self.attack).is_some();
        (!terms.is_empty() && !drinks).then_some(terms)
    }

    fn soak_roll(&self, target: u8) -> Option<RollSpec> {
        let attack = &self.attack;
        let who = attack.at(target).filter(|_| !damage::is_test(attack))?;
        Some(soak::throw(who, &damage::wound(attack), attack.by))
    }

    fn inflicted_terms(&self, target: u8, struck: &HitResult) -> Option<Vec<Term>> {
        let attack = &self.attack;
        let who = attack.at(target).filter(|_| !damage::is_test(attack))?;
        let kind = damage::wound(attack).kind;
        Some(after::levels(who, struck, kind, attack.by))
    }

    fn apply_hit(&self, play: &mut Play<'_>, target: u8, struck: &HitResult) -> Result<(), Stop> {
        let attack = &self.attack;
        let Some(who) = attack.at(target) else {
            return Ok(());
        };
        if !damage::is_test(attack) {
            let wound = damage::wound(attack);
            after::mark_hit(who, target, &wound, struck, attack.by, play);
            after::stake(attack, target, struck, play);
        }
        pack::play_tactic(attack, target, who, play);
        (attack.maneuver.hits)(attack, play, target, struck)
    }
}
