//! Limits on connections: how many are open in total and per household, and which one is evicted for a new one.
//!
//! A websocket keeps its slot as long as it is open, so the limit covers all open connections. A websocket is never
//! evicted: its browser holds a seat at a table, and rooms have limits of their own.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::http::limits::RECONNECTIONS;
use crate::http::rate::RateLimiter;
use crate::lock;

/// Slots for TCP connections to the whole server, limited in all and for each household. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionSlots(Arc<SlotsInner>);

/// Limits and state shared by all clones of [`ConnectionSlots`].
#[derive(Debug)]
struct SlotsInner {
    max_total: usize,
    per_household: usize,
    began: Instant,
    /// Rate at which a household at its limit may replace its own connections.
    evictions: RateLimiter<IpAddr>,
    taken: Mutex<TakenSlots>,
}

/// Slots that open TCP connections occupy, grouped by household.
#[derive(Debug, Default)]
struct TakenSlots {
    next: u64,
    count: usize,
    households: HashMap<Option<IpAddr>, HashMap<u64, Arc<ConnectionState>>>,
}

/// State of one open TCP connection: its household, last activity, and whether it is a websocket.
#[derive(Debug)]
struct ConnectionState {
    household: Mutex<Option<IpAddr>>,
    /// Time of the last received or sent bytes, in milliseconds since the slots were created.
    last_active_ms: AtomicU64,
    is_socket: AtomicBool,
    /// Whether a request is being received or answered; true from the start, for the first request.
    is_asking: AtomicBool,
    evicted: CancellationToken,
}

/// Slot that one TCP connection occupies, freed when it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    slots: ConnectionSlots,
    id: u64,
    state: Arc<ConnectionState>,
}

impl ConnectionSlots {
    /// Creates slots with a limit in total and per household.
    pub(crate) fn new(all: usize, of_one: usize) -> Self {
        Self(Arc::new(SlotsInner {
            max_total: all,
            per_household: of_one,
            began: Instant::now(),
            evictions: RateLimiter::new(RECONNECTIONS),
            taken: Mutex::default(),
        }))
    }

    /// Acquires a slot for a household's connection, or for a proxy's whose household is not known
    /// yet; `None` if none can be freed. If the limit is reached, the connection idle for the
    /// longest time is evicted: one of the same household if that is at its own limit (at a limited
    /// rate), else one of the household with the most connections.
    pub(crate) fn acquire(&self, household: Option<IpAddr>) -> Option<ConnectionSlot> {
        let mut taken = lock(&self.0.taken);
        if !self.has_room_for(&taken, household) {
            // A household that connects too often is turned away here, which costs next to nothing.
            household.filter(|of| self.0.evictions.take(*of))?;
            taken.evict_quietest(household)?;
        } else if taken.count >= self.0.max_total {
            let greediest = taken.greediest_household()?;
            taken.evict_quietest(greediest)?;
        }
        taken.next += 1;
        taken.count += 1;
        let id = taken.next;
        let mark = Arc::new(ConnectionState {
            household: Mutex::new(household),
            last_active_ms: AtomicU64::new(self.elapsed_ms()),
            is_socket: AtomicBool::new(false),
            is_asking: AtomicBool::new(true),
            evicted: CancellationToken::new(),
        });
        let own = taken.households.entry(household).or_default();
        own.insert(id, Arc::clone(&mark));
        let places = self.clone();
        Some(ConnectionSlot {
            slots: places,
            id,
            state: mark,
        })
    }

    /// Whether as many connections are open as the server accepts in all.
    pub(crate) fn are_all_taken(&self) -> bool {
        lock(&self.0.taken).count >= self.0.max_total
    }

    /// Evicts the longest idle connection of the household with the most, and returns whether there
    /// was one.
    pub(crate) fn evict_one(&self) -> bool {
        let mut taken = lock(&self.0.taken);
        let greediest = taken.greediest_household();
        greediest.is_some_and(|household| taken.evict_quietest(household).is_some())
    }

    /// Whether one more connection is within the household's limit, given the slots `taken`.
    fn has_room_for(&self, taken: &TakenSlots, household: Option<IpAddr>) -> bool {
        let own = taken.households.get(&household).map_or(0, HashMap::len);
        household.is_none() || own < self.0.per_household
    }

