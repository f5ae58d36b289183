//! Attacks that hurt, with one weapon or two, and those at a weapon (TRI-ATK-01 to 03,
//! TRI-DUAL-01, TRI-DRAW-01, TRI-DISARM-01 to 06).

use super::bout::{Bout, Shape};
use super::gear::{self, Arm};
use super::meet::Against;
use crate::condition::{Condition, Until};
use crate::exchange::{Choice, Effect, Party, Slot, Stop, Upshot, Way};
use crate::gear::{Carried, Item, ItemId};
use crate::messages::{Text, tristat as msg};
use crate::systems::tristat::ability::Style;
use crate::systems::tristat::asked::{SHAKEN, Use};
use crate::systems::tristat::attack::Dual;
use crate::systems::tristat::disarm::{Distance, Grip};
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::settings::Landing;
use crate::systems::tristat::sheet;

type Weapon<'a> = Option<(ItemId, &'a Item)>;

/// A blow, a shot or a throw of something (TRI-ATK-01).
pub(super) fn attack(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    bout.party(Party::Target(0))?;
    bout.use_attack(Use::Attack);
    let weapon = bout.item();
    blow(bout, weapon, 0, None)
}

/// A weapon in each hand: two blows for one attack (TRI-DUAL-01).
pub(super) fn two_weapons(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let who = bout.party(Party::Actor)?;
    bout.party(Party::Target(0))?;
    let hands = who
        .gear
        .iter()
        .filter(|(_, item)| gear::is_for_one_hand(item));
    let hands: Vec<(ItemId, &Item)> = hands.map(|(id, item)| (*id, item)).collect();
    bout.use_attack(Use::Attack);
    bout.use_attack(Use::Second);
    let first = match bout.item() {
        Some(first) => first,
        None => chosen(
            bout,
            "first_weapon",
            msg::WHICH_WEAPON_STRIKES_FIRST,
            &hands,
        )?,
    };
    let rest: Vec<(ItemId, &Item)> = hands.into_iter().filter(|(id, _)| *id != first.0).collect();
    let second = chosen(bout, "second_weapon", msg::WHICH_WEAPON_IN_THE_OTHER, &rest)?;
    let (dual, other) = if bout.scene.targets.len() > 1 {
        (Dual::Different, 1)
    } else {
        (Dual::Same, 0)
    };
    blow(bout, Some(first), 0, Some(dual))?;
    bout.play.end_blow();
    blow(bout, Some(second), other, Some(dual))
}

