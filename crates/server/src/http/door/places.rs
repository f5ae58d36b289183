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

use crate::http::limits::STORM;
use crate::http::rate::Rate;
use crate::locked;

/// All connection slots. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Places(Arc<Inner>);

/// Limits and state behind [`Places`].
#[derive(Debug)]
struct Inner {
    all: usize,
    of_one: usize,
    began: Instant,
    /// Rate at which a household at its limit may replace its own connections.
    storms: Rate<IpAddr>,
    taken: Mutex<Taken>,
}

/// Slots in use, by household.
#[derive(Debug, Default)]
struct Taken {
    next: u64,
    count: usize,
    households: HashMap<Option<IpAddr>, HashMap<u64, Arc<Mark>>>,
}

/// State of a connection.
#[derive(Debug)]
struct Mark {
    household: Mutex<Option<IpAddr>>,
    /// Time of the last received or sent bytes, in milliseconds since the slots were created.
    stirred: AtomicU64,
    is_socket: AtomicBool,
    /// Whether a request is being received or answered; true from the start, for the first request.
    is_asking: AtomicBool,
    ended: CancellationToken,
}

/// Slot in use, freed when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Places,
    id: u64,
    mark: Arc<Mark>,
}

impl Places {
    /// Creates slots with a limit in total and per household.
    pub(crate) fn new(all: usize, of_one: usize) -> Self {
        Self(Arc::new(Inner {
            all,
            of_one,
            began: Instant::now(),
            storms: Rate::new(STORM),
            taken: Mutex::default(),
        }))
    }

    /// Acquires a slot for a household, or for a proxy whose household is not known yet. If the limit is reached, the
    /// connection idle for the longest time is evicted: one of the same household if that is at its own limit (at a
    /// limited rate), else one of the household with the most connections. `None` if no slot can be freed.
    pub(crate) fn take(&self, household: Option<IpAddr>) -> Option<Place> {
        let mut taken = locked(&self.0.taken);
        if !self.fits(&taken, household) {
            // A household that connects too often is turned away here, which costs next to nothing.
            household.filter(|of| self.0.storms.take(*of))?;
            taken.end_quietest(household)?;
        } else if taken.count >= self.0.all {
            let greediest = taken.greediest()?;
            taken.end_quietest(greediest)?;
        }
        taken.next += 1;
        taken.count += 1;
        let id = taken.next;
        let mark = Arc::new(Mark {
            household: Mutex::new(household),
            stirred: AtomicU64::new(self.now()),
            is_socket: AtomicBool::new(false),
            is_asking: AtomicBool::new(true),
            ended: CancellationToken::new(),
        });
        let own = taken.households.entry(household).or_default();
        own.insert(id, Arc::clone(&mark));
        let places = self.clone();
        Some(Place { places, id, mark })
    }

    /// Whether the total limit is reached.
    pub(crate) fn are_all_taken(&self) -> bool {
        locked(&self.0.taken).count >= self.0.all
    }

    /// Evicts the longest idle connection of the household with the most connections. Returns whether there was one.
    pub(crate) fn end_one(&self) -> bool {
        let mut taken = locked(&self.0.taken);
        let greediest = taken.greediest();
        greediest.is_some_and(|household| taken.end_quietest(household).is_some())
    }

    /// Whether one more connection is within the household's limit.
    fn fits(&self, taken: &Taken, household: Option<IpAddr>) -> bool {
        let own = taken.households.get(&household).map_or(0, HashMap::len);
        household.is_none() || own < self.0.of_one
    }