    /// Returns the milliseconds since the slots were created.
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl TakenSlots {
    /// Removes a connection by its id from the slots in use, and returns its state if it was there.
    fn remove(&mut self, household: Option<IpAddr>, id: u64) -> Option<Arc<ConnectionState>> {
        let own = self.households.get_mut(&household)?;
        let mark = own.remove(&id)?;
        if own.is_empty() {
            self.households.remove(&household);
        }
        self.count -= 1;
        Some(mark)
    }

    /// Returns the household with the most connections that may be evicted; `Some(None)` is a
    /// proxy's.
    fn greediest_household(&self) -> Option<Option<IpAddr>> {
        let plain = |own: &HashMap<u64, Arc<ConnectionState>>| {
            own.values().filter(|m| m.is_plain_http()).count()
        };
        let all = self.households.iter();
        let all = all.map(|(household, own)| (plain(own), *household));
        let (most, household) = all.max_by_key(|(count, _)| *count)?;
        (most > 0).then_some(household)
    }

    /// Evicts the longest idle connection of a household, preferring one without a request; `None`
    /// if there is none.
    fn evict_quietest(&mut self, household: Option<IpAddr>) -> Option<()> {
        let own = self.households.get(&household)?.iter();
        let plain = own.filter(|(_, mark)| mark.is_plain_http());
        let (id, _) = plain.min_by_key(|(id, mark)| {
            let is_asking = mark.is_asking.load(Ordering::Relaxed);
            (is_asking, mark.last_active_ms.load(Ordering::Relaxed), **id)
        })?;
        let mark = self.remove(household, *id)?;
        mark.evicted.cancel();
        Some(())
    }
}

impl ConnectionState {
    /// Whether the connection is plain HTTP rather than a websocket.
    fn is_plain_http(&self) -> bool {
        !self.is_socket.load(Ordering::Relaxed)
    }
}

impl ConnectionSlot {
    /// Records that bytes were received or sent on the connection.
    pub(crate) fn mark_active(&self) {
        let now = self.slots.elapsed_ms();
        self.state.last_active_ms.store(now, Ordering::Relaxed);
    }

    /// Sets whether a request on the connection is in progress.
    pub(crate) fn set_asking(&self, is_asking: bool) {
        self.state.is_asking.store(is_asking, Ordering::Relaxed);
    }

    /// Marks the connection as a websocket; `false` if it has just been evicted.
    pub(crate) fn upgrade_to_socket(&self) -> bool {
        let _taken = lock(&self.slots.0.taken);
        self.state.is_socket.store(true, Ordering::Relaxed);
        !self.state.evicted.is_cancelled()
    }

    /// Whether the connection is a websocket.
    pub(crate) fn is_socket(&self) -> bool {
        !self.state.is_plain_http()
    }

    /// Returns the token that is cancelled when the connection is evicted.
    pub(crate) fn eviction_token(&self) -> CancellationToken {
        self.state.evicted.clone()
    }

