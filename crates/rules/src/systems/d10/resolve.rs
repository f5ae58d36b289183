//! Resolution of an attack, from the attack roll to the effects, as the three systems play it.
//!
//! The sequence of questions is fixed; each system supplies the answers as an [`AttackRules`].

mod abort_request;
mod attack;
mod roll_spec;

use crate::messages::d10 as msg;
pub use abort_request::{check_can_abort, choose_parry_weapon, give_up_action};
pub use attack::{
    AttackRoll, AttackRules, BLOCK, DEFENSE_CHOICES, DODGE, DefenseOption, DefenseResult,
    ExchangeRuleIds, HitResult, NO_DEFENSE, PARRY,
};
pub use roll_spec::{
    RollScore, RollSpec, ask_contest, ask_roll, roll_purchases, specialty_purchase,
    willpower_purchase,
};

use super::damage::DamageType;
use super::dice::RollOutcome;
use crate::base::term::{RuleId, Term};
use crate::character::track::DamagePacket;
use crate::exchange::{
    ChoiceOption, DefenseStyle, Effect, Party, Play, Protection, Scene, Slot, Stop, Upshot,
};

/// Returns the current scene with the intent of the attack's player.
fn current_scene<'n, 'p: 'n>(it: &'n dyn AttackRules, play: &Play<'p>) -> Scene<'n> {
    let now: Scene<'n> = play.scene();
    Scene {
        intent: it.scene().intent,
        ..now
    }
}

/// Resolves an attack of a d10 system: its roll, and for each target defense, damage, soak and effects.
///
/// Without a success no target defends, without a hit there is no damage roll, without damage no
/// soak roll.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub fn resolve_attack(it: &dyn AttackRules, play: &mut Play<'_>) -> Result<(), Stop> {
    let opened = roll_attack(it, play)?;
    it.on_attack_roll(play, &opened)?;
    if opened.successes < 1 {
        for (target, _) in (0_u8..).zip(it.scene().targets) {
            play.add_upshot(Party::Target(target), Upshot::Missed);
        }
        return Ok(());
    }
    let scene = current_scene(it, play);
    let it = &*it.with_scene(&scene);
    let shares = it.split_successes(play, opened.successes)?;
    for (target, share) in (0_u8..).zip(shares) {
        if share >= 1 {
            resolve_target(it, play, target, share)?;
        } else {
            play.add_upshot(Party::Target(target), Upshot::Missed);
        }
        play.end_blow();
    }
    Ok(())
}

/// Makes the attack roll, or records the automatic result.
fn roll_attack(it: &dyn AttackRules, play: &mut Play<'_>) -> Result<RollScore, Stop> {
    match it.attack_roll() {
        AttackRoll::Roll { throw, buys } => {
            self::ask_roll(play, "attack", 0, it.attacker(), &throw, &buys)
        }
        AttackRoll::AutoHit {
            why,
            successes,
            rule,
        } => {
            let terms = vec![Term::from_rule(why.clone(), successes, rule)];
            let successes = play.note_sum(Slot::new("attack"), it.attacker(), why, terms);
            Ok(RollScore {
                successes,
                outcome: match successes >= 1 {
                    true => RollOutcome::Success,
                    false => RollOutcome::Failure,
                },
            })
        }
    }
}

/// Resolves the attack against one target, with `share` of its successes.
fn resolve_target(
    it: &dyn AttackRules,
    play: &mut Play<'_>,
    target: u8,
    share: i32,
) -> Result<(), Stop> {
    let ids = *it.rule_ids();
    let scene = current_scene(it, play);
    let it = &*it.with_scene(&scene);
    let chosen = choose_defense(it, play, target, share)?;
    let scene = current_scene(it, play);
    let it = &*it.with_scene(&scene);
    let (defense, successes) = match chosen {
        Some(key) => roll_defense(it, play, target, share, &key)?,
        None => (NO_DEFENSE.to_owned(), 0),
    };
    let mut net = vec![Term::from_rule(msg::ATTACK, share, ids.defense)];
    if successes != 0 {
        net.push(Term::from_rule(msg::DEFENSE, -successes, ids.defense));
    }
    let net = play.note_sum(
        Slot::new("net").for_target(target),
        it.attacker(),
        msg::HITS_BY,
        net,
    );
    let met = DefenseResult {
        attack: share,
        defense,
        successes,
        net: net.max(0),
    };
    it.on_defended(play, target, &met)?;
    if met.net < 1 {
        play.add_upshot(Party::Target(target), outcome_without_hit(&met));
        return Ok(());
    }
    let mut struck = HitResult {
        defense: met,
        ..HitResult::default()
    };
    roll_damage(it, play, target, &mut struck)?;
    let scene = current_scene(it, play);
    it.with_scene(&scene).apply_hit(play, target, &struck)
}

