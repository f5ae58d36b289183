//! What several servers on one store tell each other, and how each notices what it was not told.
//!
//! The log is the truth. News say how far it goes and, where that is little, what is new in it, so that an open room need
//! not read it. When they are lost it costs a moment and nothing else: each server looks at the logs of its open rooms
//! now and then anyway ([`look`]), more often while it hears no news. [`line`] is the way to the other servers, [`seal`]
//! keeps what is said there between them, [`here`] is who is at the tables there.

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

/// News that wait for the way out. What comes beyond is left out: the others look by themselves.
const BACKLOG: usize = 4_096;

/// The news of this server: what it has to tell, and what it knows of the others. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct News(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    out: mpsc::Sender<Piece>,
    /// Taken by the one who tells.
    waiting: Mutex<Option<mpsc::Receiver<Piece>>>,
    /// Whether news travel, as far as this server can tell.
    hears: AtomicBool,
    /// The logs are to be looked at now.
    look: Notify,
    here: Mutex<Here>,
}

impl News {
    /// Of a server that nobody hears yet.
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

    /// Whether news travel.
    fn hears(&self) -> bool {
        self.0.hears.load(Ordering::Relaxed)
    }

    /// Tells the others, as soon as it goes. Nobody waits for it.
    fn tell(&self, piece: impl Into<Piece>) {
        if self.hears() {
            // Where too much waits, the others look by themselves.
            _ = self.0.out.try_send(piece.into());
        }
    }

    /// The log of an encounter has so many records, and these are its last.
    pub(crate) fn wrote(&self, encounter: EncounterId, last: u64, records: &[Record]) {
        if self.hears() {
            self.tell(Piece {
                said: Said::Wrote(encounter, last),
                records: records.to_vec(),
            });
        }
    }

    /// Something of a table is another than it was.
    pub(crate) fn changed(&self, table: TableId) {
        self.tell(Said::Changed(table));
    }

    /// These seats have a socket in an encounter at this server.
    pub(crate) fn here(&self, encounter: EncounterId, seats: Vec<SeatId>) {
        let is_new = locked(&self.0.here).own(encounter, &seats);
        if is_new {
            self.tell(Said::Here(vec![(encounter, seats)]));
        }
    }

    /// The seats that have a socket in an encounter at another server.
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
