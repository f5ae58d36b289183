//! Exchanges of Tri-Stat vectors, played by the code that the table runs: the scene is made
//! from a vector's fields, and what came of it is read off the ledger and the effects.

use std::collections::{BTreeMap, BTreeSet};

use rules::condition::{Condition, Conditions};
use rules::dial::Reading;
use rules::exchange::{Buy, FirstOpen};
use rules::exchange::{
    Choice, Effect, Hold, Intent, Line, Party, Played, Policy, Ruled, Ruling, Scene, Slot, play_out,
};
use rules::fighter::Fighter;
use rules::gear::{Carried, Gear, Item};
use rules::house::House;
use rules::plan::Plan;
use rules::roll::{Grade, Rolled};
use rules::sheet::Sheet;
use rules::system::SystemId;
use rules::systems::tristat as tri;
use rules::term;
use rules::text::Name;
use rules::track::{Points, Track};
use serde_json::{Value, json};
use tri::attack::Attack;
use tri::damage::{Damage, Hurt, WeakPoint};
use tri::defense::Defense;
use tri::escape::{Escape, Wrestler};
use tri::technique::reduced;
use tri::throw::Throw;
use tri::{numbers, technique};

use super::super::Watched;
use super::Answer;

/// Somebody made from a vector's fields.
#[derive(Default)]
struct Made {
    sheet: Sheet,
    plan: Option<Plan>,
    tally: BTreeMap<String, u16>,
    pools: BTreeMap<String, i32>,
    conditions: Conditions,
    gear: Gear,
}

impl Made {
    fn put(&mut self, key: &str, value: i32) {
        self.sheet.traits.insert(key.to_owned(), value);
    }

    fn is(&mut self, key: &str, amount: i32) {
        let condition = Condition {
            amount,
            ..Condition::default()
        };
        self.conditions.insert(key.to_owned(), condition);
    }

    fn takes(&mut self, stance: &str) {
        self.plan = Some(Plan {
            stance: Some(stance.to_owned()),
            ..Plan::default()
        });
    }

    /// Energy that gives exactly this, if it is bought.
    fn has_energy_for(&mut self, bonus: i32) {
        self.pools.insert("energy".to_owned(), numbers::ENERGY_COST);
        self.put("focus", bonus.saturating_sub(numbers::ENERGY_BONUS));
    }

    fn carries(&mut self, kind: &str, number: (&str, i32), tags: &[&str], carried: Carried) {
        let id = u16::try_from(self.gear.len()).unwrap_or(u16::MAX);
        let item = Item {
            name: Name::new("Thing").expect("a name"),
            kind: kind.to_owned(),
            carried,
            numbers: BTreeMap::from([(number.0.to_owned(), number.1)]),
            tags: tags
                .iter()
                .map(|tag| (*tag).to_owned())
                .collect::<BTreeSet<_>>(),
        };
        self.gear.insert(id, item);
    }

    fn fighter<'a>(&'a self, track: &'a Track, house: &'a House) -> Fighter<'a> {
        Fighter {
            sheet: &self.sheet,
            track,
            initiative: None,
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        }
    }
}

/// Everything one exchange is played with.
#[derive(Default)]
struct Setting {
    actor: Option<Made>,
    target: Made,
    between: Reading,
    holds: Vec<Hold>,
    intent: Intent,
    rulings: Vec<Ruling>,
    /// Whether the target defends.
    defends: bool,
    /// Whether the actor and the target buy Energy.
    pays: [bool; 2],
}

impl Policy for Setting {
    fn choose(&self, slot: &Slot, options: &[Choice]) -> String {
        match slot.purpose() {
            "defend" if !self.defends => "none".to_owned(),
            "chink" => "aim".to_owned(),
            _ => FirstOpen.choose(slot, options),
        }
    }

    fn number(&self, _slot: &Slot, (_, most): (i32, i32)) -> i32 {
        most
    }

    fn buy(&self, slot: &Slot, _buys: &[Buy]) -> Vec<String> {
        let pays = match slot.purpose() {
            "attack" | "victim" => self.pays[0],
            _ => self.pays[1],
        };
        pays.then(|| "energy".to_owned()).into_iter().collect()
    }
}

