//! Attacks and rebounds of Ascension vectors, played as exchanges.

use rules::exchange::{Effect, Intent, Step};
use rules::system::SystemId;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::Watched;
use super::super::family::{Answer, read};
use super::super::meeting::{Given, GivenDamage, Person, Stage, Told, error, filled};

const ASCENSION: SystemId = SystemId::Ascension;
const CODES: [(&str, &str); 2] = [
    ("no dice are left", "no_dice"),
    ("incapacitated", "incapacitated"),
];

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    match op {
        "attack_pool" => attack_pool(&read(given)?),
        "soak_pool" => soak_pool(&read(given)?),
        "rebound" => rebound(&read(given)?, dice),
        _ => resolve(&read(given)?, dice),
    }
}

fn person(kind: &str, traits: &[(&str, i32)]) -> Result<Person, String> {
    Person::new(ASCENSION, kind, traits, 0)
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct AttackTest {
    ability: String,
    dexterity: i32,
    brawl: i32,
    martial_arts: i32,
    #[serde(rename = "do")]
    do_: i32,
    melee: i32,
    firearms: i32,
    energy_weapons: i32,
    athletics: i32,
    archery: i32,
    arete: i32,
    wound_level: Value,
    difficulty: i32,
}

impl Default for AttackTest {
    fn default() -> Self {
        Self {
            ability: String::new(),
            dexterity: 0,
            brawl: 0,
            martial_arts: 0,
            do_: 0,
            melee: 0,
            firearms: 0,
            energy_weapons: 0,
            athletics: 0,
            archery: 0,
            arete: 0,
            wound_level: Value::Null,
            difficulty: 6,
        }
    }
}

fn attack_pool(it: &AttackTest) -> Answer {
    let traits = [
        ("dexterity", it.dexterity),
        ("brawl", it.brawl),
        ("martial_arts", it.martial_arts),
        ("do", it.do_),
        ("melee", it.melee),
        ("firearms", it.firearms),
        ("energy_weapons", it.energy_weapons),
        ("athletics", it.athletics),
        ("archery", it.archery),
        ("arete", it.arete),
    ];
    let mut actor = Person::new(ASCENSION, "", &traits, filled(&it.wound_level)?)?;
    let (key, item) = match it.ability.as_str() {
        "brawl" => ("strike", None),
        "martial_arts" => ("trained_strike", None),
        "do" => ("do_strike", None),
        "melee" => ("weapon", Some(("weapon", ""))),
        "energy_weapons" => ("weapon", Some(("weapon", "energy"))),
        "firearms" => ("shoot", Some(("gun", ""))),
        "athletics" => ("throw", Some(("thrown", ""))),
        "archery" => ("bow", Some(("bow", ""))),
        "arete" => ("magick", Some(("spell", ""))),
        other => return Err(format!("{other} is no ability")),
    };
    let mut intent = Intent::of(key);
    intent.item = item.map(|(kind, tag)| actor.carries(kind, &[("sphere", 3)], &[tag]));
    let mut stage = Stage::new(ASCENSION, actor, person("", &[])?, intent);
    stage.adds("attack_difficulty", it.difficulty - 6);
    if let Some(why) = stage.barred() {
        return error(&CODES, &why);
    }
    let Some(Step::Roll { check, .. }) = stage.begun()?.next else {
        return Err("no attack roll".to_owned());
    };
    let difficulty = check.reading.or("difficulty", 6).clamp(2, 10);
    Ok(json!({"pool": check.sum(), "difficulty": difficulty}))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Armor {
    rating: i32,
    soaks_aggravated: bool,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Cinematic {
    enabled: bool,
    min_stamina: i32,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct SoakTest {
    #[serde(rename = "type")]
    damage: String,
    stamina: i32,
    human: Option<bool>,
    armor: Option<Armor>,
    cinematic: Cinematic,
    ward: i32,
}

fn soak_pool(it: &SoakTest) -> Answer {
    let mut actor = person("", &[])?;
    let item = actor.carries("weapon", &[], &[&it.damage]);
    let kind = if it.human.unwrap_or(true) {
        ""
    } else {
        "other"
    };
    let mut target = person(kind, &[("stamina", it.stamina)])?;
    if let Some(armor) = &it.armor {
        let tags: &[&str] = match armor.soaks_aggravated {
            true => &["soaks_aggravated"],
            false => &[],
        };
        target.carries("armor", &[("rating", armor.rating)], tags);
    }
    target.is("ward", it.ward);
    let mut stage = Stage::new(ASCENSION, actor, target, Intent::of("weapon").with(item));
    stage.house.set("cinematic_damage", it.cinematic.enabled);
    let least = it.cinematic.min_stamina;
    stage.house.set("cinematic_min_stamina", least);
    stage.came_to("attack", 1);
    stage.came_to("damage", 1);
    let Some(Step::Roll { check, .. }) = stage.begun()?.next else {
        return Ok(json!({"can_soak": false, "groups": []}));
    };
    // The dice of the second group have a difficulty of their own; the others are the first.
    let dial = |key, usual| check.reading.or(key, usual);
    let second = dial("second_dice", 0);
    let groups = [
        (check.sum() - second, dial("difficulty", 6)),
        (second, dial("second_difficulty", 6)),
    ];
    let groups = groups.into_iter().filter(|(pool, _)| *pool > 0);
    let written: Vec<Value> = groups
        .map(|(pool, difficulty)| json!({"pool": pool, "difficulty": difficulty}))
        .collect();
    Ok(json!({"can_soak": true, "groups": written}))
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Soak {
    One(Given),
    Groups(Vec<Given>),
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct BlowTest {
    attack: Given,
    defense: Option<Given>,
    damage: GivenDamage,
    soak: Option<Soak>,
}

/// Gives a target these dice to soak with, and says of which type the damage has to be: two
/// groups are Stamina of the cinematic option and armor.
fn soaks(
    stage: &mut Stage,
    whose: impl Fn(&mut Stage) -> &mut Person,
    soak: Option<&Soak>,
) -> Result<(), String> {
    let groups = match soak {
        None => return Ok(()),
        Some(Soak::One(one)) => std::slice::from_ref(one),
        Some(Soak::Groups(groups)) => groups.as_slice(),
    };
    match groups {
        [] => {}
        [one] => {
            whose(stage).carries("armor", &[("rating", one.pool)], &["soaks_aggravated"]);
            stage.adds("soak_difficulty", one.difficulty - 6);
        }
        [stamina, armor] if armor.difficulty == 6 => {
            stage.house.set("cinematic_damage", true);
            stage.house.set("cinematic_difficulty", stamina.difficulty);
            whose(stage).has("stamina", stamina.pool);
            whose(stage).carries("armor", &[("rating", armor.pool)], &[]);
        }
        _ => return Err("no such groups of soak".to_owned()),
    }
    Ok(())
}

/// The type of the damage as it is played: two groups of soak take lethal damage.
fn kind<'a>(damage: &'a GivenDamage, soak: Option<&Soak>) -> &'a str {
    match soak {
        Some(Soak::Groups(groups)) if groups.len() > 1 => "lethal",
        _ => &damage.kind,
    }
}

fn harm(told: &Told) -> Value {
    json!({
        "damage_dice": told.dice("damage"),
        "damage_successes": told.successes("damage"),
        "soak_successes": told.successes("soak"),
        "inflicted": told.inflicted(),
    })
}

fn resolve(it: &BlowTest, dice: &mut Watched) -> Answer {
    let mut actor = person("", &[("dexterity", it.attack.pool)])?;
    let kind = kind(&it.damage, it.soak.as_ref());
    let item = actor.carries("gun", &[("damage", it.damage.pool)], &[kind]);
    let defense = it.defense.unwrap_or_default();
    let target = person("", &[("dexterity", defense.pool)])?;
    let mut stage = Stage::new(ASCENSION, actor, target, Intent::of("shoot").with(item));
    soaks(&mut stage, |stage| &mut stage.target, it.soak.as_ref())?;
    for (slot, given) in [("attack", it.attack), ("defend", defense)] {
        stage.adds(&format!("{slot}_difficulty"), given.difficulty - 6);
    }
    if it.defense.is_some() && defense.pool > 0 {
        stage.chosen.insert("defense", "dodge".to_owned());
    }
    stage.bought.insert("attack", it.attack.bought());
    let told = stage.played(dice)?;
    let net = told.sum("net");
    let met = json!({
        "attack_successes": told.successes("attack"),
        "defense_successes": told.successes("defend"),
        "net": net,
        "hit": net >= 1,
    });
    Ok(super::super::family::with(met, harm(&told)))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ReboundTest {
    attack_successes: u32,
    parry_successes: u32,
    attack_unarmed: bool,
    rebound: Given,
    damage: GivenDamage,
    soak: Option<Soak>,
}

fn rebound(it: &ReboundTest, dice: &mut Watched) -> Answer {
    let mut actor = person("", &[("dexterity", 1)])?;
    let intent = match it.attack_unarmed {
        true => Intent::of("strike"),
        false => Intent::of("weapon").with(actor.carries("weapon", &[], &[])),
    };
    let mut target = person("", &[("dexterity", it.rebound.pool)])?;
    let kind = kind(&it.damage, it.soak.as_ref());
    target.carries("weapon", &[("damage", it.damage.pool)], &[kind]);
    let mut parry = Stage::new(ASCENSION, actor, target, intent);
    parry.came_to("attack", it.attack_successes);
    parry.forces("defense", "parry");
    parry.came_to("defend", it.parry_successes);
    parry.came_to("damage", 0);
    let effects = parry.played(&mut rules::dice::Script::default())?.0.effects;
    let follows = effects.into_iter().find_map(|effect| match effect {
        Effect::Follow { intent, .. } => Some(intent),
        _ => None,
    });
    let Some(intent) = follows else {
        return Ok(json!({
            "triggered": false,
            "rebound_successes": 0,
            "excess": 0,
            "total_successes": 0,
            "hit": false,
            "damage_dice": 0,
            "damage_successes": 0,
            "soak_successes": 0,
            "inflicted": 0,
        }));
    };
    let excess = intent.set.or("excess", 0);
    let mut stage = Stage::new(ASCENSION, parry.target, parry.actor, intent);
    soaks(&mut stage, |stage| &mut stage.target, it.soak.as_ref())?;
    stage.adds("attack_difficulty", it.rebound.difficulty - 6);
    let told = stage.played(dice)?;
    let total = told.sum("rebound");
    let met = json!({
        "triggered": true,
        "rebound_successes": told.successes("attack"),
        "excess": excess,
        "total_successes": total,
        "hit": total >= 1,
    });
    Ok(super::super::family::with(met, harm(&told)))
}
