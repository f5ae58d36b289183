//! The operations of Crossover vectors: JSON in, the table's own engine, JSON out.

mod asked;
mod attacked;
mod changed;
mod played;
mod turns;

use serde_json::{Map, Value};

use super::Watched;
use super::family::{Answer, normal, read};

type Given = Map<String, Value>;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Given, dice: &mut Watched) -> Answer {
    let given = &normal(given);
    match op {
        "roll" => played::roll(given, dice),
        "command" => turns::command(&read(given)?, dice),
        "initiative" => turns::initiative(&read(given)?, dice),
        "order" => turns::order(&read(given)?),
        "schedule" => turns::schedule(&read(given)?),
        "action_penalties" => changed::action_penalties(&read(given)?),
        "attack" => attacked::attack(&read(given)?),
        "defend" => attacked::defend(&read(given)?),
        "resolve" => played::resolve(&read(given)?, dice),
        "soak_pool" => played::soak_pool(&read(given)?),
        "strafe" => played::strafe(&read(given)?),
        "parry_counter" => played::parry_counter(&read(given)?),
        "knockdown" => played::knockdown(&read(given)?, dice),
        "ambush" => played::ambush(&read(given)?, dice),
        "extra_actions" => changed::extra_actions(&read(given)?),
        "disarm" => played::disarm(&read(given)?),
        "abort" => changed::abort(&read(given)?, dice),
        "track" => changed::track(&read(given)?),
        "resist" => played::resist(&read(given)?, dice),
        "stake" => played::stake(&read(given)?),
        "ready" => played::ready(&read(given)?),
        other => Err(format!("no operation is called {other}")),
    }
}
