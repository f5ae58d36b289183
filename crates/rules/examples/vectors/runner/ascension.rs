//! The operations of Ascension vectors: JSON in, the table's own functions, JSON out.

use rules::systems::ascension as asc;
use rules::systems::d10::damage::Blow;
use rules::systems::d10::input::Denied;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Watched;
use super::family::{Answer, Row, answer, health, normal, read, rolled, say, value, with};

#[path = "ascension_blows.rs"]
mod blows;
#[path = "ascension_defenses.rs"]
mod defenses;

type Given = Map<String, Value>;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Given, dice: &mut Watched) -> Answer {
    let by = &asc::Settings::default();
    let given = &normal(given);
    match op {
        "roll" => rolled(asc::dice::roll(&read(given)?, by, dice)),
        "initiative" => initiative(given, dice),
        "order" => order(given, by),
        "split" => split(given),
        "attack_pool" | "resolve" | "rebound" | "soak_pool" => blows::run(op, given, dice),
        "defend" | "desperate" => defenses::run(op, given),
        "abort" => abort(given, by, dice),
        "track" => track(given),
        other => Err(format!("no operation is called {other}")),
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct InitiativeTest {
    dexterity: i32,
    wits: i32,
}

fn initiative(given: &Given, dice: &mut Watched) -> Answer {
    let it: InitiativeTest = read(given)?;
    let initiative = asc::initiative::roll(it.dexterity, it.wits, dice);
    Ok(json!({
        "rating": asc::initiative::rating(it.dexterity, it.wits),
        "die": initiative.die,
        "total": initiative.score,
    }))
}

#[derive(Deserialize)]
struct OrderTest {
    #[serde(default)]
    combatants: Vec<asc::initiative::Combatant>,
}

fn order(given: &Given, by: &asc::Settings) -> Answer {
    let it: OrderTest = read(given)?;
    value(asc::initiative::order(&it.combatants, by).map_err(say)?)
}

fn split(given: &Given) -> Answer {
    let divided = asc::split::split(&read(given)?).map_err(Denied::refused);
    match answer(divided, json!({"ok": false})) {
        Ok(divided) => Ok(with(value(divided)?, json!({"ok": true}))),
        Err(refused) => refused,
    }
}

fn abort(given: &Given, by: &asc::Settings, dice: &mut Watched) -> Answer {
    let refused = json!({"changed": false, "willpower_spent": 0});
    match answer(asc::abort::abort(&read(given)?, by, dice), refused) {
        Ok(aborted) => value(aborted),
        Err(refused) => refused,
    }
}

#[derive(Deserialize)]
struct TrackTest {
    #[serde(flatten)]
    row: Row,
    #[serde(default)]
    mode: asc::settings::Recording,
    #[serde(default)]
    damage: Vec<Blow>,
}

fn track(given: &Given) -> Answer {
    let it: TrackTest = read(given)?;
    let after = asc::track::mark(it.row.health()?, it.mode, &it.damage);
    Ok(health(&after))
}
