//! Short-lived notices, and announcements to screen readers.

use leptos::prelude::*;
use rules::base::id::CommandId;

use crate::browser;
use crate::state::table_state::{Model, Notice};

impl Model {
    /// Shows a short-lived notice with this text, and has it read aloud.
    pub fn notify(&self, words: impl Into<String>) {
        self.show_notice(words.into(), false);
    }

    /// Shows a short-lived notice, with a redo button if `redo` is set, and has it read aloud.
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
        browser::run_later(6_000, {
            let model = *self;
            move || {
                let notice = model.notice.get_untracked();
                if notice.is_some_and(|notice| notice.no == no) {
                    model.dismiss_notice();
                }
            }
        });
    }

    /// Dismisses the notice that is shown.
    pub(crate) fn dismiss_notice(&self) {
        self.notice.set(None);
    }

    /// Has screen readers read the given words aloud.
    pub(crate) fn announce(&self, words: impl Into<String>) {
        self.aloud.set(words.into());
    }

    /// Closes the card of the newest roll, or of the exchange that has just ended.
    pub(crate) fn close_roll_card(&self) {
        self.roll.set(0);
        self.ended.set(None);
    }

    /// Marks the program of the page as running.
    pub(crate) fn wake(&self) {
        self.awake.set(true);
    }

    /// Marks the program of the page as complete, because its second part has been loaded.
    pub fn complete(&self) {
        self.whole.set(true);
    }

    /// Sets the typed log line that is pending; `None` once it is answered.
    pub(crate) fn set_waiting_line(&self, line: Option<(CommandId, String)>) {
        self.said.set(line);
    }
}
