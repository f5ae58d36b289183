//! The operations of Crossover vectors: JSON in, the table's own engine, JSON out.

mod attacked;
mod played;

use rules::systems::crossover as xov;
use rules::systems::d10::damage::Blow;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Watched;
use super::family::{Answer, Row, answer, health, normal, plain, read, reply, say, value};

type Given = Map<String, Value>;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Given, dice: &mut Watched) -> Answer {
    let by = &xov::Settings::default();
    let given = &normal(given);
    match op {
        "roll" => played::roll(given, dice),
        "command" => command(given, by, dice),
        "initiative" => initiative(given, dice),
        "order" => order(given),
        "schedule" => schedule(given, by),
        "action_penalties" => value(xov::actions::cost(&read(given)?, by).map_err(say)?),
        "attack" => attacked::attack(&read(given)?),
        "defend" => attacked::defend(&read(given)?),
        "resolve" => played::resolve(&read(given)?, dice),
        "soak_pool" => played::soak_pool(&read(given)?),
        "strafe" => played::strafe(&read(given)?),
        "parry_counter" => played::parry_counter(&read(given)?),
        "knockdown" => played::knockdown(&read(given)?, dice),
        "ambush" => played::ambush(&read(given)?, dice),
        "extra_actions" => plain(xov::powers::extra_actions(&read(given)?, by)),
        "disarm" => played::disarm(&read(given)?),
        "abort" => abort(given, by, dice),
        "track" => track(given),
        "resist" => played::resist(&read(given)?, dice),
        "stake" => played::stake(&read(given)?),
        "ready" => played::ready(&read(given)?),
        other => Err(format!("no operation is called {other}")),
    }
}

#[derive(Deserialize)]
struct CommandTest {
    input: String,
    actor: Option<xov::command::Actor>,
}

fn command(given: &Given, by: &xov::Settings, dice: &mut Watched) -> Answer {
    let it: CommandTest = read(given)?;
    let sender = xov::command::Sender {
        actor: it.actor,
        storyteller: false,
    };
    reply(xov::command::play(&it.input, &sender, by, dice))
}

fn initiative(given: &Given, dice: &mut Watched) -> Answer {
    let ask: xov::initiative::Ask = read(given)?;
    match answer(xov::initiative::roll(&ask, dice), json!({})) {
        Ok(initiative) => Ok(json!({
            "rating": xov::initiative::rating(ask.dexterity, ask.wits),
            "die": initiative.die,
            "total": initiative.score,
        })),
        Err(refused) => refused,
    }
}

#[derive(Deserialize)]
struct OrderTest {
    #[serde(default)]
    combatants: Vec<xov::order::Combatant>,
    #[serde(default)]
    delays: Vec<xov::order::Delay>,
}

fn order(given: &Given) -> Answer {
    let it: OrderTest = read(given)?;
    value(xov::order::order(&it.combatants, &it.delays).map_err(say)?)
}

#[derive(Deserialize)]
struct ScheduleTest {
    #[serde(default)]
    combatants: Vec<xov::schedule::Actor>,
}

fn schedule(given: &Given, by: &xov::Settings) -> Answer {
    let it: ScheduleTest = read(given)?;
    let schedule = xov::schedule::schedule(&it.combatants, by).map_err(say)?;
    let written = |slots: &[rules::systems::d10::timeline::Slot]| -> Vec<String> {
        slots.iter().map(ToString::to_string).collect()
    };
    Ok(json!({"main": written(&schedule.main), "extra": written(&schedule.extra)}))
}

fn abort(given: &Given, by: &xov::Settings, dice: &mut Watched) -> Answer {
    let refused = json!({"changed": false, "difficulty_modifier": 0, "willpower_spent": 0});
    match answer(xov::abort::change(&read(given)?, by, dice), refused) {
        Ok(changed) => value(changed),
        Err(refused) => refused,
    }
}

#[derive(Deserialize)]
struct TrackTest {
    #[serde(flatten)]
    row: Row,
    #[serde(default)]
    kind: xov::creature::Kind,
    #[serde(default)]
    damage: Vec<Blow>,
}

fn track(given: &Given) -> Answer {
    let it: TrackTest = read(given)?;
    let after = xov::track::mark(it.row.health()?, it.kind, &it.damage);
    Ok(health(&after))
}
