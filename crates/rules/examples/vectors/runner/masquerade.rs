//! The operations of Masquerade vectors, played at the table and by its exchanges.

use rules::system::SystemId;
use serde_json::{Map, Value};

use super::Watched;
use super::family::{Answer, normal};
use super::shared;

#[path = "masquerade_blows.rs"]
mod blows;
#[path = "masquerade_turns.rs"]
mod turns;

const MASQUERADE: SystemId = SystemId::Masquerade;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let given = normal(given);
    let all = &Value::Object(given.clone());
    match op {
        "roll" => shared::rolled(MASQUERADE, all, dice),
        "command" => turns::command(all, dice),
        "order" => turns::order(all, dice),
        "schedule" => turns::schedule(all, dice),
        "split" => turns::split(all),
        "abort" => shared::abort(MASQUERADE, all, dice),
        "attack_pool" | "damage_pool" | "soak_pool" | "resolve" => blows::run(op, &given, dice),
        "track" => shared::track(MASQUERADE, all),
        other => Err(format!("no operation is called {other}")),
    }
}
