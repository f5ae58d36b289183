//! The operations that are exchanges: played out by the very rules the table plays.

use rules::dice::Dice;
use rules::exchange::{Effect, Party};
use rules::roll::Grade;
use rules::system::SystemId;
use rules::track::Packet;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::given::{
    Attack, Attacker, Burst, Concealment, Kind, LegChoice, Options, Target, Weapon, word,
};
use super::hurt::place;
use super::scene::{Got, Made, TARGET, Table, Twos, item};
use super::{Answer, Watched, human, illegal, read, say, with};

const fn degree(concealment: Option<Concealment>) -> i32 {
    match concealment {
        None => 0,
        Some(degree) => degree as i32 + 1,
    }
}

// ---- the parts of an attack

fn attacker(by: &Attacker) -> Result<Made, String> {
    let made = Made::new(&[
        ("strength", by.strength),
        ("dexterity", by.dexterity),
        ("brawl", by.brawl),
        ("weaponry", by.weaponry),
        ("firearms", by.firearms),
        ("athletics", by.athletics),
        ("ambidextrous", i32::from(by.ambidextrous)),
    ]);
    let made = made.vampire(by.vampire).hurt(by.wound_penalty)?;
    let made = made.is("prone", by.prone);
    Ok(made.is("blind_and_deaf", by.blind_and_deaf))
}

fn target(on: &Target) -> Result<Made, String> {
    let made = Made::new(&[
        ("dexterity", on.dexterity),
        ("wits", on.wits),
        ("stamina", on.stamina),
        ("size", on.size),
    ]);
    let made = made.vampire(on.vampire).hurt(on.wound_penalty)?;
    let made = match on.track {
        Some(track) => made.tracked(track),
        None => made,
    };
    let made = made.is("prone", on.prone).is("dodging", on.dodge);
    let made = made.is("stunned", on.stunned).is("exposed", on.no_defense);
    let made = made.is("blind_and_deaf", on.blind_and_deaf);
    let made = made.in_state("immobilised", on.dormant.then_some(2));
    made.counted("defense", on.defense_applied)?
        .wears(&on.armor)
}

/// The weapon as an item; what has no ranges reaches everything.
fn weapon(kind: Kind, weapon: Option<&Weapon>) -> Result<Option<rules::gear::Item>, String> {
    if kind == Kind::Unarmed && weapon.is_none() {
        return Ok(None);
    }
    let plain = Weapon::default();
    let weapon = weapon.unwrap_or(&plain);
    let [short, medium, long] = weapon.ranges.unwrap_or([FAR; 3]);
    let numbers = [
        ("damage", weapon.modifier),
        ("size", weapon.size),
        ("strength", weapon.str_req),
        ("short", short),
        ("medium", medium),
        ("long", long),
    ];
    let mut made = item(kind.item(), &numbers, &["automatic"])?;
    let harm = weapon.category.map(serde_json::to_value).transpose();
    let harm = harm.map_err(say)?;
    let harm = harm.as_ref().and_then(Value::as_str).map(|tag| match tag {
        "supernatural" => "unnatural".to_owned(),
        tag => tag.to_owned(),
    });
    made.tags.extend(harm);
    for (tag, is) in [
        ("improvised", weapon.improvised),
        ("stake", weapon.wooden_stake),
        ("stun", weapon.stun),
    ] {
        if is {
            made.tags.insert(tag.to_owned());
        }
    }
    Ok(Some(made))
}

pub(super) fn options(table: &mut Table, options: &Options) -> Result<(), String> {
    table.set("called", options.called.map_or(0, place));
    table.set("offhand", options.offhand.into());
    table.set("all_out", options.all_out.into());
    table.set("pulled", options.pulled);
    table.between(0, "concealment", degree(options.concealment));
    table.between(0, "firing_from", degree(options.firing_from));
    table.between(0, "close_quarters", options.close_quarters.into());
    table.add("attack", "Storyteller", options.st_modifier)?;
    for term in &options.extra {
        table.add("attack", &term.label, term.value)?;
    }
    if options.aim > 0 {
        table.actor = table.actor.clone().in_state("aiming", Some(options.aim));
        table.hold(Party::Actor, TARGET, "aim", options.aim);
    }
    Ok(())
}

