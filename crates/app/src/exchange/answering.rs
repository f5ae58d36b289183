//! How a question of an exchange is answered.

use rules::encounter::command::{AnswerInput, Command};

use crate::exchange::open_questions::OpenQuestion;
use crate::state::table_state::Model;

/// The id of the button that gives the likely answer.
pub(super) const FIRST: &str = "fight-first";

/// Answers a question of an exchange; with `throws`, what follows throws itself.
pub(super) fn send_answer(model: Model, asked: &OpenQuestion, answer: AnswerInput, throws: bool) {
    let Some((slot, _)) = asked.step.slot_and_party() else {
        return;
    };
    model.send(Command::Answer {
        exchange: asked.exchange,
        slot: slot.clone(),
        answer,
        throws,
    });
}