/// One of several weapons, as the actor says.
fn chosen<'a>(
    bout: &mut Bout<'_, '_, '_>,
    slot: &'static str,
    title: Text,
    weapons: &[(ItemId, &'a Item)],
) -> Result<(ItemId, &'a Item), Stop> {
    let options = weapons.iter();
    let options = options.map(|(id, item)| Choice::new(id.to_string(), &item.name));
    let options = options.collect();
    let by = Party::Actor;
    let key = bout
        .play
        .choose(Slot::of(slot), by, title, "TRI-DUAL-01", options)?;
    bout.reread();
    let found = weapons.iter().find(|(id, _)| id.to_string() == key);
    let none = || Stop::refused("no_second_weapon", msg::THERE_IS_NO_SUCH_WEAPON);
    found.copied().ok_or_else(none)
}

/// One blow from its roll to what it does.
fn blow(
    bout: &mut Bout<'_, '_, '_>,
    weapon: Weapon<'_>,
    n: u8,
    dual: Option<Dual>,
) -> Result<(), Stop> {
    let arm = Arm(weapon.map(|(_, item)| item));
    let chink = bout.aims_at_chink(n)?;
    let shape = Shape {
        dual,
        chink,
        ..Shape::default()
    };
    let attack = bout.attack_with(arm, shape)?;
    bout.damage(n, arm.base())?;
    bout.draw(weapon);
    let title = match arm.0 {
        Some(_) => arm.title(msg::ATTACK),
        None => msg::ATTACK_WITH_BARE_HANDS.into(),
    };
    let Some(hit) = bout.strike(n, title, &attack)? else {
        return Ok(());
    };
    let against = Against {
        style: arm.style(),
        trick: attack.trick,
        critical: hit.critical.is_some(),
        struck: Arm(None),
    };
    if !bout.is_met(n, against)? {
        let how = (attack.chink, attack.vital, hit.critical);
        let damage = bout.damage(n, arm.base())?;
        bout.deal(n, &damage, how, "TRI-DMG-03");
    }
    Ok(())
}

/// Strikes at a weapon (TRI-DISARM-01, TRI-DISARM-02, TRI-DISARM-06).
pub(super) fn disarm(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let target = bout.party(Party::Target(0))?;
    bout.use_attack(Use::Attack);
    let weapon = bout.item();
    let arm = Arm(weapon.map(|(_, item)| item));
    let held = target
        .gear
        .iter()
        .filter(|(_, item)| gear::is_in_hand(item));
    let held: Vec<(ItemId, &Item)> = held.map(|(id, item)| (*id, item)).collect();
    let struck = chosen(bout, "struck", msg::WHICH_WEAPON_IS_STRUCK_AT, &held)?;
    let from = match arm.style() {
        Style::Ranged => Distance::Ranged,
        Style::Any | Style::Close => Distance::Close,
    };
    let shape = Shape {
        disarm: Some(from),
        ..Shape::default()
    };
    let attack = bout.attack_with(arm, shape)?;
    bout.draw(weapon);
    let title = arm.title(msg::DISARM);
    let Some(hit) = bout.strike(0, title, &attack)? else {
        return Ok(());
    };
    let against = Against {
        style: arm.style(),
        trick: attack.trick,
        critical: hit.critical.is_some(),
        struck: Arm(Some(struck.1)),
    };
    if bout.is_met(0, against)? {
        return Ok(());
    }
    let kept = from == Distance::Close && is_kept(bout)?;
    if kept {
        let met = Upshot::Met(Way::Grip, None);
        bout.play.upshot(Party::Target(0), met);
    } else if !bout.settings.disarm_damages {
        bout.play.upshot(Party::Target(0), Upshot::Hit(None));
    }
    lands(bout, struck, (kept, from));
    // A disarm hurts by house rule only (TRI-DISARM-01).
    if bout.settings.disarm_damages {
        let damage = bout.damage(0, arm.base())?;
        bout.deal(0, &damage, (false, false, hit.critical), "TRI-DISARM-01");
    }
    Ok(())
}

/// Whether the weapon stays in the hand, where the storyteller does not deny the check
/// (TRI-DISARM-04, TRI-DISARM-05).
fn is_kept(bout: &mut Bout<'_, '_, '_>) -> Result<bool, Stop> {
    let denied = msg::THE_STORYTELLER_HAS_TO_SAY;
    let options = vec![
        Choice::new("check", msg::BODY_IS_CHECKED),
        Choice::new("denied", msg::NO_CHECK_THE_WEAPON_IS).barred(denied, "TRI-DISARM-05"),
    ];
    let (slot, by) = (Slot::of("grip_allowed"), Party::Storyteller);
    let title = msg::CAN_THE_WEAPON_BE_HELD;
    let key = bout
        .play
        .choose(slot, by, title, "TRI-DISARM-05", options)?;
    bout.reread();
    if key == "denied" {
        return Ok(false);
    }
    let target = Party::Target(0);
    let body = sheet::strength(bout.party(target)?.sheet).body;
    let terms = |energy_bonus| Grip { body, energy_bonus }.target_terms();
    let title = msg::HOLD_ON_TO_THE_WEAPON.into();
    let (rolled, _) = bout.roll(Slot::of("grip"), target, title, Purpose::Stat, &terms)?;
    Ok(rolled.successes > 0)
}

/// What becomes of the weapon (TRI-DISARM-04, TRI-DISARM-06).
fn lands(bout: &mut Bout<'_, '_, '_>, (id, item): (ItemId, &Item), (kept, from): (bool, Distance)) {
    let target = Party::Target(0);
    if kept {
        bout.play.effect(Effect::Gain {
            who: target,
            key: SHAKEN.into(),
            condition: Condition {
                amount: i32::from(id),
                until: Until::AfterTurn,
            },
        });
        return;
    }
    bout.play.effect(Effect::Carry {
        who: target,
        item: id,
        to: Carried::Dropped,
    });
    let place = match bout.settings.disarmed_lands {
        Landing::VictimSquare => msg::LIES_IN_THE_SQUARE_OF,
        Landing::AttackerSquare => msg::LIES_IN_THE_SQUARE_OF_THE_ONE,
        Landing::Storyteller => msg::LIES_WHERE_THE_STORYTELLER_SAYS,
    };
    let words = msg::wordings::lies(&item.name, place);
    bout.tell(target, words, "TRI-DISARM-04");
    if from == Distance::Ranged {
        let words = msg::wordings::is_probably_damaged(&item.name);
        bout.tell(target, words, "TRI-DISARM-06");
    }
}
