//! Occupancy of the open rooms, and which of them has to make place for another.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rules::base::id::{EncounterId, TableId};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Request;

/// Entry of the server's list of open rooms, with the room's inbox, its table, and the household that opened it.
pub(super) struct OpenRoom {
    pub(super) inbox: mpsc::Sender<Request>,
    pub(super) table: TableId,
    pub(super) household: Option<IpAddr>,
    pub(super) presence: Arc<Occupancy>,
    /// Time of the last request for it.
    pub(super) last_requested: Instant,
}

/// Number of connected sockets of a room, and whether it is about to sleep, shared with the list of
/// open rooms.
#[derive(Debug, Default)]
pub(super) struct Occupancy {
    /// Number of connected sockets.
    pub(super) sockets: AtomicUsize,
    /// Whether it was told to sleep, to make place for another room.
    pub(super) is_leaving: AtomicBool,
}

impl OpenRoom {
    /// Whether the room counts toward the limits of open rooms, as it does unless it is about to
    /// end.
    pub(super) fn counts_toward_limit(&self) -> bool {
        !self.inbox.is_closed() && !self.presence.is_leaving.load(Ordering::Relaxed)
    }

    /// Whether no websocket is connected to the room.
    pub(super) fn is_empty(&self) -> bool {
        self.presence.sockets.load(Ordering::Relaxed) == 0
    }

    /// Asks the room to save its state and end, and returns whether it got the request.
    pub(super) fn put_to_sleep(&self) -> bool {
        let told = self.inbox.try_send(Request::Sleep).is_ok();
        self.presence.is_leaving.store(told, Ordering::Relaxed);
        told
    }
}

/// Makes place for one more among these rooms, by ending the unconnected room that was unused for
/// longest if `most` are open. Returns whether there is a place.
pub(super) fn sleep_quietest_if_full<'a>(
    rooms: impl Iterator<Item = &'a OpenRoom>,
    most: usize,
) -> bool {
    let rooms: Vec<_> = rooms.filter(|room| room.counts_toward_limit()).collect();
    if rooms.len() < most {
        return true;
    }
    let empty = rooms.into_iter().filter(|room| room.is_empty());
    let quietest = empty.min_by_key(|room| room.last_requested);
    quietest.is_some_and(OpenRoom::put_to_sleep)
}

/// Returns the household that has opened the most rooms without sockets.
pub(super) fn greediest_household(rooms: &HashMap<EncounterId, OpenRoom>) -> Option<IpAddr> {
    let mut counts: HashMap<Option<IpAddr>, usize> = HashMap::new();
    for room in rooms
        .values()
        .filter(|room| room.counts_toward_limit() && room.is_empty())
    {
        *counts.entry(room.household).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.and_then(|(household, _)| household)
}