/// Farther than any shot, in yards.
const FAR: i32 = 1_000_000;

/// A single attack as a scene.
pub(super) fn staged(attack: &Attack) -> Result<Table, String> {
    let by = &attack.options;
    let mut actor = attacker(&attack.attacker)?;
    if let Some(item) = weapon(attack.kind, attack.weapon.as_ref())? {
        actor = actor.has(item);
    }
    let burst = by.burst.filter(|_| attack.kind == Kind::Firearm);
    let maneuver = match burst {
        Some(_) => "burst",
        None => attack.kind.maneuver(),
    };
    let mut table = Table::new(maneuver, actor, vec![target(&attack.target)?]);
    options(&mut table, by)?;
    if let Some(distance) = attack.distance {
        table.between(0, "distance", distance);
    }
    if let Some(cover) = attack.cover {
        table.between(0, "concealment", 4);
        table.between(0, "cover_durability", cover.durability);
        table.between(0, "cover_structure", cover.structure);
        table.between(0, "cover_see_through", cover.see_through.into());
    }
    if let Some(shield) = &attack.shield {
        let held = Made::new(&[("stamina", shield.stamina)]).vampire(shield.vampire);
        table.hold(TARGET, Party::Bystander(0), "shield", 0);
        table.bystanders.push(held.wears(&shield.armor)?);
    }
    let many = |count: i32| usize::try_from(count.clamp(0, 100)).unwrap_or(0);
    let other = Made::new(&[]).is("exposed", true);
    if let Some(burst) = burst {
        table.set("burst", length(burst));
        let others = many(by.persons.saturating_sub(1));
        table.bystanders.extend(vec![other; others]);
        // Only the roll against the target is part of the vector.
        for n in 1..=others {
            table.force(&format!("attack@{n}"), 0);
        }
    } else {
        if attack.kind == Kind::Firearm && by.persons > 1 {
            let persons = by.persons.saturating_neg();
            table.add("attack", "Several targets", persons)?;
        }
        table.bystanders.extend(vec![other.clone(); many(by.avoid)]);
        let grappled = other.is("grappled", true);
        table
            .bystanders
            .extend(vec![grappled; many(by.avoid_grappled)]);
    }
    // The roll against a knockout is an operation of its own.
    table.force("knockout", 1);
    Ok(table)
}

/// The option for what a hit to the leg does.
pub(super) const fn leg(choice: Option<LegChoice>) -> &'static str {
    match choice {
        Some(LegChoice::KnockedDown) => "knocked_down",
        Some(LegChoice::LegWrack) | None => "leg_wrack",
    }
}

/// The value of the dial for a burst.
const fn length(burst: Burst) -> i32 {
    burst as i32 + 1
}

fn played(attack: &Attack, dice: &mut dyn Dice) -> Result<Got, String> {
    let take = if attack.options.roll { "roll" } else { "take" };
    let leg = leg(attack.options.leg_choice);
    staged(attack)?.play(&[("killing_blow", take), ("leg", leg)], dice)
}

/// How the roll of a line was made.
pub(super) fn mode(got: &Got, slot: &str) -> &'static str {
    let rolled = got.line(slot).and_then(|line| line.rolled.as_ref());
    match rolled {
        Some(rolled) if rolled.chance => "chance",
        Some(_) => "pool",
        None if got.told("CHR-COND-07") => "auto_fail",
        None if got.told("CHR-RNG-03") => "impossible",
        None => "auto_damage",
    }
}

