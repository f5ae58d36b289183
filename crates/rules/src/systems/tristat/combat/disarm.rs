//! Strikes at a weapon (TRI-DISARM-01 to 06).

use super::attack::AttackInput;
use super::bout::{Bout, TARGET};
use super::damage::Harm;
use super::defense::Against;
use super::gear::{self, Arm};
use crate::base::term::Term;
use crate::character::condition::Until;
use crate::character::gear::{Carried, Item, ItemId};
use crate::exchange::{ChoiceOption, DefenseStyle, Effect, Party, Scene, Slot, Stop, Upshot};
use crate::messages::tristat as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::ability::Style;
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::roll_request::{Barred, SHAKEN};
use crate::systems::tristat::settings::Landing;
use crate::systems::tristat::sheet;

/// Returns the bar on striking at the weapon of a target who holds none (TRI-DISARM-01).
pub(super) fn bars_disarming(scene: &Scene<'_>, _: &CombatantInfo<'_>) -> Option<Barred> {
    let armed = scene.first_target()?.gear.values().any(gear::is_in_hand);
    let why = msg::THEY_HOLD_NO_WEAPON;
    (!armed).then(|| Barred::new("no_weapon_to_strike", why, "TRI-DISARM-01"))
}

/// Plays a strike at a weapon (TRI-DISARM-01, TRI-DISARM-02, TRI-DISARM-06).
pub(super) fn disarm(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let held = bout.party(TARGET)?.gear.iter();
    let held = held.filter(|(_, item)| gear::is_in_hand(item));
    let held: Vec<(ItemId, &Item)> = held.map(|(id, item)| (*id, item)).collect();
    let weapon = bout.item();
    let arm = Arm(weapon.map(|(_, item)| item));
    let struck = bout.choose_weapon("struck", msg::WHICH_WEAPON_IS_STRUCK_AT, &held)?;
    let attack = AttackInput {
        arm,
        disarm: true,
        ..AttackInput::default()
    };
    bout.draw(weapon);
    let Some(hit) = bout.strike(0, arm.title(msg::DISARM), attack)? else {
        return Ok(());
    };
    let against = Against::with(arm, bout.trick(), hit);
    if bout.is_met(0, against.at_weapon(struck.1))? {
        return Ok(());
    }
    let from_afar = arm.style() == Style::Ranged;
    let kept = !from_afar && is_kept(bout)?;
    if kept {
        let met = Upshot::Defended(DefenseStyle::Grip, None);
        bout.play.add_upshot(TARGET, met);
        bout.gain(TARGET, SHAKEN, i32::from(struck.0), Until::AfterTurn);
    } else {
        if !bout.settings.disarm_damages {
            bout.play.add_upshot(TARGET, Upshot::Hit(None));
        }
        drop_weapon(bout, struck, from_afar);
    }
    // A disarm hurts by house rule only (TRI-DISARM-01).
    if bout.settings.disarm_damages {
        let harm = Harm {
            base: arm.base(),
            critical: hit.critical,
            ..Harm::of("TRI-DISARM-01")
        };
        bout.deal(0, harm)?;
    }
    Ok(())
}

/// Checks whether the weapon stays in the target's hand, where the storyteller does not deny the
/// check (TRI-DISARM-04, TRI-DISARM-05).
fn is_kept(bout: &mut Bout<'_, '_, '_>) -> Result<bool, Stop> {
    let (check, denied) = ("check", "denied");
    let why = msg::THE_STORYTELLER_HAS_TO_SAY;
    let options = vec![
        ChoiceOption::new(check, msg::BODY_IS_CHECKED),
        ChoiceOption::new(denied, msg::NO_CHECK_THE_WEAPON_IS).barred_by(why, "TRI-DISARM-05"),
    ];
    let (slot, by) = (Slot::new("grip_allowed"), Party::Storyteller);
    let title = msg::CAN_THE_WEAPON_BE_HELD;
    let rule = "TRI-DISARM-05";
    let key = bout.play.ask_choice(slot, by, title, rule, options)?;
    bout.reread();
    if key == denied {
        return Ok(false);
    }
    let body = sheet::stats(bout.party(TARGET)?.sheet).body;
    let sum = vec![Term::from_rule(msg::BODY, body, "TRI-DISARM-04")].into();
    let title = msg::HOLD_ON_TO_THE_WEAPON.into();
    let (rolled, _) = bout.roll(Slot::new("grip"), TARGET, title, Purpose::Stat, &sum)?;
    Ok(rolled.successes > 0)
}

/// Adds the effects of the target's weapon falling; `from_afar` is set for a shot at it
/// (TRI-DISARM-04, TRI-DISARM-06).
fn drop_weapon(bout: &mut Bout<'_, '_, '_>, (id, item): (ItemId, &Item), from_afar: bool) {
    bout.play.add_effect(Effect::Carry {
        who: TARGET,
        item: id,
        to: Carried::Dropped,
    });
    let place = match bout.settings.disarmed_lands {
        Landing::VictimSquare => msg::LIES_IN_THE_SQUARE_OF,
        Landing::AttackerSquare => msg::LIES_IN_THE_SQUARE_OF_THE_ONE,
        Landing::Storyteller => msg::LIES_WHERE_THE_STORYTELLER_SAYS,
    };
    let words = msg::wordings::lies(&item.name, place);
    bout.tell(TARGET, words, "TRI-DISARM-04");
    if from_afar {
        let words = msg::wordings::is_probably_damaged(&item.name);
        bout.tell(TARGET, words, "TRI-DISARM-06");
    }
}
