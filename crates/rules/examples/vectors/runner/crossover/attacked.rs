//! Attacks and defenses before their dice: the steps that the exchange asks.

use rules::dial::Range;
use rules::exchange::{Answer, Effect, Line, Party, Ruled, Slot, Step};
use rules::plan::Plan;
use rules::system::{RuleSystem, SystemId};
use serde_json::{Value, json};

use super::super::family::{Answer as Told, value};
use super::super::stage::{Chosen, OwnedFighter, Stage, harm, line, sum, worn};
use super::asked::{
    Attack, Breed, Claws, Cover, DIFFICULTY, DamageType, Defending, Flank, Form, Immobilized, Kind,
    Level, Maneuver, Reach, TargetSize, WeaponClass,
};

/// A combatant with nothing in any trait, of a kind and breed.
pub(super) fn of_kind(kind: Kind, breed: Breed) -> Result<OwnedFighter, String> {
    let word = match (kind, breed) {
        (Kind::Werewolf, Breed::Metis) => "metis".to_owned(),
        (Kind::Werewolf, Breed::Lupus) => "lupus".to_owned(),
        (kind, _) => written(kind)?,
    };
    let owned = OwnedFighter::new(SystemId::Crossover.rules(), &word)?;
    // Enough for any number of actions.
    Ok(owned.with(&[("wits", 1_000)]))
}

/// The word of a value.
pub(super) fn written(word: impl serde::Serialize) -> Result<String, String> {
    Ok(value(word)?.as_str().unwrap_or_default().to_owned())
}

/// The condition that is a shape.
pub(super) const fn shape(form: Form) -> Option<&'static str> {
    match form {
        Form::Homid => None,
        Form::Glabro => Some("glabro"),
        Form::Crinos => Some("crinos"),
        Form::Hispo => Some("hispo"),
        Form::Lupus => Some("lupus_form"),
    }
}

fn staged(attack: &Attack, key: &str) -> Result<Stage, String> {
    let who = &attack.attacker;
    let mut actor = of_kind(who.kind, Breed::Homid)?.with(&[
        ("dexterity", who.dexterity),
        ("strength", who.strength),
        ("perception", who.perception),
        ("brawl", who.brawl),
        ("melee", who.melee),
        ("firearms", who.firearms),
        ("athletics", who.athletics),
        ("throwing", who.throwing),
        ("archery", who.archery),
        ("ambidextrous", who.ambidextrous.into()),
    ]);
    actor.hurt(who.wound_level);
    if let Some(shape) = shape(who.form) {
        actor.is(true, shape);
    }
    actor.is(who.claws == Some(Claws::Feral), "feral_claws");
    actor.is(who.claws == Some(Claws::Bone), "bone_claws");
    let mut stage = Stage::new(SystemId::Crossover.combat(), actor, key);
    stage.targets.push(of_kind(Kind::Mortal, Breed::Homid)?);
    weapon(attack, &mut stage)?;
    attacker(attack, &mut stage)?;
    other(attack, &mut stage);
    Ok(stage)
}

fn weapon(attack: &Attack, stage: &mut Stage) -> Result<(), String> {
    let weapon = attack.weapon.unwrap_or_default();
    let class = written(weapon.class)?;
    let mut tags = vec![class.as_str()];
    tags.retain(|tag| *tag != "other");
    let kind = weapon.kind.map(written).transpose()?;
    tags.extend(kind.as_deref());
    let flags = [
        (weapon.rubber, "rubber"),
        (weapon.thrown_design, "thrown_design"),
        (weapon.melee_design, "melee_design"),
        (attack.situation.scope, "scope"),
    ];
    tags.extend(flags.iter().filter(|(is, _)| *is).map(|(_, tag)| *tag));
    let mut numbers = vec![
        ("damage", weapon.damage),
        ("range", weapon.range),
        ("rate", weapon.rate),
        ("clip", weapon.clip),
        ("readied", 9),
    ];
    numbers.extend(weapon.loaded.map(|loaded| ("loaded", loaded)));
    let id = stage.actor.carries("weapon", &numbers, &tags);
    stage.intent.item = Some(id);
    Ok(())
}

