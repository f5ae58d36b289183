//! Expiry of a question whose countdown has run out.

use super::Decision;
use crate::base::dice::Dice;
use crate::base::id::ExchangeId;
use crate::encounter::countdown::{OnTimeout, QuestionWait};
use crate::encounter::event::Event;
use crate::encounter::feature::TimeUp;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::deadlines::first_open_answer;
use crate::exchange::Slot;

impl Decision<'_> {
    /// Handles a question whose countdown has run out by giving the first open answer, if the table
    /// is set so, or else leaving it to the storyteller. Without an open answer, it always goes to
    /// the storyteller.
    pub(super) fn expire(
        &self,
        id: ExchangeId,
        slot: &Slot,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let countdown = self.state.table.countdown.ok_or(Refusal::NotAsked)?;
        let step = self
            .find_exchange(id)?
            .find_question(slot)
            .ok_or(Refusal::NotAsked)?;
        match self.state.question_wait(id, slot) {
            Some(QuestionWait::Since(_)) => {}
            Some(QuestionWait::Up) | None => return Err(Refusal::NotAsked),
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
            OnTimeout::First => first_open_answer(step),
            OnTimeout::Storyteller => None,
        };
        let answered = first.map(|first| self.answer_and_roll(id, slot, (&first, true), dice));
        Ok(match answered {
            Some(Ok(more)) => [vec![up(OnTimeout::First)], more].concat(),
            Some(Err(_)) | None => vec![up(OnTimeout::Storyteller)],
        })
    }
}