/// Asks the target how to defend; `None` if not at all.
fn choose_defense(
    it: &dyn AttackRules,
    play: &mut Play<'_>,
    target: u8,
    share: i32,
) -> Result<Option<String>, Stop> {
    let ways = it.defense_options(target, share);
    let by = Party::Target(target);
    let none = ChoiceOption::new(NO_DEFENSE, msg::NO_DEFENSE);
    let option = |way: &DefenseOption| ChoiceOption {
        key: way.key.into(),
        title: way.title.into(),
        sum: Some(way.throw.dice_count()),
        of: None,
        barred: way
            .barred
            .as_ref()
            .map(|(why, rule)| (why.clone(), RuleId::new(rule))),
    };
    let options = std::iter::once(none)
        .chain(ways.iter().map(option))
        .collect();
    let slot = Slot::new("defense").for_target(target);
    let key = play.ask_choice(slot, by, msg::DEFENSE, it.rule_ids().defense, options)?;
    Ok((key != NO_DEFENSE).then_some(key))
}

/// Rolls the chosen defense, the option with this key; returns the key and the successes.
fn roll_defense(
    it: &dyn AttackRules,
    play: &mut Play<'_>,
    target: u8,
    share: i32,
    key: &str,
) -> Result<(String, i32), Stop> {
    let ways = it.defense_options(target, share);
    let Some(way) = ways.into_iter().find(|way| way.key == key) else {
        return Ok((NO_DEFENSE.to_owned(), 0));
    };
    let Some(roll) = it.prepare_defense(play, target, &way)? else {
        return Ok((NO_DEFENSE.to_owned(), 0));
    };
    let by = Party::Target(target);
    let rolled = ask_roll(play, "defend", target, by, &roll, &way.buys)?;
    Ok((key.to_owned(), rolled.successes))
}

/// Rolls damage and soak, and records the levels inflicted.
fn roll_damage(
    it: &dyn AttackRules,
    play: &mut Play<'_>,
    target: u8,
    struck: &mut HitResult,
) -> Result<(), Stop> {
    let ids = *it.rule_ids();
    let scene = current_scene(it, play);
    let it = &*it.with_scene(&scene);
    let party = Party::Target(target);
    let met = &struck.defense;
    let score = (met.defense != NO_DEFENSE).then_some((met.attack, met.successes));
    let Some(mut terms) = it.damage_terms(target) else {
        play.add_upshot(party, Upshot::Hit(score));
        return Ok(());
    };
    if struck.defense.net > 1 {
        let more = Term::from_rule(msg::EXTRA_SUCCESSES, struck.defense.net - 1, ids.extra);
        terms.push(more);
    }
    let sum = play.ruled_sum(&Slot::new("damage").for_target(target), &terms);
    if let Some(rule) = it.minimum_damage_rule().filter(|_| sum < 1) {
        let missing = 1_i32.saturating_sub(sum);
        terms.push(Term::from_rule(msg::AT_LEAST_ONE_DIE, missing, rule));
    }
    let damage = RollSpec::damage_roll(terms);
    struck.damage = ask_roll(play, "damage", target, it.attacker(), &damage, &[])?.successes;
    if struck.damage < 1 {
        play.add_upshot(party, Upshot::Unharmed(Protection::Nothing));
        return Ok(());
    }
    let scene = current_scene(it, play);
    let it = &*it.with_scene(&scene);
    if let Some(soak) = it.soak_roll(target) {
        let by = Party::Target(target);
        struck.soak = ask_roll(play, "soak", target, by, &soak, &[])?.successes;
    }
    let scene = current_scene(it, play);
    let it = &*it.with_scene(&scene);
    if let Some(mut terms) = it.inflicted_terms(target, struck) {
        let slot = Slot::new("inflicted").for_target(target);
        let sum = play.ruled_sum(&slot, &terms);
        if sum < 0 {
            terms.push(Term::from_rule(
                msg::NEVER_BELOW_0,
                sum.saturating_neg(),
                ids.soak,
            ));
        }
        let levels = play.note_sum(slot, Party::Target(target), msg::GETS_THROUGH, terms);
        struck.inflicted = levels.max(0);
        if levels < 1 {
            play.add_upshot(party, Upshot::Unharmed(Protection::Soak));
        }
    } else {
        play.add_upshot(party, Upshot::Hit(score));
    }
    Ok(())
}

/// Returns the outcome of an attack without net successes.
fn outcome_without_hit(met: &DefenseResult) -> Upshot {
    let way = match met.defense.as_str() {
        NO_DEFENSE => return Upshot::Missed,
        DODGE => DefenseStyle::Dodge,
        BLOCK => DefenseStyle::Block,
        PARRY => DefenseStyle::Parry,
        _ => DefenseStyle::Defense,
    };
    Upshot::Defended(way, Some((met.successes, met.attack)))
}

/// Creates the effect of so many levels of damage to a party.
#[must_use]
pub fn damage_effect(to: Party, kind: DamageType, levels: i32) -> Effect {
    let levels = u16::try_from(levels.max(0)).unwrap_or(u16::MAX);
    Effect::Harm {
        to,
        packet: DamagePacket::of_severity(kind.into(), levels),
    }
}

#[cfg(test)]
mod tests;