impl Setting {
    fn rule(&mut self, what: Ruled) {
        self.rulings.push(Ruling { what, why: None });
    }

    /// What no sheet says is what the storyteller adds.
    fn add(&mut self, slot: &'static str, value: i32) {
        if value != 0 {
            self.rule(Ruled::Add {
                slot: Slot::of(slot),
                label: Name::new("Else").expect("a name"),
                value,
            });
        }
    }

    fn set(&mut self, key: &str, value: i32) {
        self.intent.set.set(key, value);
    }

    fn hold(&mut self, by: Party, on: Party) {
        self.holds.push(Hold {
            by,
            on,
            key: "grapple".to_owned(),
            amount: 0,
        });
    }

    fn play(&self, dice: &mut Watched) -> Result<Result<Played, Value>, String> {
        let house = House::default();
        let track = Track::Points(Points::new(1, 1).expect("points"));
        let actor = self.actor.as_ref().map(|it| it.fighter(&track, &house));
        let targets = [self.target.fighter(&track, &house)];
        let scene = Scene {
            actor: actor.as_ref(),
            targets: &targets,
            bystanders: &[],
            between: std::slice::from_ref(&self.between),
            holds: &self.holds,
            intent: &self.intent,
            house: &house,
        };
        let combat = SystemId::Tristat.combat();
        match play_out(combat, &scene, &self.rulings, self, dice) {
            Ok(played) => Ok(Ok(played)),
            Err(why) if why.code == "nonsense" => Err(why.text.into_owned()),
            Err(why) => Ok(Err(json!({"error": why.code}))),
        }
    }
}

/// The last line of a purpose.
fn line<'a>(played: &'a Played, purpose: &str) -> Option<&'a Line> {
    let mut lines = played.ledger.iter().rev();
    lines.find(|line| line.slot.purpose() == purpose)
}

fn sum(played: &Played, purpose: &str) -> Option<i32> {
    line(played, purpose).map(|line| term::sum(&line.terms))
}

fn rolled<'a>(played: &'a Played, purpose: &str) -> Option<&'a Rolled> {
    line(played, purpose)?.rolled.as_ref()
}

/// Two dice added up.
fn total(rolled: &Rolled) -> i32 {
    let faces = rolled.faces.iter().take(2);
    faces.map(|face| i32::from(face.0)).sum()
}

fn gains(played: &Played, wanted: &str) -> bool {
    let mut effects = played.effects.iter();
    effects.any(|effect| matches!(effect, Effect::Gain { key, .. } if key == wanted))
}

/// Writes the attacker of a vector into a setting. What the maneuver does not know is added.
fn attacker(setting: &mut Setting, attack: &Attack, base: i32, bonus: i32) {
    let maneuver = setting.intent.maneuver.clone();
    let (throws, disarms) = (maneuver == "throw", maneuver == "disarm");
    let mut made = Made::default();
    for stat in ["body", "mind", "soul"] {
        made.put(stat, 0);
    }
    made.put("combat_value", attack.combat_value);
    for skill in ["brawl", "melee", "ranged"] {
        made.put(skill, attack.skill);
    }
    made.put("damage_bonus", bonus);
    let technique::Reduce {
        vital,
        chink,
        dual,
        draw,
        disarm,
    } = attack.reduce;
    let easier = [
        ("easier_vital", vital),
        ("easier_chink", chink),
        ("easier_dual", dual),
        ("easier_draw", draw),
        ("easier_disarm", disarm),
    ];
    for (key, by) in easier {
        made.put(key, by);
    }
    if attack.total_defense {
        made.takes("total_defense");
    } else if attack.total_attack {
        made.takes("total_attack");
    }
    if let Some(hold) = attack.grappled {
        made.is("grappled", i32::from(hold.much_stronger));
        setting.set("room", if hold.extreme_mobility { 1 } else { 2 });
    }
    made.has_energy_for(attack.energy_bonus);
    setting.pays[0] = attack.energy_bonus != 0;
    setting.set("trick", attack.trick);
    setting.set("vital", i32::from(attack.vital));
    setting.add("attack", attack.other);
    if let Some(both) = attack.dual {
        setting.add("attack", reduced(both.penalty(), dual));
    }
    if throws {
        let drawing = if attack.drawing { numbers::DRAW } else { 0 };
        setting.add("attack", reduced(drawing, draw.max(0)));
        setting.add("attack", i32::from(attack.shaken_weapon) * numbers::SHAKEN);
    } else {
        setting.add("attack", i32::from(attack.throw) * numbers::THROW);
        let ranged = attack.disarm == Some(tri::disarm::Distance::Ranged);
        let tags: &[&str] = if ranged { &["ranged"] } else { &[] };
        let carried = if attack.drawing {
            Carried::Stowed
        } else {
            Carried::Held
        };
        made.carries("weapon", ("damage", base), tags, carried);
        setting.intent.item = Some(0);
        if attack.shaken_weapon {
            made.is("shaken_weapon", 0);
        }
        if attack.chink && disarms {
            setting.add("attack", reduced(numbers::CHINK, chink));
        } else {
            setting.set("chink", i32::from(attack.chink));
        }
    }
    setting.actor = Some(made);
}

