//! What comes of a blow that hit.

use super::blow::{Blow, holds};
use super::fall::{Whose, trip};
use super::{dials, items, read};
use crate::condition::Until;
use crate::exchange::{Choice, Effect, Party, Play, Slot, Stop};
use crate::fighter::Fighter;
use crate::gear::Carried;
use crate::messages::crossover as msg;
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::daze::{self, Toughness};
use crate::systems::crossover::grip::{self, Backfire};
use crate::systems::crossover::knockdown::Trip;
use crate::systems::crossover::maneuver::{Maneuver, Reach};
use crate::systems::crossover::settings::TackleBotch;
use crate::systems::crossover::stake::{self, Thrust};
use crate::systems::crossover::{Settings, sheet};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{self as d10, Struck, Throw, throw};
use crate::systems::d10::table::sheet as numbers;
use crate::term::Term;

/// What the levels that get through are made of (XOV-SOAK-01, XOV-SOAK-02).
pub(super) fn levels(
    who: &Fighter<'_>,
    struck: &Struck,
    kind: DamageType,
    by: &Settings,
) -> Vec<Term> {
    let mut terms = vec![Term::of_rule(msg::DAMAGE, struck.damage, "XOV-DMG-01")];
    if struck.soak != 0 {
        terms.push(Term::of_rule(msg::SOAK, -struck.soak, "XOV-SOAK-01"));
    }
    let left = struck.damage.saturating_sub(struck.soak).max(0);
    let halved = by.halve_bashing_for_undead && kind == DamageType::Bashing && is_undead(who);
    if halved && left > 0 {
        terms.push(Term::of_rule(msg::HALVED, left / 2 - left, "XOV-SOAK-02"));
    }
    terms
}

fn is_undead(who: &Fighter<'_>) -> bool {
    use crate::systems::crossover::creature::Kind;
    matches!(sheet::kind(who.sheet), Kind::Vampire | Kind::Risen)
}

/// What it takes to daze a target: by the sheet, else by their kind (XOV-CMP-06).
fn toughness(who: &Fighter<'_>) -> Toughness {
    match who.sheet.get(&sheet::TOUGHNESS) {
        1 => Toughness::Mortal,
        2 => Toughness::Supernatural,
        _ => daze::toughness(sheet::kind(who.sheet)),
    }
}

/// What comes of a hit on a target, besides what its maneuver does.
pub(super) fn hurt(
    who: &Fighter<'_>,
    target: u8,
    wound: &read::Wound,
    struck: &Struck,
    by: &Settings,
    play: &mut Play<'_>,
) {
    let party = Party::Target(target);
    let (soak, armor) = read::soak(who, wound, by);
    play.effect(d10::levels(party, soak.effective_type, struck.inflicted));
    if let Some((id, _)) = armor.filter(|(_, armor)| !armor.damaged && armor.breaks(struck.damage))
    {
        play.effect(items::wear(party, id, items::DAMAGED, 1));
    }
    let supernatural = toughness(who) == Toughness::Supernatural;
    let stamina = who.sheet.get(&numbers::STAMINA);
    if daze::dazes(struck.inflicted, stamina, supernatural) {
        play.effect(state::gain(party, state::DAZED, 0, state::NEXT_TURN));
    }
}

/// What comes of a blow that hit a target.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn aftermath(
    blow: &Blow<'_>,
    target: u8,
    who: &Fighter<'_>,
    struck: &Struck,
    play: &mut Play<'_>,
) -> Result<(), Stop> {
    let party = Party::Target(target);
    if !blow.is_test() {
        hurt(who, target, &blow.wound(), struck, &blow.by, play);
        staked(blow, target, who, struck, play);
    }
    pack(blow, target, who, play);
    match blow.line.maneuver {
        Maneuver::Clinch => {
            play.effect(hold(Party::Actor, party, holds::CLINCH));
        }
        Maneuver::Hold => {
            play.effect(hold(Party::Actor, party, holds::HOLD));
        }
        Maneuver::SweepLeg | Maneuver::SweepArm | Maneuver::SweepWeapon => {
            trip(who, Whose::Target(target), Trip::Sweep, &blow.by, play)?;
        }
        Maneuver::Tackle => {
            let [own, theirs] = grip::tackle_rolls();
            trip(blow.actor, Whose::Own, own, &blow.by, play)?;
            trip(who, Whose::Target(target), theirs, &blow.by, play)?;
            play.effect(state::gain(party, state::TACKLED, 0, state::NEXT_TURN));
            play.effect(hold(Party::Actor, party, holds::TACKLE));
        }
        Maneuver::DisarmArmed | Maneuver::DisarmUnarmed => {
            disarmed(target, who, struck, play);
        }
        Maneuver::JabPistol => {
            if let Some((id, _)) = blow.item {
                play.effect(items::wear(Party::Actor, id, items::LOADED, -1));
            }
        }
        Maneuver::Bite => drunk(blow, target, who, play),
        _ => {}
    }
    Ok(())
}

/// One party takes hold of another.
pub(super) const fn hold(by: Party, on: Party, key: &'static str) -> Effect {
    Effect::Hold {
        by,
        on,
        key: std::borrow::Cow::Borrowed(key),
        amount: 0,
    }
}

/// A stake in the heart (XOV-TGT-05).
fn staked(blow: &Blow<'_>, target: u8, who: &Fighter<'_>, struck: &Struck, play: &mut Play<'_>) {
    let heart = blow.scene.set(dials::PART, 0) == dials::HEART;
    let thrust = Thrust {
        target_kind: sheet::kind(who.sheet),
        part: if heart {
            "heart".to_owned()
        } else {
            String::new()
        },
        inflicted: struck.inflicted,
        weapon_is_stake: blow.item.is_some_and(|(_, item)| item.is("stake")),
    };
    if stake::stake(&thrust).staked {
        play.effect(state::gain(
            Party::Target(target),
            state::STAKED,
            0,
            Until::Lifted,
        ));
    }
}