    /// Returns the milliseconds since the slots were created.
    fn now(&self) -> u64 {
        u64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Taken {
    /// Removes a connection from the slots in use.
    fn remove(&mut self, household: Option<IpAddr>, id: u64) -> Option<Arc<Mark>> {
        let own = self.households.get_mut(&household)?;
        let mark = own.remove(&id)?;
        if own.is_empty() {
            self.households.remove(&household);
        }
        self.count -= 1;
        Some(mark)
    }

    /// Returns the household with the most connections that may be evicted.
    fn greediest(&self) -> Option<Option<IpAddr>> {
        let plain = |own: &HashMap<u64, Arc<Mark>>| own.values().filter(|m| m.is_plain()).count();
        let all = self.households.iter();
        let all = all.map(|(household, own)| (plain(own), *household));
        let (most, household) = all.max_by_key(|(count, _)| *count)?;
        (most > 0).then_some(household)
    }

    /// Evicts the longest idle connection of a household, preferring one without a request in progress.
    fn end_quietest(&mut self, household: Option<IpAddr>) -> Option<()> {
        let own = self.households.get(&household)?.iter();
        let plain = own.filter(|(_, mark)| mark.is_plain());
        let (id, _) = plain.min_by_key(|(id, mark)| {
            let is_asking = mark.is_asking.load(Ordering::Relaxed);
            (is_asking, mark.stirred.load(Ordering::Relaxed), **id)
        })?;
        let mark = self.remove(household, *id)?;
        mark.ended.cancel();
        Some(())
    }
}

impl Mark {
    /// Whether the connection is plain HTTP rather than a websocket.
    fn is_plain(&self) -> bool {
        !self.is_socket.load(Ordering::Relaxed)
    }
}

impl Place {
    /// Records that bytes were received or sent.
    pub(crate) fn stir(&self) {
        let now = self.places.now();
        self.mark.stirred.store(now, Ordering::Relaxed);
    }

    /// Sets whether a request is in progress.
    pub(crate) fn asks(&self, is_asking: bool) {
        self.mark.is_asking.store(is_asking, Ordering::Relaxed);
    }

    /// Marks the connection as a websocket. Returns `false` if it has just been evicted.
    pub(crate) fn becomes_socket(&self) -> bool {
        let _taken = locked(&self.places.0.taken);
        self.mark.is_socket.store(true, Ordering::Relaxed);
        !self.mark.ended.is_cancelled()
    }

    /// Whether the connection is a websocket.
    pub(crate) fn is_socket(&self) -> bool {
        !self.mark.is_plain()
    }

    /// Returns the token that is cancelled when the connection is evicted.
    pub(crate) fn ended(&self) -> CancellationToken {
        self.mark.ended.clone()
    }

    /// Assigns a proxy's connection to the household it now serves. Returns `false` if that is at its limit.
    pub(crate) fn serves(&self, household: IpAddr) -> bool {
        let household = Some(household);
        let mut taken = locked(&self.places.0.taken);
        let mut known = locked(&self.mark.household);
        if *known == household {
            return true;
        }
        if !self.places.fits(&taken, household) && taken.end_quietest(household).is_none() {
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

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = locked(&self.places.0.taken);
        let household = *locked(&self.mark.household);
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

    fn is_ended(place: &Place) -> bool {
        place.ended().is_cancelled()
    }

    /// Advances time and completes a request on this connection.
    async fn stirs(place: &Place) {
        tokio::time::advance(Duration::from_secs(1)).await;
        place.stir();
        place.asks(false);
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_all_they_may_have_loses_their_own_quietest() {
        let places = Places::new(10, 3);
        let other = places.take(home(2)).expect("a place");
        let own = [(); 3].map(|()| places.take(home(1)).expect("a place"));
        for at in [1, 0, 2] {
            stirs(&own[at]).await;
        }
        let fourth = places.take(home(1)).expect("a place");
        assert_eq!(own.each_ref().map(is_ended), [false, true, false]);
        // A connection with a request in progress is not idle.
        own[0].asks(true);
        let fifth = places.take(home(1)).expect("a place");
        assert_eq!(own.each_ref().map(is_ended), [false, true, true]);
        assert!(
            [&other, &fourth, &fifth]
                .iter()
                .all(|place| !is_ended(place))
        );
        // An evicted connection must not free its slot twice.
        drop(own);
        assert_eq!(locked(&places.0.taken).count, 3);
    }

    #[tokio::test(start_paused = true)]
    async fn who_storms_the_door_is_turned_away_for_a_while() {
        let places = Places::new(10, 1);
        let storm = || {
            let own = (0..=STORM.burst).map(|_| places.take(home(1)));
            own.collect::<Vec<_>>()
        };
        let tries = storm();
        // The first acquires a slot; the burst limit of replacements follows.
        assert_eq!(tries.iter().flatten().count(), STORM.burst as usize + 1);
        assert!(places.take(home(1)).is_none());
        assert!(
            places.take(home(2)).is_some(),
            "of others it keeps nobody out"
        );
        tokio::time::advance(STORM.pause).await;
        let _one = places.take(home(1)).expect("a place");
        assert!(places.take(home(1)).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn when_all_are_taken_the_greediest_gives_one() {
        let places = Places::new(5, 4);
        let few = [(); 2].map(|()| places.take(home(1)).expect("a place"));
        let many = [(); 3].map(|()| places.take(home(2)).expect("a place"));
        for place in many.iter().chain(&few) {
            stirs(place).await;
        }
        let guest = places.take(home(3)).expect("a place");
        assert_eq!(many.each_ref().map(is_ended), [true, false, false]);
        assert!(few.iter().chain([&guest]).all(|place| !is_ended(place)));
    }

    #[tokio::test]
    async fn a_websocket_counts_and_is_not_ended() {
        let places = Places::new(4, 2);
        let sockets = [(); 2].map(|()| places.take(home(1)).expect("a place"));
        assert!(sockets.iter().all(Place::becomes_socket));
        assert!(places.take(home(1)).is_none(), "both are in use");
        let more = [(); 2].map(|()| places.take(home(2)).expect("a place"));
        assert!(more.iter().all(Place::becomes_socket));
        assert!(places.take(home(3)).is_none(), "all are in use");
        drop(sockets);
        assert!(places.take(home(3)).is_some());
        assert!(more.iter().all(|place| !is_ended(place)));
    }

    #[tokio::test]
    async fn behind_a_proxy_it_counts_for_whom_it_serves() {
        let places = Places::new(100, 2);
        let [a, b, c] = [(); 3].map(|()| places.take(None).expect("a place"));
        let address = home(1).expect("an address");
        assert!(a.serves(address) && b.serves(address) && a.serves(address));
        assert!(a.becomes_socket());
        assert!(c.serves(address));
        assert!(is_ended(&b), "one of three must go, and it is no socket");
        assert!(c.becomes_socket() && !b.becomes_socket());
        let d = places.take(None).expect("a proxy may have more");
        assert!(!d.serves(address));
        drop((a, b, c, d));
        assert_eq!(locked(&places.0.taken).count, 0);
        assert!(locked(&places.0.taken).households.is_empty());
    }
}
