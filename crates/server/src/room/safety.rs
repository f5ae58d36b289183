//! Safety: signals and changes of the list of what the game leaves out, given by nobody in particular.
//!
//! A request names no seat. It waits for a time that is drawn by chance, then the server writes a record of its own and
//! tells all sockets alike. Nothing is answered to the one who asked, and nothing is noted of it.

use std::time::Duration;

use rules::base::seat::Actor;
use rules::encounter::feature::{BoundariesSet, SafetyCalled};
use rules::encounter::safety::{Boundary, Safety, SafetyCall};
use rules::encounter::{Event, Record};
use rules::wire::{Durability, ServerMessage};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::SocketId;
use super::class_feed::encode;
use super::pending::PendingOp;
use super::request::SafetyRequest;
use super::safety_desk::SafetyDeed;
use super::state::Room;
use crate::store::EncounterStage;

/// Shortest time that a request waits, and how much longer it may wait by chance, in milliseconds.
const DELAY_MS: (u64, u64) = (1_000, 3_000);
/// Time for which a signal is shown to browsers that connect, in milliseconds.
const SHOWN_MS: u64 = 10 * 60 * 1_000;

impl Room {
    /// Handles a request of the safety card, such as a signal to stop the game. While the card
    /// rests, a signal has no effect; nothing has where the table no longer is.
    pub(super) fn hear_safety(&mut self, ask: SafetyRequest) {
        let due = self.draw_safety_time();
        if self.scene.stage == EncounterStage::Over {
            return;
        }
        match ask {
            SafetyRequest::Call(_) if self.is_safety_resting() => {}
            SafetyRequest::Call(signal) => self.safety.hold_call(due, signal),
            SafetyRequest::Add(boundary) => self.safety.hold_entry(due, boundary, true),
            SafetyRequest::Remove(socket, boundary) => {
                self.hear_removed_boundary((socket, due), boundary);
            }
            SafetyRequest::CalledElsewhere(call) => self.hear_call_elsewhere(call),
        }
    }

    /// Takes a topic off the list of what the game leaves out, which only those who run the table
    /// may.
    fn hear_removed_boundary(&mut self, (socket, due): (SocketId, Instant), boundary: Boundary) {
        let seat = self.connections.get(socket).map(|guest| guest.seat);
        let seat = seat.and_then(|seat| self.encounter.seat(seat));
        if seat.is_some_and(|seat| seat.role.can_run_table()) {
            self.safety.hold_entry(due, boundary, false);
        }
    }

    /// Handles a safety signal given in another encounter of the table.
    fn hear_call_elsewhere(&mut self, call: SafetyCall) {
        self.safety.elsewhere = Some(call);
        self.safety.call = None;
        self.broadcast_call(call);
    }

    /// Draws by chance when a safety request is carried out, so that nobody can tell who made it.
    fn draw_safety_time(&self) -> Instant {
        let mut drawn = [0; 4];
        self.chance.fill_bytes(&mut drawn);
        let (least, more) = DELAY_MS;
        let wait = u64::from(u32::from_be_bytes(drawn)) % (more + 1);
        Instant::now() + Duration::from_millis(least + wait)
    }

    /// Whether the safety card has no effect now, because a signal was given at this table shortly
    /// before.
    fn is_safety_resting(&self) -> bool {
        let now = self.clock.now();
        let elsewhere = Safety {
            last: self.safety.elsewhere,
            ..Safety::default()
        };
        self.encounter.safety().is_resting(now) || elsewhere.is_resting(now)
    }

    /// Returns when the next safety request is to be carried out; `None` if none waits or nothing
    /// can be stored.
    pub(super) fn next_safety(&self) -> Option<Instant> {
        let next = self.safety.next_due();
        next.filter(|_| self.durability() == Durability::Everything)
    }

    /// Writes the records of safety requests whose waiting time has passed.
    pub(super) fn write_due_safety(&mut self) {
        if self.durability() != Durability::Everything {
            return;
        }
        for deed in self.safety.take_due() {
            self.write_safety(&deed);
            self.push_pending(PendingOp::Safety(deed));
        }
    }

    /// Writes the record of a safety request, unless it has no effect any more.
    pub(super) fn write_safety(&mut self, deed: &SafetyDeed) {
        let safety = self.encounter.safety();
        let event = match deed {
            SafetyDeed::Call(_) if self.is_safety_resting() => None,
            SafetyDeed::Call(signal) => Some(Event::SafetyCalled(SafetyCalled {
                call: SafetyCall {
                    signal: *signal,
                    at: self.clock.now(),
                },
            })),
            SafetyDeed::List(boundary, true) => {
                let after = safety.with_boundary(boundary);
                after.map(|after| Event::BoundariesSet(BoundariesSet { after }))
            }
            SafetyDeed::List(boundary, false) => {
                let mut after = safety.boundaries.clone();
                let removed = after.remove(boundary);
                removed.then_some(Event::BoundariesSet(BoundariesSet { after }))
            }
        };
        let Some(event) = event else { return };
        let record = Record {
            at: self.clock.now(),
            by: Actor::Server,
            command: self.chance.new_command_id(),
            events: vec![event],
        };
        self.apply_record(record);
    }

    /// Sends a new safety signal to every socket, whatever it sees of the encounter and however
    /// late.
    pub(super) fn send_safety(&mut self) {
        let last = self.encounter.safety().last;
        if let Some(call) = last.filter(|_| last != self.safety.sent) {
            self.safety.sent = last;
            self.broadcast_call(call);
            self.rooms
                .notify_called(self.scene.table, self.scene.id, call);
        }
    }

    /// Sends a safety signal to every socket.
    fn broadcast_call(&mut self, call: SafetyCall) {
        if let Some(message) = encode(&ServerMessage::Safety(call)) {
            self.connections.broadcast(None, &message);
        }
    }

    /// Returns the message with the newest safety signal for a browser that connects; `None` if it
    /// is too old.
    pub(super) fn recent_call(&self) -> Option<Utf8Bytes> {
        let all = [self.encounter.safety().last, self.safety.elsewhere];
        let last = all.into_iter().flatten().max_by_key(|call| call.at)?;
        let is_recent = self.clock.now() < last.at.saturating_add(SHOWN_MS);
        is_recent.then(|| encode(&ServerMessage::Safety(last)))?
    }
}
