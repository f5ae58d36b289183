//! Operations on a single part of an attack, seen through an attack made for it.

use rules::exchange::{Party, Ruled};
use rules::track::{Packet, Severity};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::exchange::{options, staged};
use super::given::{
    Armor, Attack, Attacker, Cover, Harm, Kind, LegChoice, Location, Options, Shield, Target,
    Weapon,
};
use super::scene::{Got, Made, TARGET, Table, Twos, item};
use super::{Answer, Watched, human, read, value, with};

/// An attack on a helpless target: as many points as these, whatever the weapon.
fn blow(kind: Kind, points: i32, weapon: Weapon) -> Attack {
    // A skill of 0 would cost a die.
    let skill = points.clamp(0, 1);
    let attacker = Attacker {
        dexterity: points.saturating_sub(skill).max(0),
        firearms: skill,
        athletics: skill,
        ..Attacker::default()
    };
    Attack {
        kind,
        attacker,
        weapon: Some(weapon),
        target: Target {
            dormant: true,
            ..Target::default()
        },
        ..Attack::default()
    }
}

fn killed(attack: &Attack) -> Result<Got, String> {
    staged(attack)?.play(&[("killing_blow", "take")], &mut Twos)
}

/// An attack whose damage the storyteller says.
fn ruled(attack: &Attack, packet: Packet, choices: &[(&str, &str)]) -> Result<Got, String> {
    let mut table = staged(attack)?;
    table.force("attack", 1);
    table.rule(Ruled::Damage { to: TARGET, packet });
    table.play(choices, &mut Twos)
}

// ---- armor, cover, a body in front

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
    armor: Vec<Armor>,
    #[serde(default)]
    location: Option<Location>,
}

pub(super) fn armor(given: &Map<String, Value>) -> Answer {
    let it: ArmorTest = read(given)?;
    let target = Made::new(&[]).vampire(it.vampire).wears(&it.armor)?;
    let mut table = Table::new("hazard", Made::new(&[]), vec![target]);
    table.set("bashing", it.packet.bashing.into());
    table.set("lethal", it.packet.lethal.into());
    table.set("aggravated", it.packet.aggravated.into());
    table.set("bullets", it.firearm.into());
    table.set("called", it.location.map_or(0, place));
    let got = table.play(&[], &mut Twos)?;
    Ok(json!({"packet": got.harm(TARGET)}))
}

