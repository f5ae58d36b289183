//! Notices that pass by, and words that are read aloud.

use leptos::prelude::*;
use rules::id::CommandId;

use crate::browser;
use crate::state::table_state::{Model, Notice};

impl Model {
    /// Says something in passing, and aloud.
    pub fn notify(&self, words: impl Into<String>) {
        self.show_notice(words.into(), false);
    }

    /// Says something in passing, and aloud; with the way to redo, if that is one.
    pub(super) fn show_notice(&self, words: String, redo: bool) {
        let no = self
            .inner
            .try_update_value(|inner| {
                inner.notices += 1;
                inner.notices
            })
            .unwrap_or_default();
        self.aloud.set(words.clone());
        self.notice.set(Some(Notice { words, redo, no }));
        browser::later(6_000, {
            let model = *self;
            move || {
                let notice = model.notice.get_untracked();
                if notice.is_some_and(|notice| notice.no == no) {
                    model.dismiss_notice();
                }
            }
        });
    }

    /// Takes away what was said in passing.
    pub(crate) fn dismiss_notice(&self) {
        self.notice.set(None);
    }

    /// Has words read aloud.
    pub(crate) fn announce(&self, words: impl Into<String>) {
        self.aloud.set(words.into());
    }

    /// Takes away the card of the newest roll, or of the exchange that is just over.
    pub(crate) fn close_roll_card(&self) {
        self.roll.set(0);
        self.ended.set(None);
    }

    /// Says that the page's program runs.
    pub(crate) fn wake(&self) {
        self.awake.set(true);
    }

    /// Remembers the line that was typed into the log and waits for its answer; `None` once it has it.
    pub(crate) fn set_waiting_line(&self, line: Option<(CommandId, String)>) {
        self.said.set(line);
    }
}