/// Writes the target of a vector into a setting.
fn defender(setting: &mut Setting, defense: Option<&Defense>, armor: (i32, Option<WeakPoint>)) {
    let maneuver = setting.intent.maneuver.clone();
    let (disarms, strangles) = (maneuver == "disarm", maneuver == "strangle");
    let held = strangles || maneuver == "throw";
    let shot = disarms
        && setting
            .actor
            .as_ref()
            .is_some_and(|it| it.gear[&0].is("ranged"));
    let mut made = Made::default();
    for stat in ["body", "mind", "soul"] {
        made.put(stat, 0);
    }
    if armor.0 != 0 {
        let tags: &[&str] = match armor.1 {
            None => &[],
            Some(WeakPoint::None) => &["weak_none"],
            Some(WeakPoint::Half) => &["weak_half"],
        };
        made.carries("armor", ("armor", armor.0), tags, Carried::Worn);
    }
    let plain = Defense::default();
    setting.defends = defense.is_some();
    let it = defense.unwrap_or(&plain);
    let two_handed = disarms && it.two_handed_hold;
    let tags: &[&str] = if two_handed { &["two_handed"] } else { &[] };
    made.carries("weapon", ("damage", 1), tags, Carried::Held);
    made.put(
        "defense_value",
        it.defense_value.saturating_add(numbers::DEFENSE_GAP),
    );
    for skill in ["brawl_defense", "melee_defense", "ranged_defense"] {
        made.put(skill, it.skill);
    }
    let prior = u16::try_from(it.prior_defenses.max(0)).unwrap_or(u16::MAX);
    made.tally.insert("defense".to_owned(), prior);
    made.put("extra_attacks", it.optimal.saturating_sub(1));
    if it.total_attack {
        made.takes("total_attack");
    } else if it.total_defense {
        made.takes("total_defense");
    }
    if it.lost_escape {
        made.is("lost_escape", 0);
    }
    if it.shaken_weapon && shot {
        setting.add("defense", numbers::SHAKEN);
    } else if it.shaken_weapon {
        made.is("shaken_weapon", 0);
    }
    setting.between.set("flanked", i32::from(it.flanked));
    match it.grappled {
        Some(hold) => {
            let room = if hold.extreme_mobility { 1 } else { 2 };
            setting.between.set("defense_room", room);
            made.is("grappled", i32::from(hold.much_stronger));
            let lead = if hold.much_stronger { 1_000 } else { 0 };
            made.put("strength_adjust", lead);
        }
        None if held => setting.rule(Ruled::Strike {
            slot: Slot::of("defense"),
            label: "Grappled".to_owned(),
        }),
        None => {}
    }
    if it.two_handed_hold && !disarms {
        setting.add("defense", numbers::TWO_HANDED);
    }
    if strangles {
        setting.add("defense", it.trick.saturating_neg());
    }
    made.has_energy_for(it.energy_bonus);
    setting.pays[1] = it.energy_bonus != 0;
    setting.add("defense", it.other);
    setting.target = made;
}

