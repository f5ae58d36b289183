//! Exchanges of Tri-Stat vectors, played by the code that the table runs; what came of them is read
//! off the ledger and the effects.

use rules::dial::Reading;
use rules::dice::Dice;
use rules::exchange::{Combat, Effect, Grip, Intent, Line, Played, Ruled, Slot};
use rules::gear::Carried;
use rules::roll::{Grade, Rolled};
use rules::systems::tristat::Tristat;
use rules::term;
use serde_json::{Value, json};

use super::super::Watched;
use super::Answer;
use super::given::{Attack, Damage, Defense, Distance, Square, Strength};
use super::setting::{Made, Setting};
use super::sides::{attacker, defender};

/// Dice of which the first are given, and of which some are thrown after those of the vector.
struct Around<'a> {
    first: Vec<u16>,
    then: &'a mut Watched,
    left: usize,
}

impl Dice for Around<'_> {
    fn die(&mut self, sides: u16) -> u16 {
        if !self.first.is_empty() {
            return self.first.remove(0);
        }
        if self.left == 0 {
            return 1;
        }
        self.left -= 1;
        self.then.die(sides)
    }
}

/// The line of a slot.
fn line<'a>(played: &'a Played, slot: &str) -> Option<&'a Line> {
    let mut lines = played.ledger.iter();
    lines.find(|line| line.slot.as_str() == slot)
}

pub(super) fn sum(played: &Played, purpose: &str) -> Option<i32> {
    line(played, purpose).map(|line| term::sum(&line.terms))
}

pub(super) fn rolled<'a>(played: &'a Played, purpose: &str) -> Option<&'a Rolled> {
    line(played, purpose)?.rolled.as_ref()
}

/// Two dice added up.
fn total(rolled: &Rolled) -> i32 {
    let faces = rolled.faces.iter().take(2);
    faces.map(|face| i32::from(face.0)).sum()
}

pub(super) fn gains(played: &Played, wanted: &str) -> bool {
    let mut effects = played.effects.iter();
    effects.any(|effect| matches!(effect, Effect::Gain { key, .. } if key == wanted))
}

/// What a damage came to.
struct Hurt {
    raw: i32,
    after_armor: i32,
    multiplier: i32,
}

/// The damage a blow came to; `None` where there was none.
fn hurt(played: &Played) -> Option<Hurt> {
    let (raw, armor) = (sum(played, "damage")?, sum(played, "armor")?);
    Some(Hurt {
        raw,
        after_armor: raw.saturating_sub(armor).max(0),
        multiplier: sum(played, "multiplier").unwrap_or(1),
    })
}

/// What a hit multiplies by that does no harm: a blow at a weapon. A blow at a body says it.
fn multiplied(vital: bool, third: Option<u16>) -> Result<Option<Hurt>, String> {
    let mut dice = Watched::new(third.into_iter().collect());
    let played = dealt(&Damage::default(), (vital, third.is_some()), &mut dice)?;
    let hurt = played.ok().as_ref().and_then(hurt);
    Ok(hurt.map(|hurt| Hurt {
        raw: 0,
        after_armor: 0,
        ..hurt
    }))
}

/// What every attack says about its rolls.
pub(super) fn rolls(played: &Played, vital: bool) -> Answer {
    let (attack, defense) = (rolled(played, "attack"), rolled(played, "defense"));
    let hit = attack.is_none_or(|rolled| rolled.successes > 0);
    let defended = defense.is_some_and(|rolled| rolled.successes > 0);
    let critical = attack.is_some_and(|rolled| rolled.grade == Grade::Exceptional);
    let third = attack.and_then(|rolled| rolled.faces.get(2));
    let hurt = match hurt(played) {
        None if hit && !defended => multiplied(vital, third.map(|face| face.0))?,
        hurt => hurt,
    };
    let loss = sum(played, "loss").unwrap_or(0);
    Ok(json!({
        "attack_target": sum(played, "attack"),
        "attack_roll": attack.map(total),
        "hit": hit,
        "critical": critical,
        "defense_target": sum(played, "defense"),
        "defense_roll": defense.map(total),
        "defended": defended,
        "raw": hurt.as_ref().map(|hurt| hurt.raw),
        "after_armor": hurt.as_ref().map(|hurt| hurt.after_armor),
        "multiplier": hurt.as_ref().map(|hurt| hurt.multiplier),
        "final": loss,
        "damaged": loss > 0,
    }))
}

