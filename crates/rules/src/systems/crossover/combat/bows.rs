//! Bows and crossbows, and whatever is loaded: nocking, spanning, loading, a broken string
//! (XOV-EQP-05, XOV-RNG-07, XOV-ATK-08, XOV-ATK-09, XOV-ATK-14).

use super::acts::{act, end_others};
use super::attack::Attack;
use super::items::{self, WeaponClass};
use super::{change, dials, read};
use crate::base::term::Term;
use crate::character::gear::{Item, ItemId};
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::messages::crossover as msg;
use crate::systems::crossover::{Settings, sheet};
use crate::systems::d10::dice::{DEFAULT_DIFFICULTY, RollOutcome};
use crate::systems::d10::resolve::{RollScore, RollSpec, ask_roll};
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use crate::systems::d10::shared_rules::sheet as numbers;

/// Returns the number of actions to spend before each shot with a weapon of this class; firing
/// starts the count anew (XOV-EQP-05).
const fn actions_needed(class: WeaponClass) -> i32 {
    match class {
        WeaponClass::Bow => 1,
        WeaponClass::Crossbow => 2,
        _ => 0,
    }
}

/// Checks that a bow or a crossbow was made ready (XOV-EQP-05).
pub(super) fn ready(weapon: &Item) -> Result<(), Stop> {
    let needed = actions_needed(items::class(weapon));
    match weapon.number_or_zero(items::READIED) >= needed {
        true => Ok(()),
        false => {
            let words = msg::IT_HAS_TO_BE_MADE;
            Err(Stop::of_rule("not_ready", words, "XOV-EQP-05"))
        }
    }
}

/// Returns the effects of a shot on a crossbow, which has to be made ready anew (XOV-ATK-09).
pub(super) fn used_crossbow(attack: &Attack<'_>, _: &RollScore) -> Vec<Effect> {
    let readied = attack.number(items::READIED);
    let wear = |(id, _)| items::wear(Party::Actor, id, items::READIED, -readied);
    let used = attack.item.filter(|_| readied != 0).map(wear);
    used.into_iter().collect()
}

/// Returns the effects of a shot on a bow, whose string a botch snaps, too (XOV-ATK-08).
pub(super) fn used_bow(attack: &Attack<'_>, roll: &RollScore) -> Vec<Effect> {
    let mut effects = used_crossbow(attack, roll);
    let snaps = attack.item.filter(|_| roll.outcome == RollOutcome::Botch);
    effects.extend(snaps.map(|(id, _)| items::wear(Party::Actor, id, items::BROKEN, 1)));
    effects
}

/// Plays loading a gun, nocking an arrow, or spanning a crossbow (XOV-RNG-07, XOV-EQP-05).
pub(super) fn load(scene: &Scene<'_>, _: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let Some((id, item)) = read::in_hand(scene) else {
        return Err(Stop::of_rule(
            "no_weapon",
            msg::THERE_IS_NOTHING_TO_LOAD,
            "XOV-RNG-07",
        ));
    };
    let class = items::class(item);
    if !class.is_shot() {
        return Err(Stop::of_rule(
            "wrong_weapon",
            msg::THAT_IS_NOT_LOADED_XOV,
            "XOV-RNG-07",
        ));
    }
    act(scene, play)?;
    end_others(read::actor(scene)?, play);
    let (clip, loaded) = (
        item.number_or_zero(items::CLIP),
        item.number_or_zero(items::LOADED),
    );
    let readied = item.number_or_zero(items::READIED);
    let needed = actions_needed(class);
    if needed > 0 && readied < needed {
        play.add_effect(items::wear(Party::Actor, id, items::READIED, 1));
    }
    let full = readied.saturating_add(1) >= needed;
    if full && loaded < clip {
        play.add_effect(items::wear(Party::Actor, id, items::LOADED, clip - loaded));
    }
    Ok(())
}

/// Plays the mending of a bow's snapped string: Wits + Archery, or Wits + Crafts at one more. Success uses up a spare
/// one (XOV-ATK-14).
pub(super) fn mend(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    let id = find_snapped(scene)?;
    read::may_act(who, &scene.intent.set)?;
    let get = |spec| who.sheet.get(spec);
    let (archery, crafts) = (get(&numbers::ARCHERY), get(&sheet::CRAFTS));
    let (label, dots, difficulty) = match (archery, crafts) {
        (1.., _) => (msg::ARCHERY, archery, DEFAULT_DIFFICULTY),
        (_, 1..) => (msg::CRAFTS, crafts, DEFAULT_DIFFICULTY + 1),
        _ => {
            let words = msg::MENDING_A_STRING_TAKES_ARCHERY;
            return Err(Stop::of_rule("no_ability", words, "XOV-ATK-14"));
        }
    };
    let parts = [(msg::WITS, get(&numbers::WITS)), (label, dots)];
    let mut terms = read::traits(who, &parts, RollPurpose::Action, "XOV-ATK-14", by);
    let number = dials::number(who, &scene.intent.set);
    let split = read::split(who, number, by);
    if split != 0 {
        terms.push(Term::from_rule(msg::SEVERAL_ACTIONS, split, "XOV-MULT-01"));
    }
    let mut hard = vec![Term::from_rule(msg::DIFFICULTY, difficulty, "XOV-ATK-14")];
    hard.extend(read::all_burdens(who));
    hard.extend(change::harder(scene));
    let mending =
        RollSpec::new(msg::MENDING_A_STRING, RollPurpose::Action, terms).with_difficulty(hard);
    let rolled = ask_roll(play, "mend", 0, Party::Actor, &mending, &read::buys(who))?;
    play.add_effect(read::counted(Party::Actor, number));
    end_others(who, play);
    if rolled.outcome == RollOutcome::Success {
        play.add_effect(items::wear(Party::Actor, id, items::BROKEN, -1));
        play.add_effect(items::wear(Party::Actor, id, items::STRINGS, -1));
    }
    Ok(())
}

/// Returns the bow of an intent, whose string has snapped and that has a spare one.
fn find_snapped(scene: &Scene<'_>) -> Result<ItemId, Stop> {
    let bow = read::in_hand(scene).filter(|(_, item)| item.number_or_zero(items::BROKEN) > 0);
    let Some((id, item)) = bow else {
        return Err(Stop::of_rule(
            "nothing_to_mend",
            msg::NO_STRING_HAS_SNAPPED_XOV,
            "XOV-ATK-14",
        ));
    };
    if item.number_or_zero(items::STRINGS) < 1 {
        return Err(Stop::of_rule(
            "no_string",
            msg::THAT_TAKES_A_SPARE_STRING,
            "XOV-ATK-14",
        ));
    }
    Ok(id)
}