/// The value of the dial for a called shot.
pub(super) const fn place(location: Location) -> i32 {
    location as i32 + 1
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

pub(super) fn cover(given: &Map<String, Value>) -> Answer {
    let it: CoverTest = read(given)?;
    let weapon = Weapon {
        modifier: it.weapon_mod,
        ..Weapon::default()
    };
    let mut shot = blow(Kind::Firearm, it.damage, weapon);
    shot.cover = Some(Cover {
        durability: it.durability,
        structure: it.structure,
        see_through: it.see_through,
    });
    let got = killed(&shot)?;
    super::exchange::cover(&got, it.structure).ok_or_else(|| "there is no cover".to_owned())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShieldTest {
    #[serde(default)]
    damage: u16,
    #[serde(default)]
    firearm: bool,
    #[serde(default)]
    shield: Shield,
    #[serde(default)]
    user: User,
}

#[derive(Deserialize, Default)]
struct User {
    #[serde(default)]
    armor: Vec<Armor>,
}

pub(super) fn human_shield(given: &Map<String, Value>) -> Answer {
    let it: ShieldTest = read(given)?;
    let kind = if it.firearm {
        Kind::Firearm
    } else {
        Kind::Thrown
    };
    let mut attack = blow(kind, it.damage.into(), Weapon::default());
    attack.shield = Some(it.shield);
    attack.target.armor = it.user.armor;
    let got = killed(&attack)?;
    Ok(json!({"shield": got.harm(Party::Bystander(0)), "user": got.harm(TARGET)}))
}

// ---- how far

/// What an attack rolls at this distance: its band, what the distance costs, how it is rolled.
fn reach(table: &mut Table, distance: i32) -> Result<(&'static str, i32, &'static str), String> {
    table.between(0, "distance", distance);
    let got = table.play(&[], &mut Twos)?;
    let line = got.line("attack").ok_or("nothing was rolled")?;
    let terms = line.terms.iter();
    let cost = terms.filter(|term| &*term.label == "Range");
    let cost = rules::term::sum(cost);
    Ok(match (super::exchange::mode(&got, "attack"), cost) {
        ("impossible", _) => ("out", cost, "impossible"),
        ("chance", _) => ("beyond", cost, "chance"),
        (mode, 0) => ("short", 0, mode),
        (mode, -2) => ("medium", -2, mode),
        (mode, _) => ("long", cost, mode),
    })
}

fn marksman() -> Attacker {
    Attacker {
        dexterity: 10,
        firearms: 10,
        ..Attacker::default()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeTest {
    ranges: [i32; 3],
    #[serde(default)]
    distance: i32,
}

pub(super) fn range(given: &Map<String, Value>) -> Answer {
    let it: RangeTest = read(given)?;
    let [short, medium, long] = it.ranges;
    if short < 0 || short > medium || medium > long || it.distance < 0 {
        return Err("such a range cannot be".to_owned());
    }
    let shot = Attack {
        kind: Kind::Firearm,
        attacker: marksman(),
        weapon: Some(Weapon {
            ranges: Some(it.ranges),
            ..Weapon::default()
        }),
        ..Attack::default()
    };
    let (band, modifier, mode) = reach(&mut staged(&shot)?, it.distance)?;
    Ok(json!({"band": band, "modifier": modifier, "mode": mode}))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Throw {
    strength: i32,
    dexterity: i32,
    athletics: i32,
    size: i32,
    aerodynamic: bool,
}

/// The last number up to `most` for which something holds that holds for 0 and not any more once
/// it does not.
fn last(most: i32, mut holds: impl FnMut(i32) -> Result<bool, String>) -> Result<i32, String> {
    let (mut yes, mut no) = (0, most);
    while no - yes > 1 {
        let middle = yes + (no - yes) / 2;
        if holds(middle)? {
            yes = middle;
        } else {
            no = middle;
        }
    }
    Ok(yes)
}

pub(super) fn thrown_range(given: &Map<String, Value>) -> Answer {
    let it: Throw = read(given)?;
    let thrower = Made::new(&[
        ("strength", it.strength),
        ("dexterity", it.dexterity),
        ("athletics", it.athletics),
    ]);
    let tags: &[&str] = if it.aerodynamic {
        &["aerodynamic"]
    } else {
        &[]
    };
    let thrower = thrower.has(item("thrown", &[("size", it.size)], tags)?);
    let target = Made::new(&[]).is("exposed", true);
    let mut table = Table::new("throw", thrower, vec![target]);
    // However weak the arm, the dice are not what is looked at.
    table.add("attack", "Enough dice", 20)?;
    match table.play(&[], &mut Twos) {
        Ok(_) => {}
        Err(why) if why.contains("CHR-THR-04") => return Ok(json!({"throwable": false})),
        Err(why) => return Err(why),
    }
    let bands = ["short", "medium", "long"];
    let mut ranges = Vec::new();
    for nth in 1..=bands.len() {
        let near = bands.get(..nth).unwrap_or(&bands);
        let far = last(1 << 15, |yards| {
            Ok(near.contains(&reach(&mut table, yards)?.0))
        })?;
        ranges.push(far);
    }
    Ok(json!({"throwable": true, "ranges": ranges}))
}

// ---- what a hit does besides

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CalledTest {
    location: Location,
    #[serde(default)]
    damage: u16,
    #[serde(default)]
    stamina: i32,
    #[serde(default)]
    vampire: bool,
    #[serde(default)]
    leg_choice: Option<LegChoice>,
}

fn bruises(points: u16) -> Packet {
    Packet::of(Severity::Bashing, points)
}

pub(super) fn called_shot(given: &Map<String, Value>) -> Answer {
    let it: CalledTest = read(given)?;
    let blow = Attack {
        options: Options {
            called: Some(it.location),
            ..Options::default()
        },
        target: Target {
            stamina: it.stamina,
            vampire: it.vampire,
            ..Target::default()
        },
        ..Attack::default()
    };
    let leg = super::exchange::leg(it.leg_choice);
    let got = ruled(&blow, bruises(it.damage), &[("leg", leg)])?;
    let line = got.line("attack").ok_or("nothing was rolled")?;
    let aimed = line.terms.iter();
    let aimed = aimed.filter(|term| term.label.starts_with("Aimed at"));
    Ok(json!({
        "modifier": rules::term::sum(aimed),
        "conditions": super::exchange::conditions(&got),
        "heart_pierced": got.told("CHR-TGT-05"),
    }))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct StakeTest {
    successes: u32,
    weapon_mod: i32,
    armor_general: i32,
}

pub(super) fn stake(given: &Map<String, Value>) -> Answer {
    let it: StakeTest = read(given)?;
    let attack = Attack {
        kind: Kind::Melee,
        weapon: Some(Weapon {
            modifier: it.weapon_mod,
            category: Some(Harm::Piercing),
            wooden_stake: true,
            ..Weapon::default()
        }),
        options: Options {
            called: Some(Location::Heart),
            ..Options::default()
        },
        target: Target {
            vampire: true,
            armor: vec![Armor {
                general: it.armor_general,
                ..Armor::default()
            }],
            ..Target::default()
        },
        ..Attack::default()
    };
    let mut table = staged(&attack)?;
    table.force("attack", it.successes);
    let got = table.play(&[], &mut Twos)?;
    Ok(json!({
        "inflicted": got.harm(TARGET),
        "heart_pierced": got.told("CHR-TGT-05"),
        "staked": got.gains(TARGET, "staked").is_some(),
    }))
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

pub(super) fn stun(given: &Map<String, Value>) -> Answer {
    let it: StunTest = read(given)?;
    let attack = Attack {
        kind: Kind::Melee,
        weapon: Some(Weapon {
            stun: it.weapon_stun,
            ..Weapon::default()
        }),
        target: Target {
            size: it.size,
            vampire: it.vampire,
            ..Target::default()
        },
        ..Attack::default()
    };
    let got = ruled(&attack, bruises(it.damage), &[])?;
    let stunned = got.gains(TARGET, "reeling").is_some();
    Ok(json!({"loses_next_action": stunned}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Knock {
    #[serde(default)]
    location: Option<Location>,
    #[serde(default)]
    damage: u16,
    #[serde(default = "human")]
    size: i32,
    #[serde(default)]
    stamina: i32,
    #[serde(default)]
    wound_penalty: i32,
    #[serde(default)]
    vampire: bool,
}

pub(super) fn knockout(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: Knock = read(given)?;
    // A row on which this blow leaves exactly that penalty.
    let empty = match it.wound_penalty {
        0 => 3,
        -1 => 2,
        -2 => 1,
        -3 => 0,
        other => return Err(format!("no row of boxes gives {other}")),
    };
    let size = it.damage.saturating_add(empty).max(1);
    let track = rules::track::Boxes::new(size, Packet::default()).map_err(super::say)?;
    let traits = [("stamina", it.stamina), ("size", it.size)];
    let target = Made::new(&traits).vampire(it.vampire).tracked(track);
    let mut table = Table::new("unarmed", Made::new(&[]), vec![target]);
    let location = Options {
        called: it.location,
        ..Options::default()
    };
    options(&mut table, &location)?;
    table.force("attack", 1);
    let packet = bruises(it.damage);
    table.rule(Ruled::Damage { to: TARGET, packet });
    let got = table.play(&[], dice)?;
    let mut said = json!({
        "check": got.line("knockout").is_some(),
        "unconscious_turns": 0,
    });
    if let Some(pool) = got.pool("knockout") {
        said = with(said, json!({"pool": pool}));
    }
    let out = got.lasts(TARGET, "knocked_out");
    if let Some(rules::condition::Until::Rounds(turns)) = out {
        said = with(said, json!({"unconscious_turns": turns}));
    }
    value(said)
}

// ---- furniture

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Improvised {
    #[serde(default)]
    durability: i32,
    #[serde(default)]
    size: i32,
    #[serde(default)]
    structure: i32,
    #[serde(default)]
    inflicted: u16,
}

impl Improvised {
    /// A combatant who strikes with it.
    fn struck(&self, strength: i32, structure: i32) -> Result<Table, String> {
        let traits = [("strength", strength), ("weaponry", 1)];
        let numbers = [
            ("durability", self.durability),
            ("size", self.size),
            ("structure", structure),
        ];
        let by = Made::new(&traits).has(item("object", &numbers, &["blunt"])?);
        let mut table = Table::new("melee", by, vec![Made::new(&[]).is("exposed", true)]);
        table.force("attack", 1);
        Ok(table)
    }
}

pub(super) fn improvised(given: &Map<String, Value>) -> Answer {
    let it: Improvised = read(given)?;
    // What is wrecked strikes no more; what it would be worth is seen while it is whole.
    let whole = it.structure.max(1);
    let named = |got: &Got, slot: &str, label: &str| {
        let terms = got.line(slot).map_or(&[][..], |line| &line.terms[..]);
        rules::term::sum(terms.iter().filter(|term| &*term.label == label))
    };
    let too_weak = |strength: i32| -> Result<bool, String> {
        let got = it.struck(strength, whole)?.play(&[], &mut Twos)?;
        Ok(named(&got, "attack", "Too weak for the weapon") != 0)
    };
    let needed = if too_weak(0)? {
        last(500, too_weak)? + 1
    } else {
        0
    };
    let table = it.struck(0, whole)?;
    let initiative = table.actor.initiative()?;
    let plain = table.play(&[], &mut Twos)?;
    let mut hurt = it.struck(0, whole)?;
    let packet = bruises(it.inflicted);
    hurt.rule(Ruled::Damage { to: TARGET, packet });
    let hurt = hurt.play(&[], &mut Twos)?;
    let left = match it.structure {
        ..=0 => 0,
        structure => structure + hurt.wear("structure"),
    };
    Ok(json!({
        "weapon_mod": named(&plain, "damage", "Weapon"),
        "pool_modifier": named(&plain, "attack", "Improvised weapon"),
        "initiative_penalty": initiative,
        "strength_required": needed,
        "structure_after": left,
        "wrecked": left == 0,
    }))
}
