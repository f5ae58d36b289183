//! Declaration of a drafted action, and the handling of its answer.

use leptos::prelude::*;
use rules::encounter::command::{Command, Declaration};
use rules::encounter::question::NOTICED_KEY;
use rules::exchange::Targets as Takes;
use rules::messages::screen as msg;

use crate::exchange::draft::Draft;
use crate::state::table_state::{Answer, Model};

impl Draft {
    /// Returns the declaration of the draft; `None` while it is incomplete.
    pub(super) fn declaration(&self, anyway: bool) -> Option<Declaration> {
        let by = self.by.get()?;
        let offered = self.chosen_maneuver()?;
        let at = if offered.targets == Takes::None {
            Vec::new()
        } else {
            self.at.get()
        };
        if !offered.targets.accepts(at.len()) || (offered.barred.is_some() && !anyway) {
            return None;
        }
        let noticed = self.set.with(|set| set.is_on(NOTICED_KEY));
        let intent = self.intent(offered.key);
        Some(Declaration {
            by: Some(by),
            at,
            others: self.others.get(),
            intent,
            without: self.without.get(),
            anyway,
            noticed,
            // What goes past the rules is looked at first.
            throws: !anyway && !self.stops.get(),
        })
    }

    /// Declares the action, if the draft is complete.
    pub(super) fn declare(&self, model: Model) {
        if let Some(declaration) = untrack(|| self.declaration(false)) {
            let done = declaration.by.map(|by| (by, declaration.at.clone()));
            let given = model.submit(Command::Declare(Box::new(declaration)));
            self.sent.set_value(given.zip(done));
            self.close();
        }
    }

    /// Declares a maneuver although it is barred, or proposes that to the storyteller.
    pub(super) fn declare_anyway(&self, model: Model, key: &str) {
        self.choose_maneuver(key);
        let Some(declaration) = untrack(|| self.declaration(true)) else {
            model.notify(msg::CHOOSE_A_TARGET_FIRST.get().to_owned());
            return;
        };
        let command = Command::Declare(Box::new(declaration));
        match model.can_run_table() {
            true => model.send(command),
            false => model.propose(command),
        };
        self.close();
    }

    /// Opens the draft of a refused declaration again, and remembers the targets of an accepted one.
    pub(crate) fn take_answer(&self, answer: &Answer) {
        let sent = self.sent.get_value();
        if let Some((_, (by, at))) = sent.filter(|(id, _)| *id == answer.id) {
            self.sent.set_value(None);
            if answer.refused.is_none() {
                self.last.update_value(|last| _ = last.insert(by, at));
            } else if !untrack(|| self.is_open()) {
                self.by.set(Some(by));
            }
        }
    }
}