/// An attack against a target, as it is declared.
fn declared(attack: &Attack, defense: Option<&Defense>, damage: &Damage) -> Setting {
    let disarms = attack.disarm.is_some();
    let maneuver = match attack.dual {
        _ if disarms => "disarm",
        Some(_) => "two_weapons",
        None => "attack",
    };
    let mut setting = Setting {
        intent: Intent::of(maneuver),
        ..Setting::default()
    };
    let bonus = bonus(damage, attack.combat_value);
    attacker(&mut setting, attack, damage.base, bonus);
    defender(&mut setting, defense, (damage.armor, damage.chink));
    if disarms {
        setting.rule(Ruled::Choose {
            slot: Slot::of("grip_allowed"),
            key: "denied".to_owned(),
        });
    }
    setting
}

/// The attack has hit, whatever it would have rolled.
pub(super) fn hits(setting: &mut Setting) {
    setting.rule(Ruled::Roll {
        slot: Slot::of("attack"),
        successes: 1,
        grade: Grade::Success,
        margin: Some(0),
    });
}

/// The roll of an attack alone: the target does not defend, and no die of a critical is looked at.
pub(super) fn attack_roll(attack: &Attack, dice: &mut Watched) -> Answer {
    let setting = declared(attack, None, &Damage::default());
    let mut two = Around {
        first: Vec::new(),
        then: dice,
        left: 2,
    };
    let played = match setting.play(&mut two)? {
        Ok(played) => played,
        Err(refused) => return Ok(refused),
    };
    let attack = rolled(&played, "attack");
    Ok(json!({
        "target": sum(&played, "attack"),
        "roll": attack.map(total),
        "hit": attack.is_some_and(|rolled| rolled.successes > 0),
        "margin": attack.and_then(|rolled| rolled.margin),
        "critical": attack.is_some_and(|rolled| rolled.grade == Grade::Exceptional),
    }))
}

/// The roll of a defense alone, against an attack that hit.
pub(super) fn defense_roll(defense: &Defense, dice: &mut Watched) -> Answer {
    let attack = Attack {
        trick: defense.trick,
        disarm: defense.two_handed_hold.then_some(Distance::Close),
        ..Attack::default()
    };
    let mut setting = declared(&attack, Some(defense), &Damage::default());
    hits(&mut setting);
    let played = match setting.play(dice)? {
        Ok(played) => played,
        Err(refused) => return Ok(refused),
    };
    let rolled = rolled(&played, "defense");
    let bars = setting.bars.borrow();
    let reason = bars.first().map(|rule| match rule.as_str() {
        "TRI-STANCE-01" => "total_attack",
        "TRI-ESC-04" => "lost_escape",
        rule => rule,
    });
    Ok(json!({
        "may_defend": rolled.is_some(),
        "target": sum(&played, "defense"),
        "roll": rolled.map(total),
        "success": rolled.is_some_and(|rolled| rolled.successes > 0),
        "reason": reason,
    }))
}

/// A damage that is dealt: by a hit at a vital target or not, by a critical or not.
fn dealt(
    damage: &Damage,
    (vital, critical): (bool, bool),
    dice: &mut Watched,
) -> Result<Result<Played, Value>, String> {
    let attack = Attack {
        combat_value: damage.combat_value,
        vital,
        chink: damage.chink.is_some(),
        ..Attack::default()
    };
    let mut setting = declared(&attack, None, damage);
    let mut first = Vec::new();
    match critical {
        true => first.extend([1, 1]),
        false => hits(&mut setting),
    }
    setting.play(&mut Around {
        first,
        then: dice,
        left: usize::MAX,
    })
}