fn pool(got: &Got) -> Answer {
    let line = got.line("attack").ok_or("nothing was rolled")?;
    let pool = rules::term::sum(&line.terms);
    let mode = mode(got, "attack");
    let dice_count = match mode {
        "pool" => pool,
        "chance" => 1,
        _ => 0,
    };
    let mut said = json!({
        "pool": pool,
        "mode": mode,
        "dice_count": dice_count,
        "defense": defense_of(got),
    });
    if got.gains(Party::Actor, "leaned_out").is_some() {
        said = with(said, json!({"firer_concealment": "substantial"}));
    }
    Ok(said)
}

/// Points before cover and armor.
fn raw(got: &Got, slot: &str) -> i32 {
    let own = ["Successes", "Weapon", "Killing blow", "Pulled blow"];
    let terms = got.line(slot).map_or(&[][..], |line| line.terms.as_slice());
    let own = terms.iter().filter(|term| own.contains(&&*term.label));
    rules::term::sum(own).max(0)
}

pub(super) fn attack_pool(given: &Map<String, Value>) -> Answer {
    pool(&played(&read(given)?, &mut Twos)?)
}

pub(super) fn attack(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let attack: Attack = read(given)?;
    let got = played(&attack, dice)?;
    let pool = pool(&got)?;
    let rolled = got.line("attack").and_then(|line| line.rolled.as_ref());
    let outcome = match (rolled, mode(&got, "attack")) {
        (Some(rolled), _) => word(rolled.grade),
        (None, "auto_damage") => "auto_damage",
        (None, _) => "failure",
    };
    let inflicted = got.harm(TARGET);
    let mut said = with(
        pool,
        json!({
            "successes": rolled.map_or(0, |rolled| rolled.successes),
            "outcome": outcome,
            "raw": raw(&got, "damage"),
            "inflicted": inflicted,
            "conditions": conditions(&got),
            "heart_pierced": got.told("CHR-TGT-05"),
            "staked": got.gains(TARGET, "staked").is_some(),
        }),
    );
    let covered = attack.cover.and_then(|it| cover(&got, it.structure));
    if let Some(covered) = covered {
        said = with(said, json!({"cover": covered}));
    }
    if let Some(track) = attack.target.track {
        let after = marked(track, inflicted)?;
        said = with(said, super::drawn(&after));
    }
    Ok(said)
}

/// What an attack made of its target besides the marks.
pub(super) fn conditions(got: &Got) -> Vec<&'static str> {
    let conditions = [
        ("arm_wrack", "arm_wrack"),
        ("leg_wrack", "leg_wrack"),
        ("stunned", "stunned"),
        ("prone", "knocked_down"),
        ("blinded", "blinded"),
    ];
    let mut gained = Vec::from(conditions);
    gained.retain(|(key, _)| got.gains(TARGET, key).is_some());
    gained.into_iter().map(|(_, word)| word).collect()
}

/// What became of the cover.
pub(super) fn cover(got: &Got, structure: i32) -> Option<Value> {
    let line = got.line("cover")?;
    let penetrates = line.title == "Through the cover";
    let object = rules::term::sum(&line.terms);
    Some(json!({
        "penetrates": penetrates,
        "object": object,
        "target": if penetrates { object } else { 0 },
        "structure_after": got.placed("cover_structure").unwrap_or(structure),
    }))
}

/// A row of boxes with a packet marked by the table's rules.
fn marked(track: rules::track::Boxes, packet: Packet) -> Result<rules::track::Boxes, String> {
    let track = rules::track::Track::Boxes(track);
    let nothing = (rules::sorted::Map::new(), rules::sorted::Map::new());
    let (sheet, house) = (
        rules::sheet::Sheet::default(),
        rules::house::House::default(),
    );
    let who = rules::fighter::Fighter {
        unscored: false,
        sheet: &sheet,
        track: &track,
        initiative: None,
        plan: None,
        tally: &nothing.0,
        pools: &nothing.1,
        conditions: &rules::condition::Conditions::new(),
        gear: &rules::gear::Gear::new(),
        house: &house,
    };
    let harmed = SystemId::Chronicle
        .rules()
        .harm(&who, packet)
        .ok_or("no such damage")?;
    harmed
        .after
        .boxes()
        .copied()
        .ok_or_else(|| "no boxes".to_owned())
}

