//! A command of a form, which stays open until the server has accepted it.

use leptos::prelude::*;
use rules::base::id::CommandId;
use rules::encounter::Command;

use crate::state::table_state::Model;

/// Command of a form that waits for its answer. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Submission {
    model: Model,
    /// The command that is not answered yet.
    waits: StoredValue<Option<CommandId>>,
}

impl Submission {
    /// Creates a submission, which does this once a command of it was accepted. Refused, the form stays as it is.
    pub fn new(model: Model, accepted: impl Fn() + 'static) -> Self {
        let waits = StoredValue::new(None);
        Effect::new(move |_| {
            let answer = model.answer.get();
            let Some(id) = waits.get_value() else {
                return;
            };
            let answer = answer.filter(|answer| answer.id == id);
            // Of several answers at once only the last is read here.
            if answer.is_none() && model.awaits(id) {
                return;
            }
            waits.set_value(None);
            if answer.is_none_or(|answer| answer.refused.is_none()) {
                accepted();
            }
        });
        Self { model, waits }
    }

    /// Sends a command, unless the one before is not answered yet.
    pub fn send(self, command: Command) {
        if self.waits.with_value(Option::is_none) {
            let id = self.model.submit(command);
            self.waits.set_value(id);
        }
    }
}