/// A damage alone.
pub(super) fn damage(damage: &Damage, how: (bool, bool), dice: &mut Watched) -> Answer {
    let played = match dealt(damage, how, dice)? {
        Ok(played) => played,
        Err(refused) => return Ok(refused),
    };
    let hurt = hurt(&played).ok_or("nothing was dealt")?;
    Ok(json!({
        "raw": hurt.raw,
        "after_armor": hurt.after_armor,
        "multiplier": hurt.multiplier,
        "final": sum(&played, "loss"),
    }))
}

/// What one who attacks and an ally on these squares take from the defense of a target.
pub(super) fn flank(
    target: Square,
    [attacker, ally]: [Square; 2],
    reach: i32,
    dice: &mut Watched,
) -> Answer {
    let defense = Defense::default();
    let mut setting = declared(&Attack::default(), Some(&defense), &Damage::default());
    hits(&mut setting);
    setting.rule(Ruled::Roll {
        slot: Slot::of("defense"),
        successes: 1,
        grade: Grade::Success,
        margin: None,
    });
    let armed = |made: &mut Made| {
        made.carries("weapon", ("reach", reach), &[], Carried::Held);
    };
    let place = |at: Square| {
        Reading::default()
            .with("east", at[0].saturating_sub(attacker[0]))
            .with("south", at[1].saturating_sub(attacker[1]))
    };
    if let Some(actor) = &mut setting.actor {
        armed(actor);
    }
    let mut beside = Made::default();
    armed(&mut beside);
    setting.between = place(target);
    setting.ally = Some((beside, place(ally).with("ally", 1)));
    let played = match setting.play(dice)? {
        Ok(played) => played,
        Err(refused) => return Ok(refused),
    };
    let terms = line(&played, "defense").map_or(&[][..], |line| &line.terms);
    let flanked = terms.iter().find(|term| term.label == "Flanked");
    Ok(json!({
        "flanking": flanked.is_some(),
        "defense_modifier": flanked.map_or(0, |term| term.value),
    }))
}

/// Whether a combatant who is grappled is much stronger than the one who does it.
pub(super) fn much_stronger(victim: Strength, grabber: Strength, dice: &mut Watched) -> Answer {
    let made = |strength: Strength| {
        let mut made = Made::default();
        made.put("body", strength.body);
        made.put("strength_adjust", strength.strength_adjust);
        made
    };
    let mut setting = Setting {
        intent: Intent::of("grapple"),
        actor: Some(made(grabber)),
        target: made(victim),
        ..Setting::default()
    };
    hits(&mut setting);
    let played = match setting.play(dice)? {
        Ok(played) => played,
        Err(refused) => return Ok(refused),
    };
    let holds = |effect: &&Effect| matches!(effect, Effect::Hold { .. });
    let hold = played.effects.iter().find(holds);
    let (Some(Effect::Hold { key, amount, .. }), Some(by)) = (hold, &setting.actor) else {
        return Err("nobody was grappled".into());
    };
    let brought = Tristat.conditions_of(&Grip {
        key,
        amount: *amount,
        holds: false,
        own: &setting.target.sheet,
        other: &by.sheet,
    });
    Ok(json!({"much_stronger": brought.iter().any(|(_, amount)| *amount > 0)}))
}

/// What an attack does more, or less, than its Combat Value says.
fn bonus(damage: &Damage, combat_value: i32) -> i32 {
    let other = damage.combat_value.saturating_sub(combat_value);
    damage.bonus.saturating_add(other)
}

pub(super) fn exchange(
    attack: &Attack,
    defense: Option<&Defense>,
    damage: &Damage,
    dice: &mut Watched,
) -> Answer {
    let setting = declared(attack, defense, damage);
    match setting.play(dice)? {
        Ok(played) => rolls(&played, attack.vital),
        Err(refused) => Ok(refused),
    }
}
