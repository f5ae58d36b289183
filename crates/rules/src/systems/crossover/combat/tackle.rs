//! Tackles (XOV-CLOSE-13).

use super::attack::Attack;
use super::fall::{Trip, Whose, trip};
use super::holds;
use super::soak::{self, Wound};
use crate::base::term::Term;
use crate::exchange::{ChoiceOption, Party, Play, Slot, Stop};
use crate::messages::crossover as msg;
use crate::systems::crossover::settings::TackleBotch;
use crate::systems::crossover::state;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::RollOutcome;
use crate::systems::d10::resolve::{self as d10, HitResult, RollScore, RollSpec, ask_roll};
use crate::systems::d10::shared_rules::sheet as numbers;

/// The answers of the storyteller to a botch.
const FALLS: &str = "falls";
const DAMAGE: &str = "damage";

/// Trips both combatants after a tackle that hit, the attacker first, then the target
/// (XOV-CLOSE-13).
pub(super) fn tackle(
    attack: &Attack<'_>,
    play: &mut Play<'_>,
    target: u8,
    _: &HitResult,
) -> Result<(), Stop> {
    let Some(who) = attack.at(target) else {
        return Ok(());
    };
    let party = Party::Target(target);
    trip(attack.actor, Whose::Own, Trip::Tackle, attack.by, play)?;
    trip(who, Whose::Target(target), Trip::Tackle, attack.by, play)?;
    play.add_effect(state::gain(party, state::TACKLED, 0, state::NEXT_TURN));
    play.add_effect(holds::hold(Party::Actor, party, holds::TACKLE));
    Ok(())
}

/// Plays a botched tackle, in which the attacker falls or runs into the target, as the storyteller picks. The house
/// rule says which is offered first (XOV-CLOSE-13).
pub(super) fn rolled(
    attack: &Attack<'_>,
    play: &mut Play<'_>,
    roll: &RollScore,
) -> Result<(), Stop> {
    let botched = roll.outcome == RollOutcome::Botch;
    let Some(who) = attack.at(0).filter(|_| botched) else {
        return Ok(());
    };
    let mut options = vec![
        ChoiceOption::new(FALLS, msg::THE_ATTACKER_FALLS),
        ChoiceOption::new(DAMAGE, msg::THE_ATTACKER_RUNS_INTO_THE),
    ];
    if attack.by.tackle_botch == TackleBotch::Damage {
        options.reverse();
    }
    let slot = Slot::new("botch");
    let title = msg::A_BOTCHED_TACKLE;
    let key = play.ask_choice(slot, Party::Storyteller, title, "XOV-CLOSE-13", options)?;
    match key == DAMAGE {
        true => run_into(attack, who.sheet.get(&numbers::STAMINA), play),
        false => trip(attack.actor, Whose::Own, Trip::Thrown, attack.by, play),
    }
}

/// Deals the target's Stamina in bashing damage to the attacker, who may soak it.
fn run_into(attack: &Attack<'_>, stamina: i32, play: &mut Play<'_>) -> Result<(), Stop> {
    let terms = vec![Term::from_rule(
        msg::STAMINA_OF_THE_TARGET,
        stamina,
        "XOV-CLOSE-13",
    )];
    let damage = RollSpec::damage_roll(terms);
    let damage = ask_roll(play, "own_damage", 0, Party::Target(0), &damage, &[])?.successes;
    if damage < 1 {
        return Ok(());
    }
    let soak = soak::throw(attack.actor, &Wound::plain(), attack.by);
    let soaked = ask_roll(play, "own_soak", 0, Party::Actor, &soak, &[])?.successes;
    let inflicted = damage.saturating_sub(soaked);
    play.add_effect(d10::damage_effect(
        Party::Actor,
        DamageType::Bashing,
        inflicted,
    ));
    Ok(())
}
