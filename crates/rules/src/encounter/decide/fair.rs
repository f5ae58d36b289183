//! Provably fair dice: decides commands with checkable dice, ends epochs, and seals and opens hidden rolls.

use super::{Decision, decide};
use crate::encounter::command::Given;
use crate::encounter::dice_event::DiceEvent;
use crate::encounter::encounter::Encounter;
use crate::encounter::event::Event;
use crate::encounter::feature::ExchangeMoved;
use crate::encounter::refusal::Refusal;
use crate::fair::{Bytes32, Sight, Throw, Thrower, seal};
use crate::messages::encounter as msg;

/// Decides a command with checkable dice: returns the events of [`decide`] and the dice thrown for it.
///
/// # Errors
/// See [`decide`].
pub fn decide_fairly(
    encounter: &Encounter,
    given: &Given,
    mut thrower: Thrower<'_>,
) -> Result<Vec<Event>, Refusal> {
    let mut events = decide(encounter, given, &mut thrower)?;
    let what = what_for(&events);
    let thrown = thrower.thrown().into_iter().map(|mut throw| {
        if throw.sight == Sight::Hidden {
            throw.what.clone_from(&what);
        }
        DiceEvent::Thrown(throw).into()
    });
    events.extend(thrown);
    Ok(events)
}

/// Describes what dice were thrown for, in a few words that hold no name.
fn what_for(events: &[Event]) -> String {
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
    /// Asks for a new epoch of the open dice.
    pub(super) fn end_epoch(&self) -> Result<Vec<Event>, Refusal> {
        if self.state.epoch(Sight::Open).rolls == 0 {
            return Err(Refusal::NothingToDo);
        }
        Ok(event(DiceEvent::EpochAsked))
    }

    /// Seals a hidden roll: publishes a commitment to its dice.
    pub(super) fn seal_roll(&self, roll: u64) -> Result<Vec<Event>, Refusal> {
        let throw = self.state.fair.to_seal(roll)?;
        Ok(event(DiceEvent::Sealed {
            no: self.state.fair.next_seal(),
            roll,
            seal: sealed(throw)?,
        }))
    }

    /// Opens a sealed roll to players: publishes its dice and salt.
    pub(super) fn open_roll(&self, no: u32) -> Result<Vec<Event>, Refusal> {
        let throw = self.state.fair.to_open(no)?;
        Ok(event(DiceEvent::Opened {
            no,
            salt: throw.salt.ok_or(Refusal::NothingToDo)?,
            words: throw.words(),
        }))
    }
}

/// Wraps a single dice event in a list of events.
fn event(event: DiceEvent) -> Vec<Event> {
    vec![event.into()]
}

/// Computes the commitment to a throw.
fn sealed(throw: &Throw) -> Result<Bytes32, Refusal> {
    let salt = throw.salt.ok_or(Refusal::NothingToDo)?;
    Ok(seal(&salt, &throw.words()))
}
