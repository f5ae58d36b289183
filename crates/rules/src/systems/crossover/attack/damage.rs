//! What a hit will be rolled for (XOV-DMG-03, XOV-TGT-02 to 04, XOV-CLOSE-01).

use super::{Attack, Claws, Maneuver};
use crate::messages::crossover as msg;
use crate::systems::crossover::creature::Kind;
use crate::systems::crossover::maneuver::{Basis, Nature, Reach};
use crate::systems::crossover::maneuver_chart::ManeuverLine;
use crate::systems::d10::damage::DamageType;
use crate::term::Term;

/// The terms of the damage pool, and its type. No terms is no damage; a type of `None` is a
/// test that does no harm, or something only the storyteller can tell.
#[must_use]
pub fn damage(attack: &Attack, line: &ManeuverLine) -> (Vec<Term>, Option<DamageType>) {
    let weapon = attack.weapon.unwrap_or_default();
    let strength = Term::of_rule(msg::STRENGTH, attack.attacker.strength, "XOV-DMG-03");
    let dice = Term::of_rule(msg::WEAPON, weapon.damage, "XOV-DMG-03");
    let mut terms = match line.damage {
        Basis::Nothing => return (Vec::new(), None),
        Basis::Strength => vec![strength],
        Basis::Weapon => vec![dice],
        Basis::StrengthAndWeapon => vec![strength, dice],
    };
    let jab = attack.maneuver == Maneuver::JabPistol;
    if line.plus != 0 && !(jab && weapon.rubber) {
        terms.push(Term {
            label: line.title().into(),
            value: line.plus,
            rule: Some(line.rule.clone()),
        });
    }
    let size = attack.situation.target_size.filter(|_| line.parts);
    if let Some(size) = size.filter(|size| size.dice() != 0) {
        terms.push(Term::of_rule(msg::NAMED_PART, size.dice(), size.rule()));
    }
    (terms, kind(attack, line))
}

fn kind(attack: &Attack, line: &ManeuverLine) -> Option<DamageType> {
    let weapon = attack.weapon.unwrap_or_default();
    match line.nature {
        Nature::Claws => match (attack.attacker.kind, attack.attacker.claws) {
            (Kind::Werewolf, _) | (_, Some(Claws::Feral)) => Some(DamageType::Aggravated),
            (_, Some(Claws::Bone)) => Some(DamageType::Lethal),
            (_, None) => None,
        },
        // Rubber: pressed on it breaks bones, from afar it bruises (XOV-CLOSE-07).
        Nature::Weapon if weapon.rubber && line.damage == Basis::Weapon => match line.reach {
            Reach::Close => Some(DamageType::Lethal),
            Reach::Ranged => Some(DamageType::Bashing),
        },
        Nature::Weapon => weapon.kind,
        fixed => fixed.fixed(),
    }
}
