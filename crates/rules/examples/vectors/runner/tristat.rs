//! The operations of Tri-Stat vectors: JSON in, the table's own functions, JSON out.

use std::fmt::Display;

use rules::dice::Dice as _;
use rules::systems::tristat as tri;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tri::damage::Damage;
use tri::exchange::deed::Deed;
use tri::exchange::done::Done;
use tri::exchange::{Exchange, Refusal};

use super::Watched;

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
        "exchange" => exchange(given, by, dice),
        "flank" => flank(given, by),
        "much_stronger" => much_stronger(given),
        "escape" => escape(given, by, dice),
        "strangle" => strangle(given, by, dice),
        "throw" => throw(given, by, dice),
        "collision" => collision(given, by),
        "disarm_check" => plain(
            &read::<tri::disarm::Grip>(given)?
                .roll(by, dice)
                .map_err(say)?,
        ),
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
    match attack.roll(by, dice) {
        Err(why) => refused(&why),
        Ok(check) => Ok(json!({
            "target": check.target,
            "roll": check.roll,
            "hit": check.success,
            "margin": check.margin,
            "critical": check.success && check.is_snake_eyes(),
        })),
    }
}

fn defense_roll(given: &Map<String, Value>, by: &tri::Settings, dice: &mut Watched) -> Answer {
    let defense: tri::defense::Defense = read(given)?;
    Ok(match defense.roll(by, dice).map_err(say)? {
        Ok(check) => json!({
            "may_defend": true,
            "target": check.target,
            "roll": check.roll,
            "success": check.success,
            "reason": null,
        }),
        Err(why) => json!({
            "may_defend": false,
            "target": null,
            "roll": null,
            "success": false,
            "reason": why,
        }),
    })
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
    plain(&it.damage.deal(true, multiplier, by))
}

/// What every exchange says about its rolls.
fn rolls(done: &Done) -> Value {
    let (attack, defense) = (done.attack.as_ref(), done.defense.as_ref());
    json!({
        "attack_target": attack.map(|check| check.target),
        "attack_roll": attack.map(|check| check.roll),
        "hit": done.hit,
        "critical": done.critical.is_some(),
        "defense_target": defense.map(|check| check.target),
        "defense_roll": defense.map(|check| check.roll),
        "defended": done.defended,
        "raw": done.hurt.map(|hurt| hurt.raw),
        "after_armor": done.hurt.map(|hurt| hurt.after_armor),
        "multiplier": done.hurt.map(|hurt| hurt.multiplier),
        "final": done.loss(),
        "damaged": done.loss() > 0,
    })
}

/// Plays a deed and draws it; a refusal is an answer like any other.
fn play(
    deed: Deed,
    defense: Option<tri::defense::Defense>,
    by: &tri::Settings,
    dice: &mut Watched,
    draw: fn(&Done) -> Value,
) -> Answer {
    match Exchange::declare(deed, defense).play(by, dice) {
        Ok(done) => Ok(draw(&done)),
        Err(Refusal::NoAttack(why)) => refused(&why),
        Err(why) => Err(say(why)),
    }
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

fn exchange(given: &Map<String, Value>, by: &tri::Settings, dice: &mut Watched) -> Answer {
    let it: ExchangeTest = read(given)?;
    let deed = Deed::Blow {
        attack: it.attack,
        damage: it.damage,
    };
    play(deed, it.defense, by, dice, rolls)
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

fn escape(given: &Map<String, Value>, by: &tri::Settings, dice: &mut Watched) -> Answer {
    let it: tri::escape::Escape = read(given)?;
    let struggle = it.roll(by, dice).map_err(say)?;
    Ok(json!({
        "victim_margin": struggle.victim_margin,
        "grabber_margin": struggle.grabber_margin,
        "result": struggle.result,
        "attacks_lost": struggle.result.loses_attacks(),
        "may_defend": struggle.result.may_defend(),
    }))
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

fn strangle(given: &Map<String, Value>, by: &tri::Settings, dice: &mut Watched) -> Answer {
    let it: StrangleTest = read(given)?;
    let damage = Damage {
        combat_value: it.combat_value,
        bonus: it.bonus,
        armor: it.armor,
        ..Damage::default()
    };
    play(Deed::Strangle { damage }, it.defense, by, dice, rolls)
}

#[derive(Deserialize)]
struct ThrowTest {
    #[serde(default)]
    attack: tri::attack::Attack,
    #[serde(default)]
    defense: Option<tri::defense::Defense>,
    #[serde(flatten)]
    throw: tri::throw::Throw,
}

fn throw(given: &Map<String, Value>, by: &tri::Settings, dice: &mut Watched) -> Answer {
    let it: ThrowTest = read(given)?;
    let deed = Deed::Throw {
        attack: it.attack,
        throw: it.throw,
    };
    play(deed, it.defense, by, dice, |done| {
        let mut got = rolls(done);
        let flight = done.flight.unwrap_or_default();
        let effect = |wanted| done.effects.contains(&wanted);
        let more = json!({
            "grapple_ends": effect(tri::exchange::done::Effect::GrappleEnds),
            "prone": effect(tri::exchange::done::Effect::Prone),
            "squares": flight.squares,
            "travelled": flight.travelled,
            "collision": flight.collision,
            "total": done.total_loss(),
        });
        if let (Value::Object(got), Value::Object(more)) = (&mut got, more) {
            got.extend(more);
        }
        got
    })
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

fn collision(given: &Map<String, Value>, by: &tri::Settings) -> Answer {
    let it: CollisionTest = read(given)?;
    let cap = it.cap.unwrap_or(by.collision_cap);
    let damage = tri::throw::collision(it.squares, it.travelled, cap, by);
    Ok(json!({"damage": damage}))
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
