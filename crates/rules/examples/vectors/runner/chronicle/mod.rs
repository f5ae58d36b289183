//! The operations of Chronicle vectors: JSON in, the table's own functions, JSON out.

use std::fmt::Display;

use rules::dice::Dice as _;
use rules::systems::chronicle as chr;
use rules::term::Term;
use rules::track::{Boxes, Packet, Severity};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::Watched;

mod exchange;
mod scene;

type Answer = Result<Value, String>;

/// Runs one operation.
pub(crate) fn run(op: &str, given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let by = &chr::Settings::default();
    let given = &normal(given);
    match op {
        "roll" => roll(given, by, dice),
        "contest" => exchange::contest(given, dice),
        "initiative" => initiative(given, by, dice),
        "defense" => defense(given, by),
        "attack_pool" => exchange::attack_pool(given),
        "attack" => exchange::attack(given, dice),
        "mark" => mark(given, by),
        "status" => status(given, by),
        "consciousness" => consciousness(given, by, dice),
        "bleed" => bleed(given, by),
        "heal" => heal(given, by),
        "armor" => armor(given, by),
        "range" => range(given),
        "thrown_range" => thrown_range(given),
        "cover" => cover(given, by),
        "human_shield" => human_shield(given, by),
        "called_shot" => called_shot(given),
        "stake" => stake(given, by),
        "staked_nights" => staked_nights(given),
        "burst" => exchange::burst(given, dice),
        "covering_fire" => exchange::covering_fire(given, dice),
        "aim" => aim(given),
        "grapple_start" => exchange::grapple_start(given, dice),
        "grapple_turn" => exchange::grapple_turn(given, dice),
        "disarm" => exchange::disarm(given, dice),
        "touch" => exchange::touch(given),
        "surprise" => exchange::surprise(given, dice),
        "stun" => stun(given, by),
        "knockout" => exchange::knockout(given, dice),
        "improvised" => plain(chr::improvised::worth(&read(given)?, by)),
        "turn" => turn(given),
        other => Err(format!("no operation is called {other}")),
    }
}

// ---- mapping helpers

/// Brings the vectors' way of writing into the crate's: no op, "none" and null are absent,
/// one piece of armor is a list of one, a track is the row `[health, b, l, a]`.
fn normal(given: &Map<String, Value>) -> Map<String, Value> {
    let mut given = given.clone();
    given.remove("op");
    tidy(&mut given);
    given
}

fn tidy(object: &mut Map<String, Value>) {
    object.retain(|key, value| {
        let name = matches!(key.as_str(), "name" | "aimed_at");
        !value.is_null() && (name || value.as_str() != Some("none"))
    });
    for (key, value) in object.iter_mut() {
        if key == "armor" && value.is_object() {
            *value = Value::Array(vec![value.take()]);
        }
        if key == "track"
            && let Some(row) = value.as_object().and_then(row)
        {
            *value = row;
        }
        match value {
            Value::Object(inner) => tidy(inner),
            Value::Array(list) => {
                for inner in list.iter_mut().filter_map(Value::as_object_mut) {
                    tidy(inner);
                }
            }
            _ => {}
        }
    }
}

/// A track as the crate writes it; `None` for anything that is no track.
fn row(track: &Map<String, Value>) -> Option<Value> {
    let names = ["health", "b", "l", "a"];
    let health = track.get("health")?;
    let marks = names
        .iter()
        .skip(1)
        .map(|name| track.get(*name).cloned().unwrap_or(0.into()));
    let known = track.keys().all(|key| names.contains(&key.as_str()));
    known.then(|| std::iter::once(health.clone()).chain(marks).collect())
}

fn read<T: DeserializeOwned>(given: &Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(given.clone())).map_err(say)
}

fn say(cause: impl Display) -> String {
    cause.to_string()
}

/// A result that is written as it is.
fn plain<T: serde::Serialize, E: Display>(result: Result<T, E>) -> Answer {
    serde_json::to_value(result.map_err(say)?).map_err(say)
}

