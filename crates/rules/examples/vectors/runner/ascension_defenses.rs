//! Defenses of Ascension vectors, as an exchange offers them.

use rules::dice::Script;
use rules::exchange::{Choice, Intent};
use rules::plan::Plan;
use rules::system::SystemId;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::family::{Answer, read};
use super::super::meeting::{Person, Stage, error, filled};

const ASCENSION: SystemId = SystemId::Ascension;
const NO_DICE: &str = "no dice are left";
const CODES: [(&str, &str); 11] = [
    (NO_DICE, "no_dice"),
    ("incapacitated", "incapacitated"),
    ("not seen in time", "not_seen"),
    ("no room to dodge", "no_room"),
    ("Acrobatics take", "acrobatics_unavailable"),
    ("this cannot be blocked", "unblockable"),
    ("close attacks can be blocked", "cannot_block_ranged"),
    ("bare skin", "cannot_block_damage_type"),
    ("needs a weapon", "needs_weapon"),
    ("close attacks can be parried", "cannot_parry_ranged"),
    ("nothing but magick", "not_mystic"),
];

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Map<String, Value>) -> Answer {
    match op {
        "desperate" => desperate(&read(given)?),
        _ => defend(&read(given)?),
    }
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Defender {
    dexterity: i32,
    athletics: i32,
    acrobatics: i32,
    brawl: i32,
    martial_arts: i32,
    #[serde(rename = "do")]
    do_: i32,
    melee: i32,
    arete: i32,
    wound_level: Value,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Incoming {
    kind: Option<String>,
    #[serde(rename = "type")]
    damage: Option<String>,
    source: Option<String>,
    unblockable: bool,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Situation {
    room: Option<String>,
    use_acrobatics: bool,
    use_martial_arts: bool,
    sees_it: Option<bool>,
    armored: bool,
    life_hardened: bool,
    has_weapon: bool,
    share: Option<i32>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct DefendTest {
    maneuver: String,
    defender: Defender,
    incoming: Incoming,
    situation: Situation,
}

fn defender(it: &DefendTest) -> Result<Person, String> {
    let who = &it.defender;
    let traits = [
        ("dexterity", who.dexterity),
        ("athletics", who.athletics),
        ("acrobatics", who.acrobatics),
        ("brawl", who.brawl),
        ("martial_arts", who.martial_arts),
        ("do", who.do_),
        ("melee", who.melee),
        ("arete", who.arete),
    ];
    let mut person = Person::new(ASCENSION, "", &traits, filled(&who.wound_level)?)?;
    if it.situation.armored {
        person.carries("armor", &[], &[]);
    }
    if it.situation.has_weapon {
        person.carries("weapon", &[], &[]);
    }
    if it.situation.life_hardened {
        person.is("life_hardened", 0);
    }
    Ok(person)
}

/// The attack that comes in.
fn attack(it: &DefendTest) -> Result<Stage, String> {
    let mut actor = Person::new(ASCENSION, "", &[("dexterity", 1)], 0)?;
    let incoming = &it.incoming;
    let damage = incoming.damage.as_deref().unwrap_or("bashing");
    let mut tags = vec![damage];
    if incoming.unblockable {
        tags.push("unblockable");
    }
    let source = incoming.source.as_deref().unwrap_or("fist");
    if source == "heavy" {
        tags.push("heavy");
    }
    let plain = damage == "bashing" && !incoming.unblockable;
    let kind = incoming.kind.as_deref().unwrap_or("hand_to_hand");
    let (key, item, range) = match kind {
        "hand_to_hand" if source == "fist" && plain => ("strike", None, 0),
        // A hand that does worse than bash carries magick; that does not matter to a dodge, and
        // countermagick is asked about a blade instead.
        "hand_to_hand" if source == "fist" && it.maneuver != "countermagick" => {
            ("delivered_magick", Some("spell"), 0)
        }
        "hand_to_hand" => ("weapon", Some("weapon"), 0),
        "firearm" => ("shoot", Some("gun"), 0),
        "firearm_close" => ("shoot", Some("gun"), 1),
        "firearm_point_blank" => ("shoot", Some("gun"), 2),
        "thrown" => ("throw", Some("thrown"), 0),
        "arrow" => ("bow", Some("bow"), 0),
        "mystic" => ("magick", Some("spell"), 0),
        other => return Err(format!("{other} is no kind of attack")),
    };
    let mut intent = Intent::of(key);
    intent.item = item.map(|kind| actor.carries(kind, &[], &tags));
    let mut stage = Stage::new(ASCENSION, actor, defender(it)?, intent);
    stage.between.set("range", range);
    let room = match it.situation.room.as_deref() {
        None | Some("open") => 0,
        Some("tight") => 1,
        Some("none") => 2,
        Some(other) => return Err(format!("{other} is no room")),
    };
    stage.between.set("room", room);
    let unseen = !it.situation.sees_it.unwrap_or(true);
    stage.between.set("unseen", unseen.into());
    Ok(stage)
}

fn defend(it: &DefendTest) -> Answer {
    let key = match (it.maneuver.as_str(), &it.situation) {
        ("dodge", at) if at.use_acrobatics => "acrobatics",
        ("block", at) if at.use_martial_arts => "trained_block",
        ("dodge" | "block" | "parry" | "countermagick", _) => it.maneuver.as_str(),
        (other, _) => return Err(format!("{other} is no defense")),
    };
    let mut stage = attack(it)?;
    stage.came_to("attack", 1);
    let option = offered(&mut stage, key)?;
    let share = it.situation.share;
    match option.barred {
        Some((why, _)) if share.is_none_or(|dice| dice < 1) || !why.contains(NO_DICE) => {
            return error(&CODES, &why);
        }
        _ => {}
    }
    // Dice of a divided pool take the place of the pool that is offered here.
    if let Some(share) = share {
        stage.adds("defend", share - option.sum.unwrap_or(0));
        if share < 1 {
            return error(&CODES, NO_DICE);
        }
    }
    stage.forces("defense", key);
    let told = stage.played(&mut Script::default())?;
    let line = told.line("defend").ok_or("no defense roll")?;
    let reading = line.reading.as_ref().ok_or("no defense roll")?;
    let difficulty = reading.or("difficulty", 6).clamp(2, 10);
    Ok(json!({"pool": rules::term::sum(&line.terms), "difficulty": difficulty}))
}

/// A defense as it is offered.
fn offered(stage: &mut Stage, key: &str) -> Result<Choice, String> {
    stage.came_to("damage", 0);
    stage.played(&mut Script::default())?;
    stage.offered("defense", key)
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct DesperateTest {
    pool: i32,
    attacks: u16,
}

fn desperate(it: &DesperateTest) -> Answer {
    let pools = (0..it.attacks).map(|before| {
        let actor = Person::new(ASCENSION, "", &[("dexterity", 1)], 0)?;
        let mut target = Person::new(ASCENSION, "", &[("dexterity", it.pool)], 0)?;
        target.plans(Plan {
            stance: Some("desperate_defense".to_owned()),
            ..Plan::default()
        });
        target.tally.insert("defense".to_owned(), before);
        let mut stage = Stage::new(ASCENSION, actor, target, Intent::of("strike"));
        stage.came_to("attack", 1);
        let option = offered(&mut stage, "desperate")?;
        Ok(option.sum.unwrap_or(0).max(0))
    });
    let pools: Result<Vec<i32>, String> = pools.collect();
    Ok(json!({"pools": pools?}))
}
