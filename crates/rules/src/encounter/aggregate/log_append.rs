//! Writing of the log: an event adds an entry of its own or changes the entry before.

use super::encounter::Encounter;
use crate::base::id::SeatId;
use crate::base::seat::Actor;
use crate::base::shared::Shared;
use crate::character::track::TrackChange;
use crate::encounter::event::Event;
use crate::encounter::feature::Marked;
use crate::encounter::limits::{LOG_WINDOW, SAME_GESTURE_MS};
use crate::encounter::log::{LogEntry, LogMessage, PrivateEntry, PrivateReaders};
use crate::ruleset::HealthState;

/// Time and actor for the log entries of one record.
#[derive(Clone, Copy)]
pub(in crate::encounter) struct RecordStamp {
    pub(in crate::encounter) at: u64,
    pub(in crate::encounter) by: Actor,
}

impl Encounter {
    /// Writes an event into the log and collects the numbers of the entries it wrote or changed.
    pub(in crate::encounter) fn log_event(
        &mut self,
        stamp: RecordStamp,
        event: &Event,
        entries: &mut Vec<u32>,
    ) {
        if let Event::TurnChanged(turn) = event {
            let last = self.log.kept.back();
            let last = last.filter(|entry| entries.contains(&entry.no));
            let cuts_in = last.is_some_and(|entry| matches!(entry.what, LogMessage::CutsIn { .. }));
            for line in turn.log_lines(&self.state, cuts_in) {
                entries.push(self.write_log_entry(stamp.at, stamp.by, line.public, line.message));
            }
            return;
        }
        let Some(line) = event.log_line(&self.state) else {
            return;
        };
        if let Some(readers) = line.readers {
            entries.extend(self.write_private_line(stamp, &readers, line.message));
            return;
        }
        let public = line.public && !self.unseen;
        if self.merge_into_last_entry(stamp, event, public, &line.message, entries) {
            return;
        }
        let no = self.write_log_entry(stamp.at, stamp.by, public, line.message);
        entries.push(no);
        let other = self.is_for_other_owner(stamp.by, line.owner);
        let Some(entry) = self.log.kept.back_mut() else {
            return;
        };
        (entry.other, entry.veiled) = (other, line.redacted);
        if let Event::Marked(Marked { id, before, .. }) = event {
            entry.gesture = Some((*id, *before));
        }
    }

    /// Whether a log line is about a combatant that its actor `by` does not play; `player` is the
    /// seat that plays the combatant, the outer `None` says that it is about none. Combatants
    /// without an owner are played by storytellers.
    fn is_for_other_owner(&self, by: Actor, player: Option<Option<SeatId>>) -> bool {
        let (Actor::Seat(seat), Some(player)) = (by, player) else {
            return false;
        };
        match player {
            Some(player) => player != seat,
            None => !self.can_run_table(by),
        }
    }

    /// Merges an event into the log entry before, if it continues what that entry tells (combatants
    /// of one quick-add line, marks of one gesture), and returns whether it did.
    fn merge_into_last_entry(
        &mut self,
        stamp: RecordStamp,
        event: &Event,
        public: bool,
        what: &LogMessage,
        entries: &mut Vec<u32>,
    ) -> bool {
        let same = |entry: &Shared<LogEntry>| entry.public_no.is_some() == public;
        let Some(at) = self.log.kept.iter().rposition(same) else {
            return false;
        };
        let last = &self.log.kept[at];
        match (event, last.gesture) {
            (Event::Added(_) | Event::Brought(_), _) if entries.contains(&last.no) => {
                if let (LogMessage::Added { names }, LogMessage::Added { names: more })
                | (
                    LogMessage::Brought { names, .. },
                    LogMessage::Brought { names: more, .. },
                ) = (&mut self.log.kept[at].what, what)
                {
                    names.extend(more.iter().cloned());
                }
                true
            }
            (
                Event::Marked(Marked {
                    id, before: was, ..
                }),
                Some((whose, before)),
            ) => {
                let fresh = stamp.at.saturating_sub(last.at) <= SAME_GESTURE_MS;
                if whose != *id || last.by != stamp.by || last.undone.is_some() || !fresh {
                    return false;
                }
                if !self.history.extends_gesture(last.no, whose, was) {
                    return false;
                }
                let Some((change, states)) = self.track_change_since(whose, &before) else {
                    return false;
                };
                let last = &mut self.log.kept[at];
                update_marked_message(&mut last.what, change, states);
                last.at = stamp.at.max(last.at);
                entries.push(last.no);
                true
            }
            _ => false,
        }
    }

