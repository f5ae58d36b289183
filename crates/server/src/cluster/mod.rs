//! Communication between several servers on one store.
//!
//! The log in the store is authoritative. A message only announces how long it is and, if there is little, the new
//! records, so that a loaded room need not read them. A lost message costs a short delay and nothing else: each server
//! polls the logs of its loaded rooms anyway ([`poll`]), more often while it receives no messages. [`line`] is the
//! transport to the other servers, [`seal`] encrypts the messages, [`presence`] tracks which seats are connected where,
//! and which have the card of an asked roll open.

mod address;
mod message;
mod poll;
mod presence;
mod seal;
mod transport;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rules::base::id::{AskId, EncounterId, SeatId, TableId};
use rules::encounter::Record;
use tokio::sync::{Notify, mpsc};

pub use self::address::{InvalidNatsAddress, NatsAddress};
use self::message::{Announcement, ClusterMessage};
pub(crate) use self::poll::run_polling;
use self::presence::ClusterPresence;
pub(crate) use self::seal::Seal;
pub(crate) use self::transport::run_transport;
use crate::lock;

/// Number of messages to the other servers that can wait in the outbox. Further messages are dropped; the other servers
/// find out by polling.
const BACKLOG: usize = 4_096;

/// Handle by which this server exchanges messages with the other servers of the cluster. Cheap to
/// clone.
#[derive(Clone, Debug)]
pub(crate) struct Cluster(Arc<ClusterInner>);

/// State shared by all clones of a [`Cluster`], the server's link to the other servers.
#[derive(Debug)]
struct ClusterInner {
    outbox: mpsc::Sender<ClusterMessage>,
    /// Receiver of the outbox, taken by the transport.
    outbox_receiver: Mutex<Option<mpsc::Receiver<ClusterMessage>>>,
    /// Whether messages are delivered, as far as this server can tell.
    is_connected: AtomicBool,
    /// Notified to request an immediate poll of the logs.
    poll_requested: Notify,
    /// Connected seats.
    presence: Mutex<ClusterPresence<SeatId>>,
    /// Seats with the asked roll whose card they have open.
    reading: Mutex<ClusterPresence<(SeatId, AskId)>>,
}

impl Cluster {
    /// Creates the handle of a server that is not connected yet.
    pub(crate) fn new() -> Self {
        let (out, waiting) = mpsc::channel(BACKLOG);
        Self(Arc::new(ClusterInner {
            outbox: out,
            outbox_receiver: Mutex::new(Some(waiting)),
            is_connected: AtomicBool::new(false),
            poll_requested: Notify::new(),
            presence: Mutex::default(),
            reading: Mutex::default(),
        }))
    }

    /// Whether messages to the other servers are being delivered at present.
    fn is_connected(&self) -> bool {
        self.0.is_connected.load(Ordering::Relaxed)
    }

    /// Queues a message for sending to the other servers, without waiting.
    fn send(&self, piece: impl Into<ClusterMessage>) {
        if self.is_connected() {
            // If the outbox is full, the other servers find out by polling.
            _ = self.0.outbox.try_send(piece.into());
        }
    }

    /// Announces new records of an encounter and the number of the last one.
    pub(crate) fn announce_records(&self, encounter: EncounterId, last: u64, records: &[Record]) {
        if self.is_connected() {
            self.send(ClusterMessage {
                announcement: Announcement::Wrote(encounter, last),
                records: records.to_vec(),
            });
        }
    }

    /// Announces that a table has changed.
    pub(crate) fn announce_table_change(&self, table: TableId) {
        self.send(Announcement::Changed(table));
    }

    /// Announces the seats connected to an encounter at this server.
    pub(crate) fn announce_presence(&self, encounter: EncounterId, seats: Vec<SeatId>) {
        let is_new = lock(&self.0.presence).set_own(encounter, &seats);
        if is_new {
            self.send(Announcement::Here(vec![(encounter, seats)]));
        }
    }

    /// Returns the seats connected to an encounter at other servers.
    pub(crate) fn seats_elsewhere(&self, encounter: EncounterId) -> Vec<SeatId> {
        lock(&self.0.presence).elsewhere(encounter)
    }

    /// Announces the seats that have the card of an asked roll open at this server.
    pub(crate) fn announce_reading(&self, encounter: EncounterId, those: Vec<(SeatId, AskId)>) {
        let is_new = lock(&self.0.reading).set_own(encounter, &those);
        if is_new {
            self.send(Announcement::Reading(vec![(encounter, those)]));
        }
    }

    /// Returns the seats that have the card of an asked roll open at other servers.
    pub(crate) fn reading_elsewhere(&self, encounter: EncounterId) -> Vec<(SeatId, AskId)> {
        lock(&self.0.reading).elsewhere(encounter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_hears_nothing_keeps_nothing_to_tell() {
        let news = Cluster::new();
        news.announce_records(EncounterId(7), 1, &[]);
        let mut waiting = lock(&news.0.outbox_receiver)
            .take()
            .expect("taken by nobody");
        assert!(waiting.try_recv().is_err());
        news.0.is_connected.store(true, Ordering::Relaxed);
        for last in 0..=BACKLOG as u64 {
            news.announce_records(EncounterId(7), last, &[]);
        }
        assert_eq!(waiting.len(), BACKLOG, "and nobody waits where it is full");
        let first = waiting.try_recv().map(|piece| piece.announcement);
        assert_eq!(first, Ok(Announcement::Wrote(EncounterId(7), 0)));
    }
}