const fn grade(cover: Option<Cover>) -> i32 {
    match cover {
        None => 0,
        Some(Cover::Light) => 1,
        Some(Cover::Good) => 2,
        Some(Cover::Superior) => 3,
    }
}

/// What the situation says of the attacker and of the attack.
fn attacker(attack: &Attack, stage: &mut Stage) -> Result<(), String> {
    let at = &attack.situation;
    if let Some(ability) = at.ability.filter(|_| attack.maneuver.is_ranged()) {
        let place = ability_dial(stage, &written(ability)?)?;
        stage.intent.set.set("ability", place);
    }
    let usual = attack
        .attacker
        .dexterity
        .saturating_mul(3)
        .saturating_add(20);
    let part = match at.target_size {
        None => 0,
        Some(TargetSize::Medium) => 2,
        Some(TargetSize::Small) => 4,
        Some(TargetSize::Precise) => 6,
    };
    for (key, set) in [
        ("yards", at.yards_moved),
        ("running", at.running_yards.unwrap_or(usual)),
        ("part", part),
        ("exposed", at.part_exposed.into()),
        ("changed", at.changed_action.into()),
        ("off_hand", at.off_hand.into()),
        ("opponents", at.opponents),
    ] {
        stage.intent.set.set(key, set);
    }
    if at.changed_action {
        stage.ruled(Ruled::Choose {
            slot: Slot::of("own_change"),
            key: "pointless".to_owned(),
        });
    }
    let flank = match at.flank {
        None => 0,
        Some(Flank::Side) => 1,
        Some(Flank::Rear) => 2,
    };
    stage.between = stage
        .between
        .clone()
        .with("flank", flank)
        .with("distance", at.distance.unwrap_or(-1))
        .with("cover", grade(at.target_cover))
        .with("own_cover", grade(at.self_cover))
        .with("smaller", at.target_smaller.into());
    stage.add("attack", at.split);
    // Who has no Dexterity does too much with a single action.
    let too_much = i32::from(at.over_limit) - i32::from(attack.attacker.dexterity < 1);
    stage.add("attack_difficulty", 3 * too_much);
    stage
        .actor
        .carries("armor", &[("difficulty", at.armor_difficulty)], &[]);
    let actor = &mut stage.actor;
    actor.is(at.tackled, "tackled");
    actor.is(at.self_blinded, "blinded");
    actor.is(at.relief.heightened_senses, "heightened_senses");
    actor.is(at.relief.eyes_of_the_beast, "eyes_of_the_beast");
    actor.has("felt", at.relief.blind_fighting);
    actor.is(at.self_down, "down");
    match at.self_fast {
        Some(true) => actor.has("moved", 8),
        Some(false) if at.yards_moved > 7 => stage.add("attack_difficulty", -1),
        _ => {}
    }
    Ok(())
}

/// An ability on the dial of the maneuver that is meant; 0 where there is only one.
fn ability_dial(stage: &Stage, ability: &str) -> Result<i32, String> {
    let meant = stage.intent.maneuver.clone();
    let all = stage.staged(|scene| stage.combat.maneuvers(scene));
    let dials = all.into_iter().find(|one| one.key == meant);
    let dials = dials.map_or_else(Vec::new, |one| one.dials);
    let range = dials.into_iter().find(|dial| dial.key == "ability");
    let found = match range.map(|dial| dial.range) {
        Some(Range::Choice(ways)) => ways
            .iter()
            .find(|(_, word)| word.to_lowercase() == ability)
            .map(|(place, _)| *place),
        _ => (ability == "firearms").then_some(0),
    };
    found.ok_or_else(|| "that ability is not rolled for this".to_owned())
}

