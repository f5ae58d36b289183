//! Whole exchanges of Crossover vectors.

use std::collections::BTreeMap;

use rules::dial::Reading;
use rules::exchange::{Effect, Intent, Party, Ruled, Slot};
use rules::house::House;
use rules::initiative::Initiative;
use rules::roll::Grade;
use rules::system::SystemId;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::Watched;
use super::super::family::{Answer, read};
use super::super::stage::{Chosen, OwnedFighter, Stage, gained, harm, line, successes, sum, worn};
use super::asked::{
    Armor, Ask, Breed, DIFFICULTY, DamageType, Kind, Parried, Pool, Soaker, Spray, Thrust,
    WeaponClass,
};
use super::attacked::{of_kind, rules, shape, written};

pub(super) fn roll(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let ask: Ask = read(given)?;
    let reading = Reading::default()
        .with("difficulty", ask.difficulty)
        .with("specialty", ask.specialty.into())
        .with("willpower", ask.willpower.into())
        .with("kind", if ask.botchable { 0 } else { 3 });
    match rules().roll(ask.pool, &reading, &House::default(), dice) {
        Ok(rolled) => Ok(json!({
            "successes": rolled.successes,
            "outcome": outcome(rolled.grade),
        })),
        Err(refused) if refused.code == "nonsense" => Err(refused.text.into_owned()),
        Err(refused) => Ok(json!({"error": refused.code})),
    }
}

fn mortal() -> Result<OwnedFighter, String> {
    of_kind(Kind::Mortal, Breed::Homid)
}

fn stage(actor: OwnedFighter, maneuver: &str) -> Stage {
    Stage::new(SystemId::Crossover.combat(), actor, maneuver)
}

/// A blow with a weapon of this type and no Strength behind it.
fn blow(dexterity: i32, damage: i32, kind: DamageType, more: &[&str]) -> Result<Stage, String> {
    let mut actor = mortal()?.with(&[("dexterity", dexterity)]);
    actor.pools.insert("willpower".to_owned(), 1);
    let kind = written(kind)?;
    let mut tags = vec![kind.as_str()];
    tags.extend(more);
    let item = actor.carries("weapon", &[("damage", damage)], &tags);
    let mut stage = stage(actor, "weapon_strike");
    stage.intent.item = Some(item);
    Ok(stage)
}

