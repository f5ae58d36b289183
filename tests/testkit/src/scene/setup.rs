//! Sets up the table of a scene before the first step: people, house rules and combatants.

use rules::base::seat::{Actor, Role};
use rules::encounter::{Class, View};
use serde_json::{Map, Value, json};

use super::format::{CombatantSpec, ItemSpec, Scene};
use super::table::{CommandOutcome, SceneTable};

/// Sets up the table as the scene says, by commands only.
pub(super) fn set_up_table(scene: &Scene) -> Result<SceneTable, String> {
    if let Some(rule) = find_duplicate(&scene.rules) {
        return Err(format!("“rules” names {rule} twice"));
    }
    let mut table = SceneTable::new(&scene.scene, scene.system)?;
    for (number, sitting) in (1..).zip(&scene.seats) {
        let seat = Actor::Seat(rules::base::id::SeatId(number));
        table.names.add_seat(&sitting.name, seat)?;
        let sit = json!({"sit": {"seat": number, "name": sitting.name, "role": sitting.role}});
        give_accepted(&mut table, Actor::Server, &sit, &[])?;
    }
    let mut runs = scene.seats.iter();
    let runs = runs.find(|sitting| sitting.role == Role::Storyteller);
    let runs = runs.ok_or("nobody at the table is the storyteller")?;
    let storyteller = table.seat(&runs.name)?;
    for (key, value) in &scene.settings.0 {
        let set = json!({"set": {"key": key, "value": value}});
        give_accepted(&mut table, storyteller, &set, &[])?;
    }
    for newcomer in &scene.combatants {
        add_combatants(&mut table, storyteller, &newcomer.0)?;
    }
    for name in &scene.order {
        let id = table.names.id(name)?;
        let order = json!({"move": {"id": id, "to": {"before": null}}});
        give_accepted(&mut table, storyteller, &order, &[])?;
    }
    set_up_places(&mut table, storyteller, scene)?;
    Ok(table)
}

/// Describes the places of the scene, takes them into use, and moves the combatants to theirs.
fn set_up_places(table: &mut SceneTable, by: Actor, scene: &Scene) -> Result<(), String> {
    if scene.places.is_empty() {
        return match scene.at.0.is_empty() {
            true => Ok(()),
            false => Err("“at” needs “places”".into()),
        };
    }
    let describe = json!({"edit_scene": {"describe": {"lines": scene.places}}});
    give_accepted(table, by, &describe, &[])?;
    for (who, place) in &scene.at.0 {
        let place = place.as_str().ok_or("“at” gives each combatant a place")?;
        let (id, to) = (table.names.id(who)?, table.names.id(place)?);
        let go = json!({"go": {"ids": [id], "to": {"place": to}, "anyway": true}});
        give_accepted(table, by, &go, &[])?;
    }
    give_accepted(
        table,
        by,
        &json!({"edit_scene": {"use": {"on": true}}}),
        &[],
    )
}

/// Returns the first duplicate in a list.
fn find_duplicate(list: &[String]) -> Option<&String> {
    let mut all = list.iter().enumerate();
    let again = all.find(|(at, one)| list.iter().take(*at).any(|other| other == *one));
    again.map(|(_, one)| one)
}

/// Gives a command that must be accepted.
fn give_accepted(
    table: &mut SceneTable,
    by: Actor,
    command: &Value,
    faces: &[u16],
) -> Result<(), String> {
    match table.give(by, command, faces)? {
        CommandOutcome::Done { .. } => Ok(()),
        CommandOutcome::Refused(why, _) => Err(format!("{command} was refused: {why}")),
    }
}

/// Returns the quick-add line of a combatant.
fn quick_add_line(coming: &CombatantSpec) -> Result<String, String> {
    match (&coming.line, &coming.name) {
        (Some(line), None) if coming.kind.is_none() && coming.traits.is_empty() => Ok(line.clone()),
        (None, Some(name)) => {
            let mut line = name.clone();
            if let Some(kind) = &coming.kind {
                line += &format!(" {kind}");
            }
            for (key, value) in &coming.traits {
                line += &format!(" {key} {value}");
            }
            Ok(line)
        }
        _ => Err("a combatant has a “line”, or a “name” with “kind” and “traits”".into()),
    }
}

/// Adds the combatants of one specification and gives them their gear and state.
fn add_combatants(
    table: &mut SceneTable,
    storyteller: Actor,
    coming: &CombatantSpec,
) -> Result<(), String> {
    let by = match &coming.seat {
        Some(name) => table.seat(name)?,
        None => storyteller,
    };
    let mut add = Map::new();
    add.insert("line".into(), quick_add_line(coming)?.into());
    if let Some(side) = &coming.side {
        add.insert("side".into(), side.as_str().into());
    }
    if coming.hidden {
        add.insert("hidden".into(), true.into());
    }
    let before = list_combatants(table)?;
    give_accepted(table, by, &json!({"add": add}), &[])?;
    let after = list_combatants(table)?;
    let come = after
        .into_iter()
        .filter(|(id, _)| !before.iter().any(|(old, _)| old == id));
    for (id, name) in come {
        if coming.name.as_ref().is_some_and(|wanted| *wanted != name) {
            return Err(format!(
                "the sheet makes {name}: part of the name is a word of the rules"
            ));
        }
        apply_starting_state(table, storyteller, coming, &id)?;
    }
    Ok(())
}

/// Returns ids and full names of all combatants.
fn list_combatants(table: &SceneTable) -> Result<Vec<(String, String)>, String> {
    let view = table.view(Class::Storyteller)?;
    let view: View = serde_json::from_value(view).map_err(|cause| cause.to_string())?;
    let rows = view.rows.values();
    let rows = rows.map(|row| (row.id.to_string(), row.full_name()));
    Ok(rows.collect())
}

/// Gives a new combatant its gear, conditions, marks, spent points and initiative.
fn apply_starting_state(
    table: &mut SceneTable,
    by: Actor,
    coming: &CombatantSpec,
    id: &str,
) -> Result<(), String> {
    for item in &coming.gear {
        let give = give_item_command(id, item)?;
        give_accepted(table, by, &give, &[])?;
    }
    for (key, condition) in &coming.conditions.0 {
        let afflict = json!({"afflict": {"id": id, "key": key, "condition": condition}});
        give_accepted(table, by, &afflict, &[])?;
    }
    for (key, amount) in &coming.marks {
        let mark = match key.as_str() {
            "p" => json!({"count": {"id": id, "by": -amount}}),
            _ => json!({"turn": {"id": id, "shifts": [{"to": key, "count": amount}]}}),
        };
        give_accepted(table, by, &mark, &[])?;
    }
    for (pool, points) in &coming.spent {
        let spend = json!({"spend": {"id": id, "pool": pool, "by": -points}});
        give_accepted(table, by, &spend, &[])?;
    }
    if let Some(face) = coming.die {
        let roll = json!({"roll_initiative": {"whose": {"one": id}, "face": face}});
        give_accepted(table, by, &roll, &[])?;
    }
    Ok(())
}

/// Returns the command that gives an item to a combatant.
fn give_item_command(id: &str, item: &ItemSpec) -> Result<Value, String> {
    let what = match (&item.chart, &item.own) {
        (Some(key), None) => json!({"chart": key}),
        (None, Some(own)) => json!({"own": own.0}),
        _ => return Err("an item is a row of the “chart”, or the table's “own”".into()),
    };
    let mut give = Map::new();
    give.insert("id".into(), id.into());
    give.insert("what".into(), what);
    if let Some(carried) = item.carried {
        give.insert("carried".into(), json!(carried));
    }
    Ok(json!({"give_item": give}))
}
