//! The damage of a hit (XOV-DMG-03, XOV-TGT-02 to 04, XOV-CLOSE-01).

use super::attack::{Attack, Basis, Nature};
use super::items;
use super::{dials, soak};
use crate::base::term::Term;
use crate::messages::crossover as msg;
use crate::systems::crossover::creature::Kind;
use crate::systems::crossover::state::{self, Claws};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::shared_rules::sheet as numbers;

/// Returns the terms of the damage pool; an empty list is no damage.
pub(super) fn terms(attack: &Attack<'_>) -> Vec<Term> {
    let maneuver = attack.maneuver;
    let strength = Term::from_rule(msg::STRENGTH, attack.own(&numbers::STRENGTH), "XOV-DMG-03");
    let dice = Term::from_rule(msg::WEAPON, attack.number(items::DAMAGE), "XOV-DMG-03");
    let mut terms = match maneuver.damage {
        Basis::Nothing => return Vec::new(),
        Basis::Strength => vec![strength],
        Basis::Weapon => vec![dice],
        Basis::StrengthAndWeapon => vec![strength, dice],
    };
    // Rubber that is pressed on breaks bones, and does no more (XOV-CLOSE-07).
    let pressed = is_rubber(attack) && attack.is_close();
    if maneuver.plus != 0 && !pressed {
        terms.push(maneuver.term(maneuver.title, maneuver.plus));
    }
    let size = dials::size(attack.set()).filter(|_| maneuver.parts);
    if let Some(size) = size.filter(|size| size.dice() != 0) {
        terms.push(Term::from_rule(msg::NAMED_PART, size.dice(), size.rule()));
    }
    terms
}

/// Whether the attack uses rubber rounds, from afar or pressed on.
fn is_rubber(attack: &Attack<'_>) -> bool {
    matches!(attack.maneuver.damage, Basis::Weapon) && attack.has_tag("rubber")
}

/// Returns the type of the damage; `None` is a test that does no harm, or something only the
/// storyteller can tell.
fn kind(attack: &Attack<'_>) -> Option<DamageType> {
    match attack.maneuver.nature {
        Nature::Claws => match (attack.kind(), state::claws(attack.actor)) {
            (Kind::Werewolf, _) | (_, Some(Claws::Feral)) => Some(DamageType::Aggravated),
            (_, Some(Claws::Bone)) => Some(DamageType::Lethal),
            (_, None) => None,
        },
        // Pressed on, rubber breaks bones; from afar it bruises (XOV-CLOSE-07).
        Nature::Weapon if is_rubber(attack) => match attack.is_close() {
            true => Some(DamageType::Lethal),
            false => Some(DamageType::Bashing),
        },
        Nature::Weapon => attack.item.and_then(|(_, item)| items::damage_type(item)),
        fixed => fixed.fixed(),
    }
}

/// Whether an attack is a test that does no harm.
pub(super) fn is_test(attack: &Attack<'_>) -> bool {
    matches!(attack.maneuver.damage, Basis::Nothing) || kind(attack).is_none()
}

/// Returns what an attack does to a target, as soak meets it. A damage of no type bruises.
pub(super) fn wound(attack: &Attack<'_>) -> soak::Wound {
    soak::Wound {
        kind: kind(attack).unwrap_or(DamageType::Bashing),
        silver: attack.has_tag("silver"),
        medium: items::medium(attack.item.map(|(_, item)| item)),
        place: dials::place(attack.set()),
        pack: attack.set().get_or(dials::TACTIC, 0) > 0,
    }
}
