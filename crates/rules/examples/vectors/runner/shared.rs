//! The operations that vectors of Masquerade and Ascension share: a roll, an action given up, damage.

use rules::dial::Reading;
use rules::dice::{Dice, Script};
use rules::encounter::command::{PlanAsk, Shift};
use rules::encounter::feature::{AbortTried, Marked};
use rules::encounter::{Command, Event, Refusal};
use rules::exchange::Intent;
use rules::id::CombatantId;
use rules::phase::Phase;
use rules::roll::{Grade, Rolled};
use rules::settings::Value as Setting;
use rules::system::SystemId;
use rules::track::{Fate, Packet, Severity, Track};
use serde::Deserialize;
use serde_json::{Value, json};

use super::family::{Answer, say};
use super::fight::{Always, Fight, PLAYER, code};

#[derive(Deserialize)]
#[serde(default)]
struct RollTest {
    pool: i32,
    difficulty: i32,
    specialty: bool,
    willpower: bool,
    botchable: bool,
}

impl Default for RollTest {
    fn default() -> Self {
        Self {
            pool: 0,
            difficulty: 6,
            specialty: false,
            willpower: false,
            botchable: true,
        }
    }
}

/// One roll: its successes and its outcome.
pub(crate) fn rolled(system: SystemId, given: &Value, dice: &mut dyn Dice) -> Answer {
    let it = RollTest::deserialize(given).map_err(say)?;
    let mut reading = Reading::default();
    reading.set("difficulty", it.difficulty);
    // Soak is what cannot be botched.
    let flags = [
        ("specialty", 1, it.specialty),
        ("willpower", 1, it.willpower),
        ("kind", 3, !it.botchable),
    ];
    for (key, value, _) in flags.into_iter().filter(|(.., on)| *on) {
        reading.set(key, value);
    }
    match Fight::new(system, "Player")?.roll(None, it.pool, reading, dice) {
        Ok(record) => Ok(outcome(&record.rolled)),
        Err(refusal) => Ok(json!({"error": code(refusal)?})),
    }
}

fn outcome(rolled: &Rolled) -> Value {
    let outcome = match rolled.grade {
        Grade::DramaticFailure => "botch",
        Grade::Failure => "failure",
        Grade::Success | Grade::Exceptional => "success",
    };
    json!({"successes": rolled.successes, "outcome": outcome})
}

#[derive(Deserialize)]
#[serde(default)]
struct AbortTest {
    method: String,
    willpower: i32,
    new_action: String,
    actions_left: u8,
    failed_before: bool,
}

impl Default for AbortTest {
    fn default() -> Self {
        Self {
            method: "roll".to_owned(),
            willpower: 0,
            new_action: "defense".to_owned(),
            actions_left: 1,
            failed_before: false,
        }
    }
}

/// A declared action is given up for something else.
pub(crate) fn abort(system: SystemId, given: &Value, dice: &mut dyn Dice) -> Answer {
    let it = AbortTest::deserialize(given).map_err(say)?;
    let mut fight = Fight::new(system, "Player")?;
    // Where declaring is a part of the turn, a plan binds.
    if system == SystemId::Ascension {
        fight.house("declare_low_to_high", Setting::Yes(true))?;
    }
    let traits = [("willpower", it.willpower), ("brawl", 10)];
    let id = fight.join(&traits)?;
    let other = fight.join(&[])?;
    fight.initiative(&[5, 4], &mut Script::default())?;
    let plan = |actions: u8| PlanAsk {
        actions,
        ..PlanAsk::default()
    };
    fight.plan(id, plan(it.actions_left.max(1)))?;
    fight.hand_over(id)?;
    fight.go_to(Phase::Act)?;
    if it.actions_left < 1 {
        let done = fight
            .declare(id, other, Intent::of("strike"))
            .map_err(say)?;
        fight.finish(done, "none", &mut Script::default())?;
    }
    let price = |method: &str| match method {
        "roll" => Ok(rules::plan::Price::Roll),
        "spend" => Ok(rules::plan::Price::Spend),
        other => Err(format!("{other} is no way to pay")),
    };
    if it.failed_before {
        let price = rules::plan::Price::Roll;
        let failed = fight.give(PLAYER, Command::Abort { id, price }, &mut Always(2));
        failed.map_err(say)?;
    }
    let points = |fight: &Fight| -> Result<i32, String> {
        Ok(fight.row(id)?.pools.get("willpower").copied().unwrap_or(0))
    };
    let before = points(&fight)?;
    let refused = |error: &str| json!({"error": error, "changed": false, "willpower_spent": 0});
    if it.new_action != "defense" {
        // Only another plan would be another action, and what was declared stands.
        let plan = Some(plan(it.actions_left.max(1) + 1));
        let changed = fight.give(PLAYER, Command::Plan { id, plan }, dice);
        return match changed {
            Err(Refusal::NotAllowed) => Ok(refused("defense_only")),
            other => Err(format!("{other:?}")),
        };
    }
    let price = price(&it.method)?;
    let events = match fight.give(PLAYER, Command::Abort { id, price }, dice) {
        Ok(events) => events,
        Err(refusal) => return Ok(refused(&code(refusal)?)),
    };
    let changed = events.iter().find_map(|event| match event {
        Event::Aborted(AbortTried { changed, .. }) => Some(*changed),
        _ => None,
    });
    Ok(json!({
        "changed": changed.ok_or("nothing was given up")?,
        "willpower_spent": before - points(&fight)?,
    }))
}

