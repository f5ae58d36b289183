//! What may not be done, in the order in which it is looked at.

use super::{Attack, Maneuver};
use crate::systems::crossover::creature::Kind;
use crate::systems::crossover::maneuver::Reach;
use crate::systems::crossover::maneuver_chart::ManeuverLine;
use crate::systems::crossover::movement;
use crate::systems::crossover::refusal::Refusal;

/// Whether an attack may be made at all. Distance, helpless targets and an empty pool are
/// looked at after this.
///
/// # Errors
/// The first [`Refusal`] that applies.
pub fn check(attack: &Attack, line: &ManeuverLine) -> Result<(), Refusal> {
    if attack.attacker.wounds.penalty.is_none() {
        return Err(Refusal::Incapacitated);
    }
    body(attack, line)?;
    weapon(attack, line)?;
    if line.reach == Reach::Ranged {
        aim(attack)?;
    }
    if attack.situation.yards_moved > movement::beside_an_action(attack.running()) {
        return Err(Refusal::MovedTooFar);
    }
    Ok(())
}

/// Form and creature, and what a bite needs (XOV-CLOSE-02, XOV-CLOSE-03, XOV-CLOSE-12).
fn body(attack: &Attack, line: &ManeuverLine) -> Result<(), Refusal> {
    let (by, at) = (&attack.attacker, &attack.situation);
    let werewolf = by.kind == Kind::Werewolf;
    if werewolf && !line.forms.is_empty() && !line.forms.contains(&by.form) {
        return Err(Refusal::FormNotAllowed);
    }
    let vampire = by.kind == Kind::Vampire;
    let eligible = match attack.maneuver {
        Maneuver::Bite => werewolf || vampire,
        Maneuver::Claw => werewolf || (vampire && by.claws.is_some()),
        Maneuver::SweepArm => werewolf && !at.target_as_big,
        _ => true,
    };
    if !eligible {
        return Err(Refusal::NotEligible);
    }
    let held = at.in_clinch || at.in_hold || at.tackled_target_last_turn;
    if attack.maneuver == Maneuver::Bite && !held {
        return Err(Refusal::BiteNeedsHold);
    }
    Ok(())
}

/// Class, rounds, parts and rate (XOV-RNG-02, XOV-RNG-07 to 09).
fn weapon(attack: &Attack, line: &ManeuverLine) -> Result<(), Refusal> {
    let weapon = attack.weapon.unwrap_or_default();
    if line.empties {
        if !weapon.class.is_automatic() {
            return Err(Refusal::WeaponNotAutomatic);
        }
        if weapon.loaded.unwrap_or(0).saturating_mul(2) < weapon.clip {
            return Err(Refusal::ClipBelowHalf);
        }
    }
    if weapon.loaded.is_some_and(|loaded| loaded < line.needs) {
        return Err(Refusal::NotEnoughRounds);
    }
    if line.empties && attack.situation.target_size.is_some() {
        return Err(Refusal::CannotTargetPart);
    }
    if weapon.rate < line.rate {
        return Err(Refusal::RateOfFireTooLow);
    }
    Ok(())
}

/// What aiming takes (XOV-RNG-01).
fn aim(attack: &Attack) -> Result<(), Refusal> {
    let class = attack.weapon.unwrap_or_default().class;
    if attack.situation.aim_turns < 1 {
        Ok(())
    } else if attack.attacker.firearms < 1 {
        Err(Refusal::AimRequiresFirearms)
    } else if !class.can_be_aimed() {
        Err(Refusal::AimWeaponClass)
    } else if attack.situation.target_fast {
        Err(Refusal::AimTargetFast)
    } else {
        Ok(())
    }
}
