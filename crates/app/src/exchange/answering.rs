//! Answers to the questions of an exchange.

use rules::encounter::command::{AnswerInput, Command};

use crate::exchange::open_questions::OpenQuestion;
use crate::state::table_state::Model;

/// Id of the button that gives the suggested answer.
pub(super) const SUGGESTED_ANSWER_ID: &str = "fight-first";

/// Sends the answer to a question of an exchange; with `throws`, the rolls that follow are made at once.
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
