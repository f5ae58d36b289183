//! The operations of Tri-Stat vectors: JSON in, the table's own functions, JSON out.

use std::fmt::Display;

use rules::dice::Dice as _;
use rules::systems::tristat as tri;
use rules::term;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tri::damage::{Damage, Hurt};
use tri::roll::{self, Purpose};

use super::Watched;

mod played;

type Answer = Result<Value, String>;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let by = &tri::Settings::default();
    let given = &normal(given);
    match op {
        "derive" => plain(&read::<tri::stats::Stats>(given)?.derive()),
        "initiative" => initiative(given, dice),
        "order" => order(given),
        "actions" => actions(given, by),
        "attack_roll" => attack_roll(given, by, dice),
        "defense_roll" => defense_roll(given, by, dice),
        "damage" => damage(given, by, dice),
        "exchange" => exchange(given, dice),
        "flank" => flank(given, by),
        "much_stronger" => much_stronger(given),
        "escape" => escape(given, dice),
        "strangle" => strangle(given, dice),
        "throw" => throw(given, dice),
        "collision" => collision(given, dice),
        "disarm_check" => disarm_check(given, dice),
        "energy" => energy(given, by),
        "health" => health(given),
        other => Err(format!("no operation is called {other}")),
    }
}

/// Without the op, and null is absent.
fn normal(given: &Map<String, Value>) -> Map<String, Value> {
    let mut given = given.clone();
    given.remove("op");
    drop_nulls(&mut given);
    given
}

fn drop_nulls(object: &mut Map<String, Value>) {
    object.retain(|_, value| !value.is_null());
    for inner in object.values_mut().filter_map(Value::as_object_mut) {
        drop_nulls(inner);
    }
}

fn read<T: DeserializeOwned>(given: &Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(given.clone())).map_err(say)
}

fn say(cause: impl Display) -> String {
    cause.to_string()
}

fn plain(result: &impl serde::Serialize) -> Answer {
    serde_json::to_value(result).map_err(say)
}

fn refused(why: &tri::attack::NoAttack) -> Answer {
    let code = why.code().ok_or_else(|| say(why))?;
    Ok(json!({"error": code}))
}

#[derive(Deserialize)]
struct InitiativeTest {
    #[serde(default)]
    combat_value: i32,
}

fn initiative(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: InitiativeTest = read(given)?;
    let rolled = tri::initiative::roll(it.combat_value, &[], dice);
    Ok(json!({"total": rolled.score}))
}

#[derive(Deserialize)]
struct OrderTest {
    #[serde(default)]
    combatants: Vec<Placed>,
}

#[derive(Deserialize)]
struct Placed {
    id: String,
    #[serde(default)]
    total: i32,
}

fn order(given: &Map<String, Value>) -> Answer {
    let it: OrderTest = read(given)?;
    let totals = it.combatants.iter().map(|one| (one.id.as_str(), one.total));
    Ok(json!({"act": tri::initiative::order(totals)}))
}

#[derive(Deserialize)]
struct ActionsTest {
    #[serde(default)]
    extra_attacks: i32,
    #[serde(default)]
    stance: Option<tri::stance::Stance>,
}

fn actions(given: &Map<String, Value>, by: &tri::Settings) -> Answer {
    let it: ActionsTest = read(given)?;
    plain(&tri::stance::allowance(it.extra_attacks, it.stance, by))
}

fn attack_roll(given: &Map<String, Value>, by: &tri::Settings, dice: &mut Watched) -> Answer {
    let attack: tri::attack::Attack = read(given)?;
    if let Err(why) = attack.check() {
        return refused(&why);
    }
    let terms = attack.target_terms(by);
    let check = roll::read(Purpose::Attack, terms, roll::throw(dice), by);
    Ok(json!({
        "target": check.target,
        "roll": check.roll,
        "hit": check.success,
        "margin": check.margin,
        "critical": check.success && check.is_snake_eyes(),
    }))
}

fn defense_roll(given: &Map<String, Value>, by: &tri::Settings, dice: &mut Watched) -> Answer {
    let defense: tri::defense::Defense = read(given)?;
    defense.check().map_err(say)?;
    if let Some(why) = defense.forbidden() {
        return Ok(json!({
            "may_defend": false,
            "target": null,
            "roll": null,
            "success": false,
            "reason": why,
        }));
    }
    let terms = defense.target_terms(by);
    let check = roll::read(Purpose::Defense, terms, roll::throw(dice), by);
    Ok(json!({
        "may_defend": true,
        "target": check.target,
        "roll": check.roll,
        "success": check.success,
        "reason": null,
    }))
}

#[derive(Deserialize)]
struct DamageTest {
    #[serde(flatten)]
    damage: Damage,
    #[serde(default)]
    vital: bool,
    #[serde(default)]
    critical: bool,
}

