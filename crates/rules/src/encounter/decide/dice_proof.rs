//! Provably fair dice: decides commands with checkable dice, ends epochs, and seals and opens hidden rolls.

use super::asks::seal_asked_dice;
use super::{Decision, decide};
use crate::dice_proof::{Bytes32, DiceVisibility, RollProof, Thrower, seal_hash};
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::command::IssuedCommand;
use crate::encounter::event::Event;
use crate::encounter::feature::ExchangeMoved;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::dice_event::DiceEvent;
use crate::messages::encounter as msg;

/// Decides a command with checkable dice, and returns the events of [`decide`] and the dice thrown
/// for it.
///
/// # Errors
/// See [`decide`].
pub fn decide_with_proof(
    encounter: &Encounter,
    given: &IssuedCommand,
    mut thrower: Thrower<'_>,
) -> Result<Vec<Event>, Refusal> {
    let mut events = decide(encounter, given, &mut thrower)?;
    let what = purpose_of_dice(&events);
    let mut thrown = thrower.into_roll_proofs();
    for throw in &mut thrown {
        if throw.sight == DiceVisibility::Hidden {
            throw.what.clone_from(&what);
        }
    }
    seal_asked_dice(&mut events, &thrown);
    events.extend(
        thrown
            .into_iter()
            .map(|throw| DiceEvent::Thrown(throw).into()),
    );
    Ok(events)
}

/// Describes what dice were thrown for, in a few words that hold no name.
fn purpose_of_dice(events: &[Event]) -> String {
    let words = events.iter().find_map(|event| match event {
        Event::Rolled(roll) => Some(roll.what.to_string()),
        Event::InitiativeRolled(_) | Event::InitiativeOffered(_) => Some(msg::INITIATIVE.into()),
        Event::Aborted(_) => Some(msg::GIVING_UP_AN_ACTION.into()),
        Event::ExchangeMoved(ExchangeMoved { advance, .. }) => {
            let mut lines = advance.lines.iter().filter(|line| line.rolled.is_some());
            let title = lines.next_back().map(|line| line.title.to_string());
            title.filter(|title| !title.is_empty())
        }
        _ => None,
    });
    words.unwrap_or_else(|| msg::DICE.into())
}

impl Decision<'_> {
    /// Asks for a new epoch of the open dice (the span in which all rolls follow from one secret of
    /// the server).
    pub(super) fn end_epoch(&self) -> Result<Vec<Event>, Refusal> {
        if self.state.epoch(DiceVisibility::Open).rolls == 0 {
            return Err(Refusal::NothingToDo);
        }
        Ok(dice_event(DiceEvent::EpochAsked))
    }

    /// Seals a hidden roll by publishing a commitment to its dice.
    pub(super) fn seal_roll(&self, roll: u64) -> Result<Vec<Event>, Refusal> {
        let throw = self.state.fair.sealable_roll(roll)?;
        Ok(dice_event(DiceEvent::Sealed {
            no: self.state.fair.next_seal_number(),
            roll,
            seal: seal_of(throw)?,
        }))
    }

    /// Opens a sealed roll to players by publishing its dice and salt.
    pub(super) fn open_roll(&self, no: u32) -> Result<Vec<Event>, Refusal> {
        let throw = self.state.fair.openable_roll(no)?;
        Ok(dice_event(DiceEvent::Opened {
            no,
            salt: throw.salt.ok_or(Refusal::NothingToDo)?,
            words: throw.sealed_text(),
        }))
    }
}

/// Wraps a single dice event in a list of events.
fn dice_event(event: DiceEvent) -> Vec<Event> {
    vec![event.into()]
}

/// Computes the commitment to a throw.
fn seal_of(throw: &RollProof) -> Result<Bytes32, Refusal> {
    let salt = throw.salt.ok_or(Refusal::NothingToDo)?;
    Ok(seal_hash(&salt, &throw.sealed_text()))
}