// ---- Defense over a turn

/// One attack that comes in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Incoming {
    kind: Kind,
    #[serde(default)]
    distance: Option<i32>,
    #[serde(default)]
    gun_size: i32,
    #[serde(default)]
    pulled: Pulled,
    #[serde(default = "yes")]
    apply: bool,
}

/// Whether a blow is pulled, or its limit.
#[derive(Deserialize)]
#[serde(untagged)]
enum Pulled {
    Is(bool),
    Cap(i32),
}

impl Default for Pulled {
    fn default() -> Self {
        Self::Is(false)
    }
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Defended {
    dexterity: i32,
    wits: i32,
    dodge_from: Option<usize>,
    no_defense: bool,
    attacks: Vec<Incoming>,
}

/// The attacks of a turn on one defender, who counts and dodges as the table does.
pub(super) fn defense(given: &Map<String, Value>) -> Answer {
    let it: Defended = read(given)?;
    let mut defender = Made::new(&[("dexterity", it.dexterity), ("wits", it.wits)]);
    defender = defender.is("exposed", it.no_defense);
    let mut penalties = Vec::new();
    let base = defender.shown(SystemId::Chronicle.combat(), "Defense");
    for (nth, attack) in it.attacks.iter().enumerate() {
        if it.dodge_from == Some(nth) {
            let so_far = defender.times("defense");
            defender = defender.in_state("dodging", Some(so_far));
        }
        let pulled = match attack.pulled {
            Pulled::Is(is) => is.into(),
            Pulled::Cap(cap) => cap,
        };
        let blow = Attack {
            kind: attack.kind,
            attacker: Attacker {
                strength: 9,
                dexterity: 9,
                ..Attacker::default()
            },
            weapon: Some(Weapon {
                size: attack.gun_size,
                ..Weapon::default()
            })
            .filter(|_| attack.kind != Kind::Unarmed),
            distance: attack.distance,
            options: Options {
                pulled: if attack.kind == Kind::Unarmed {
                    pulled
                } else {
                    0
                },
                ..Options::default()
            },
            ..Attack::default()
        };
        let mut table = staged(&blow)?;
        table.targets = vec![defender.clone()];
        let chosen = if attack.apply { "apply" } else { "withhold" };
        let got = table.play(&[("defense", chosen)], &mut Twos)?;
        penalties.push(defense_of(&got));
        let times = defender
            .times("defense")
            .saturating_add(got.counts(TARGET, "defense"));
        defender = defender.counted("defense", times)?;
    }
    Ok(json!({"base": base, "penalties": penalties, "applied": defender.times("defense")}))
}

/// What Defense took from the attacker's pool.
fn defense_of(got: &Got) -> i32 {
    let terms = got.line("attack").map_or(&[][..], |line| &line.terms[..]);
    let taken = terms
        .iter()
        .filter(|term| matches!(&*term.label, "Defense" | "Dodge"));
    rules::term::sum(taken).saturating_neg()
}

// ---- bursts

/// A target a burst rolls against.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Person {
    name: String,
    distance: Option<i32>,
    concealment: Option<Concealment>,
    #[serde(flatten)]
    target: Target,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spray {
    burst: Burst,
    #[serde(default)]
    attacker: Attacker,
    #[serde(default)]
    weapon: Option<Weapon>,
    #[serde(default)]
    ammo: Option<i32>,
    #[serde(default)]
    targets: Vec<Person>,
    #[serde(default)]
    bystanders: Vec<Person>,
    #[serde(default)]
    aim: i32,
    #[serde(default)]
    aimed_at: Option<String>,
    #[serde(default)]
    options: Options,
}

pub(super) fn burst(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let spray: Spray = read(given)?;
    let gun = weapon(Kind::Firearm, spray.weapon.as_ref())?;
    let mut gun = gun.ok_or("no gun")?;
    let ammo = spray.ammo.unwrap_or(1_000);
    gun.numbers.insert("rounds".to_owned(), ammo);
    let actor = attacker(&spray.attacker)?.has(gun);
    let targets = spray.targets.iter().map(|it| target(&it.target));
    let mut table = Table::new("burst", actor, targets.collect::<Result<_, _>>()?);
    options(&mut table, &spray.options)?;
    table.between.clear();
    table.holds.clear();
    let bystanders = spray.bystanders.iter().map(|it| target(&it.target));
    table.bystanders = bystanders.collect::<Result<_, _>>()?;
    table.set("burst", length(spray.burst));
    let all: Vec<&Person> = spray.targets.iter().chain(&spray.bystanders).collect();
    table.actor = table.actor.clone().in_state("aiming", Some(spray.aim));
    for (n, person) in all.iter().enumerate() {
        table.between(n, "concealment", degree(person.concealment));
        if let Some(distance) = person.distance {
            table.between(n, "distance", distance);
        }
        if spray.aimed_at.as_ref() == Some(&person.name) {
            let n = u8::try_from(n).map_err(say)?;
            table.hold(Party::Actor, party(n, &spray), "aim", spray.aim);
        }
        table.force(&at("knockout", n), 1);
    }
    let played = if dice.any() {
        table.play(&[], dice)
    } else {
        table.play(&[], &mut Twos)
    };
    let Ok(got) = played else {
        return Ok(illegal());
    };
    let each = |of: &dyn Fn(usize) -> Value| -> Map<String, Value> {
        let all = all.iter().enumerate();
        all.map(|(n, person)| (person.name.clone(), of(n)))
            .collect()
    };
    let said = json!({
        "legal": true,
        "bullets": -got.wear("rounds"),
        "persons": all.len(),
        "pools": each(&|n| got.pool(&at("attack", n)).into()),
        "modes": each(&|n| mode(&got, &at("attack", n)).into()),
    });
    if !dice.any() {
        return Ok(said);
    }
    let rolled = |n: usize| {
        got.line(&at("attack", n))
            .and_then(|line| line.rolled.as_ref())
    };
    Ok(with(
        said,
        json!({
            "successes": each(&|n| rolled(n).map_or(0, |it| it.successes).into()),
            "damage": each(&|n| raw(&got, &at("damage", n)).into()),
        }),
    ))
}

fn party(n: u8, spray: &Spray) -> Party {
    let targets = u8::try_from(spray.targets.len()).unwrap_or(u8::MAX);
    match n.checked_sub(targets) {
        None => Party::Target(n),
        Some(bystander) => Party::Bystander(bystander),
    }
}

/// The slot of one of several.
fn at(purpose: &str, n: usize) -> String {
    match n {
        0 => purpose.to_owned(),
        n => format!("{purpose}@{n}"),
    }
}

// ---- covering fire

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Covering {
    #[serde(default)]
    dexterity: i32,
    #[serde(default)]
    firearms: i32,
    #[serde(default)]
    wound_penalty: i32,
    #[serde(default)]
    vampire: bool,
    #[serde(default)]
    weapon_mod: i32,
    #[serde(default)]
    automatic: bool,
    #[serde(default)]
    ammo: i32,
    #[serde(default)]
    choices: Vec<Chosen>,
}

#[derive(Deserialize)]
struct Chosen {
    name: String,
    choice: Choice,
}

/// What a combatant under covering fire does.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Choice {
    Act,
    Cover,
    Prone,
}

