//! Fair shares of common resources: permits for work that takes a core, and memory for uploads. Each household has
//! its share, so one that takes all it can get leaves the others theirs.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::error::HttpError;
use crate::locked;

tokio::task_local! {
    /// Household whose request is being answered.
    pub(crate) static ASKING: IpAddr;
}

/// Returns the household whose request this task answers; `None` for the program's own work, and where limits per
/// address are lifted.
pub(crate) fn asking() -> Option<IpAddr> {
    ASKING.try_with(|address| *address).ok()
}

/// Permits for work of one kind: so many at once, and fewer for one household.
#[derive(Debug)]
pub(crate) struct Turns {
    all: Arc<Semaphore>,
    of_one: usize,
    households: Mutex<HashMap<Option<IpAddr>, Weak<Semaphore>>>,
}

/// A permit, returned when it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _own: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl Turns {
    /// Creates permits: in all, and for one household.
    pub(crate) fn new(all: usize, of_one: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            of_one,
            households: Mutex::default(),
        }
    }

    /// Returns the permits of the current household.
    fn own(&self) -> Arc<Semaphore> {
        let (mut households, key) = (locked(&self.households), asking());
        households.retain(|_, own| own.strong_count() > 0);
        if let Some(own) = households.get(&key).and_then(Weak::upgrade) {
            return own;
        }
        let most = key.map_or(Semaphore::MAX_PERMITS, |_| self.of_one);
        let own = Arc::new(Semaphore::new(most));
        households.insert(key, Arc::downgrade(&own));
        own
    }

    /// Waits for a permit: behind others of the household, and then behind one of each other household at most.
    ///
    /// # Errors
    ///
    /// [`HttpError::Broken`], but never while the server runs.
    pub(crate) async fn wait(&self) -> Result<Turn, HttpError> {
        let own = self.own().acquire_owned().await;
        let of_all = Arc::clone(&self.all).acquire_owned().await;
        Ok(Turn {
            _own: own.map_err(|_| HttpError::Broken)?,
            _of_all: of_all.map_err(|_| HttpError::Broken)?,
        })
    }

    /// Returns a permit if one is free right now.
    pub(crate) fn now(&self) -> Option<Turn> {
        Some(Turn {
            _own: self.own().try_acquire_owned().ok()?,
            _of_all: Arc::clone(&self.all).try_acquire_owned().ok()?,
        })
    }
}

/// Memory budget for uploads, in bytes.
#[derive(Debug)]
pub(crate) struct Bodies {
    all: usize,
    of_one: usize,
    held: Mutex<HashMap<Option<IpAddr>, usize>>,
}

/// Reserved memory for an upload, returned when it is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    bodies: Arc<Bodies>,
    household: Option<IpAddr>,
    bytes: usize,
}

impl Bodies {
    /// Creates a budget: in all, and for one household.
    pub(crate) fn new(all: usize, of_one: usize) -> Self {
        Self {
            all,
            of_one,
            held: Mutex::default(),
        }
    }

    /// Creates an empty reservation for the current household.
    pub(crate) fn none(bodies: &Arc<Self>) -> Held {
        Held {
            bodies: Arc::clone(bodies),
            household: asking(),
            bytes: 0,
        }
    }
}

impl Held {
    /// Reserves more bytes, and returns whether there were enough.
    pub(crate) fn more(&mut self, bytes: usize) -> bool {
        let mut held = locked(&self.bodies.held);
        let all: usize = held.values().sum();
        let own = held.get(&self.household).copied().unwrap_or_default();
        let most = match self.household {
            Some(_) => self.bodies.of_one,
            None => self.bodies.all,
        };
        let fits =
            all.saturating_add(bytes) <= self.bodies.all && own.saturating_add(bytes) <= most;
        if fits {
            held.insert(self.household, own + bytes);
            self.bytes += bytes;
        }
        fits
    }

    /// Returns all reserved bytes.
    pub(crate) fn give_back(&mut self) {
        let mut held = locked(&self.bodies.held);
        if let Some(own) = held.get_mut(&self.household) {
            *own -= self.bytes;
            if *own == 0 {
                held.remove(&self.household);
            }
        }
        self.bytes = 0;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.give_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    async fn held(bodies: &Arc<Bodies>, last: u8) -> Held {
        ASKING
            .scope(home(last), async { Bodies::none(bodies) })
            .await
    }

    #[tokio::test]
    async fn bytes_are_bounded_for_one_household_and_for_all() {
        let bodies = Arc::new(Bodies::new(10, 6));
        let (mut one, mut more, mut other) = (
            held(&bodies, 1).await,
            held(&bodies, 1).await,
            held(&bodies, 2).await,
        );
        assert!(one.more(4) && more.more(2));
        assert!(!more.more(1), "the household has its share");
        assert!(other.more(4) && !other.more(1), "all is taken");
        drop(one);
        assert!(other.more(2) && more.more(1));
        more.give_back();
        drop((more, other));
        assert!(locked(&bodies.held).is_empty());
    }

    #[tokio::test]
    async fn a_household_has_its_turns_and_no_more() {
        let turns = Turns::new(2, 1);
        let first = ASKING.scope(home(1), async { turns.now() }).await;
        let second = ASKING.scope(home(1), async { turns.now() }).await;
        assert!(first.is_some() && second.is_none());
        let other = ASKING.scope(home(2), async { turns.now() }).await;
        let third = ASKING.scope(home(3), async { turns.now() }).await;
        assert!(other.is_some() && third.is_none());
        drop(first);
        assert!(ASKING.scope(home(3), async { turns.now() }).await.is_some());
        let households = locked(&turns.households).len();
        assert!(households <= 2, "{households}");
    }
}
