//! Operations on a body: marks, what they mean, bleeding, healing.

use rules::sorted::Set;

use rules::due::Deed;
use rules::encounter::Command;
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::passage::Span;
use rules::system::Health;
use rules::term;
use rules::track::{Boxes, Packet};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::fight::Fight;
use super::{Answer, Creature, Watched, drawn, few, human, read, say, with};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    track: Boxes,
    #[serde(default)]
    packets: Vec<Packet>,
}

pub(super) fn mark(given: &Map<String, Value>) -> Answer {
    let mark: Mark = read(given)?;
    let mut fight = Fight::new()?;
    let id = fight.body(Creature::Mortal, &mark.track, &[])?;
    for packet in mark.packets {
        fight.if_any(Command::Harm { id, packet })?;
    }
    Ok(drawn(&fight.track(id)?))
}

const fn mortal() -> Creature {
    Creature::Mortal
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    track: Boxes,
    #[serde(default = "mortal")]
    kind: Creature,
    #[serde(default = "human")]
    size: i32,
    #[serde(default)]
    stabilised: bool,
    #[serde(default)]
    stamina: i32,
    #[serde(default)]
    intervals: u32,
    #[serde(default)]
    turns: u32,
}

impl Body {
    fn at(&self, fight: &mut Fight) -> Result<CombatantId, String> {
        let traits = [("size", self.size), ("stamina", self.stamina)];
        let id = fight.body(self.kind, &self.track, &traits)?;
        if self.stabilised {
            fight.afflict(id, "stabilized", 0)?;
        }
        // Another combatant, so that turns go by when this one is out.
        fight.joins(&[])?;
        Ok(id)
    }
}

/// How far gone a combatant is, by the rule that says so.
fn state(health: &Health) -> &'static str {
    let found = health.states.iter().find_map(|state| {
        Some(match (state.rule.as_str(), &*state.word) {
            ("CHR-WND-03", "unconscious") | ("CHR-WND-04", _) => "unconscious",
            ("CHR-WND-03", _) => "stamina_roll",
            ("CHR-WND-05", _) => "dead",
            ("CHR-VMP-02", "in torpor") => "torpor",
            ("CHR-VMP-02", _) => "final_death",
            _ => return None,
        })
    });
    found.unwrap_or("ok")
}

fn bleeding(health: &Health) -> &'static str {
    let found = health
        .states
        .iter()
        .find_map(|state| match state.rule.as_str() {
            "CHR-BLEED-01" => Some("slow"),
            "CHR-BLEED-03" => Some("every_turn"),
            _ => None,
        });
    found.unwrap_or("none")
}

fn told(row: &Row) -> Value {
    json!({
        "wound_penalty": row.health.penalty,
        "state": state(&row.health),
        "bleeding": bleeding(&row.health),
    })
}

pub(super) fn status(given: &Map<String, Value>) -> Answer {
    let body: Body = read(given)?;
    let mut fight = Fight::new()?;
    let id = body.at(&mut fight)?;
    Ok(told(&fight.row(id)?))
}

pub(super) fn consciousness(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let body: Body = read(given)?;
    let mut fight = Fight::new()?;
    let id = body.at(&mut fight)?;
    fight.next()?;
    let awake = |row: &Row| match state(&row.health) {
        "ok" | "stamina_roll" => "awake",
        gone => gone,
    };
    let row = fight.row(id)?;
    let due = row.due.iter().find(|due| due.key == "stay_awake");
    let Some(Deed::Roll { terms, .. }) = due.map(|due| &due.deed) else {
        return Ok(json!({"roll_needed": false, "state": awake(&row)}));
    };
    let accept = Command::Accept {
        id,
        due: "stay_awake".to_owned(),
        faces: None,
    };
    fight.ask(accept, dice).map_err(say)?;
    Ok(json!({
        "roll_needed": true,
        "pool": term::sum(terms),
        "state": awake(&fight.row(id)?),
    }))
}

/// Time passes for one combatant.
fn pass(fight: &mut Fight, id: CombatantId, span: Span, care: Option<&str>) -> Result<(), String> {
    fight.if_any(Command::PassTime {
        ids: Set::from([id]),
        span,
        care: care.map(str::to_owned),
    })
}

pub(super) fn bleed(given: &Map<String, Value>) -> Answer {
    let body: Body = read(given)?;
    let mut fight = Fight::new()?;
    let id = body.at(&mut fight)?;
    for _ in 0..few(body.intervals)? {
        if bleeding(&fight.row(id)?.health) == "slow" {
            pass(&mut fight, id, Span::Turns(20), None)?;
        }
    }
    for _ in 0..few(body.turns)? {
        fight.next_round()?;
        let due = fight.row(id)?.due;
        if let Some(due) = due.iter().find(|due| due.key == "bleed") {
            fight.order(Command::Accept {
                id,
                due: due.key.clone(),
                faces: None,
            })?;
        }
    }
    let row = fight.row(id)?;
    Ok(with(drawn(&fight.track(id)?), told(&row)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heal {
    track: Boxes,
    #[serde(default)]
    hours: u32,
    #[serde(default)]
    care: Option<String>,
}

pub(super) fn heal(given: &Map<String, Value>) -> Answer {
    let heal: Heal = read(given)?;
    let mut fight = Fight::new()?;
    let id = fight.body(Creature::Mortal, &heal.track, &[])?;
    // A combatant who heals does not bleed any more.
    fight.afflict(id, "stabilized", 0)?;
    if heal.hours > 0 {
        pass(
            &mut fight,
            id,
            Span::Hours(heal.hours),
            heal.care.as_deref(),
        )?;
    }
    Ok(drawn(&fight.track(id)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nights {
    track: Boxes,
    #[serde(default)]
    blood: i32,
    #[serde(default)]
    nights: u32,
}

pub(super) fn staked_nights(given: &Map<String, Value>) -> Answer {
    let it: Nights = read(given)?;
    let mut fight = Fight::new()?;
    let id = fight.body(Creature::Vampire, &it.track, &[("blood", it.blood)])?;
    fight.afflict(id, "staked", 0)?;
    if it.nights > 0 {
        pass(&mut fight, id, Span::Nights(it.nights), None)?;
    }
    let row = fight.row(id)?;
    Ok(with(
        drawn(&fight.track(id)?),
        json!({
            "blood": row.pools.get("blood").copied().unwrap_or(0),
            "state": state(&row.health),
        }),
    ))
}