/// What every attack says about its rolls.
fn rolls(played: &Played, vital: bool) -> Value {
    let (attack, defense) = (rolled(played, "attack"), rolled(played, "defense"));
    let hit = attack.is_none_or(|rolled| rolled.successes > 0);
    let defended = defense.is_some_and(|rolled| rolled.successes > 0);
    let critical = attack.is_some_and(|rolled| rolled.grade == Grade::Exceptional);
    let third = attack.and_then(|rolled| rolled.faces.get(2));
    let hurt = match (sum(played, "damage"), sum(played, "armor")) {
        (Some(raw), Some(armor)) => {
            Some(Hurt::of(raw, armor, sum(played, "multiplier").unwrap_or(1)))
        }
        // A blow at a weapon hurts nobody.
        _ if hit && !defended => {
            let critical = third.map(|face| tri::critical::multiplier(face.0, 0));
            let by = tri::Settings::default();
            let multiplier = tri::damage::multiplier(vital, critical, &by);
            Some(Hurt::of(0, 0, multiplier))
        }
        _ => None,
    };
    let loss = sum(played, "loss").unwrap_or(0);
    json!({
        "attack_target": sum(played, "attack"),
        "attack_roll": attack.map(total),
        "hit": hit,
        "critical": critical,
        "defense_target": sum(played, "defense"),
        "defense_roll": defense.map(total),
        "defended": defended,
        "raw": hurt.map(|hurt| hurt.raw),
        "after_armor": hurt.map(|hurt| hurt.after_armor),
        "multiplier": hurt.map(|hurt| hurt.multiplier),
        "final": loss,
        "damaged": loss > 0,
    })
}

/// What an attack does more, or less, than its Combat Value says.
fn beside(damage: &Damage, combat_value: i32) -> i32 {
    let other = damage.combat_value.saturating_sub(combat_value);
    damage.bonus.saturating_add(other)
}

pub(super) fn exchange(
    attack: &Attack,
    defense: Option<&Defense>,
    damage: &Damage,
    dice: &mut Watched,
) -> Answer {
    let disarms = attack.disarm.is_some();
    let maneuver = if disarms { "disarm" } else { "attack" };
    let mut setting = Setting {
        intent: Intent::of(maneuver),
        ..Setting::default()
    };
    let bonus = beside(damage, attack.combat_value);
    attacker(&mut setting, attack, damage.base, bonus);
    defender(&mut setting, defense, (damage.armor, damage.chink));
    if disarms {
        setting.rule(Ruled::Choose {
            slot: Slot::of("grip_allowed"),
            key: "denied".to_owned(),
        });
    }
    Ok(match setting.play(dice)? {
        Ok(played) => rolls(&played, attack.vital),
        Err(refused) => refused,
    })
}

pub(super) fn strangle(damage: &Damage, defense: Option<&Defense>, dice: &mut Watched) -> Answer {
    let mut setting = Setting {
        intent: Intent::of("strangle"),
        ..Setting::default()
    };
    let attack = Attack {
        combat_value: damage.combat_value,
        ..Attack::default()
    };
    attacker(&mut setting, &attack, 0, damage.bonus);
    setting.intent.item = None;
    defender(&mut setting, defense, (damage.armor, None));
    setting.hold(Party::Actor, Party::Target(0));
    Ok(match setting.play(dice)? {
        Ok(played) => rolls(&played, false),
        Err(refused) => refused,
    })
}

pub(super) fn throw(
    attack: &Attack,
    defense: Option<&Defense>,
    (throw, damage): (&Throw, &Damage),
    dice: &mut Watched,
) -> Answer {
    let mut setting = Setting {
        intent: Intent::of("throw"),
        ..Setting::default()
    };
    attacker(&mut setting, attack, 0, damage.bonus);
    defender(&mut setting, defense, (damage.armor, None));
    setting.hold(Party::Actor, Party::Target(0));
    if let Some(free) = throw.free_squares {
        setting.between.set("free_squares", free);
    }
    if let Some(cap) = throw.collision_cap {
        setting.between.set("collision_cap", cap);
    }
    let played = match setting.play(dice)? {
        Ok(played) => played,
        Err(refused) => return Ok(refused),
    };
    let flies = played.effects.iter().find_map(|effect| match effect {
        Effect::Tell { words, .. } => words.split(' ').nth(1)?.parse::<i32>().ok(),
        _ => None,
    });
    let ends = |effect: &Effect| matches!(effect, Effect::Release { .. });
    let (loss, collision) = (sum(&played, "loss"), sum(&played, "collision"));
    let mut got = rolls(&played, attack.vital);
    let more = json!({
        "grapple_ends": played.effects.iter().any(ends),
        "prone": gains(&played, "prone"),
        "squares": sum(&played, "squares").unwrap_or(0),
        "travelled": flies.unwrap_or(0),
        "collision": collision.unwrap_or(0),
        "total": loss.unwrap_or(0).saturating_add(collision.unwrap_or(0)),
    });
    if let (Value::Object(got), Value::Object(more)) = (&mut got, more) {
        got.extend(more);
    }
    Ok(got)
}