pub(super) fn covering_fire(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: Covering = read(given)?;
    let tags: &[&str] = if it.automatic { &["automatic"] } else { &[] };
    let gun = item(
        "gun",
        &[("damage", it.weapon_mod), ("rounds", it.ammo)],
        tags,
    )?;
    let actor = Made::new(&[("dexterity", it.dexterity), ("firearms", it.firearms)]);
    let actor = actor.vampire(it.vampire).hurt(it.wound_penalty)?.has(gun);
    let targets = vec![Made::new(&[]); it.choices.len().max(1)];
    let Ok(got) = Table::new("covering_fire", actor, targets).play(&[], dice) else {
        return Ok(illegal());
    };
    let mut damage = Map::new();
    for one in &it.choices {
        // What comes of it on the next turn of their own.
        let under_fire = got.gains(TARGET, "under_fire");
        let actor = Made::new(&[]).in_state("under_fire", under_fire);
        let choice = match one.choice {
            Choice::Act => "act",
            Choice::Cover => "cover",
            Choice::Prone => "prone",
        };
        let acts = Table::new("dodge", actor, Vec::new());
        let acted = acts.play(&[("under_fire", choice)], &mut Twos)?;
        damage.insert(one.name.clone(), acted.harm(Party::Actor).total().into());
    }
    Ok(json!({
        "legal": true,
        "successes": got.successes("covering_fire"),
        "ammo_after": it.ammo.saturating_add(got.wear("rounds")),
        "damage": damage,
    }))
}

