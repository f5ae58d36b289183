//! Tells open rooms what happened elsewhere: in other rooms of their table, on pages, and at other servers.

use std::collections::HashMap;

use rules::base::id::{EncounterId, SeatId, TableId};
use rules::encounter::Record;
use rules::encounter::safety::SafetyCall;
use tokio::sync::mpsc;

use super::request::SafetyRequest;
use super::{Request, Rooms};
use crate::lock;
use crate::store::{EncounterInfo, Seat, StoreError};

impl Rooms {
    /// Tells the open rooms of these encounters that a seat has moved to another browser.
    pub(crate) async fn notify_seat_moved(&self, scenes: &[EncounterInfo], seat: &Seat) {
        for scene in scenes {
            if let Some(room) = self.find_open(scene.id) {
                let (seat, moves) = (seat.id, seat.moves);
                // A closing room has closed all of its sockets.
                _ = room.send(Request::SeatMoved { seat, moves }).await;
            }
        }
        self.cluster().announce_table_change(seat.table);
    }

    /// Tells an open room that another server has appended `records` to its log, which has the
    /// length `last` now.
    pub(crate) fn notify_log_appended(
        &self,
        id: EncounterId,
        last: u64,
        records: impl FnOnce() -> Vec<Record>,
    ) {
        if let Some(room) = self.find_open(id) {
            // A room with a full inbox reads the log itself before it writes.
            _ = room.try_send(Request::LogAppended(last, records()));
        }
    }

    /// Tells an open room which seats are connected at other servers, and which have the card of an asked roll open.
    pub(crate) fn update_remote_presence(&self, id: EncounterId) {
        if let Some(room) = self.find_open(id) {
            let seats = self.cluster().seats_elsewhere(id);
            let reading = self.cluster().reading_elsewhere(id);
            _ = room.try_send(Request::RemotePresence(seats, reading));
        }
    }

    /// Tells the other open rooms of a table that seats were revoked, without waiting.
    pub(super) fn notify_seats_revoked(
        &self,
        table: TableId,
        here: EncounterId,
        seats: Vec<SeatId>,
    ) {
        self.cluster().announce_table_change(table);
        for room in self.other_rooms(table, here) {
            let seats = seats.clone();
            // A closing room reads the revoked seats when it opens again.
            self.0
                .tasks
                .spawn(async move { room.send(Request::SeatsRevoked(seats)).await.is_ok() });
        }
    }

    /// Tells the other open rooms of a table that a safety signal was given, without waiting.
    pub(super) fn notify_called(&self, table: TableId, here: EncounterId, call: SafetyCall) {
        for room in self.other_rooms(table, here) {
            self.0.tasks.spawn(async move {
                room.send(Request::Safety(SafetyRequest::CalledElsewhere(call)))
                    .await
                    .is_ok()
            });
        }
    }

    /// Tells the other open rooms of a table that a seat was taken, without waiting.
    pub(super) fn notify_seat_taken(&self, here: EncounterId, seat: &Seat) {
        self.cluster().announce_table_change(seat.table);
        for room in self.other_rooms(seat.table, here) {
            let seat = seat.clone();
            // A closing room reads the seats when it opens again.
            self.0
                .tasks
                .spawn(async move { room.send(Request::SeatTaken(seat)).await.is_ok() });
        }
    }

    /// Returns the inboxes of a table's open rooms for other encounters than `here`.
    fn other_rooms(&self, table: TableId, here: EncounterId) -> Vec<mpsc::Sender<Request>> {
        lock(&self.0.rooms)
            .iter()
            .flatten()
            .filter(|(id, room)| **id != here && room.table == table)
            .map(|(_, room)| room.inbox.clone())
            .collect()
    }

    /// Tells the open rooms of a table the delay of the spectators' view; other rooms read it when
    /// they open.
    pub(crate) async fn set_view_delay(&self, table: TableId, seconds: u32) {
        let doors: Vec<_> = lock(&self.0.rooms)
            .iter()
            .flatten()
            .filter(|(_, room)| room.table == table)
            .map(|(_, room)| room.inbox.clone())
            .collect();
        for room in doors {
            // A closing room reads it when it opens again.
            _ = room.send(Request::SetDelay(seconds)).await;
        }
        self.cluster().announce_table_change(table);
    }

    /// Reads the status of the open rooms' encounters, of one table or of all, with one query, and passes it to them.
    /// Rooms whose encounter no longer exists are ended.
    pub(crate) async fn poll(&self, of: Option<TableId>) -> Result<(), StoreError> {
        let doors: HashMap<_, _> = lock(&self.0.rooms)
            .iter()
            .flatten()
            .filter(|(_, room)| of.is_none_or(|table| room.table == table))
            .map(|(id, room)| (*id, room.inbox.clone()))
            .collect();
        if doors.is_empty() {
            return Ok(());
        }
        let mut ids: Vec<_> = doors.keys().copied().collect();
        let outlooks = self.0.store.poll_status(&ids).await?;
        for outlook in outlooks {
            let id = outlook.end.encounter;
            ids.retain(|other| *other != id);
            if let Some(door) = doors.get(&id) {
                // A room with a full inbox reads the log itself before it writes.
                _ = door.try_send(Request::StatusPolled(outlook));
            }
        }
        for gone in ids {
            let rooms = self.clone();
            self.0
                .tasks
                .spawn(async move { rooms.end_room(gone).await });
        }
        Ok(())
    }
}
