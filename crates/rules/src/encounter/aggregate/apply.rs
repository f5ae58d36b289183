//! Application of records to an encounter. It never refuses and never rolls, because a record has already
//! happened.

use super::encounter::Encounter;
use super::log_append::RecordStamp;
use crate::encounter::event::{Event, Record};

impl Encounter {
    /// Applies all events of a record to the state, the log and the undo history.
    pub fn apply(&mut self, record: &Record) {
        let stamp = RecordStamp {
            at: record.at,
            by: record.by,
        };
        let before = self.players_view_for_redo();
        let mut entries = Vec::new();
        let mut brought = Vec::new();
        for event in &record.events {
            event.apply(&mut self.state);
            match event {
                Event::Undone {
                    command,
                    events,
                    gesture,
                } => self.strike_log_lines(record.by, *command, events, *gesture),
                Event::Redone { command, events } => self.restore_log_lines(*command, events),
                event => {
                    let from = entries.len();
                    self.log_event(stamp, event, &mut entries);
                    if event.can_follow_roll() {
                        brought.extend(entries.get(from..).unwrap_or_default());
                    }
                    // Undo and redo do not remove old exchanges, because nothing could restore them.
                    if let Some(exchange) = event.exchange_id() {
                        self.state.forget_old_exchanges(exchange);
                    }
                }
            }
        }
        self.state.update_waits(record.at);
        self.state.start_ask_deadlines(record.at);
        self.record_history(record, entries, brought);
        self.expire_redo(record, before.as_ref());
    }
}
