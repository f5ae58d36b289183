//! Commands whose dice can be checked; and what those who run the table may ask of the dice: that an
//! epoch ends, that players learn of a hidden roll.

use super::{Decision, decide};
use crate::encounter::command::Given;
use crate::encounter::dice_event::DiceEvent;
use crate::encounter::encounter::Encounter;
use crate::encounter::event::Event;
use crate::encounter::feature::ExchangeMoved;
use crate::encounter::refusal::Refusal;
use crate::fair::{Bytes32, Sight, Throw, Thrower, seal};
use crate::messages::encounter as msg;

/// Decides a command whose dice can be checked: what [`decide`] says, and which dice fell for it.
///
/// # Errors
/// As [`decide`].
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

/// What dice were thrown for, in a few words that need no name.
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
    pub(super) fn end_epoch(&self) -> Result<Vec<Event>, Refusal> {
        if self.state.epoch(Sight::Open).rolls == 0 {
            return Err(Refusal::NothingToDo);
        }
        Ok(event(DiceEvent::EpochAsked))
    }

    pub(super) fn seal_roll(&self, roll: u64) -> Result<Vec<Event>, Refusal> {
        let throw = self.state.fair.to_seal(roll)?;
        Ok(event(DiceEvent::Sealed {
            no: self.state.fair.next_seal(),
            roll,
            seal: sealed(throw)?,
        }))
    }

    pub(super) fn open_roll(&self, no: u32) -> Result<Vec<Event>, Refusal> {
        let throw = self.state.fair.to_open(no)?;
        Ok(event(DiceEvent::Opened {
            no,
            salt: throw.salt.ok_or(Refusal::NothingToDo)?,
            words: throw.words(),
        }))
    }
}

fn event(event: DiceEvent) -> Vec<Event> {
    vec![event.into()]
}

fn sealed(throw: &Throw) -> Result<Bytes32, Refusal> {
    let salt = throw.salt.ok_or(Refusal::NothingToDo)?;
    Ok(seal(&salt, &throw.words()))
}