// ---- grapples

#[derive(Clone, Copy, Deserialize)]
#[serde(default)]
struct Grappler {
    strength: i32,
    dexterity: i32,
    brawl: i32,
    athletics: i32,
    size: i32,
    bonus: i32,
    wound_penalty: i32,
    vampire: bool,
}

impl Default for Grappler {
    fn default() -> Self {
        Self {
            strength: 0,
            dexterity: 0,
            brawl: 0,
            athletics: 0,
            size: human(),
            bonus: 0,
            wound_penalty: 0,
            vampire: false,
        }
    }
}

impl Grappler {
    fn made(&self, weapon_mod: Option<i32>, rope: i32) -> Result<Made, String> {
        let traits = [
            ("strength", self.strength),
            ("dexterity", self.dexterity),
            ("brawl", self.brawl),
            ("athletics", self.athletics),
            ("size", self.size),
        ];
        let mut made = Made::new(&traits).vampire(self.vampire);
        made = made.hurt(self.wound_penalty)?;
        if let Some(modifier) = weapon_mod {
            made = made.has(item("melee", &[("damage", modifier)], &["blunt"])?);
        }
        if rope != 0 {
            made = made.has(item("melee", &[("damage", rope)], &["binds"])?);
        }
        Ok(made)
    }
}