fn damage(given: &Map<String, Value>, by: &tri::Settings, dice: &mut Watched) -> Answer {
    let it: DamageTest = read(given)?;
    it.damage.check().map_err(say)?;
    let critical = it
        .critical
        .then(|| tri::critical::multiplier(dice.die(tri::numbers::SIDES), 0));
    let multiplier = tri::damage::multiplier(it.vital, critical, by);
    let raw = term::sum(&it.damage.terms());
    let armor = term::sum(&it.damage.armor_terms(true, by));
    plain(&Hurt::of(raw, armor, multiplier))
}

#[derive(Deserialize)]
struct ExchangeTest {
    #[serde(default)]
    attack: tri::attack::Attack,
    #[serde(default)]
    defense: Option<tri::defense::Defense>,
    #[serde(default)]
    damage: Damage,
}

fn exchange(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: ExchangeTest = read(given)?;
    played::exchange(&it.attack, it.defense.as_ref(), &it.damage, dice)
}

#[derive(Deserialize)]
struct FlankTest {
    target: tri::flank::Square,
    attacker: tri::flank::Square,
    ally: tri::flank::Square,
    #[serde(default = "one")]
    reach: i32,
}

const fn one() -> i32 {
    1
}

fn flank(given: &Map<String, Value>, by: &tri::Settings) -> Answer {
    let it: FlankTest = read(given)?;
    let threat = |at| tri::flank::Threat {
        at,
        reach: it.reach,
    };
    let flanking = tri::flank::flanks(it.target, threat(it.attacker), threat(it.ally), by);
    let modifier = tri::flank::defense_modifier(u32::from(flanking), by);
    Ok(json!({"flanking": flanking, "defense_modifier": modifier}))
}

#[derive(Deserialize)]
struct StrongerTest {
    #[serde(default)]
    victim: tri::grapple::Strength,
    #[serde(default)]
    grabber: tri::grapple::Strength,
}

fn much_stronger(given: &Map<String, Value>) -> Answer {
    let it: StrongerTest = read(given)?;
    Ok(json!({"much_stronger": tri::grapple::much_stronger(it.victim, it.grabber)}))
}

fn escape(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    played::escape(&read(given)?, dice)
}

#[derive(Deserialize)]
struct GripTest {
    #[serde(default)]
    body: i32,
    #[serde(default)]
    modifier: i32,
}

fn disarm_check(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: GripTest = read(given)?;
    played::grip(it.body, it.modifier, dice)
}

#[derive(Deserialize)]
struct StrangleTest {
    #[serde(default)]
    combat_value: i32,
    #[serde(default)]
    bonus: i32,
    #[serde(default)]
    armor: i32,
    #[serde(default)]
    defense: Option<tri::defense::Defense>,
}

fn strangle(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: StrangleTest = read(given)?;
    let damage = Damage {
        combat_value: it.combat_value,
        bonus: it.bonus,
        armor: it.armor,
        ..Damage::default()
    };
    played::strangle(&damage, it.defense.as_ref(), dice)
}

#[derive(Deserialize)]
struct ThrowTest {
    #[serde(default)]
    attack: tri::attack::Attack,
    #[serde(default)]
    defense: Option<tri::defense::Defense>,
    #[serde(default)]
    bonus: i32,
    #[serde(default)]
    armor: i32,
    #[serde(flatten)]
    throw: tri::throw::Throw,
}

fn throw(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: ThrowTest = read(given)?;
    let damage = Damage {
        bonus: it.bonus,
        armor: it.armor,
        ..Damage::default()
    };
    played::throw(&it.attack, it.defense.as_ref(), (&it.throw, &damage), dice)
}

#[derive(Deserialize)]
struct CollisionTest {
    #[serde(default)]
    squares: i32,
    #[serde(default)]
    travelled: i32,
    #[serde(default)]
    cap: Option<i32>,
}

fn collision(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: CollisionTest = read(given)?;
    played::collision(it.squares, it.travelled, it.cap, dice)
}

#[derive(Deserialize)]
struct EnergyTest {
    #[serde(default)]
    energy: i32,
    #[serde(default)]
    focus: i32,
}

fn energy(given: &Map<String, Value>, by: &tri::Settings) -> Answer {
    let it: EnergyTest = read(given)?;
    match tri::energy::spend(it.energy, it.focus, 0, by) {
        Ok(bought) => plain(&bought),
        Err(why) => Ok(json!({"error": why.code()})),
    }
}

#[derive(Deserialize)]
struct HealthTest {
    #[serde(default)]
    health: i32,
    #[serde(default)]
    damage: i32,
}

fn health(given: &Map<String, Value>) -> Answer {
    let it: HealthTest = read(given)?;
    let left = tri::health::lose(it.health, it.damage);
    Ok(json!({"health": left, "status": tri::health::status(left)}))
}