#[derive(Deserialize)]
struct Blow {
    #[serde(rename = "type")]
    kind: String,
    amount: u16,
}

impl Blow {
    fn packet(&self) -> Result<Packet, String> {
        let severity = match self.kind.as_str() {
            "bashing" => Severity::Bashing,
            "lethal" => Severity::Lethal,
            "aggravated" => Severity::Aggravated,
            other => return Err(format!("{other} is no damage")),
        };
        Ok(Packet::of(severity, self.amount))
    }
}

#[derive(Deserialize)]
struct TrackTest {
    #[serde(default)]
    kind: String,
    marks: String,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    mode: Option<String>,
    #[serde(default)]
    damage: Vec<Blow>,
}

/// Damage is marked on a row.
pub(crate) fn track(system: SystemId, given: &Value) -> Answer {
    let it = TrackTest::deserialize(given).map_err(say)?;
    let mut fight = Fight::new(system, "Player")?;
    if let Some(mode) = it.mode {
        fight.house("damage_recording", Setting::Named(mode.into()))?;
    }
    let id = fight.join(&[])?;
    if system
        .rules()
        .kinds()
        .iter()
        .any(|kind| kind.key == it.kind)
    {
        let kind = Some(it.kind.clone());
        fight.must(Command::SetKind { id, kind })?;
    }
    marked(&mut fight, id, &it.marks)?;
    fate(&mut fight, id, it.status.as_deref())?;
    for blow in it.damage.iter().filter(|blow| blow.amount > 0) {
        let packet = blow.packet()?;
        fight.must(Command::Harm { id, packet })?;
    }
    let row = fight.row(id)?;
    let Some(Track::Levels(levels)) = row.track else {
        return Err("there are no levels".to_owned());
    };
    let last = levels.boxes().filled().checked_sub(1);
    let level = last.and_then(|last| system.rules().box_name(&Track::Levels(levels), last));
    let full = levels.boxes().empty() == 0;
    let status = match levels.fate() {
        Fate::Open if full => "incapacitated",
        Fate::Open => "ok",
        Fate::Dead => "dead",
        Fate::Torpor => "torpor",
        Fate::FinalDeath => "final_death",
    };
    Ok(json!({
        "marks": levels.boxes().picture(),
        "level": level.as_deref().unwrap_or("Healthy").to_lowercase(),
        "penalty": if full { Value::Null } else { row.health.penalty.into() },
        "status": status,
    }))
}

/// What has become of a combatant before, as a record tells it.
fn fate(fight: &mut Fight, id: CombatantId, status: Option<&str>) -> Result<(), String> {
    let fate = match status {
        None | Some("ok" | "incapacitated") => return Ok(()),
        Some("dead") => Fate::Dead,
        Some("torpor") => Fate::Torpor,
        Some("final_death") => Fate::FinalDeath,
        Some(other) => return Err(format!("{other} is no status")),
    };
    let Some(Track::Levels(levels)) = fight.row(id)?.track else {
        return Err("there are no levels".to_owned());
    };
    fight.record(Event::Marked(Marked {
        id,
        before: Track::Levels(levels),
        after: Track::Levels(levels.after(*levels.boxes(), fate)),
        states: Vec::new(),
    }));
    Ok(())
}

/// Turns the boxes of a clean row into these marks.
fn marked(fight: &mut Fight, id: CombatantId, marks: &str) -> Result<(), String> {
    let mut shifts = Vec::new();
    for severity in [Severity::Aggravated, Severity::Lethal, Severity::Bashing] {
        let count = marks
            .chars()
            .filter(|mark| *mark == severity.glyph())
            .count();
        let count = u16::try_from(count).map_err(say)?;
        if count > 0 {
            let (from, to) = (None, Some(severity));
            shifts.push(Shift { from, to, count });
        }
    }
    if !shifts.is_empty() {
        fight.must(Command::MarkBoxes { id, shifts })?;
    }
    let track = fight.row(id)?.track;
    let boxes = track.as_ref().and_then(Track::boxes);
    match boxes.is_some_and(|boxes| boxes.picture() == marks) {
        true => Ok(()),
        false => Err(format!("{marks} is no row")),
    }
}
