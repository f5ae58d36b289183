//! Turns of Ascension vectors: initiative, the order, a divided pool. All of it is played at a
//! table.

use std::collections::BTreeMap;

use rules::dice::{Dice, Script};
use rules::encounter::command::{AskedAnswer, PlanAsk, Whose};
use rules::encounter::{Command, Refusal};
use rules::exchange::{Intent, Step};
use rules::id::CombatantId;
use rules::phase::Phase;
use rules::system::SystemId;
use rules::term;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::family::{Answer, say};
use super::super::fight::{Fight, STORYTELLER};

const ASCENSION: SystemId = SystemId::Ascension;

#[derive(Deserialize, Default)]
#[serde(default)]
struct InitiativeTest {
    dexterity: i32,
    wits: i32,
}

/// One rolls initiative.
pub(crate) fn initiative(given: &Value, dice: &mut dyn Dice) -> Answer {
    let it = InitiativeTest::deserialize(given).map_err(say)?;
    let mut fight = Fight::new(ASCENSION, "Player")?;
    let id = fight.join(&[("dexterity", it.dexterity), ("wits", it.wits)])?;
    let whose = Whose::One(id);
    let roll = Command::RollInitiative { whose, face: None };
    fight.give(STORYTELLER, roll, dice).map_err(say)?;
    let rolled = fight.row(id)?.initiative.ok_or("nobody rolled")?;
    Ok(json!({
        "rating": term::sum(&rolled.terms),
        "die": rolled.die,
        "total": rolled.score,
    }))
}

#[derive(Deserialize)]
struct Combatant {
    id: String,
    #[serde(default)]
    total: i32,
    #[serde(default)]
    rating: i32,
}

#[derive(Deserialize)]
struct OrderTest {
    combatants: Vec<Combatant>,
}

/// Who acts when, and who at the same moment; the names in their group stand in
/// ascending order.
pub(crate) fn order(given: &Value) -> Answer {
    let it = OrderTest::deserialize(given).map_err(say)?;
    let mut fight = Fight::new(ASCENSION, "Player")?;
    let mut who = BTreeMap::new();
    for one in it.combatants {
        let dexterity = one.rating.min(30);
        let wits = one.rating - dexterity;
        let id = fight.join(&[("dexterity", dexterity), ("wits", wits)])?;
        // What a die does not show was added by hand.
        let die = (one.total - one.rating).clamp(1, 10);
        let roll = Command::RollInitiative {
            whose: Whose::One(id),
            face: Some(u16::try_from(die).map_err(say)?),
        };
        fight.must(roll)?;
        let by = one.total - one.rating - die;
        if by != 0 {
            fight.must(Command::Adjust { id, by })?;
        }
        if who.values().any(|name| *name == one.id) {
            return Err(format!("{} comes twice", one.id));
        }
        who.insert(id, one.id);
    }
    let together = fight.view().together;
    let mut acting: Vec<CombatantId> = Vec::new();
    fight.next()?;
    loop {
        let turn = fight.view().turn;
        let Some(id) = turn
            .acting
            .filter(|_| turn.round == 1 && turn.phase == Phase::Act)
        else {
            break;
        };
        acting.push(id);
        fight.next()?;
    }
    let groups = acting.chunk_by(|one, next| {
        let both = |group: &&Vec<CombatantId>| group.contains(one) && group.contains(next);
        together.iter().any(|group| both(&group))
    });
    let names = |group: &[CombatantId]| {
        let mut names: Vec<&String> = group.iter().filter_map(|id| who.get(id)).collect();
        names.sort();
        json!(names)
    };
    let act: Vec<Value> = groups.map(names).collect();
    Ok(json!({"act": act, "declare": []}))
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct SplitTest {
    pools: Vec<i32>,
    allocation: Vec<i32>,
}

/// A pool is divided: an attack for each, and the dice of each as the attacker names them.
pub(crate) fn split(given: &Value) -> Answer {
    let it = SplitTest::deserialize(given).map_err(say)?;
    let refused = |error: &str| Ok(json!({"ok": false, "error": error}));
    let mut fight = Fight::new(ASCENSION, "Player")?;
    let id = fight.join(&[("brawl", 0)])?;
    let other = fight.join(&[])?;
    fight.initiative(&[5, 4], &mut Script::default())?;
    let plan = PlanAsk {
        actions: u8::try_from(it.pools.len()).map_err(say)?,
        ..PlanAsk::default()
    };
    fight.plan(id, plan)?;
    fight.go_to(Phase::Act)?;
    // Dice for each action, no more and no fewer: the table asks for each, and for each once.
    if it.pools.len() != it.allocation.len() {
        return refused("allocation_count");
    }
    let shares = || it.pools.iter().zip(&it.allocation);
    if let Some((whole, dice)) = shares().find(|(_, dice)| **dice < 1) {
        // Where one die is all there is, there is no question and it is that one.
        return match share(&mut fight, (id, other), *whole, *dice) {
            Ok(1) | Err(Refusal::OutOfBounds | Refusal::Barred { .. }) => {
                refused("allocation_minimum")
            }
            other => Err(format!("{other:?}")),
        };
    }
    let mut pools = Vec::new();
    for (whole, dice) in shares() {
        match share(&mut fight, (id, other), *whole, *dice) {
            Ok(dice) => pools.push(dice),
            Err(Refusal::Barred { rule, .. }) if rule == "ASC-SPLIT-01" => {
                return refused("allocation_exceeds_pool");
            }
            Err(refusal) => return Err(say(refusal)),
        }
    }
    let conditions = fight.row(id)?.conditions;
    let amount = |key: &str| conditions.get(key).map_or(0, |condition| condition.amount);
    Ok(json!({
        "ok": true,
        "pools": pools,
        "unused": amount("smallest_pool") - amount("divided"),
    }))
}

/// Strikes with so many dice of a pool; how many it came to.
fn share(
    fight: &mut Fight,
    (id, other): (CombatantId, CombatantId),
    whole: i32,
    dice: i32,
) -> Result<i32, Refusal> {
    let key = "dexterity".to_owned();
    let value = Some(whole);
    let set = Command::SetTrait { id, key, value };
    match fight.give(STORYTELLER, set, &mut Script::default()) {
        Ok(_) | Err(Refusal::NothingToDo) => {}
        Err(refusal) => return Err(refusal),
    }
    let intent = match dice {
        ..1 => Intent::of("strike"),
        dice => Intent::of("strike").set("share", dice),
    };
    let strike = fight.declare(id, other, intent)?;
    let view = fight.exchange(strike).map_err(|_| Refusal::NotAsked)?;
    if let Some(Step::Number { slot, .. }) = view.next {
        let named = AskedAnswer::Number(dice);
        fight.answer(strike, slot, named, &mut Script::default())?;
    }
    let ledger = fight.finish(strike, "none", &mut Script::default());
    let ledger = ledger.map_err(|_| Refusal::NotAsked)?;
    let attack = ledger.iter().find(|line| line.slot.as_str() == "attack");
    Ok(attack.map_or(0, |line| term::sum(&line.terms)))
}