fn armored(who: &mut OwnedFighter, armor: &Armor) {
    let numbers = [("rating", armor.rating), ("damaged", armor.damaged.into())];
    let tags: &[&str] = if armor.applies {
        &["protects_kinetic"]
    } else {
        &[]
    };
    who.carries("armor", &numbers, tags);
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Damage {
    pool: i32,
    #[serde(rename = "type")]
    kind: DamageType,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Target {
    stamina: i32,
    supernatural: bool,
}

#[derive(Deserialize)]
#[serde(default)]
struct Attack {
    pool: i32,
    difficulty: i32,
    specialty: bool,
    willpower: bool,
}

impl Default for Attack {
    fn default() -> Self {
        Self {
            pool: 0,
            difficulty: DIFFICULTY,
            specialty: false,
            willpower: false,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ResolveTest {
    attack: Attack,
    auto_hit: bool,
    defense: Option<Pool>,
    damage: Damage,
    soak: Option<Pool>,
    armor: Option<Armor>,
    target: Option<Target>,
}

/// A pool that the vector gives: so many dice more than there are, at such a difficulty.
fn pool(stage: &mut Stage, slot: &str, there: i32, asked: Pool) {
    stage.add(slot, asked.pool.saturating_sub(there));
    let harder = asked.difficulty.saturating_sub(DIFFICULTY);
    stage.add(&format!("{slot}_difficulty"), harder);
}

pub(super) fn resolve(it: &ResolveTest, dice: &mut Watched) -> Answer {
    let dexterity = it.attack.pool.max(1);
    let mut stage = blow(dexterity, it.damage.pool, it.damage.kind, &[])?;
    let asked = Pool::at(it.attack.pool, it.attack.difficulty);
    if !it.auto_hit {
        pool(&mut stage, "attack", dexterity, asked);
    }
    let known = it.target.as_ref();
    let mut target = mortal()?.with(&[
        ("stamina", known.map_or(i32::MAX, |target| target.stamina)),
        (
            "toughness",
            1 + i32::from(known.is_some_and(|target| target.supernatural)),
        ),
    ]);
    target.is(it.auto_hit, "helpless");
    if let Some(armor) = &it.armor {
        armored(&mut target, armor);
    }
    let mut chosen = Chosen::default();
    if let Some(defense) = it.defense {
        target = target.with(&[("dexterity", defense.pool.max(1))]);
        pool(&mut stage, "defend", defense.pool.max(1), defense);
        chosen = chosen.choose("defense", "dodge");
        // Who cannot move may be defended by others.
        stage.ruled(Ruled::Choose {
            slot: Slot::of("defense"),
            key: "dodge".to_owned(),
        });
    }
    for label in ["Stamina", "Armor"] {
        stage.ruled(Ruled::Strike {
            slot: Slot::of("soak"),
            label: label.to_owned(),
        });
    }
    pool(&mut stage, "soak", 0, it.soak.unwrap_or_default());
    stage.targets.push(target);
    let bought = [
        (it.attack.specialty, "specialty"),
        (it.attack.willpower, "willpower"),
    ];
    let bought = bought
        .iter()
        .filter(|(is, _)| *is)
        .map(|(_, key)| (*key).to_owned());
    let chosen = chosen.buy("attack", bought.collect());
    let played = match stage.play(&chosen, dice) {
        Ok(played) => played,
        Err(code) => return Ok(json!({"error": code})),
    };
    let ledger = &played.ledger;
    let attack = match it.auto_hit {
        true => sum(ledger, "attack").unwrap_or(0),
        false => successes(ledger, "attack"),
    };
    let grade = line(ledger, "attack").and_then(|line| line.rolled.as_ref());
    let grade = grade.map_or(Grade::Success, |rolled| rolled.grade);
    let net = sum(ledger, "net").unwrap_or(0).max(0);
    Ok(json!({
        "attack_successes": attack,
        "outcome": outcome(grade),
        "defense_successes": successes(ledger, "defend"),
        "net": net,
        "hit": net >= 1,
        "damage_dice": sum(ledger, "damage").map_or(0, |dice| dice.max(1)),
        "damage_successes": successes(ledger, "damage"),
        "soak_successes": successes(ledger, "soak"),
        "inflicted": sum(ledger, "inflicted").unwrap_or(0).max(0),
        "dazed": gained(&played.effects, Party::Target(0), "dazed").is_some(),
        "armor_damaged": worn(&played.effects, "damaged") > 0,
    }))
}

pub(super) fn soak_pool(it: &Soaker) -> Answer {
    let more: &[&str] = if it.damage.silver { &["silver"] } else { &[] };
    let mut stage = blow(1, 1, it.damage.kind, more)?;
    let mut target = of_kind(it.kind, it.breed)?.with(&[
        ("stamina", it.stamina),
        ("fortitude", it.fortitude),
        ("toughness", 2),
    ]);
    if let Some(shape) = shape(it.form) {
        target.is(true, shape);
    }
    if let Some(armor) = &it.armor {
        armored(&mut target, armor);
    }
    // The row of boxes says which type is marked, whatever the creature has instead.
    stage.targets.push(target);
    for (slot, successes) in [("attack", 1), ("damage", 1), ("soak", 0)] {
        stage.rolls(slot, successes);
    }
    let played = stage.given(&Chosen::default())?;
    let packet = harm(&played.effects, Party::Target(0));
    let kind = match (packet.bashing, packet.lethal) {
        (1.., _) => DamageType::Bashing,
        (_, 1..) => DamageType::Lethal,
        _ => DamageType::Aggravated,
    };
    let pool = sum(&played.ledger, "soak").unwrap_or(0);
    Ok(json!({"pool": pool, "effective_type": kind}))
}

pub(super) fn strafe(it: &Spray) -> Answer {
    let names = &it.targets;
    let twice = names
        .iter()
        .enumerate()
        .any(|(n, name)| names.iter().take(n).any(|one| one == name));
    if names.is_empty() || names.len() > 200 || twice {
        return Err("no targets, too many of them, or one of them twice".to_owned());
    }
    let mut actor = mortal()?.with(&[("dexterity", 5)]);
    let item = actor.carries("weapon", &[("damage", 1)], &["smg", "lethal"]);
    let mut stage = stage(actor, "strafe");
    stage.intent.item = Some(item);
    stage.rolls("attack", it.successes);
    let at = |slot: &str, n: usize| match n {
        0 => slot.to_owned(),
        n => format!("{slot}@{n}"),
    };
    let mut chosen = Chosen::default();
    let wanted = |name: &String| it.leftovers.iter().filter(|one| *one == name).count();
    for (n, name) in names.iter().enumerate() {
        stage.targets.push(mortal()?.with(&[("dexterity", 1)]));
        let more = i32::try_from(wanted(name)).unwrap_or(i32::MAX);
        chosen = chosen.number(&at("extra", n), more);
        if let Some(dodged) = it.dodges.get(name) {
            chosen = chosen.choose(&at("defense", n), "dodge");
            stage.rolls(&at("defend", n), *dodged);
        }
    }
    let played = stage.given(&chosen)?;
    let ledger = &played.ledger;
    let handed = |n: usize| sum(ledger, &at("extra", n)).unwrap_or(0);
    let leftover: i32 = (0..names.len()).map(handed).sum();
    let as_wanted = names
        .iter()
        .enumerate()
        .all(|(n, name)| i32::try_from(wanted(name)) == Ok(handed(n)));
    if !as_wanted || i32::try_from(it.leftovers.len()) != Ok(leftover) {
        return Ok(json!({"error": "leftovers_mismatch", "leftover": leftover}));
    }
    let mut per_target = BTreeMap::new();
    let mut net = BTreeMap::new();
    let mut hits = Vec::new();
    for (n, name) in names.iter().enumerate() {
        let met = line(ledger, &at("net", n)).and_then(|line| line.terms.first());
        per_target.insert(name, met.map_or(0, |term| term.value));
        let left = sum(ledger, &at("net", n)).unwrap_or(0).max(0);
        net.insert(name, left);
        hits.extend((left >= 1).then_some(name));
    }
    Ok(json!({"per_target": per_target, "net": net, "hits": hits}))
}

pub(super) fn parry_counter(it: &Parried) -> Answer {
    let mut actor = mortal()?.with(&[("dexterity", 1)]);
    let item = actor.carries("weapon", &[], &["bashing"]);
    let key = if it.attack_unarmed {
        "strike"
    } else {
        "weapon_strike"
    };
    let mut stage = stage(actor, key);
    stage.intent.item = (!it.attack_unarmed).then_some(item);
    let mut target = mortal()?.with(&[("dexterity", 1)]);
    let kind = written(it.weapon_type)?;
    target.carries("weapon", &[("damage", it.damage_pool)], &[kind.as_str()]);
    stage.targets.push(target.clone());
    stage.rolls("attack", it.attack_successes);
    stage.rolls("defend", it.parry_successes);
    let played = stage.given(&Chosen::default().choose("defense", "parry"))?;
    let follows = played.effects.iter().find_map(|effect| match effect {
        Effect::Follow { intent, .. } => Some(intent.clone()),
        _ => None,
    });
    let dice = match &follows {
        Some(intent) => counter(target, intent)?,
        None => 0,
    };
    Ok(json!({
        "triggered": follows.is_some(),
        "damage_dice": dice,
        "cancelled": sum(&played.ledger, "net").unwrap_or(0) <= 0,
    }))
}

/// The damage dice of the exchange that follows from a parry.
fn counter(parrier: OwnedFighter, intent: &Intent) -> Result<i32, String> {
    let mut stage = stage(parrier, "");
    stage.intent = intent.clone();
    stage.targets.push(mortal()?);
    stage.rolls("damage", 0);
    let played = stage.given(&Chosen::default())?;
    Ok(sum(&played.ledger, "damage").unwrap_or(0).max(1))
}

pub(super) fn knockdown(it: &Pool, dice: &mut Watched) -> Answer {
    let mut stage = stage(mortal()?, "knocked_down");
    pool(&mut stage, "own_fall", 0, *it);
    let played = stage.play(&Chosen::default(), dice)?;
    if sum(&played.ledger, "own_fall") < Some(1) {
        return Ok(json!({"error": "no_dice"}));
    }
    let rose = gained(&played.effects, Party::Actor, "rose_at_once");
    Ok(json!({
        "state": if rose.is_some() { "up" } else { "down" },
        "initiative_next_turn": rose.map_or(0, |rose| -rose.amount),
        "bashing": harm(&played.effects, Party::Actor).bashing,
    }))
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct AmbushTest {
    stealth: Pool,
    alertness: Pool,
    target_in_combat: bool,
}

pub(super) fn ambush(it: &AmbushTest, dice: &mut Watched) -> Answer {
    let mut stage = stage(mortal()?, "ambush");
    let mut target = mortal()?;
    target.initiative = it.target_in_combat.then(|| Initiative {
        die: 1,
        terms: Vec::new(),
        score: 1,
        rank: vec![1],
    });
    stage.targets.push(target);
    pool(&mut stage, "own_roll", 0, it.stealth);
    pool(&mut stage, "their_roll", 0, it.alertness);
    let played = match stage.play(&Chosen::default(), dice) {
        Ok(played) => played,
        Err(code) => return Ok(json!({"error": code})),
    };
    let free = gained(&played.effects, Party::Actor, "ambush");
    let first = played.effects.iter().any(|effect| match effect {
        Effect::Tell { words, .. } => words.starts_with("Acts first"),
        _ => false,
    });
    let result = match (free, first) {
        (Some(_), _) => "free_attack",
        (None, true) => "attacker_first",
        (None, false) => "normal_initiative",
    };
    let bonus = free.map_or(0, |free| free.amount);
    Ok(json!({"result": result, "bonus_dice": bonus}))
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct DisarmTest {
    damage_successes: i32,
    target_strength: i32,
}

pub(super) fn disarm(it: &DisarmTest) -> Answer {
    let mut stage = stage(mortal()?.with(&[("dexterity", 5)]), "disarm_unarmed");
    let mut target = mortal()?.with(&[("strength", it.target_strength)]);
    target.carries("weapon", &[], &[]);
    stage.targets.push(target);
    stage.rolls("attack", 1);
    stage.rolls("damage", it.damage_successes);
    let played = stage.given(&Chosen::default())?;
    let drops = |effect: &Effect| matches!(effect, Effect::Carry { .. });
    Ok(json!({
        "disarmed": played.effects.iter().any(drops),
        "inflicted": harm(&played.effects, Party::Target(0)).total(),
    }))
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ResistTest {
    a: Pool,
    b: Pool,
}

pub(super) fn resist(it: &ResistTest, dice: &mut Watched) -> Answer {
    let mut stage = stage(mortal()?.with(&[("dexterity", 1)]), "contest");
    stage.intent.set.set("own_attribute", 2);
    stage.targets.push(mortal()?);
    pool(&mut stage, "own_roll", 1, it.a);
    pool(&mut stage, "their_roll", 0, it.b);
    let played = stage.play(&Chosen::default(), dice)?;
    Ok(json!({
        "a_successes": successes(&played.ledger, "own_roll"),
        "b_successes": successes(&played.ledger, "their_roll"),
        "a_wins": sum(&played.ledger, "margin") >= Some(1),
    }))
}

pub(super) fn stake(it: &Thrust) -> Answer {
    let more: &[&str] = if it.weapon_is_stake { &["stake"] } else { &[] };
    let mut stage = blow(5, 1, DamageType::Lethal, more)?;
    stage
        .intent
        .set
        .set("part", if it.part == "heart" { 7 } else { 0 });
    stage.targets.push(of_kind(it.target_kind, Breed::Homid)?);
    for (slot, successes) in [("attack", 1), ("damage", it.inflicted), ("soak", 0)] {
        stage.rolls(slot, successes);
    }
    let played = stage.given(&Chosen::default())?;
    let staked = gained(&played.effects, Party::Target(0), "staked").is_some();
    Ok(json!({
        "staked": staked,
        "conscious": true,
        "can_use_auspex": true,
        "can_move": !staked,
        "can_spend_blood": !staked,
    }))
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ReadyTest {
    weapon_class: WeaponClass,
    actions_spent: i32,
}

pub(super) fn ready(it: &ReadyTest) -> Answer {
    use WeaponClass::{Blade, Blunt, Bow, Crossbow, Other, Stake};
    let mut actor = mortal()?.with(&[("dexterity", 1)]);
    let class = written(it.weapon_class)?;
    let numbers = [("readied", it.actions_spent)];
    let item = actor.carries("weapon", &numbers, &[class.as_str()]);
    let key = match it.weapon_class {
        Bow => "bow",
        Crossbow => "crossbow",
        Blade | Blunt | Stake | Other => "weapon_strike",
        _ => "shoot",
    };
    let mut stage = stage(actor, key);
    stage.intent.item = Some(item);
    stage.targets.push(mortal()?);
    let ready = stage.step(&[]);
    Ok(json!({"ready": ready != Err("not_ready".to_owned())}))
}

/// How a roll went, in a word.
fn outcome(grade: Grade) -> &'static str {
    match grade {
        Grade::Success | Grade::Exceptional => "success",
        Grade::Failure => "failure",
        Grade::DramaticFailure => "botch",
    }
}