/// Whether the weapon drops (XOV-CLOSE-05).
fn disarmed(target: u8, who: &Fighter<'_>, struck: &Struck, play: &mut Play<'_>) {
    let strength = who.sheet.get(&numbers::STRENGTH);
    let struck_away = grip::disarm(struck.damage, strength).disarmed;
    if let Some((item, _)) = items::weapon_in_hand(who).filter(|_| struck_away) {
        play.effect(Effect::Carry {
            who: Party::Target(target),
            item,
            to: Carried::Dropped,
        });
    }
}

/// What is counted of the points of blood drunk in a turn (XOV-CLOSE-02).
const DRUNK: &str = "drunk";

/// Blood drunk instead of a wound, as far as there is any (XOV-CLOSE-02).
fn drunk(blow: &Blow<'_>, target: u8, who: &Fighter<'_>, play: &mut Play<'_>) {
    let Some(wanted) = blow.drinks() else {
        return;
    };
    let party = Party::Target(target);
    let before = blow.actor_counted(DRUNK);
    let wanted = grip::left_to_drink(wanted, before.into());
    let points = match who.pools.get("blood") {
        Some(left) => wanted.min(*left),
        None => wanted,
    };
    let spend = |who, points| Effect::Spend {
        who,
        pool: "blood".into(),
        points,
    };
    play.effect(spend(party, points));
    play.effect(spend(Party::Actor, -points));
    for _ in 0..points {
        play.effect(Effect::Count {
            who: Party::Actor,
            key: DRUNK.into(),
        });
    }
    play.effect(Effect::Tell {
        who: party,
        words: msg::wordings::loses_points_of_blood_to(points),
        rule: crate::term::RuleId::new("XOV-CLOSE-02"),
    });
}

/// What the tactic of a pack does to its prey (XOV-POL-04).
fn pack(blow: &Blow<'_>, target: u8, who: &Fighter<'_>, play: &mut Play<'_>) {
    let party = Party::Target(target);
    if blow.wound().pack && state::has(who, state::STRIPPED) {
        play.effect(state::lose(party, state::STRIPPED));
    }
    let set = &blow.scene.intent.set;
    let members = set.or(dials::PACK, 0);
    let place = usize::try_from(set.or(dials::TACTIC, 0))
        .ok()
        .and_then(|place| place.checked_sub(1));
    let tactic = place.and_then(|place| items::TACTICS.get(place));
    let close = blow.line.reach == Reach::Close;
    let Some(tactic) = tactic.filter(|tactic| close && tactic.possible(members)) else {
        return;
    };
    if tactic.effect.strips_armor {
        play.effect(state::gain(party, state::STRIPPED, 0, state::THIS_TURN));
    }
    if tactic.effect.prey_difficulty > 0 {
        let harder = tactic.effect.prey_difficulty;
        play.effect(state::gain(party, state::HARRIED, harder, state::THIS_TURN));
    }
    if let Some(difficulty) = tactic.rise_difficulty(members) {
        play.effect(state::gain(
            party,
            state::BESET,
            difficulty,
            state::NEXT_TURN,
        ));
    }
}

/// What a botched tackle does: the storyteller picks one (XOV-CLOSE-13).
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn botched_tackle(blow: &Blow<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let Some(who) = blow.at(0) else {
        return Ok(());
    };
    let mut options = vec![
        Choice::new("falls", msg::THE_ATTACKER_FALLS),
        Choice::new("damage", msg::THE_ATTACKER_RUNS_INTO_THE),
    ];
    if blow.by.tackle_botch == TackleBotch::Damage {
        options.reverse();
    }
    let slot = Slot::of("botch");
    let title = msg::A_BOTCHED_TACKLE;
    let key = play.choose(slot, Party::Storyteller, title, "XOV-CLOSE-13", options)?;
    let picked = Settings {
        tackle_botch: match key.as_str() {
            "damage" => TackleBotch::Damage,
            _ => TackleBotch::Falls,
        },
        ..blow.by.clone()
    };
    match grip::tackle_botch(who.sheet.get(&numbers::STAMINA), &picked) {
        Backfire::Falls => trip(blow.actor, Whose::Own, Trip::Thrown, &blow.by, play),
        Backfire::Damage(stamina) => ran_into(blow, stamina, play),
    }
}

/// The attacker takes the target's Stamina in bashing damage, which they may soak.
fn ran_into(blow: &Blow<'_>, stamina: i32, play: &mut Play<'_>) -> Result<(), Stop> {
    let terms = vec![Term::of_rule(
        msg::STAMINA_OF_THE_TARGET,
        stamina,
        "XOV-CLOSE-13",
    )];
    let damage = Throw::damage(terms);
    let damage = throw(play, "own_damage", 0, Party::Target(0), &damage, &[])?.successes;
    if damage < 1 {
        return Ok(());
    }
    let (pool, _) = read::soak(blow.actor, &read::Wound::plain(), &blow.by);
    let soak = Throw::soak(pool.terms).against(read::soak_difficulty());
    let soaked = throw(play, "own_soak", 0, Party::Actor, &soak, &[])?.successes;
    let inflicted = damage.saturating_sub(soaked);
    play.effect(d10::levels(Party::Actor, DamageType::Bashing, inflicted));
    Ok(())
}
