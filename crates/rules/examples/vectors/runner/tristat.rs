//! The operations of Tri-Stat vectors: JSON in, played at the table's own engine, JSON out.

use std::fmt::Display;

use rules::dice::Dice as _;
use rules::system::SystemId;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::Watched;
use given::{Attack, Damage, Defense, Square, Strength, Throw};

mod given;
mod played;
mod setting;
mod sides;
mod turns;
mod values;
mod wrestled;

type Answer = Result<Value, String>;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let given = &normal(given);
    match op {
        "derive" => values::derive(&read(given)?),
        "initiative" => initiative(given, dice),
        "order" => turns::order(&read::<OrderTest>(given)?.combatants),
        "actions" => actions(given),
        "attack_roll" => played::attack_roll(&read(given)?, dice),
        "defense_roll" => played::defense_roll(&read(given)?, dice),
        "damage" => damage(given, dice),
        "exchange" => exchange(given, dice),
        "flank" => flank(given, dice),
        "much_stronger" => much_stronger(given, dice),
        "escape" => wrestled::escape(&read(given)?, dice),
        "strangle" => strangle(given, dice),
        "throw" => throw(given, dice),
        "collision" => collision(given, dice),
        "disarm_check" => disarm_check(given, dice),
        "energy" => energy(given),
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

#[derive(Deserialize)]
struct InitiativeTest {
    #[serde(default)]
    combat_value: i32,
}

fn initiative(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: InitiativeTest = read(given)?;
    let die = dice.die(SystemId::Tristat.rules().initiative_die());
    Ok(json!({"total": values::initiative(it.combat_value, die)?}))
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

#[derive(Deserialize)]
struct ActionsTest {
    #[serde(default)]
    extra_attacks: i32,
    #[serde(default)]
    stance: Option<String>,
}

fn actions(given: &Map<String, Value>) -> Answer {
    let it: ActionsTest = read(given)?;
    values::actions(it.extra_attacks, it.stance.as_deref())
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

fn damage(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: DamageTest = read(given)?;
    played::damage(&it.damage, (it.vital, it.critical), dice)
}

#[derive(Deserialize)]
struct ExchangeTest {
    #[serde(default)]
    attack: Attack,
    #[serde(default)]
    defense: Option<Defense>,
    #[serde(default)]
    damage: Damage,
}

fn exchange(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: ExchangeTest = read(given)?;
    played::exchange(&it.attack, it.defense.as_ref(), &it.damage, dice)
}

#[derive(Deserialize)]
struct FlankTest {
    target: Square,
    attacker: Square,
    ally: Square,
    #[serde(default = "one")]
    reach: i32,
}

const fn one() -> i32 {
    1
}

fn flank(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: FlankTest = read(given)?;
    played::flank(it.target, [it.attacker, it.ally], it.reach, dice)
}

#[derive(Deserialize)]
struct StrongerTest {
    #[serde(default)]
    victim: Strength,
    #[serde(default)]
    grabber: Strength,
}

fn much_stronger(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: StrongerTest = read(given)?;
    played::much_stronger(it.victim, it.grabber, dice)
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
    wrestled::grip(it.body, it.modifier, dice)
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
    defense: Option<Defense>,
}

fn strangle(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: StrangleTest = read(given)?;
    let damage = Damage {
        combat_value: it.combat_value,
        bonus: it.bonus,
        armor: it.armor,
        ..Damage::default()
    };
    wrestled::strangle(&damage, it.defense.as_ref(), dice)
}

#[derive(Deserialize)]
struct ThrowTest {
    #[serde(default)]
    attack: Attack,
    #[serde(default)]
    defense: Option<Defense>,
    #[serde(default)]
    bonus: i32,
    #[serde(default)]
    armor: i32,
    #[serde(flatten)]
    throw: Throw,
}

fn throw(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: ThrowTest = read(given)?;
    let damage = Damage {
        bonus: it.bonus,
        armor: it.armor,
        ..Damage::default()
    };
    wrestled::throw(&it.attack, it.defense.as_ref(), (&it.throw, &damage), dice)
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
    wrestled::collision(it.squares, it.travelled, it.cap, dice)
}

#[derive(Deserialize)]
struct EnergyTest {
    #[serde(default)]
    energy: i32,
    #[serde(default)]
    focus: i32,
}

fn energy(given: &Map<String, Value>) -> Answer {
    let it: EnergyTest = read(given)?;
    values::energy(it.energy, it.focus)
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
    values::health(it.health, it.damage)
}