pub(super) fn escape(it: &Escape, dice: &mut Watched) -> Answer {
    let made = |who: &Wrestler, lead: i32| {
        let mut made = Made::default();
        made.put("body", who.body);
        made.put("brawl", who.brawl);
        made.put("strength_adjust", lead);
        made.has_energy_for(who.energy_bonus);
        made
    };
    let lead = if it.victim.much_stronger {
        1_000_000
    } else {
        -1_000_000
    };
    let mut setting = Setting {
        intent: Intent::of("escape"),
        actor: Some(made(&it.victim, lead)),
        target: made(&it.grabber, 0),
        pays: [it.victim.energy_bonus != 0, it.grabber.energy_bonus != 0],
        ..Setting::default()
    };
    setting.set("room", i32::from(it.victim.extreme_mobility));
    setting.hold(Party::Target(0), Party::Actor);
    let played = match setting.play(dice)? {
        Ok(played) => played,
        Err(refused) => return Ok(refused),
    };
    let margin = |purpose| rolled(&played, purpose).and_then(|rolled| rolled.margin);
    let again =
        |effect: &Effect| matches!(effect, Effect::Count { key, .. } if key == "attack_regained");
    let ends = |effect: &Effect| matches!(effect, Effect::Release { .. });
    let result = match (
        played.effects.iter().any(again),
        played.effects.iter().any(ends),
    ) {
        (true, _) => "escape_and_act",
        (false, true) => "escape",
        (false, false) => "held",
    };
    Ok(json!({
        "victim_margin": margin("victim"),
        "grabber_margin": margin("grabber"),
        "result": result,
        "attacks_lost": gains(&played, "attacks_lost"),
        "may_defend": !gains(&played, "lost_escape"),
    }))
}

/// The Body check alone: the disarm has hit, and nobody defended.
pub(super) fn grip(body: i32, modifier: i32, dice: &mut Watched) -> Answer {
    let mut setting = Setting {
        intent: Intent::of("disarm"),
        ..Setting::default()
    };
    attacker(&mut setting, &Attack::default(), 0, 0);
    defender(&mut setting, None, (0, None));
    setting.target.put("body", body);
    setting.rule(Ruled::Roll {
        slot: Slot::of("attack"),
        successes: 1,
        grade: Grade::Success,
        margin: Some(0),
    });
    setting.add("grip", modifier);
    let played = match setting.play(dice)? {
        Ok(played) => played,
        Err(refused) => return Ok(refused),
    };
    let kept = gains(&played, "shaken_weapon");
    let gone = |effect: &Effect| {
        matches!(
            effect,
            Effect::Carry {
                to: Carried::Dropped,
                ..
            }
        )
    };
    Ok(json!({
        "kept": kept,
        "weapon_penalty": if kept { numbers::SHAKEN } else { 0 },
        "disarmed": played.effects.iter().any(gone),
    }))
}

pub(super) fn collision(
    squares: i32,
    travelled: i32,
    cap: Option<i32>,
    dice: &mut Watched,
) -> Answer {
    let mut setting = Setting {
        intent: Intent::of("collision"),
        ..Setting::default()
    };
    setting.set("squares", squares);
    setting.set("travelled", travelled);
    if let Some(cap) = cap {
        setting.between.set("collision_cap", cap);
    }
    Ok(match setting.play(dice)? {
        Ok(played) => json!({"damage": sum(&played, "collision")}),
        Err(refused) => refused,
    })
}
