//! Turns of Masquerade vectors: the command, the order, the parts of a turn, divided pools. All
//! of it is played at a table.

use rules::sorted::{Map, Set};

use rules::dial::Reading;
use rules::dice::{Dice, Script};
use rules::encounter::command::PlanAsk;
use rules::encounter::log::What;
use rules::encounter::{Command, Event};
use rules::exchange::{Intent, Line};
use rules::id::CombatantId;
use rules::phase::Phase;
use rules::system::SystemId;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::family::{Answer, say};
use super::super::fight::{Always, Fight, PLAYER, code};

const MASQUERADE: SystemId = SystemId::Masquerade;

/// What makes a pool big enough for every action of a turn, and counts for no initiative.
const SKILLED: [(&str, i32); 2] = [("brawl", 30), ("athletics", 30)];

#[derive(Deserialize)]
struct CommandTest {
    input: String,
    actor: Player,
}

#[derive(Deserialize)]
struct Player {
    name: String,
}

/// A line typed by the player of a character of this name.
pub(crate) fn command(given: &Value, dice: &mut dyn Dice) -> Answer {
    let it = CommandTest::deserialize(given).map_err(say)?;
    let mut fight = Fight::new(MASQUERADE, "Player")?;
    let id = fight.join(&[])?;
    let name = it.actor.name;
    fight.must(Command::Rename { id, name })?;
    fight.hand_over(id)?;
    let line = it.input;
    let who = Some(id);
    let events = match fight.give(PLAYER, Command::Say { line, who }, dice) {
        Ok(events) => events,
        Err(refusal) => {
            let text = refusal.to_string();
            return Ok(json!({"ok": false, "error": code(refusal)?, "text": text}));
        }
    };
    if events.iter().any(|event| matches!(event, Event::Said(_))) {
        // Talk: no command was given, and nothing was rolled.
        return Ok(json!({"ok": false, "error": "unknown_command"}));
    }
    let told = fight.players_view().log.pop().map(|line| line.what);
    let Some(What::Initiative {
        name,
        die,
        score,
        terms,
        ..
    }) = told
    else {
        return Err(format!("the log tells {told:?}"));
    };
    let die = die.ok_or("players do not see the die")?;
    let value = |at: usize| terms.get(at).map(|term| term.value);
    Ok(json!({
        "ok": true,
        "name": name,
        "dexterity": value(0),
        "wits": value(1),
        "die": die,
        "total": score,
        "text": MASQUERADE.rules().tell_initiative(&name, score, Some((die, &terms))),
    }))
}

/// One who has an initiative.
#[derive(Clone, Deserialize)]
struct Combatant {
    id: String,
    #[serde(default)]
    total: i32,
    #[serde(default)]
    die: i32,
    #[serde(default)]
    wits: i32,
    #[serde(default)]
    dexterity: i32,
}

impl Combatant {
    fn ties(&self) -> (i32, i32, i32) {
        (self.die, self.wits, self.dexterity)
    }
}

/// The same combatants with numbers that a sheet and a die can show. Where a total is not the
/// sum of the rest (hands have adjusted it, or the vector leaves the rest out), smaller numbers
/// stand in that compare as the given ones do.
fn shown(all: &[Combatant]) -> Result<Vec<Combatant>, String> {
    let real = |one: &Combatant| {
        (1..=10).contains(&one.die) && one.die + one.wits + one.dexterity == one.total
    };
    if all.iter().all(real) {
        return Ok(all.to_vec());
    }
    let totals: Set<i32> = all.iter().map(|one| one.total).collect();
    let place = |of: usize| i32::try_from(of).map_err(say);
    let stand_in = |one: &Combatant| {
        let lower = place(totals.iter().filter(|total| **total < one.total).count())?;
        let tied = all.iter().filter(|other| other.total == one.total);
        let tied: Set<_> = tied.map(Combatant::ties).collect();
        let die = 1 + place(tied.iter().filter(|ties| **ties < one.ties()).count())?;
        let rest = 11 + lower - die;
        let dexterity = rest.min(30);
        Ok(Combatant {
            total: 11 + lower,
            die,
            wits: rest - dexterity,
            dexterity,
            ..one.clone()
        })
    };
    all.iter().map(stand_in).collect()
}

/// A table where these have rolled, ties with these dice; who is who.
fn gathered(
    all: &[Combatant],
    dice: &mut dyn Dice,
) -> Result<(Fight, Map<String, CombatantId>), String> {
    let mut fight = Fight::new(MASQUERADE, "Player")?;
    let mut who = Map::new();
    let mut faces = Vec::new();
    for one in shown(all)? {
        let id = fight.join(&[("dexterity", one.dexterity), ("wits", one.wits)])?;
        for (key, dots) in SKILLED {
            fight.has(id, key, dots)?;
        }
        faces.push(u16::try_from(one.die).map_err(say)?);
        if who.insert(one.id.clone(), id).is_some() {
            return Err(format!("{} comes twice", one.id));
        }
    }
    fight.initiative(&faces, dice)?;
    Ok((fight, who))
}

