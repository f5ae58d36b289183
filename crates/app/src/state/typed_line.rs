//! A typed line of a form, which stays in its field until the server has accepted it.

use leptos::prelude::*;
use rules::encounter::Command;

use crate::state::submission::Submission;
use crate::state::table_state::Model;

/// Typed line of a form that sends one command. Cheap to copy.
#[derive(Clone, Copy)]
pub struct TypedLine {
    /// The words in the field.
    pub words: RwSignal<String>,
    /// Whether the line before was accepted, and nothing was typed since.
    pub accepted: RwSignal<bool>,
    /// The words that were sent last.
    sent: StoredValue<String>,
    submission: Submission,
}

impl TypedLine {
    /// Creates an empty line, which empties itself once the server has accepted it.
    #[must_use]
    pub fn new(model: Model) -> Self {
        let (words, accepted) = (RwSignal::new(String::new()), RwSignal::new(false));
        let sent = StoredValue::new(String::new());
        let submission = Submission::new(model, move || {
            // What was typed meanwhile is another line.
            if words.get_untracked() == sent.get_value() {
                words.set(String::new());
                accepted.set(true);
            }
        });
        Self {
            words,
            accepted,
            sent,
            submission,
        }
    }

    /// Takes what is in the field now.
    pub fn type_words(self, words: String) {
        self.words.set(words);
        self.accepted.set(false);
    }

    /// Sends the line as a command, unless it is blank.
    pub fn send(self, command: impl FnOnce(String) -> Command) {
        let words = self.words.get_untracked();
        if !words.trim().is_empty() {
            self.sent.set_value(words.clone());
            self.submission.send(command(words));
        }
    }
}