fn value(result: impl serde::Serialize) -> Answer {
    serde_json::to_value(result).map_err(say)
}

/// Adds the keys of `more` to an object.
fn with(mut base: Value, more: Value) -> Value {
    if let (Value::Object(base), Value::Object(more)) = (&mut base, more) {
        base.extend(more);
    }
    base
}

fn track(boxes: &Boxes) -> Value {
    let marks = boxes.marks();
    json!({"health": boxes.size(), "b": marks.bashing, "l": marks.lethal, "a": marks.aggravated})
}

fn drawn(boxes: &Boxes) -> Value {
    json!({"track": track(boxes), "boxes": boxes.picture()})
}

fn illegal() -> Value {
    json!({"legal": false})
}

// ---- operations

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roll {
    #[serde(default)]
    pool: i32,
    #[serde(default)]
    chance: bool,
}

fn roll(given: &Map<String, Value>, by: &chr::Settings, dice: &mut Watched) -> Answer {
    let roll: Roll = read(given)?;
    chr::pool::check(roll.pool).map_err(say)?;
    let ask = chr::pool::Ask {
        chance: roll.chance,
        ..chr::pool::Ask::pool(roll.pool)
    };
    let rolled = chr::pool::roll_by(&ask, by, dice);
    Ok(json!({
        "mode": if rolled.chance { "chance" } else { "pool" },
        "successes": rolled.successes,
        "outcome": rolled.grade,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roster {
    combatants: Vec<Combatant>,
}

#[derive(Deserialize)]
struct Combatant {
    name: String,
    #[serde(default)]
    dexterity: i32,
    #[serde(default)]
    composure: i32,
    #[serde(default)]
    misc: i32,
}

fn initiative(given: &Map<String, Value>, by: &chr::Settings, dice: &mut Watched) -> Answer {
    let roster: Roster = read(given)?;
    let mut list = Vec::with_capacity(roster.combatants.len());
    for one in &roster.combatants {
        let misc = [Term::typed("Other", one.misc)];
        chr::initiative::check(one.dexterity, one.composure, &misc).map_err(say)?;
        let die = dice.die(10);
        list.push(chr::initiative::score(
            die,
            one.dexterity,
            one.composure,
            &misc,
        ));
    }
    chr::initiative::settle_ties_by(&mut list, by, dice);
    let mut order: Vec<_> = roster.combatants.iter().zip(&list).collect();
    order.sort_by(|a, b| b.1.rank.cmp(&a.1.rank));
    let scores: Map<String, Value> = order
        .iter()
        .map(|(one, initiative)| (one.name.clone(), initiative.score.into()))
        .collect();
    let names: Vec<&str> = order.iter().map(|(one, _)| one.name.as_str()).collect();
    Ok(json!({"scores": scores, "order": names}))
}

fn defense(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    let mut given = given.clone();
    let attacks = given.get_mut("attacks").and_then(Value::as_array_mut);
    for attack in attacks.into_iter().flatten() {
        // An attack's pulled blow may be written as its limit.
        if let Some(pulled) = attack.get_mut("pulled")
            && let Some(cap) = pulled.as_i64()
        {
            *pulled = Value::Bool(cap > 0);
        }
    }
    plain(chr::defense::over_turn(&read(&given)?, by))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    track: Boxes,
    #[serde(default)]
    packets: Vec<Packet>,
}

fn mark(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    let mark: Mark = read(given)?;
    let after = mark.packets.iter().fold(mark.track, |track, packet| {
        chr::damage::mark_by(track, *packet, by).after
    });
    Ok(drawn(&after))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    track: Boxes,
    #[serde(default)]
    kind: chr::wounds::Kind,
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

const fn human() -> i32 {
    chr::numbers::HUMAN_SIZE
}

impl Body {
    fn wounded(&self) -> Result<chr::bleed::Wounded, String> {
        let wounded = chr::bleed::Wounded {
            track: self.track,
            kind: self.kind,
            size: self.size,
            stabilised: self.stabilised,
        };
        wounded.check().map_err(say)?;
        Ok(wounded)
    }
}

fn status(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    let body: Body = read(given)?;
    value(body.wounded()?.status(by))
}

fn consciousness(given: &Map<String, Value>, by: &chr::Settings, dice: &mut Watched) -> Answer {
    let body: Body = read(given)?;
    plain(chr::awake::stay_awake(
        &body.track,
        body.kind,
        body.stamina,
        by,
        dice,
    ))
}

fn bleed(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    let body: Body = read(given)?;
    let after = body.wounded()?.after_all(body.intervals, body.turns, by);
    Ok(with(drawn(&after.track), value(after.status(by))?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heal {
    track: Boxes,
    #[serde(default)]
    hours: u32,
    #[serde(default)]
    care: chr::heal::Care,
}

fn heal(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    let heal: Heal = read(given)?;
    let clocks = chr::heal::Clocks::default();
    let healed = chr::heal::pass(heal.track, clocks, heal.hours, heal.care, by);
    Ok(drawn(&healed.after))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmorTest {
    #[serde(default)]
    packet: Packet,
    #[serde(default)]
    firearm: bool,
    #[serde(default)]
    vampire: bool,
    #[serde(default)]
    armor: Vec<chr::armor::Armor>,
    #[serde(default)]
    location: Option<chr::called_shot::Location>,
}

fn armor(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    let it: ArmorTest = read(given)?;
    let through = chr::armor::through(
        it.packet,
        &it.armor,
        it.firearm,
        it.vampire,
        it.location,
        by,
    );
    Ok(json!({"packet": through.map_err(say)?}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeTest {
    ranges: chr::range::Ranges,
    #[serde(default)]
    distance: i32,
}

fn range(given: &Map<String, Value>) -> Answer {
    let it: RangeTest = read(given)?;
    plain(chr::range::measure(it.ranges, it.distance))
}

fn thrown_range(given: &Map<String, Value>) -> Answer {
    Ok(match chr::thrown::ranges(&read(given)?).map_err(say)? {
        Some(ranges) => json!({"throwable": true, "ranges": ranges}),
        None => json!({"throwable": false}),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CoverTest {
    #[serde(default)]
    damage: i32,
    #[serde(default)]
    weapon_mod: i32,
    #[serde(default)]
    durability: i32,
    #[serde(default)]
    structure: i32,
    #[serde(default)]
    see_through: bool,
}

fn cover(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    let it: CoverTest = read(given)?;
    let cover = chr::cover::Cover {
        durability: it.durability,
        structure: it.structure,
        see_through: it.see_through,
    };
    cover.check().map_err(say)?;
    chr::input::modifier("weapon_mod", it.weapon_mod).map_err(say)?;
    chr::input::within("damage", it.damage, 0, chr::input::YARDS_MOST).map_err(say)?;
    value(chr::cover::through(it.damage, it.weapon_mod, &cover, by))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShieldTest {
    #[serde(default)]
    damage: u16,
    #[serde(default)]
    firearm: bool,
    #[serde(default)]
    shield: chr::shield::Shield,
    #[serde(default)]
    user: User,
}

#[derive(Deserialize, Default)]
struct User {
    #[serde(default)]
    armor: Vec<chr::armor::Armor>,
}

fn human_shield(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    use chr::attack::Harm;
    let it: ShieldTest = read(given)?;
    let harm = if it.firearm {
        Harm::Ballistic
    } else {
        Harm::Blunt
    };
    let packet = Packet::of(Severity::Lethal, it.damage);
    let through = chr::shield::through(packet, it.firearm, harm, &it.shield, by).map_err(say)?;
    let user = chr::armor::through(through.passed, &it.user.armor, it.firearm, false, None, by);
    Ok(json!({"shield": through.shield, "user": user.map_err(say)?}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CalledTest {
    location: chr::called_shot::Location,
    #[serde(default)]
    damage: u16,
    #[serde(default)]
    stamina: i32,
    #[serde(default)]
    vampire: bool,
    #[serde(default)]
    leg_choice: chr::called_shot::LegChoice,
}

fn called_shot(given: &Map<String, Value>) -> Answer {
    let it: CalledTest = read(given)?;
    chr::input::traits([("stamina", it.stamina)]).map_err(say)?;
    let struck = chr::called_shot::effect(
        it.location,
        it.damage,
        it.stamina,
        it.vampire,
        it.leg_choice,
    );
    let conditions: Vec<_> = struck.condition.into_iter().collect();
    Ok(json!({
        "modifier": it.location.modifier(),
        "conditions": conditions,
        "heart_pierced": struck.heart_pierced,
    }))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct StakeTest {
    successes: u32,
    weapon_mod: i32,
    armor_general: i32,
}

fn stake(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    let it: StakeTest = read(given)?;
    plain(chr::vampire::stake(
        it.successes,
        it.weapon_mod,
        it.armor_general,
        by,
    ))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NightsTest {
    track: Boxes,
    #[serde(default)]
    blood: i32,
    #[serde(default)]
    nights: u32,
}

fn staked_nights(given: &Map<String, Value>) -> Answer {
    let it: NightsTest = read(given)?;
    let after = chr::vampire::staked_nights(it.blood, it.nights, it.track).map_err(say)?;
    Ok(with(
        drawn(&after.track),
        json!({"blood": after.blood, "state": after.state}),
    ))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AimTest {
    #[serde(default)]
    events: Vec<chr::aim::AimEvent>,
}

fn aim(given: &Map<String, Value>) -> Answer {
    let it: AimTest = read(given)?;
    Ok(json!({"bonus": chr::aim::over(&it.events)}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StunTest {
    #[serde(default)]
    damage: u16,
    #[serde(default = "human")]
    size: i32,
    #[serde(default)]
    weapon_stun: bool,
    #[serde(default)]
    vampire: bool,
}

fn stun(given: &Map<String, Value>, by: &chr::Settings) -> Answer {
    let it: StunTest = read(given)?;
    chr::input::traits([("size", it.size)]).map_err(say)?;
    let stunned = chr::knockout::stuns(it.damage, it.size, it.weapon_stun, it.vampire, by);
    Ok(json!({"loses_next_action": stunned}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnTest {
    #[serde(default)]
    speed: i32,
    #[serde(default)]
    prone: bool,
    #[serde(default)]
    steps: Vec<Value>,
}

fn turn(given: &Map<String, Value>) -> Answer {
    use chr::turn::{NoStep, Turn, play};
    let it: TurnTest = read(given)?;
    let turn = Turn {
        speed: it.speed,
        prone: it.prone,
        steps: it.steps.iter().map(step).collect::<Result<_, _>>()?,
    };
    match play(&turn) {
        Ok(end) => Ok(json!({"legal": true, "defense_lost": end.defense_lost()})),
        Err(NoStep::Nonsense(cause)) => Err(say(cause)),
        Err(_) => Ok(illegal()),
    }
}

/// An act is written beside what belongs to it; any other step is a key of its own.
fn step(step: &Value) -> Result<chr::turn::Step, String> {
    if step.get("act").is_some() {
        return serde_json::from_value(step.clone())
            .map(chr::turn::Step::Act)
            .map_err(say);
    }
    let known = ["move", "run", "reflexive", "attacked"];
    let found = known.iter().find_map(|key| Some((*key, step.get(key)?)));
    let (key, with) = found.ok_or_else(|| format!("no step is {step}"))?;
    let mut single = Map::new();
    single.insert(key.to_owned(), with.clone());
    serde_json::from_value(Value::Object(single)).map_err(say)
}
