//! Communication between several servers on one store.
//!
//! The log in the store is authoritative. A message only announces how long it is and, if there is little, the new
//! records, so that a loaded room need not read them. A lost message costs a short delay and nothing else: each server
//! polls the logs of its loaded rooms anyway ([`look`]), more often while it receives no messages. [`line`] is the
//! transport to the other servers, [`seal`] encrypts the messages, [`here`] tracks which seats are connected where.

mod address;
mod here;
mod line;
mod look;
mod piece;
mod seal;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rules::encounter::Record;
use rules::id::{EncounterId, SeatId, TableId};
use tokio::sync::{Notify, mpsc};

pub use self::address::{NewsAddress, NoNewsAddress};
use self::here::Here;
pub(crate) use self::line::keep_hearing;
pub(crate) use self::look::keep_looking;
use self::piece::{Piece, Said};
use crate::locked;

/// Capacity of the outbox. Further messages are dropped; the other servers find out by polling.
const BACKLOG: usize = 4_096;

/// Handle of this server to the others: messages to send, and what is known of them. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct News(Arc<Inner>);

/// Shared state behind [`News`].
#[derive(Debug)]
struct Inner {
    out: mpsc::Sender<Piece>,
    /// Receiver of the outbox, taken by the transport.
    waiting: Mutex<Option<mpsc::Receiver<Piece>>>,
    /// Whether messages are delivered, as far as this server can tell.
    hears: AtomicBool,
    /// Notified to request an immediate poll of the logs.
    look: Notify,
    here: Mutex<Here>,
}

impl News {
    /// Creates the handle of a server that is not connected yet.
    pub(crate) fn new() -> Self {
        let (out, waiting) = mpsc::channel(BACKLOG);
        Self(Arc::new(Inner {
            out,
            waiting: Mutex::new(Some(waiting)),
            hears: AtomicBool::new(false),
            look: Notify::new(),
            here: Mutex::default(),
        }))
    }

    /// Whether messages are delivered.
    fn hears(&self) -> bool {
        self.0.hears.load(Ordering::Relaxed)
    }

    /// Queues a message for sending, without waiting.
    fn tell(&self, piece: impl Into<Piece>) {
        if self.hears() {
            // If the outbox is full, the other servers find out by polling.
            _ = self.0.out.try_send(piece.into());
        }
    }

    /// Announces new records of an encounter and the number of the last one.
    pub(crate) fn wrote(&self, encounter: EncounterId, last: u64, records: &[Record]) {
        if self.hears() {
            self.tell(Piece {
                said: Said::Wrote(encounter, last),
                records: records.to_vec(),
            });
        }
    }

    /// Announces that a table has changed.
    pub(crate) fn changed(&self, table: TableId) {
        self.tell(Said::Changed(table));
    }

    /// Announces the seats connected to an encounter at this server.
    pub(crate) fn here(&self, encounter: EncounterId, seats: Vec<SeatId>) {
        let is_new = locked(&self.0.here).own(encounter, &seats);
        if is_new {
            self.tell(Said::Here(vec![(encounter, seats)]));
        }
    }

    /// Returns the seats connected to an encounter at other servers.
    pub(crate) fn elsewhere(&self, encounter: EncounterId) -> Vec<SeatId> {
        locked(&self.0.here).elsewhere(encounter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_hears_nothing_keeps_nothing_to_tell() {
        let news = News::new();
        news.wrote(EncounterId(7), 1, &[]);
        let mut waiting = locked(&news.0.waiting).take().expect("taken by nobody");
        assert!(waiting.try_recv().is_err());
        news.0.hears.store(true, Ordering::Relaxed);
        for last in 0..=BACKLOG as u64 {
            news.wrote(EncounterId(7), last, &[]);
        }
        assert_eq!(waiting.len(), BACKLOG, "and nobody waits where it is full");
        let first = waiting.try_recv().map(|piece| piece.said);
        assert_eq!(first, Ok(Said::Wrote(EncounterId(7), 0)));
    }
}
