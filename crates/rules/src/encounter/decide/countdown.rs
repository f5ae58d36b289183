//! What becomes of a question whose time is up.

use super::Decision;
use crate::dice::Dice;
use crate::encounter::countdown::{Then, Wait};
use crate::encounter::event::Event;
use crate::encounter::feature::TimeUp;
use crate::encounter::refusal::Refusal;
use crate::encounter::waits::first_open;
use crate::exchange::Slot;
use crate::id::ExchangeId;

impl Decision<'_> {
    /// A question has waited as long as it may. Where no answer is open, the storyteller is asked
    /// whatever the table has set.
    pub(super) fn time_up(
        &self,
        id: ExchangeId,
        slot: &Slot,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let countdown = self.state.table.countdown.ok_or(Refusal::NotAsked)?;
        let step = self.exchange(id)?.asked(slot).ok_or(Refusal::NotAsked)?;
        match self.state.wait_of(id, slot) {
            Some(Wait::Since(_)) => {}
            Some(Wait::Up) | None => return Err(Refusal::NotAsked),
        }
        let up = |then| {
            Event::TimeUp(TimeUp {
                exchange: id,
                slot: slot.clone(),
                then,
                back: false,
            })
        };
        let first = match countdown.then {
            Then::First => first_open(step),
            Then::Storyteller => None,
        };
        let answered = first.map(|first| self.answer_and_throw(id, slot, (&first, true), dice));
        Ok(match answered {
            Some(Ok(more)) => [vec![up(Then::First)], more].concat(),
            Some(Err(_)) | None => vec![up(Then::Storyteller)],
        })
    }
}
