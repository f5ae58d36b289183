//! The operations of Masquerade vectors: JSON in, the table's own functions, JSON out.

use rules::systems::d10::damage::Blow;
use rules::systems::d10::timeline::Slot;
use rules::systems::masquerade as msq;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Watched;
use super::family::{Answer, Row, answer, health, normal, read, reply, rolled, say, value};

#[path = "masquerade_blows.rs"]
mod blows;

type Given = Map<String, Value>;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Given, dice: &mut Watched) -> Answer {
    let by = &msq::Settings::default();
    let given = &normal(given);
    match op {
        "roll" => rolled(msq::dice::roll(&read(given)?, by, dice)),
        "command" => command(given, by, dice),
        "order" => order(given, by, dice),
        "schedule" => schedule(given, by, dice),
        "split" => value(msq::split::split(&read(given)?)),
        "abort" => abort(given, by, dice),
        "attack_pool" | "damage_pool" | "soak_pool" | "resolve" => blows::run(op, given, dice),
        "track" => track(given),
        other => Err(format!("no operation is called {other}")),
    }
}

#[derive(Deserialize)]
struct CommandTest {
    input: String,
    actor: Name,
}

#[derive(Deserialize)]
struct Name {
    name: String,
}

fn command(given: &Given, by: &msq::Settings, dice: &mut Watched) -> Answer {
    let it: CommandTest = read(given)?;
    reply(msq::command::play(&it.input, &it.actor.name, by, dice))
}

#[derive(Deserialize)]
struct OrderTest {
    #[serde(default)]
    combatants: Vec<msq::order::Combatant>,
    #[serde(default)]
    delays: Vec<msq::order::Delay>,
}

fn order(given: &Given, by: &msq::Settings, dice: &mut Watched) -> Answer {
    let it: OrderTest = read(given)?;
    value(msq::order::order(&it.combatants, &it.delays, by, dice).map_err(say)?)
}

#[derive(Deserialize)]
struct ScheduleTest {
    #[serde(default)]
    combatants: Vec<msq::schedule::Actor>,
}

fn schedule(given: &Given, by: &msq::Settings, dice: &mut Watched) -> Answer {
    let it: ScheduleTest = read(given)?;
    let schedule = msq::schedule::schedule(&it.combatants, by, dice).map_err(say)?;
    let written =
        |slots: &[Slot]| -> Vec<String> { slots.iter().map(ToString::to_string).collect() };
    Ok(json!({
        "main": written(&schedule.main),
        "end": written(&schedule.end),
        "on_demand": written(&schedule.on_demand),
    }))
}

fn abort(given: &Given, by: &msq::Settings, dice: &mut Watched) -> Answer {
    let refused = json!({"changed": false, "willpower_spent": 0});
    match answer(msq::abort::abort(&read(given)?, by, dice), refused) {
        Ok(aborted) => value(aborted),
        Err(refused) => refused,
    }
}

#[derive(Deserialize)]
struct TrackTest {
    #[serde(flatten)]
    row: Row,
    #[serde(default)]
    kind: msq::track::Kind,
    #[serde(default)]
    damage: Vec<Blow>,
}

fn track(given: &Given) -> Answer {
    let it: TrackTest = read(given)?;
    let after = msq::track::mark(it.row.health()?, it.kind, &it.damage);
    Ok(health(&after))
}