#[derive(Deserialize)]
struct Delay {
    id: String,
    at: String,
}

#[derive(Deserialize)]
struct OrderTest {
    combatants: Vec<Combatant>,
    #[serde(default)]
    delays: Vec<Delay>,
}

/// A whole turn: who declares when, and who acts when, with those who wait cutting in.
pub(crate) fn order(given: &Value, dice: &mut dyn Dice) -> Answer {
    let it = OrderTest::deserialize(given).map_err(say)?;
    let (mut fight, who) = gathered(&it.combatants, dice)?;
    let named = |name: &str| who.get(name).copied().ok_or(format!("nobody is {name}"));
    let mut waits = Vec::new();
    for delay in &it.delays {
        let (after, whose) = match delay.at.split_once(':') {
            Some(("after", whose)) => (true, whose),
            Some(("before", whose)) => (false, whose),
            _ => return Err(format!("{} is no moment", delay.at)),
        };
        waits.push(Wait {
            id: named(&delay.id)?,
            after,
            whose: named(whose)?,
        });
    }
    one_moment_each(&mut waits, &fight.view().order);
    let declare = fight.go_to(Phase::Act)?;
    let mut act = Vec::new();
    let (mut waited, mut waiting) = (Set::new(), Set::new());
    loop {
        let turn = fight.view().turn;
        let Some(now) = turn
            .acting
            .filter(|_| turn.round == 1 && turn.phase == Phase::Act)
        else {
            break;
        };
        if waits.iter().any(|wait| wait.id == now) && waited.insert(now) {
            let until = "a later moment".to_owned();
            fight.must(Command::Wait { id: now, until })?;
            waiting.insert(now);
            continue;
        }
        let moment = |after: bool| {
            let here = waits.iter();
            let here = here.filter(move |wait| wait.after == after && wait.whose == now);
            here.map(|wait| wait.id).collect::<Vec<_>>()
        };
        if waiting.contains(&now) {
            return Err("the moment never came".to_owned());
        }
        let before: Vec<_> = moment(false)
            .into_iter()
            .filter(|id| waiting.remove(id))
            .collect();
        for id in &before {
            fight.must(Command::CutIn {
                id: *id,
                after: false,
            })?;
        }
        if !before.is_empty() {
            continue;
        }
        for id in moment(true) {
            if waiting.remove(&id) {
                fight.must(Command::CutIn { id, after: true })?;
            }
        }
        act.push(now);
        fight.next()?;
    }
    let name = |id: &CombatantId| {
        who.iter()
            .find(|(_, other)| *other == id)
            .map(|(name, _)| name)
    };
    let names = |ids: &[CombatantId]| ids.iter().filter_map(name).cloned().collect::<Vec<_>>();
    Ok(json!({"declare": names(&declare), "act": names(&act)}))
}

/// One who waits for another to act.
struct Wait {
    id: CombatantId,
    after: bool,
    whose: CombatantId,
}

/// Two who wait for one moment act in their order. One who is to come before a quicker one who
/// waits as well says so at the table by waiting for that one's moment, and the quicker one by
/// waiting for them.
fn one_moment_each(waits: &mut [Wait], order: &[CombatantId]) {
    let place = |id: CombatantId| order.iter().position(|other| *other == id);
    for _ in 0..waits.len() {
        for slower in 0..waits.len() {
            let (id, whose, after) = (waits[slower].id, waits[slower].whose, waits[slower].after);
            let quicker = waits.iter().position(|wait| wait.id == whose);
            let quicker = quicker.filter(|_| !after && place(id) > place(whose));
            if let Some(quicker) = quicker {
                (waits[slower].whose, waits[slower].after) =
                    (waits[quicker].whose, waits[quicker].after);
                (waits[quicker].whose, waits[quicker].after) = (id, true);
            }
        }
    }
}

#[derive(Deserialize)]
struct ScheduleTest {
    combatants: Vec<Planner>,
}

#[derive(Deserialize)]
struct Planner {
    #[serde(flatten)]
    combatant: Combatant,
    #[serde(default = "one")]
    declared: u8,
    #[serde(default)]
    celerity: u8,
    #[serde(default)]
    defensive: Set<u8>,
}

const fn one() -> u8 {
    1
}

