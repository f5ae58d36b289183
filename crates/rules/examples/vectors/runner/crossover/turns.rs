//! Initiative, order and phases of Crossover vectors: commands at a fight.

use std::collections::{BTreeMap, BTreeSet};

use rules::condition::{Condition, Until};
use rules::dice::Dice;
use rules::encounter::command::{Declaration, PlanAsk, Whose};
use rules::encounter::feature::{InitiativeOffered, InitiativeRolled};
use rules::encounter::log::Source;
use rules::encounter::{Command, Event, Refusal};
use rules::exchange::Intent;
use rules::id::CombatantId;
use rules::phase::Phase;
use rules::system::SystemId;
use rules::track::Packet;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::Watched;
use super::super::family::{Answer, say};
use super::super::fight::{Fight, PLAYER, STORYTELLER};
use super::asked::Level;

const SYSTEM: SystemId = SystemId::Crossover;

#[derive(Deserialize)]
pub(super) struct Sender {
    name: String,
    #[serde(default)]
    dexterity: i32,
    #[serde(default)]
    wits: i32,
}

#[derive(Deserialize)]
pub(super) struct CommandTest {
    input: String,
    actor: Option<Sender>,
}

/// A player types a line.
pub(super) fn command(it: &CommandTest, dice: &mut Watched) -> Answer {
    let mut fight = Fight::new(SYSTEM, "Player")?;
    if let Some(actor) = &it.actor {
        let traits = [("dexterity", actor.dexterity), ("wits", actor.wits)];
        let id = fight.join(&traits)?;
        let name = actor.name.clone();
        fight.must(Command::Rename { id, name })?;
        fight.hand_over(id)?;
    }
    let line = it.input.clone();
    let events = fight.give(PLAYER, Command::Say { line, who: None }, dice);
    let events = match events {
        Ok(events) => events,
        Err(Refusal::Chat(error)) => {
            return Ok(json!({"ok": false, "error": error.code, "text": error.text}));
        }
        Err(other) => return Err(say(other)),
    };
    let rolled = events.into_iter().find_map(|event| match event {
        Event::InitiativeRolled(InitiativeRolled {
            id, after, source, ..
        }) => Some((
            fight.row(id).ok()?.full_name(),
            after?,
            source == Source::Sheet,
        )),
        Event::InitiativeOffered(InitiativeOffered {
            name, initiative, ..
        }) => Some((name, initiative, false)),
        _ => None,
    });
    let Some((name, initiative, own)) = rolled else {
        // Talk is no command.
        return Ok(json!({"ok": false, "error": "unknown_command"}));
    };
    let known = Some((initiative.die, &initiative.terms[..]));
    let text = SYSTEM
        .rules()
        .tell_initiative(&name, initiative.score, known);
    Ok(json!({
        "ok": true,
        "kind": if own { "pc" } else { "npc" },
        "name": name,
        "rating": initiative.score - i32::from(initiative.die),
        "die": initiative.die,
        "total": initiative.score,
        "text": text,
    }))
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct InitiativeTest {
    dexterity: i32,
    wits: i32,
    wound_level: Level,
    adjust: i32,
}

/// A combatant rolls, and what the table suggests is confirmed.
pub(super) fn initiative(it: &InitiativeTest, dice: &mut Watched) -> Answer {
    let mut fight = Fight::new(SYSTEM, "Player")?;
    let traits = [("dexterity", it.dexterity), ("wits", it.wits)];
    let id = fight.join(&traits)?;
    if it.wound_level != Level::Healthy {
        let packet = Packet {
            bashing: it.wound_level.filled(),
            ..Packet::default()
        };
        fight.must(Command::Harm { id, packet })?;
    }
    let whose = Whose::One(id);
    let roll = Command::RollInitiative { whose, face: None };
    match fight.give(STORYTELLER, roll, dice) {
        Ok(_) => {}
        Err(Refusal::Chat(error)) => return Ok(json!({"error": error.code})),
        Err(other) => return Err(say(other)),
    }
    let row = fight.row(id)?;
    let rolled = row.initiative.ok_or("nothing was rolled")?;
    let suggested = row
        .shown
        .iter()
        .find(|it| it.title == "Suggested for initiative");
    let suggested = suggested.map_or(0, |it| rules::term::sum(&it.terms));
    let by = suggested.saturating_add(it.adjust);
    if by != 0 {
        fight.must(Command::Adjust { id, by })?;
    }
    Ok(json!({
        "rating": rolled.score - i32::from(rolled.die),
        "die": rolled.die,
        "total": fight.row(id)?.score,
    }))
}

#[derive(Deserialize)]
struct Placed {
    id: String,
    #[serde(default)]
    total: i32,
    #[serde(default)]
    rating: i32,
}

#[derive(Deserialize)]
struct Delay {
    id: String,
    after: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct OrderTest {
    combatants: Vec<Placed>,
    delays: Vec<Delay>,
}

/// A die that shows one face.
struct Face(u16);

impl Dice for Face {
    fn die(&mut self, _: u16) -> u16 {
        self.0
    }
}

/// They act with this total, of which `rating` are traits and the rest is the die, and added by
/// hand where no die shows so much.
fn rolls(fight: &mut Fight, id: CombatantId, total: i32, rating: i32) -> Result<(), String> {
    let name = fight.row(id)?.full_name();
    let more = total.saturating_sub(rating);
    let die = more.clamp(1, 10);
    let line = format!("+combat/init {name}={rating}");
    let mut face = Face(u16::try_from(die).map_err(say)?);
    let typed = Command::Say { line, who: None };
    fight.give(STORYTELLER, typed, &mut face).map_err(say)?;
    let by = more.saturating_sub(die);
    if by != 0 {
        fight.must(Command::Adjust { id, by })?;
    }
    Ok(())
}

/// Those of a vector at a table, by their ids there and here.
struct Cast {
    here: BTreeMap<String, CombatantId>,
    names: BTreeMap<CombatantId, String>,
}

impl Cast {
    /// They join in the order of their names, and roll.
    fn of<'a>(
        fight: &mut Fight,
        all: impl Iterator<Item = (&'a str, i32, i32)>,
    ) -> Result<Self, String> {
        let mut all: Vec<_> = all.collect();
        all.sort_unstable();
        let distinct: BTreeSet<&str> = all.iter().map(|one| one.0).collect();
        if distinct.len() != all.len() {
            return Err("two have the same name".to_owned());
        }
        let mut cast = Self {
            here: BTreeMap::new(),
            names: BTreeMap::new(),
        };
        for (name, ..) in &all {
            let id = fight.join(&[])?;
            cast.here.insert((*name).to_owned(), id);
            cast.names.insert(id, (*name).to_owned());
        }
        for (name, total, rating) in all {
            let id = cast.id(name)?;
            rolls(fight, id, total, rating)?;
        }
        Ok(cast)
    }

    fn id(&self, name: &str) -> Result<CombatantId, String> {
        let id = self.here.get(name).copied();
        id.ok_or_else(|| format!("nobody is called {name}"))
    }

    fn name(&self, id: CombatantId) -> String {
        self.names.get(&id).cloned().unwrap_or_default()
    }

    fn names(&self, group: &[CombatantId]) -> Vec<String> {
        let mut names: Vec<String> = group.iter().map(|id| self.name(*id)).collect();
        names.sort_unstable();
        names
    }
}

/// All declare, then act; those who wait cut in behind those they wait for.
pub(super) fn order(it: &OrderTest) -> Answer {
    let mut fight = Fight::new(SYSTEM, "Player")?;
    let all = it.combatants.iter();
    let all = all.map(|one| (one.id.as_str(), one.total, one.rating));
    let cast = Cast::of(&mut fight, all)?;
    let mut waits = BTreeMap::new();
    for delay in &it.delays {
        let (id, after) = (cast.id(&delay.id)?, cast.id(&delay.after)?);
        if waits.insert(id, after).is_some() {
            return Err("one waits twice".to_owned());
        }
    }
    if cast.here.is_empty() {
        return Ok(json!({"declare": [], "act": []}));
    }
    let mut declare: Vec<Vec<CombatantId>> = Vec::new();
    fight.go_to(Phase::Declare)?;
    while fight.turn().phase == Phase::Declare {
        let who = fight.turn().acting.ok_or("nobody declares")?;
        if !declare.iter().any(|group| group.contains(&who)) {
            declare.push(fight.together(who));
        }
        fight.next()?;
    }
    for id in waits.keys() {
        let until = String::new();
        fight.must(Command::Wait { id: *id, until })?;
    }
    let mut act: Vec<Vec<CombatantId>> = Vec::new();
    while fight.turn().phase == Phase::Act && fight.turn().round == 1 {
        let who = fight.turn().acting.ok_or("nobody acts")?;
        let group = fight.together(who);
        // All of a group act before those who waited for one of them.
        for _ in 1..group.len() {
            fight.next()?;
        }
        for (waiter, after) in &waits {
            if group.contains(after) {
                let (id, after) = (*waiter, true);
                fight.must(Command::CutIn { id, after })?;
            }
        }
        act.push(group);
        fight.next()?;
    }
    for (waiter, after) in &waits {
        let place = |id| act.iter().position(|group| group.contains(id));
        if place(waiter) <= place(after) {
            return Err("one waits for a moment that has passed or never comes".to_owned());
        }
    }
    let named = |groups: &[Vec<CombatantId>]| -> Vec<Vec<String>> {
        groups.iter().map(|group| cast.names(group)).collect()
    };
    Ok(json!({"declare": named(&declare), "act": named(&act)}))
}

#[derive(Deserialize)]
#[serde(default)]
struct Actor {
    id: String,
    total: i32,
    rating: i32,
    declared: i32,
    power: i32,
    faith: i32,
    stunned: bool,
}

impl Default for Actor {
    fn default() -> Self {
        Self {
            id: String::new(),
            total: 0,
            rating: 0,
            declared: 1,
            power: 0,
            faith: 0,
            stunned: false,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ScheduleTest {
    combatants: Vec<Actor>,
}

impl Actor {
    fn declares(&self, fight: &mut Fight, id: CombatantId) -> Result<(), String> {
        let number = |number: i32| u8::try_from(number).map_err(say);
        if self.declared < 1 {
            return Err("everybody declares an action".to_owned());
        }
        let plan = PlanAsk {
            actions: number(self.declared)?,
            extra: number(self.power.max(0).saturating_add(self.faith.max(0)))?,
            ..PlanAsk::default()
        };
        fight.plan(id, plan)?;
        let in_force = [
            (self.faith > 0, "faithful", self.faith),
            (self.stunned, "dazed", 0),
        ];
        for (_, key, amount) in in_force.into_iter().filter(|(so, ..)| *so) {
            let until = Until::Rounds(1);
            let condition = Condition { amount, until };
            let key = key.to_owned();
            fight.must(Command::Afflict { id, key, condition })?;
        }
        Ok(())
    }

    /// Takes the next action, and says which it was.
    fn acts(&self, fight: &mut Fight, id: CombatantId) -> Result<String, String> {
        let count = |fight: &Fight, key: &str| -> Result<i32, String> {
            let tally = fight.row(id)?.tally;
            Ok(tally.get(key).copied().unwrap_or(0).into())
        };
        let before = count(fight, "action")?;
        fight.must(Command::Declare(Box::new(Declaration {
            by: Some(id),
            at: Vec::new(),
            others: Vec::new(),
            intent: Intent::of("deed"),
            without: Vec::new(),
            anyway: false,
            noticed: false,
        })))?;
        let name = &self.id;
        let (ordinary, power) = (count(fight, "action")?, count(fight, "power_action")?);
        Ok(match power - self.power {
            _ if ordinary > before => format!("{name}:{ordinary}"),
            ..=0 => format!("{name}:p{power}"),
            faith => format!("{name}:f{faith}"),
        })
    }
}

/// Who has the steps of a phase, in their order.
fn steps(fight: &Fight, phase: Phase) -> Result<Vec<CombatantId>, String> {
    let mut fight = fight.clone();
    let mut steps = Vec::new();
    fight.go_to(phase)?;
    while fight.turn().phase == phase && fight.turn().round == 1 {
        steps.extend(fight.turn().acting);
        fight.next()?;
    }
    Ok(steps)
}

/// A turn in which all do what they declared: deeds without a roll.
pub(super) fn schedule(it: &ScheduleTest) -> Answer {
    let mut fight = Fight::new(SYSTEM, "Player")?;
    let all = it.combatants.iter();
    let all = all.map(|one| (one.id.as_str(), one.total, one.rating));
    let cast = Cast::of(&mut fight, all)?;
    if cast.here.is_empty() {
        return Ok(json!({"main": [], "extra": []}));
    }
    fight.go_to(Phase::Declare)?;
    let mut actors = BTreeMap::new();
    for one in &it.combatants {
        let id = cast.id(&one.id)?;
        one.declares(&mut fight, id)?;
        actors.insert(id, one);
    }
    let mut answer = BTreeMap::new();
    for (phase, key) in [(Phase::Act, "main"), (Phase::Extra, "extra")] {
        let steps = steps(&fight, phase)?;
        fight.go_to(phase)?;
        let mut slots = Vec::new();
        for (place, id) in steps.iter().enumerate() {
            let one = actors.get(id).ok_or("a stranger acts")?;
            let done = i32::try_from(slots.iter().filter(|(who, _)| who == id).count());
            let later = steps
                .iter()
                .skip(place + 1)
                .filter(|who| *who == id)
                .count();
            let (done, later) = (done.map_err(say)?, i32::try_from(later).map_err(say)?);
            // In the extra phase a step is for all that no later step is for.
            let here = match phase {
                Phase::Extra => one.declared - 1 + one.power + one.faith - done - later,
                _ => 1,
            };
            for _ in 0..here {
                slots.push((*id, one.acts(&mut fight, *id)?));
            }
            fight.next()?;
        }
        let slots: Vec<Value> = slots.into_iter().map(|(_, slot)| json!(slot)).collect();
        answer.insert(key, slots);
    }
    Ok(json!(answer))
}