    /// Updates the log entries of a gesture (clicks in a row on a health track) that lost one of
    /// its clicks, or strikes them out as undone by `by` if nothing is left of it.
    pub(in crate::encounter) fn update_gesture_entries(&mut self, entries: &[u32], by: &str) {
        for at in 0..self.log.kept.len() {
            let entry = &self.log.kept[at];
            if !entries.contains(&entry.no) {
                continue;
            }
            let gesture = entry.gesture;
            let left = gesture.and_then(|(whose, before)| self.track_change_since(whose, &before));
            let entry = &mut self.log.kept[at];
            match left {
                Some((change, states)) if change != TrackChange::default() => {
                    entry.undone = None;
                    update_marked_message(&mut entry.what, change, states);
                }
                _ => entry.undone = Some(by.to_owned()),
            }
        }
    }

    /// Writes a log entry, which players read, too, if `public`, and returns its number for
    /// storytellers.
    pub(crate) fn write_log_entry(
        &mut self,
        at: u64,
        by: Actor,
        public: bool,
        what: LogMessage,
    ) -> u32 {
        let public = public && !self.unseen;
        self.log.entries.all = self.log.entries.all.saturating_add(1);
        let public_no = public.then(|| {
            self.log.entries.players = self.log.entries.players.saturating_add(1);
            self.log.entries.players
        });
        let by_name = self.actor_name(by);
        let no = self.log.entries.all;
        let entry = LogEntry {
            no,
            public_no,
            at,
            by,
            by_name,
            other: false,
            veiled: false,
            what,
            undone: None,
            gesture: None,
        };
        self.log.kept.push_back(entry.into());
        self.forget_old_entries(public);
        no
    }

    /// Writes a private line for each of its readers, and returns the number of the entry by which
    /// storytellers read it; `None` if they do not.
    fn write_private_line(
        &mut self,
        stamp: RecordStamp,
        readers: &PrivateReaders,
        what: LogMessage,
    ) -> Option<u32> {
        let RecordStamp { at, by } = stamp;
        let after = self.log.entries;
        let entry =
            (readers.storytellers).then(|| self.write_log_entry(at, by, false, what.clone()));
        let by_name = self.actor_name(by);
        for seat in &readers.seats {
            let person = self.seat(*seat);
            // Players know nothing of an encounter that is being prepared.
            if self.unseen || person.is_none_or(|person| person.role.can_run_table()) {
                continue;
            }
            let line = PrivateEntry {
                no: 0,
                after,
                entry,
                at,
                by,
                by_name: by_name.clone(),
                what: what.clone(),
                undone: None,
            };
            self.log.private.push(*seat, line);
        }
        entry
    }

    /// Returns the name of an actor; `None` for the server and for an empty seat.
    pub(crate) fn actor_name(&self, by: Actor) -> Option<String> {
        match by {
            Actor::Server => None,
            Actor::Seat(seat) => self.seat(seat).map(|seat| seat.name.to_string()),
        }
    }

    /// Removes the oldest public or secret log entry once there are more than are kept. Public and
    /// secret entries are counted apart, so that secret ones never push a public one out of a
    /// player's window.
    fn forget_old_entries(&mut self, public: bool) {
        let same = |entry: &Shared<LogEntry>| entry.public_no.is_some() == public;
        if self.log.kept.iter().filter(|entry| same(entry)).count() > LOG_WINDOW
            && let Some(oldest) = self.log.kept.iter().position(same)
        {
            self.log.kept.remove(oldest);
        }
    }
}

/// Updates the log message of a gesture (clicks in a row on a health track) to its net change so
/// far.
fn update_marked_message(what: &mut LogMessage, change: TrackChange, states: Vec<HealthState>) {
    if let LogMessage::Marked {
        change: marks,
        points,
        states: told,
        ..
    } = what
    {
        (*marks, *points, *told) = (change.marks, change.points, states);
    }
}