/// What the situation says of the target, and of both.
fn other(attack: &Attack, stage: &mut Stage) {
    let at = &attack.situation;
    if at.aim_turns > 0 {
        stage.actor.has("aiming", at.aim_turns);
        stage.holds("aim", at.aim_turns);
    }
    if at.ambush_bonus != 0 {
        stage.actor.has("ambush", at.ambush_bonus);
        stage.holds("ambush", at.ambush_bonus);
    }
    let armed = stage.intent.item.filter(|_| attack.weapon.is_some());
    match armed.filter(|_| at.riposte) {
        Some(item) => {
            stage.actor.has("riposte", i32::from(item) + 1);
            stage.holds("riposte", 0);
        }
        None => stage.add("attack", at.riposte.into()),
    }
    for (is, key) in [(at.in_clinch, "clinch"), (at.in_hold, "hold")] {
        if is {
            stage.holds(key, 0);
        }
    }
    let tackled = at.tackled_target_last_turn;
    if tackled {
        stage.holds("tackle", 0);
    }
    let Some(target) = stage.targets.first_mut() else {
        return;
    };
    target.is(tackled, "tackled");
    target.is(at.target_blinded, "blinded");
    target.has("guarded", at.target_blind_fighting);
    target.is(at.target_dazed, "dazed");
    target.is(
        at.target_immobilized == Some(Immobilized::Partly),
        "immobilized",
    );
    target.is(
        at.target_immobilized == Some(Immobilized::Fully),
        "helpless",
    );
    target.is(at.target_down, "down");
    if at.target_fast {
        target.has("moved", 8);
    }
    let length = if at.target_weapon_longer { 4 } else { 0 };
    target.carries("weapon", &[("length", length)], &[]);
}

/// The refusal by its code, or nonsense.
fn refused(code: &str) -> Told {
    match code {
        "nonsense" => Err("the question cannot be".to_owned()),
        code => Ok(json!({"error": code})),
    }
}

/// The type of the damage of a hit, as it would be marked.
fn kind(effects: &[Effect]) -> Option<DamageType> {
    let packet = harm(effects, Party::Target(0));
    match (packet.bashing, packet.lethal, packet.aggravated) {
        (1.., ..) => Some(DamageType::Bashing),
        (_, 1.., _) => Some(DamageType::Lethal),
        (_, _, 1..) => Some(DamageType::Aggravated),
        _ => None,
    }
}

pub(super) fn attack(attack: &Attack) -> Told {
    let key = written(attack.maneuver)?;
    let mut stage = staged(attack, &key)?;
    let begun = match stage.step(&[]) {
        Ok(begun) => begun,
        Err(code) => return refused(&code),
    };
    // What a hit would be rolled for: an attack with one success, one of damage, none of soak.
    let mut hit = Stage {
        rulings: stage.rulings.clone(),
        ..staged(attack, &key)?
    };
    for (slot, successes) in [
        ("attack", 1 + i32::from(attack.maneuver == Maneuver::Strafe)),
        ("damage", 1),
        ("soak", 0),
    ] {
        hit.rolls(slot, successes);
    }
    let hit = hit.given(&Chosen::default())?;
    stage.rolls("attack", 0);
    let missed = stage.given(&Chosen::default())?;
    let mut answer = json!({});
    let mut put = |key: &str, value: Value| {
        if let Some(map) = answer.as_object_mut() {
            map.insert(key.to_owned(), value);
        }
    };
    let loaded = attack.weapon.and_then(|weapon| weapon.loaded);
    if let Some(loaded) = loaded {
        // A jab spends its round when it hits.
        let jab = attack.maneuver == Maneuver::JabPistol;
        let spent = if jab {
            0
        } else {
            worn(&missed.effects, "loaded")
        };
        put("ammo_after", json!(loaded.saturating_add(spent)));
    }
    let sure = line(&begun.ledger, "attack").filter(|line: &&Line| line.rolled.is_none());
    if sure.is_some() && sum(&begun.ledger, "attack") < Some(1) {
        put("auto", json!("miss"));
        return Ok(answer);
    }
    put("damage_pool", json!(sum(&hit.ledger, "damage")));
    put("damage_type", json!(kind(&hit.effects)));
    match begun.next {
        _ if sure.is_some() => put("auto", json!("hit")),
        Some(Step::Roll { check, .. }) => {
            if check.sum() < 1 {
                return refused("no_dice");
            }
            put("pool", json!(check.sum()));
            put("difficulty", json!(target_of(&check.reading)));
            let asked = check.reading.or("difficulty", DIFFICULTY);
            put("overflow", json!((asked - 10).max(0)));
        }
        _ => return refused("no_dice"),
    }
    Ok(answer)
}