    /// Assigns a proxy's connection to the household it now serves; `false` if that is at its
    /// limit.
    pub(crate) fn assign_household(&self, household: IpAddr) -> bool {
        let household = Some(household);
        let mut taken = lock(&self.slots.0.taken);
        let mut known = lock(&self.state.household);
        if *known == household {
            return true;
        }
        if !self.slots.has_room_for(&taken, household) && taken.evict_quietest(household).is_none()
        {
            return false;
        }
        // Unless the connection has just been evicted.
        if let Some(mark) = taken.remove(*known, self.id) {
            taken.count += 1;
            *known = household;
            let own = taken.households.entry(household).or_default();
            own.insert(self.id, mark);
        }
        true
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut taken = lock(&self.slots.0.taken);
        let household = *lock(&self.state.household);
        taken.remove(household, self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn home(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([10, 0, 0, last]))
    }

    fn is_ended(place: &ConnectionSlot) -> bool {
        place.eviction_token().is_cancelled()
    }

    /// Advances time and completes a request on this connection.
    async fn stirs(place: &ConnectionSlot) {
        tokio::time::advance(Duration::from_secs(1)).await;
        place.mark_active();
        place.set_asking(false);
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_all_they_may_have_loses_their_own_quietest() {
        let places = ConnectionSlots::new(10, 3);
        let other = places.acquire(home(2)).expect("a place");
        let own = [(); 3].map(|()| places.acquire(home(1)).expect("a place"));
        for at in [1, 0, 2] {
            stirs(&own[at]).await;
        }
        let fourth = places.acquire(home(1)).expect("a place");
        assert_eq!(own.each_ref().map(is_ended), [false, true, false]);
        // A connection with a request in progress is not idle.
        own[0].set_asking(true);
        let fifth = places.acquire(home(1)).expect("a place");
        assert_eq!(own.each_ref().map(is_ended), [false, true, true]);
        assert!(
            [&other, &fourth, &fifth]
                .iter()
                .all(|place| !is_ended(place))
        );
        // An evicted connection must not free its slot twice.
        drop(own);
        assert_eq!(lock(&places.0.taken).count, 3);
    }

    #[tokio::test(start_paused = true)]
    async fn who_storms_the_door_is_turned_away_for_a_while() {
        let places = ConnectionSlots::new(10, 1);
        let storm = || {
            let own = (0..=RECONNECTIONS.burst).map(|_| places.acquire(home(1)));
            own.collect::<Vec<_>>()
        };
        let tries = storm();
        // The first acquires a slot; the burst limit of replacements follows.
        assert_eq!(
            tries.iter().flatten().count(),
            RECONNECTIONS.burst as usize + 1
        );
        assert!(places.acquire(home(1)).is_none());
        assert!(
            places.acquire(home(2)).is_some(),
            "of others it keeps nobody out"
        );
        tokio::time::advance(RECONNECTIONS.pause).await;
        let _one = places.acquire(home(1)).expect("a place");
        assert!(places.acquire(home(1)).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn when_all_are_taken_the_greediest_gives_one() {
        let places = ConnectionSlots::new(5, 4);
        let few = [(); 2].map(|()| places.acquire(home(1)).expect("a place"));
        let many = [(); 3].map(|()| places.acquire(home(2)).expect("a place"));
        for place in many.iter().chain(&few) {
            stirs(place).await;
        }
        let guest = places.acquire(home(3)).expect("a place");
        assert_eq!(many.each_ref().map(is_ended), [true, false, false]);
        assert!(few.iter().chain([&guest]).all(|place| !is_ended(place)));
    }

    #[tokio::test]
    async fn a_websocket_counts_and_is_not_ended() {
        let places = ConnectionSlots::new(4, 2);
        let sockets = [(); 2].map(|()| places.acquire(home(1)).expect("a place"));
        assert!(sockets.iter().all(ConnectionSlot::upgrade_to_socket));
        assert!(places.acquire(home(1)).is_none(), "both are in use");
        let more = [(); 2].map(|()| places.acquire(home(2)).expect("a place"));
        assert!(more.iter().all(ConnectionSlot::upgrade_to_socket));
        assert!(places.acquire(home(3)).is_none(), "all are in use");
        drop(sockets);
        assert!(places.acquire(home(3)).is_some());
        assert!(more.iter().all(|place| !is_ended(place)));
    }

    #[tokio::test]
    async fn behind_a_proxy_it_counts_for_whom_it_serves() {
        let places = ConnectionSlots::new(100, 2);
        let [a, b, c] = [(); 3].map(|()| places.acquire(None).expect("a place"));
        let address = home(1).expect("an address");
        assert!(
            a.assign_household(address)
                && b.assign_household(address)
                && a.assign_household(address)
        );
        assert!(a.upgrade_to_socket());
        assert!(c.assign_household(address));
        assert!(is_ended(&b), "one of three must go, and it is no socket");
        assert!(c.upgrade_to_socket() && !b.upgrade_to_socket());
        let d = places.acquire(None).expect("a proxy may have more");
        assert!(!d.assign_household(address));
        drop((a, b, c, d));
        assert_eq!(lock(&places.0.taken).count, 0);
        assert!(lock(&places.0.taken).households.is_empty());
    }
}
