//! Application of records to an encounter. It never refuses and never rolls, because a record has already
//! happened.

use super::encounter::Encounter;
use super::event::{Event, Record};
use super::logbook::Stamp;

impl Encounter {
    /// Applies all events of a record to the state, the log and the undo history.
    pub fn apply(&mut self, record: &Record) {
        let stamp = Stamp {
            at: record.at,
            by: record.by,
        };
        let before = self.picture_for_redo();
        let mut entries = Vec::new();
        for event in &record.events {
            event.apply(&mut self.state);
            match event {
                Event::Undone {
                    command,
                    events,
                    gesture,
                } => self.strike(record.by, *command, events, *gesture),
                Event::Redone { command, events } => self.unstrike(*command, events),
                event => {
                    self.tell(stamp, event, &mut entries);
                    // Undo and redo do not remove old exchanges, because nothing could restore them.
                    if let Some(exchange) = event.exchange() {
                        self.state.forget_old_exchanges(exchange);
                    }
                }
            }
        }
        self.state.watch_questions(record.at);
        self.remember(record, entries);
        self.end_redo(record, before.as_ref());
    }
}