pub(super) fn defend(it: &Defending) -> Told {
    let at = &it.situation;
    let key = written(it.maneuver)?;
    let mut stage = incoming(it)?;
    let who = &it.defender;
    let mut target = of_kind(Kind::Mortal, Breed::Homid)?.with(&[
        ("dexterity", who.dexterity),
        ("brawl", who.brawl),
        ("melee", who.melee),
        // So that there is a choice to ask for.
        ("dodge", if key == "dodge" { who.dodge } else { 500 }),
    ]);
    target.hurt(who.wound_level);
    target.carries("armor", &[("rating", at.soak_pool)], &["protects_kinetic"]);
    if at.has_weapon_or_shield {
        target.carries("shield", &[("difficulty", at.armor_difficulty)], &[]);
    }
    let count = u16::try_from(at.opponents).unwrap_or(0);
    target.tally.insert("attackers".to_owned(), count);
    if let Some(index) = at.desperate_index {
        target.plan = Some(Plan {
            stance: Some("desperate_defense".to_owned()),
            ..Plan::default()
        });
        let index = u16::try_from(index).unwrap_or(0);
        target.tally.insert("defense".to_owned(), index);
    } else {
        stage.add("defend", at.split);
        let too_much = i32::from(at.over_limit) - i32::from(who.dexterity < 1);
        stage.add("defend_difficulty", 3 * too_much);
    }
    target.is(at.tackled, "tackled");
    target.is(at.self_blinded, "blinded");
    target.is(at.relief.heightened_senses, "heightened_senses");
    target.is(at.relief.eyes_of_the_beast, "eyes_of_the_beast");
    target.has("felt", at.relief.blind_fighting);
    stage.targets.push(target);
    let progress = stage.step(&[("defense", Answer::Chose(key.clone()))])?;
    match progress.next {
        Some(Step::Roll { slot, check, .. }) if slot.as_str() == "defend" && check.sum() >= 1 => {
            let difficulty = target_of(&check.reading);
            Ok(json!({"pool": check.sum(), "difficulty": difficulty}))
        }
        Some(Step::Choose { options, .. }) => {
            let option = options.iter().find(|option| option.key == key.as_str());
            let barred = option.and_then(|option| option.barred.as_ref());
            let (why, _) = barred.ok_or("asked, but not barred")?;
            refused(code(why)?)
        }
        _ if who.wound_level == Level::Incapacitated => refused("incapacitated"),
        _ => refused("no_dice"),
    }
}

fn target_of(reading: &rules::dial::Reading) -> i32 {
    reading.or("difficulty", DIFFICULTY).clamp(2, 10)
}

/// The refusal whose words these are.
fn code(words: &str) -> Result<&'static str, String> {
    let known = [
        ("this only meets close attacks", "close_only"),
        (
            "what cannot be soaked cannot be blocked",
            "cannot_block_unsoakable",
        ),
        (
            "a parry needs a weapon or a shield",
            "needs_weapon_or_shield",
        ),
        ("no dice are left for this", "no_dice"),
    ];
    let found = known.iter().find(|(refusal, _)| refusal.starts_with(words));
    found
        .map(|(_, code)| *code)
        .ok_or_else(|| format!("{words} is no refusal"))
}

/// An attack of the kind that is met, which hits.
fn incoming(it: &Defending) -> Result<Stage, String> {
    let at = &it.situation;
    let mut actor = of_kind(Kind::Mortal, Breed::Homid)?.with(&[("dexterity", 5)]);
    let kind = written(at.incoming_type)?;
    let class = written(WeaponClass::Smg)?;
    let (key, class) = match (at.strafed, at.incoming) {
        (true, _) => ("strafe", class.as_str()),
        (false, Reach::Ranged) => ("shoot", class.as_str()),
        (false, Reach::Close) => ("weapon_strike", "blade"),
    };
    let item = actor.carries("weapon", &[("damage", 1)], &[kind.as_str(), class]);
    let mut stage = Stage::new(SystemId::Crossover.combat(), actor, key);
    stage.holds("engages", 0);
    stage.intent.item = Some(item);
    stage.rolls("attack", 1_000);
    Ok(stage)
}

/// The rules, for a roll.
pub(super) fn rules() -> &'static dyn RuleSystem {
    SystemId::Crossover.rules()
}
