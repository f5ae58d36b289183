//! A typed line of a form, which stays in its field until the server has accepted it.

use leptos::prelude::*;
use rules::base::id::CommandId;
use rules::encounter::Command;

use crate::state::table_state::Model;

/// Typed line of a form that sends one command. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct TypedLine {
    model: Model,
    /// The words in the field.
    pub(super) words: RwSignal<String>,
    /// Whether the line before was accepted, and nothing was typed since.
    pub(super) accepted: RwSignal<bool>,
    /// The command with the words that is not answered yet.
    waits: StoredValue<Option<CommandId>>,
}

impl TypedLine {
    /// Creates an empty line, which empties itself once the server has accepted it.
    pub(super) fn new(model: Model) -> Self {
        let line = Self {
            model,
            words: RwSignal::new(String::new()),
            accepted: RwSignal::new(false),
            waits: StoredValue::new(None),
        };
        Effect::new(move |_| {
            let answer = model.answer.get();
            let answer = answer.filter(|answer| line.waits.get_value() == Some(answer.id));
            if let Some(answer) = answer {
                line.waits.set_value(None);
                if answer.refused.is_none() {
                    line.words.set(String::new());
                    line.accepted.set(true);
                }
            }
        });
        line
    }

    /// Takes what is in the field now.
    pub(super) fn type_words(self, words: String) {
        self.words.set(words);
        self.accepted.set(false);
    }

    /// Sends the line as a command, unless it is blank or not answered yet.
    pub(super) fn send(self, command: impl FnOnce(String) -> Command) {
        let words = self.words.get_untracked();
        if words.trim().is_empty() || self.waits.with_value(Option::is_some) {
            return;
        }
        let id = self.model.submit(command(words));
        self.waits.set_value(id);
    }
}
