//! Attacks of Masquerade vectors, played as exchanges.

use rules::exchange::{Intent, Progress, Step};
use rules::system::SystemId;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::Watched;
use super::super::family::{Answer, read};
use super::super::meeting::{Given, GivenDamage, Person, Stage, error, filled};

const MASQUERADE: SystemId = SystemId::Masquerade;
const CODES: [(&str, &str); 2] = [
    ("no dice are left", "no_dice"),
    ("incapacitated", "incapacitated"),
];

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    match op {
        "attack_pool" => attack_pool(&read(given)?),
        "damage_pool" => damage_pool(&read(given)?),
        "soak_pool" => soak_pool(&read(given)?),
        _ => resolve(&read(given)?, dice),
    }
}

fn person(kind: &str, traits: &[(&str, i32)]) -> Result<Person, String> {
    Person::new(MASQUERADE, kind, traits, 0)
}

/// The roll that is asked for next: its dice as the rules take them, and its difficulty.
fn asked(progress: &Progress, purpose: &str) -> Option<(i32, i32)> {
    let Some(Step::Roll { slot, check, .. }) = &progress.next else {
        return None;
    };
    let offer = MASQUERADE.rules().offer(check.sum(), &check.reading);
    let dice = offer.sum.parse().ok()?;
    (slot.purpose() == purpose).then(|| (dice, check.reading.or("difficulty", 6)))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct AttackTest {
    mode: String,
    dexterity: i32,
    brawl: i32,
    melee: i32,
    firearms: i32,
    athletics: i32,
    wound_level: Value,
}

fn attack_pool(it: &AttackTest) -> Answer {
    let traits = [
        ("dexterity", it.dexterity),
        ("brawl", it.brawl),
        ("melee", it.melee),
        ("firearms", it.firearms),
        ("athletics", it.athletics),
    ];
    let mut actor = Person::new(MASQUERADE, "", &traits, filled(&it.wound_level)?)?;
    let (key, kind) = match it.mode.as_str() {
        "unarmed" => ("strike", None),
        "armed" => ("weapon", Some("weapon")),
        "gun" => ("shoot", Some("gun")),
        "thrown" => ("throw", Some("thrown")),
        other => return Err(format!("{other} is no way to attack")),
    };
    let mut intent = Intent::of(key);
    intent.item = kind.map(|kind| actor.carries(kind, &[], &[]));
    let stage = Stage::new(MASQUERADE, actor, person("", &[])?, intent);
    if let Some(why) = stage.barred() {
        return error(&CODES, &why);
    }
    let (pool, difficulty) = asked(&stage.begun()?, "attack").ok_or("no attack roll")?;
    Ok(json!({"pool": pool, "difficulty": difficulty}))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct DamageTest {
    strength: i32,
    potence: i32,
    item: i32,
    net: i32,
    modifier: i32,
    ranged: bool,
}

fn damage_pool(it: &DamageTest) -> Answer {
    let mut actor = person("", &[("strength", it.strength), ("potence", it.potence)])?;
    let (key, kind) = match it.ranged {
        true => ("shoot", "gun"),
        false => ("weapon", "weapon"),
    };
    let item = actor.carries(kind, &[("damage", it.item)], &[]);
    let mut stage = Stage::new(
        MASQUERADE,
        actor,
        person("", &[])?,
        Intent::of(key).with(item),
    );
    stage.came_to("attack", u32::try_from(it.net).unwrap_or(0).max(1));
    stage.adds("damage", it.modifier);
    let (pool, difficulty) = asked(&stage.begun()?, "damage").ok_or("no damage roll")?;
    Ok(json!({"pool": pool, "difficulty": difficulty}))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct SoakTest {
    kind: String,
    #[serde(rename = "type")]
    damage: String,
    stamina: i32,
    fortitude: i32,
    armor: i32,
}

fn soak_pool(it: &SoakTest) -> Answer {
    let mut actor = person("", &[])?;
    let item = actor.carries("weapon", &[], &[&it.damage]);
    let traits = [("stamina", it.stamina), ("fortitude", it.fortitude)];
    let mut target = person(&it.kind, &traits)?;
    target.carries("armor", &[("rating", it.armor)], &[]);
    let mut stage = Stage::new(MASQUERADE, actor, target, Intent::of("weapon").with(item));
    stage.came_to("attack", 1);
    stage.came_to("damage", 1);
    let (pool, difficulty) = asked(&stage.begun()?, "soak").unwrap_or((0, 6));
    Ok(json!({"pool": pool, "difficulty": difficulty}))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Target {
    undead: bool,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct BlowTest {
    attack: Given,
    defense: Option<Given>,
    damage: GivenDamage,
    soak: Option<Given>,
    target: Target,
}

fn resolve(it: &BlowTest, dice: &mut Watched) -> Answer {
    let mut actor = person("", &[("dexterity", it.attack.pool)])?;
    let item = actor.carries("weapon", &[("damage", it.damage.pool)], &[&it.damage.kind]);
    let kind = if it.target.undead { "vampire" } else { "" };
    let defense = it.defense.unwrap_or_default();
    let mut target = person(kind, &[("dexterity", defense.pool)])?;
    let soak = it.soak.unwrap_or_default();
    target.carries("armor", &[("rating", soak.pool)], &[]);
    let mut stage = Stage::new(MASQUERADE, actor, target, Intent::of("weapon").with(item));
    for (slot, given) in [("attack", it.attack), ("defend", defense), ("soak", soak)] {
        stage.adds(&format!("{slot}_difficulty"), given.difficulty - 6);
    }
    if it.defense.is_some() && defense.pool > 0 {
        stage.chosen.insert("defense", "dodge".to_owned());
    }
    stage.bought.insert("attack", it.attack.bought());
    let told = stage.played(dice)?;
    let net = told.sum("net");
    Ok(json!({
        "attack_successes": told.successes("attack"),
        "defense_successes": told.successes("defend"),
        "net": net,
        "hit": net >= 1,
        "damage_dice": told.dice("damage"),
        "damage_successes": told.successes("damage"),
        "soak_successes": told.successes("soak"),
        "inflicted": told.inflicted(),
    }))
}
