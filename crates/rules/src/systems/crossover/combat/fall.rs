//! Falling, and getting up at once (XOV-CMP-09, XOV-CMP-10, XOV-CLOSE-12, XOV-CLOSE-13).

use super::attack::Attack;
use super::{dials, read};
use crate::base::term::Term;
use crate::character::condition::Until;
use crate::exchange::{Party, Play, Scene, Stop};
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::creature::Kind;
use crate::systems::crossover::refusal::D10;
use crate::systems::crossover::state;
use crate::systems::crossover::{Refusal, Settings};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::RollOutcome;
use crate::systems::d10::resolve::{HitResult, RollSpec, ask_roll, damage_effect};
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use crate::systems::d10::shared_rules::sheet as numbers;

/// Cause for which a combatant of Crossover falls, such as a sweep or tackle.
#[derive(Clone, Copy)]
pub(super) enum Trip {
    /// A sweep.
    Sweep,
    /// A tackle, on either side of it.
    Tackle,
    /// Anything that leaves no roll against falling.
    Thrown,
}

impl Trip {
    /// Returns what this cause adds to the difficulty of the roll against falling, and the rule;
    /// `None` when there is no such roll.
    const fn harder(self) -> Option<(i32, &'static str)> {
        match self {
            Self::Sweep => Some((2, "XOV-CLOSE-12")),
            Self::Tackle => Some((1, "XOV-CLOSE-13")),
            Self::Thrown => None,
        }
    }
}

/// Owner of a fall, by which the slots of the rolls of two combatants differ.
#[derive(Clone, Copy)]
pub(super) enum Whose {
    /// The acting combatant's.
    Own,
    /// A target's.
    Target(u8),
}

impl Whose {
    /// Returns the party of the exchange whose fall it is.
    const fn party(self) -> Party {
        match self {
            Self::Own => Party::Actor,
            Self::Target(n) => Party::Target(n),
        }
    }

    /// Returns the slots of the two rolls against falling and of the fall, with the target's number.
    const fn slots(self) -> (&'static str, &'static str, u8) {
        match self {
            Self::Own => ("own_feet", "own_fall", 0),
            Self::Target(n) => ("feet", "fall", n),
        }
    }
}

/// Trips a combatant, with the roll against falling, where there is one, and the roll of the fall, unless a house
/// rule lets the first decide both. Without a die one simply lies there.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn trip(
    who: &CombatantInfo<'_>,
    whose: Whose,
    trip: Trip,
    by: &Settings,
    play: &mut Play<'_>,
) -> Result<(), Stop> {
    let party = whose.party();
    let (feet, fall, target) = whose.slots();
    let dice = |rule| {
        let parts = [
            (msg::DEXTERITY, who.sheet.get(&numbers::DEXTERITY)),
            (msg::ATHLETICS, who.sheet.get(&numbers::ATHLETICS)),
        ];
        read::traits(who, &parts, RollPurpose::Reflex, rule, by)
    };
    let mut outcome = None;
    if let Some((harder, rule)) = trip.harder() {
        let keep = RollSpec::new(msg::KEEPING_ONES_FEET, RollPurpose::Reflex, dice(rule));
        let keep = keep.with_difficulty(vec![
            D10.default_difficulty(),
            Term::from_rule(msg::TRIPPED, harder, rule),
        ]);
        let kept = ask_roll(play, feet, target, party, &keep, &[])?;
        if kept.successes > 0 {
            return Ok(());
        }
        outcome = by.single_knockdown_roll.then_some(kept.outcome);
    }
    let outcome = match outcome {
        Some(outcome) => outcome,
        None => {
            let land = RollSpec::new(msg::KNOCKED_DOWN, RollPurpose::Reflex, dice("XOV-CMP-09"));
            let land =
                land.with_difficulty(vec![Term::from_rule(msg::DIFFICULTY, 6, "XOV-CMP-09")]);
            ask_roll(play, fall, target, party, &land, &[])?.outcome
        }
    };
    land(outcome, party, play);
    Ok(())
}

/// Applies the outcome of a combatant's roll of Dexterity + Athletics, a reflex, to land on their
/// feet: a success is up at once and two later next turn, a failure stays down, a botch also hurts
/// (XOV-CMP-09).
fn land(outcome: RollOutcome, party: Party, play: &mut Play<'_>) {
    let (key, amount, until) = match outcome {
        RollOutcome::Success => (state::ROSE, 2, state::NEXT_TURN),
        RollOutcome::Failure | RollOutcome::Botch => (state::DOWN, 0, Until::Lifted),
    };
    play.add_effect(state::gain(party, key, amount, until));
    let bashing = i32::from(outcome == RollOutcome::Botch);
    play.add_effect(damage_effect(party, DamageType::Bashing, bashing));
}

/// Plays a fall of the acting combatant, whatever it was that knocked them down (XOV-CMP-09).
pub(super) fn knock_down(
    scene: &Scene<'_>,
    by: &Settings,
    play: &mut Play<'_>,
) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    read::is_able(who)?;
    trip(who, Whose::Own, Trip::Thrown, by, play)
}

/// Trips the target of a sweep that hit (XOV-CLOSE-12).
pub(super) fn sweep(
    attack: &Attack<'_>,
    play: &mut Play<'_>,
    target: u8,
    _: &HitResult,
) -> Result<(), Stop> {
    match attack.at(target) {
        Some(who) => trip(who, Whose::Target(target), Trip::Sweep, attack.by, play),
        None => Ok(()),
    }
}

/// Checks that the attacker may sweep with an arm, as a werewolf, at a smaller target
/// (XOV-CLOSE-12).
pub(super) fn check_arm(attack: &Attack<'_>) -> Result<(), Refusal> {
    let smaller = attack.scene.situation_value(0, dials::SMALLER, 1) > 0;
    match attack.kind() == Kind::Werewolf && smaller {
        true => Ok(()),
        false => Err(Refusal::NotEligible),
    }
}
