//! What several servers on one store tell each other, and how each notices what it was not told.
//!
//! The log is the truth. News only say where to look, so when they are lost it costs a moment and nothing else:
//! each server looks at the logs of its open rooms now and then anyway ([`look`]), more often while it hears
//! no news. [`line`] is the way to the other servers, [`here`] who is at the tables there. No word of the news
//! is of what happened: ids, numbers of seats, and how far a log goes.

mod address;
mod here;
mod line;
mod look;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rules::id::{EncounterId, SeatId, TableId};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, mpsc};

pub use self::address::{NewsAddress, NoNewsAddress};
use self::here::Here;
pub(crate) use self::line::keep_hearing;
pub(crate) use self::look::keep_looking;
use crate::locked;

/// News that wait for the way out. What comes beyond is left out: the others look by themselves.
const BACKLOG: usize = 4_096;

/// What one server tells the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Said {
    /// The log of an encounter has so many records.
    Wrote(EncounterId, u64),
    /// Something of a table is another than it was: a seat was moved, handed over or taken away, another encounter
    /// is current, one is gone, spectators see it at another time.
    Changed(TableId),
    /// The seats that have a socket in these encounters at this server; those without any are over.
    Here(Vec<(EncounterId, Vec<SeatId>)>),
    /// The server lives; it hears this itself where news travel.
    Beat(u64),
}

/// Something said, and by which server.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    by: u64,
    said: Said,
}

/// The news of this server: what it has to tell, and what it knows of the others. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct News(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    out: mpsc::Sender<Said>,
    /// Taken by the one who tells.
    waiting: Mutex<Option<mpsc::Receiver<Said>>>,
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
    fn tell(&self, said: Said) {
        if self.hears() {
            // Where too much waits, the others look by themselves.
            _ = self.0.out.try_send(said);
        }
    }

    /// The log of an encounter has so many records.
    pub(crate) fn wrote(&self, encounter: EncounterId, last: u64) {
        self.tell(Said::Wrote(encounter, last));
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
    fn what_is_told_reads_back_and_names_nobody() -> Result<(), serde_json::Error> {
        for (said, text) in [
            (
                Said::Wrote(EncounterId(7), 12),
                r#"{"wrote":["00000000000000000000000000000007",12]}"#,
            ),
            (
                Said::Changed(TableId(8)),
                r#"{"changed":"00000000000000000000000000000008"}"#,
            ),
            (
                Said::Here(vec![(EncounterId(7), vec![SeatId(1), SeatId(3)])]),
                r#"{"here":[["00000000000000000000000000000007",[1,3]]]}"#,
            ),
            (Said::Beat(5), r#"{"beat":5}"#),
        ] {
            assert_eq!(serde_json::to_string(&said)?, text);
            assert_eq!(serde_json::from_str::<Said>(text)?, said);
        }
        Ok(())
    }

    #[test]
    fn a_server_that_hears_nothing_keeps_nothing_to_tell() {
        let news = News::new();
        news.wrote(EncounterId(7), 1);
        let mut waiting = locked(&news.0.waiting).take().expect("taken by nobody");
        assert!(waiting.try_recv().is_err());
        news.0.hears.store(true, Ordering::Relaxed);
        for last in 0..=BACKLOG as u64 {
            news.wrote(EncounterId(7), last);
        }
        assert_eq!(waiting.len(), BACKLOG, "and nobody waits where it is full");
        assert_eq!(waiting.try_recv(), Ok(Said::Wrote(EncounterId(7), 0)));
    }
}
