//! Falling, and getting up at once (XOV-CMP-09, XOV-CLOSE-12, XOV-CLOSE-13).

use super::read;
use crate::condition::Until;
use crate::exchange::{Party, Play, Stop};
use crate::fighter::Fighter;
use crate::messages::crossover as msg;
use crate::systems::crossover::Settings;
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::knockdown::{self, Posture, Trip};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::Outcome;
use crate::systems::d10::resolve::{Throw, levels, throw};
use crate::systems::d10::table::dials::Purpose;
use crate::systems::d10::table::sheet as numbers;
use crate::term::Term;

/// Whose fall it is, so that the rolls of two do not lie under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// The acting combatant's.
    Own,
    /// A target's.
    Target(u8),
}

impl Whose {
    const fn party(self) -> Party {
        match self {
            Self::Own => Party::Actor,
            Self::Target(n) => Party::Target(n),
        }
    }

    const fn slots(self) -> (&'static str, &'static str, u8) {
        match self {
            Self::Own => ("own_feet", "own_fall", 0),
            Self::Target(n) => ("feet", "fall", n),
        }
    }
}

/// Trips a combatant: the roll against falling, where there is one, and the roll of the fall, unless
/// a house rule lets the first decide both. Without a die one simply lies there.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn trip(
    who: &Fighter<'_>,
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
        read::traits(who, &parts, Purpose::Reflex, rule, by)
    };
    let mut outcome = None;
    if let Some(harder) = trip.harder() {
        let rule = trip.rule();
        let keep = Throw::new(msg::KEEPING_ONES_FEET, Purpose::Reflex, dice(rule));
        let keep = keep.against(vec![
            Term::of_rule(msg::DIFFICULTY, 6, "XOV-DICE-01"),
            Term::of_rule(msg::TRIPPED, harder, rule),
        ]);
        let kept = throw(play, feet, target, party, &keep, &[])?;
        if kept.successes > 0 {
            return Ok(());
        }
        outcome = by.single_knockdown_roll.then_some(kept.outcome);
    }
    let outcome = match outcome {
        Some(outcome) => outcome,
        None => {
            let land = Throw::new(msg::KNOCKED_DOWN, Purpose::Reflex, dice("XOV-CMP-09"));
            let land = land.against(vec![Term::of_rule(msg::DIFFICULTY, 6, "XOV-CMP-09")]);
            throw(play, fall, target, party, &land, &[])?.outcome
        }
    };
    landed(outcome, party, play);
    Ok(())
}

/// What a fall comes to.
fn landed(outcome: Outcome, party: Party, play: &mut Play<'_>) {
    let landed = knockdown::landed(outcome);
    match landed.state {
        Posture::Up => {
            let later = -landed.initiative_next_turn;
            play.effect(state::gain(party, state::ROSE, later, state::NEXT_TURN));
        }
        Posture::Down => play.effect(state::gain(party, state::DOWN, 0, Until::Lifted)),
    }
    play.effect(levels(party, DamageType::Bashing, landed.bashing));
}
