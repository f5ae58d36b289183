//! The operations of Crossover vectors: JSON in, the table's own functions, JSON out.

use rules::systems::crossover as xov;
use rules::systems::d10::damage::Blow;
use rules::systems::d10::dice::Pool;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Watched;
use super::family::{Answer, Row, answer, health, normal, plain, read, reply, rolled, say, value};

type Given = Map<String, Value>;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Given, dice: &mut Watched) -> Answer {
    let by = &xov::Settings::default();
    let given = &normal(given);
    match op {
        "roll" => rolled(xov::dice::roll(&read(given)?, by, dice)),
        "command" => command(given, by, dice),
        "initiative" => initiative(given, dice),
        "order" => order(given),
        "schedule" => schedule(given, by),
        "action_penalties" => value(xov::actions::cost(&read(given)?, by).map_err(say)?),
        "attack" => attack(given, by),
        "defend" => defend(given, by),
        "resolve" => value(xov::exchange::resolve(&read(given)?, by, dice).map_err(say)?),
        "soak_pool" => value(xov::soak::pool(&read(given)?, by)),
        "strafe" => plain(xov::spray::share(&read(given)?, by)),
        "parry_counter" => value(xov::parry::counter(&read(given)?)),
        "knockdown" => plain(xov::knockdown::land(read(given)?, dice)),
        "ambush" => plain(xov::ambush::roll(&read(given)?, by, dice)),
        "extra_actions" => plain(xov::powers::extra_actions(&read(given)?, by)),
        "disarm" => disarm(given),
        "abort" => abort(given, by, dice),
        "track" => track(given),
        "resist" => resist(given, by, dice),
        "stake" => value(xov::stake::stake(&read(given)?)),
        "ready" => ready(given),
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

fn attack(given: &Given, by: &xov::Settings) -> Answer {
    let chart = xov::chart::maneuvers(xov::chart::MANEUVERS).map_err(say)?;
    plain(xov::attack::pool::attempt(&read(given)?, &chart, by))
}

#[derive(Deserialize)]
struct DefendTest {
    maneuver: xov::defense::Defense,
    #[serde(default)]
    defender: xov::defense::Defender,
    #[serde(default)]
    situation: xov::defense::Situation,
}

fn defend(given: &Given, by: &xov::Settings) -> Answer {
    let it: DefendTest = read(given)?;
    plain(xov::defense::defend(
        it.maneuver,
        &it.defender,
        &it.situation,
        by,
    ))
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct DisarmTest {
    damage_successes: i32,
    target_strength: i32,
}

fn disarm(given: &Given) -> Answer {
    let it: DisarmTest = read(given)?;
    value(xov::grip::disarm(it.damage_successes, it.target_strength))
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

#[derive(Deserialize, Default)]
#[serde(default)]
struct ResistTest {
    a: Pool,
    b: Pool,
}

fn resist(given: &Given, by: &xov::Settings, dice: &mut Watched) -> Answer {
    let it: ResistTest = read(given)?;
    value(xov::contest::resist(it.a, it.b, by, dice).map_err(say)?)
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct ReadyTest {
    weapon_class: xov::attack::WeaponClass,
    actions_spent: i32,
}

fn ready(given: &Given) -> Answer {
    let it: ReadyTest = read(given)?;
    let ready = xov::ready::is_ready(it.weapon_class, it.actions_spent);
    Ok(json!({"ready": ready}))
}