fn helpers(table: &mut Table, helpers: &[Grappler]) -> Result<(), String> {
    for (n, helper) in helpers.iter().enumerate() {
        table.bystanders.push(helper.made(None, 0)?);
        let n = u8::try_from(n).map_err(say)?;
        table.hold(Party::Bystander(n), TARGET, "help", 0);
    }
    Ok(())
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Start {
    a: Grappler,
    b: Grappler,
    weapon_bonus: i32,
    helpers: Vec<Grappler>,
}

pub(super) fn grapple_start(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: Start = read(given)?;
    let rope = it.weapon_bonus.saturating_add(it.a.bonus);
    let (a, b) = (it.a.made(None, rope)?, it.b.made(None, it.b.bonus)?);
    let mut table = Table::new("grapple", a, vec![b]);
    helpers(&mut table, &it.helpers)?;
    let got = table.play(&[("move", "none")], dice)?;
    let grappling = got.0.effects.iter();
    let mut grappling = grappling.filter(|effect| matches!(effect, Effect::Hold { .. }));
    Ok(json!({
        "a_pool": got.pool("grapple"),
        "b_pool": got.pool("resist"),
        "a": got.successes("grapple").saturating_add(got.successes("help")),
        "b": got.successes("resist"),
        "grappling": grappling.next().is_some(),
        "moves_allowed": u8::from(got.line("move").is_some()),
    }))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Turn {
    a: Grappler,
    b: Grappler,
    helpers_a: Vec<Grappler>,
    controls: Option<String>,
    holds: Option<String>,
    weapon_mod: i32,
    moves: Vec<String>,
}

/// The two parties of a side.
fn side(name: &str) -> Result<(Party, Party), String> {
    match name {
        "a" => Ok((Party::Actor, TARGET)),
        "b" => Ok((TARGET, Party::Actor)),
        other => Err(format!("no side is {other}")),
    }
}

pub(super) fn grapple_turn(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: Turn = read(given)?;
    let grappled = |who: &Grappler| -> Result<Made, String> {
        let made = who.made(Some(it.weapon_mod), who.bonus)?;
        Ok(made.is("grappled", true).is("in_hold", it.holds.is_some()))
    };
    let mut table = Table::new("wrestle", grappled(&it.a)?, vec![grappled(&it.b)?]);
    helpers(&mut table, &it.helpers_a)?;
    table.hold(Party::Actor, TARGET, "grapple", 0);
    if let Some(controls) = &it.controls {
        let (by, on) = side(controls)?;
        // Their own weapon, which is their first item.
        table.hold(by, on, "control", 2);
    }
    if let Some(holds) = &it.holds {
        let (by, on) = side(holds)?;
        table.hold(by, on, "hold", 0);
    }
    let slots: Vec<String> = (1..=it.moves.len())
        .map(|nth| {
            if nth == 1 {
                "move".to_owned()
            } else {
                format!("move#{nth}")
            }
        })
        .collect();
    let mut wanted: Vec<(&str, &str)> = slots
        .iter()
        .zip(&it.moves)
        .map(|(slot, one)| (slot.as_str(), one.as_str()))
        .collect();
    wanted.extend([("move", "none"), ("move#2", "none")]);
    let mut copy = dice.clone();
    let made = |got: &Got| {
        let lines = got
            .0
            .ledger
            .iter()
            .filter(|line| line.slot.purpose() == "move");
        lines
            .filter(|line| line.chose.as_deref() != Some("No move"))
            .count()
    };
    let played = table.play(&wanted, &mut copy);
    let legal = played.as_ref().is_ok_and(|got| made(got) == it.moves.len());
    let got = match played {
        Ok(got) if legal => {
            *dice = copy;
            got
        }
        _ => table.play(&[("move", "none")], dice)?,
    };
    let first = got.line("move");
    let winner = match first.map(|line| line.by) {
        Some(Party::Actor) => "a",
        Some(_) => "b",
        None => "none",
    };
    let loser = if winner == "a" { TARGET } else { Party::Actor };
    let said = json!({
        "a_pool": got.pool("grapple"),
        "b_pool": got.pool("resist"),
        "a": got.successes("grapple").saturating_add(got.successes("help")),
        "b": got.successes("resist"),
        "winner": winner,
        "moves_allowed": first.map_or(0, |line| if line.title.ends_with('2') { 2 } else { 1 }),
    });
    let over = |effect: &Effect| matches!(effect, Effect::Release { key, .. } if key == "grapple");
    Ok(with(
        said,
        json!({
            "legal": legal,
            "damage": got.harm(loser),
            "conditions": wrestled(&got),
            "grappling": !got.0.effects.iter().any(over),
        }),
    ))
}

/// What the moves brought, in their order.
fn wrestled(got: &Got) -> Vec<&'static str> {
    let each = got.0.effects.iter().filter_map(|effect| match effect {
        Effect::Gain { key, who, .. } => match (key.as_ref(), who) {
            ("immobilised", _) => Some("immobilised"),
            ("prone", _) => Some("knocked_down"),
            ("both_prone", Party::Actor) => Some("both_prone"),
            _ => None,
        },
        Effect::Hold { key, .. } if key == "shield" => Some("human_shield"),
        Effect::Hold { key, amount, .. } if key == "hold" && *amount > 0 => Some("immobilised"),
        _ => None,
    });
    each.collect()
}

// ---- other contests

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Disarm {
    attacker: Grappler,
    defender: Grappler,
    weapon_mod: i32,
}

pub(super) fn disarm(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: Disarm = read(given)?;
    let attacker = it.attacker.made(None, 0)?;
    let defender = it.defender.made(Some(it.weapon_mod), 0)?;
    let got = Table::new("disarm", attacker, vec![defender]).play(&[], dice)?;
    let rolled = got.line("disarm").and_then(|line| line.rolled.as_ref());
    let effects = || got.0.effects.iter();
    let result = if rolled.is_some_and(|it| it.grade == Grade::DramaticFailure) {
        "self_damage"
    } else if effects().any(|effect| matches!(effect, Effect::Give { .. })) {
        "taken"
    } else if effects().any(|effect| matches!(effect, Effect::Carry { .. })) {
        "dropped"
    } else {
        "none"
    };
    Ok(json!({
        "a_pool": got.pool("disarm"),
        "b_pool": got.pool("resist"),
        "result": result,
        "self_damage": got.harm(Party::Actor).total(),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Touch {
    #[serde(default)]
    attacker: Attacker,
    #[serde(default)]
    held_item: bool,
    #[serde(default = "yes")]
    resisting: bool,
    #[serde(default)]
    defense: i32,
}

const fn yes() -> bool {
    true
}

pub(super) fn touch(given: &Map<String, Value>) -> Answer {
    let it: Touch = read(given)?;
    let mut actor = attacker(&it.attacker)?;
    if it.held_item {
        actor = actor.has(item("melee", &[], &[])?);
    }
    let defense = if it.resisting { it.defense } else { 0 };
    let target = Made::new(&[("dexterity", defense), ("wits", defense)]);
    let table = Table::new("touch", actor, vec![target]);
    let rolled = table.play(&[("defense", "resist")], &mut Twos)?;
    let allowed = table.play(&[("defense", "allow")], &mut Twos)?;
    Ok(json!({
        "automatic": !it.resisting && allowed.told("CHR-CMP-06"),
        "pool": rolled.pool("touch"),
        "damage": rolled.harm(TARGET).total(),
    }))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Ambush {
    attacker: Sneak,
    defender: Sneak,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Sneak {
    dexterity: i32,
    stealth: i32,
    wits: i32,
    composure: i32,
    wound_penalty: i32,
    vampire: bool,
}

impl Sneak {
    fn made(&self) -> Result<Made, String> {
        let made = Made::new(&[
            ("dexterity", self.dexterity),
            ("stealth", self.stealth),
            ("wits", self.wits),
            ("composure", self.composure),
        ]);
        made.vampire(self.vampire).hurt(self.wound_penalty)
    }
}

pub(super) fn surprise(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let it: Ambush = read(given)?;
    let table = Table::new("ambush", it.attacker.made()?, vec![it.defender.made()?]);
    let got = table.play(&[], dice)?;
    Ok(json!({
        "a": got.successes("ambush"),
        "b": got.successes("notice"),
        "surprised": got.gains(TARGET, "surprised").is_some(),
    }))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Pools {
    a_pool: i32,
    b_pool: i32,
}

pub(super) fn contest(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let pools: Pools = read(given)?;
    let mut table = Table::new("contest", Made::new(&[]), vec![Made::new(&[])]);
    table.add("contest", "Pool", pools.a_pool)?;
    table.add("resist", "Pool", pools.b_pool)?;
    let got = table.play(&[], dice)?;
    let exceptional = got.told("CHR-DICE-09");
    let winner = got.0.effects.iter().find_map(|effect| match effect {
        Effect::Tell { who, words, .. } if words.starts_with("wins") => Some(*who),
        _ => None,
    });
    let winner = match winner {
        Some(Party::Actor) => "a",
        Some(_) => "b",
        None => "none",
    };
    Ok(json!({
        "a": got.successes("contest"),
        "b": got.successes("resist"),
        "winner": winner,
        "exceptional": exceptional,
    }))
}
