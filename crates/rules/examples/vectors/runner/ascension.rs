//! The operations of Ascension vectors, played at the table and by its exchanges.

use rules::system::SystemId;
use serde_json::{Map, Value};

use super::Watched;
use super::family::{Answer, normal};
use super::shared;

#[path = "ascension_blows.rs"]
mod blows;
#[path = "ascension_defenses.rs"]
mod defenses;
#[path = "ascension_turns.rs"]
mod turns;

const ASCENSION: SystemId = SystemId::Ascension;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let given = normal(given);
    let all = &Value::Object(given.clone());
    match op {
        "roll" => shared::rolled(ASCENSION, all, dice),
        "initiative" => turns::initiative(all, dice),
        "order" => turns::order(all),
        "split" => turns::split(all),
        "attack_pool" | "resolve" | "rebound" | "soak_pool" => blows::run(op, &given, dice),
        "defend" | "desperate" => defenses::run(op, &given),
        "abort" => shared::abort(ASCENSION, all, dice),
        "track" => shared::track(ASCENSION, all),
        other => Err(format!("no operation is called {other}")),
    }
}
