//! Grapples, throws and disarming of Tri-Stat vectors, played by the code that the table runs.

use rules::exchange::{Effect, Intent, Party};
use rules::gear::Carried;
use serde_json::{Value, json};

use super::super::Watched;
use super::Answer;
use super::given::{Attack, Damage, Defense, Escape, Throw, Wrestler};
use super::played::{gains, hits, rolled, rolls, sum};
use super::setting::{Made, Setting};
use super::sides::{attacker, beside, defender};

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
    match setting.play(dice)? {
        Ok(played) => rolls(&played, false),
        Err(refused) => Ok(refused),
    }
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
    let mut got = rolls(&played, attack.vital)?;
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

/// The Body check alone: the disarm has hit, and the target did not defend.
pub(super) fn grip(body: i32, modifier: i32, dice: &mut Watched) -> Answer {
    let mut setting = Setting {
        intent: Intent::of("disarm"),
        ..Setting::default()
    };
    attacker(&mut setting, &Attack::default(), 0, 0);
    defender(&mut setting, None, (0, None));
    setting.target.put("body", body);
    hits(&mut setting);
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
        "weapon_penalty": if kept { beside::SHAKEN } else { 0 },
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
