//! Undo and redo: their announcements.

use leptos::prelude::*;
use rules::base::id::CommandId;
use rules::encounter::log::LogMessage;
use rules::encounter::view::LogLineView;
use rules::encounter::{Change, Command, UndoOffer, View};
use rules::messages::screen as msg;

use crate::state::table_state::Model;
use crate::words;

/// Returns the numbers of the log lines that these changes undo or redo.
pub(crate) fn reversed_lines(before: &View, changes: &[Change]) -> Vec<u32> {
    let turned = |change: &Change| {
        let Change::Line(line) = change else {
            return None;
        };
        let known = before.log.binary_search_by_key(&line.no, |line| line.no);
        let known = known.ok().and_then(|at| before.log.get(at))?;
        (known.undone.is_some() != line.undone.is_some()).then_some(line.no)
    };
    changes.iter().filter_map(turned).collect()
}

/// Returns the log line that an undo or redo command is about; `None` for other commands.
const fn step_line(command: &Command) -> Option<u32> {
    match command {
        Command::UndoLine { line } | Command::RedoLine { line } => Some(*line),
        _ => None,
    }
}

impl Model {
    /// Describes the log line that undo or redo would act on.
    pub(crate) fn describe_offer(&self, offer: Option<UndoOffer>) -> Option<String> {
        let (offer, you) = (offer?, self.you.get());
        let log = self.log.0.read();
        Some(words::undo_offer_label(self.rules(), &log, offer, you))
    }

    /// Announces the log lines `turned`, which were undone or redone. The reader whose command did
    /// it, or whose line it was, is also shown a notice.
    pub(crate) fn announce_reversals(&self, turned: &[u32]) {
        let own = self.find_pending(|pending| {
            let no = pending.command.as_ref().and_then(step_line);
            no.filter(|no| turned.contains(no))
        });
        let Some(no) = own.or_else(|| self.first_announced(turned)) else {
            return;
        };
        let you = self.you.get_untracked();
        let more = u32::try_from(turned.len()).unwrap_or(u32::MAX);
        let told = self.with_line(no, |line| {
            let words = words::undo_label(self.rules(), line, more.saturating_sub(1), you);
            let yours = line.seat == Some(you);
            (words, yours, line.undone.clone())
        });
        let Some((words, yours, undone)) = told else {
            return;
        };
        let said = match &undone {
            Some(by) if own.is_none() => msg::took_back(&by, &words),
            Some(_) => msg::taken_back(&words),
            None => msg::brought_back(&words),
        };
        if own.is_some() || yours {
            self.show_notice(said, own.is_some() && undone.is_some());
        } else {
            self.aloud.set(said);
        }
    }

    /// Returns the log line to announce among those undone or redone, which is the first that is no
    /// missed deadline, or else the first.
    fn first_announced(&self, turned: &[u32]) -> Option<u32> {
        let aside = |line: &LogLineView| matches!(line.what, LogMessage::WaitedTooLong { .. });
        let mut plain = turned.iter();
        let plain = plain.find(|no| self.with_line(**no, aside) == Some(false));
        plain.or(turned.first()).copied()
    }

    /// Announces the undo or redo of the newest step, for which there is no log line.
    pub(crate) fn announce_step(&self, id: CommandId) {
        let taken = self.find_pending(|pending| match &pending.command {
            Some(Command::UndoLine { line: 0 }) if pending.id == id => Some(true),
            Some(Command::RedoLine { line: 0 }) if pending.id == id => Some(false),
            _ => None,
        });
        match taken {
            Some(true) => self.show_notice(msg::TAKEN_BACK_THE_NEWEST_STEP.get().to_owned(), true),
            Some(false) => {
                self.show_notice(msg::BROUGHT_BACK_THE_NEWEST_STEP.get().to_owned(), false)
            }
            None => {}
        }
    }
}