/// A whole turn with several actions, each of them done: what comes in whose place, what in the
/// closing pass, and before all that the defenses, because attacks call for them.
pub(crate) fn schedule(given: &Value, dice: &mut dyn Dice) -> Answer {
    let it = ScheduleTest::deserialize(given).map_err(say)?;
    let all: Vec<Combatant> = it
        .combatants
        .iter()
        .map(|it| it.combatant.clone())
        .collect();
    let (mut fight, who) = gathered(&all, dice)?;
    for planner in &it.combatants {
        let id = who.get(&planner.combatant.id).copied().ok_or("nobody")?;
        if planner.declared < 1 {
            return Err("everybody has an action".to_owned());
        }
        fight.has(id, "celerity", planner.celerity.into())?;
        fight.has(id, "blood", 1)?;
        let plan = PlanAsk {
            actions: planner.declared,
            defenses: planner.defensive.clone(),
            extra: planner.celerity,
            ..PlanAsk::default()
        };
        fight.plan(id, plan)?;
    }
    // Whom all strike, and who strikes all; no part of the fight themselves.
    let dummy = fight.join(&SKILLED)?;
    fight.go_to(Phase::Act)?;
    let name = |id: CombatantId| {
        let found = who.iter().find(|(_, other)| **other == id);
        found
            .map(|(name, _)| name.clone())
            .ok_or("nobody".to_owned())
    };
    let mut on_demand = Vec::new();
    for id in fight.view().order {
        let planner = it
            .combatants
            .iter()
            .find(|it| who.get(&it.combatant.id) == Some(&id));
        for _ in 0..planner.map_or(0, |planner| planner.defensive.len()) {
            let struck = fight
                .declare(dummy, id, Intent::of("strike"))
                .map_err(say)?;
            let ledger = fight.finish(struck, "dodge", &mut Always(10))?;
            on_demand.push(format!("{}:{}", name(id)?, number(&ledger, "defend")?));
        }
    }
    let (mut main, mut end) = (Vec::new(), Vec::new());
    loop {
        let turn = fight.view().turn;
        let Some(now) = turn.acting.filter(|_| turn.round == 1) else {
            break;
        };
        let actions = if turn.phase == Phase::Act {
            1
        } else {
            usize::MAX
        };
        for _ in 0..actions {
            let used = |fight: &Fight| -> Result<u16, String> {
                let tally = fight.row(now)?.tally;
                Ok(tally.get("power_action").copied().unwrap_or(0))
            };
            let before = used(&fight)?;
            let Ok(strike) = fight.declare(now, dummy, Intent::of("strike")) else {
                break;
            };
            let ledger = fight.finish(strike, "none", &mut Script::default())?;
            let granted = used(&fight)?;
            let slot = match granted > before {
                true => format!("{}:c{granted}", name(now)?),
                false => format!("{}:{}", name(now)?, number(&ledger, "attack")?),
            };
            match turn.phase {
                Phase::Act => main.push(slot),
                _ => end.push(slot),
            }
        }
        fight.next()?;
    }
    Ok(json!({"main": main, "end": end, "on_demand": on_demand}))
}

/// Which of several actions a roll was: `Action 2 of 3`. The only one is the first.
fn number(ledger: &[Line], slot: &str) -> Result<i32, String> {
    let line = ledger.iter().find(|line| line.slot.as_str() == slot);
    let line = line.ok_or_else(|| format!("nobody rolled for {slot}"))?;
    let label = line
        .terms
        .iter()
        .find_map(|term| term.label.strip_prefix("Action "));
    let number = label.and_then(|label| label.split(' ').next());
    number.map_or(Ok(1), |number| number.parse().map_err(say))
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct SplitTest {
    pools: Vec<i32>,
    celerity_pools: Vec<i32>,
}

/// What is left of each pool when all actions of a turn are rolled for; 0 where nothing can be.
pub(crate) fn split(given: &Value) -> Answer {
    let it = SplitTest::deserialize(given).map_err(say)?;
    let count = |of: &[i32]| u8::try_from(of.len()).map_err(say);
    let (actions, extra) = (count(&it.pools)?, count(&it.celerity_pools)?);
    let mut fight = Fight::new(MASQUERADE, "Player")?;
    let id = fight.join(&[("celerity", extra.into()), ("blood", 1)])?;
    fight.initiative(&[5], &mut Script::default())?;
    let plan = PlanAsk {
        actions,
        extra,
        ..PlanAsk::default()
    };
    fight.plan(id, plan)?;
    fight.go_to(Phase::Act)?;
    let mut left = |pool: i32, action: usize| {
        let action = i32::try_from(action).map_err(say)?;
        let reading = match actions > 1 || extra > 0 {
            true => Reading::default().with("action", action),
            false => Reading::default(),
        };
        match fight.roll(Some(id), pool, reading, &mut Script::default()) {
            Ok(record) => Ok(record.pool),
            Err(refusal) => match code(refusal)?.as_str() {
                "no_dice" => Ok(0),
                other => Err(other.to_owned()),
            },
        }
    };
    let ordinary = it.pools.iter().enumerate();
    let pools: Result<Vec<i32>, String> = ordinary.map(|(at, pool)| left(*pool, at + 1)).collect();
    let granted = it.celerity_pools.iter();
    let celerity: Result<Vec<i32>, String> = granted.map(|pool| left(*pool, 0)).collect();
    Ok(json!({"pools": pools?, "celerity_pools": celerity?}))
}
