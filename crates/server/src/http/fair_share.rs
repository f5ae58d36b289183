//! Fair shares of common resources: permits for work that takes a core, and memory for uploads. Each household has
//! its share, so one that takes all it can get leaves the others theirs.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::error::HttpError;
use crate::lock;

tokio::task_local! {
    /// Household whose request is being answered.
    pub(crate) static CURRENT_HOUSEHOLD: IpAddr;
}

/// Returns the household whose request this task answers; `None` for the program's own work, and where limits per
/// address are lifted.
pub(crate) fn current_household() -> Option<IpAddr> {
    CURRENT_HOUSEHOLD.try_with(|address| *address).ok()
}

/// Semaphore for work of one kind, with a limit in all and a lower one for each household.
#[derive(Debug)]
pub(crate) struct FairSemaphore {
    all: Arc<Semaphore>,
    per_household: usize,
    households: Mutex<HashMap<Option<IpAddr>, Weak<Semaphore>>>,
}

/// A permit of a [`FairSemaphore`] for one piece of work, returned when it is dropped.
#[derive(Debug)]
pub(crate) struct FairPermit {
    _own: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl FairSemaphore {
    /// Creates a semaphore with `all` permits, a number of which one household gets at most
    /// `of_one`.
    pub(crate) fn new(all: usize, of_one: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            per_household: of_one,
            households: Mutex::default(),
        }
    }

    /// Returns the semaphore with the permits of the current household.
    fn household_semaphore(&self) -> Arc<Semaphore> {
        let (mut households, key) = (lock(&self.households), current_household());
        households.retain(|_, own| own.strong_count() > 0);
        if let Some(own) = households.get(&key).and_then(Weak::upgrade) {
            return own;
        }
        let most = key.map_or(Semaphore::MAX_PERMITS, |_| self.per_household);
        let own = Arc::new(Semaphore::new(most));
        households.insert(key, Arc::downgrade(&own));
        own
    }

    /// Waits to acquire a permit of the current household and of the whole server. A request waits behind others of its
    /// household, then behind at most one of each other household.
    ///
    /// # Errors
    ///
    /// [`HttpError::Broken`], but never while the server runs.
    pub(crate) async fn acquire(&self) -> Result<FairPermit, HttpError> {
        let own = self.household_semaphore().acquire_owned().await;
        let of_all = Arc::clone(&self.all).acquire_owned().await;
        Ok(FairPermit {
            _own: own.map_err(|_| HttpError::Broken)?,
            _of_all: of_all.map_err(|_| HttpError::Broken)?,
        })
    }

    /// Acquires a permit if one is free right now.
    pub(crate) fn try_acquire(&self) -> Option<FairPermit> {
        Some(FairPermit {
            _own: self.household_semaphore().try_acquire_owned().ok()?,
            _of_all: Arc::clone(&self.all).try_acquire_owned().ok()?,
        })
    }
}

/// Memory budget for uploaded files, in bytes, in all and for each household.
#[derive(Debug)]
pub(crate) struct UploadMemory {
    all: usize,
    per_household: usize,
    held: Mutex<HashMap<Option<IpAddr>, usize>>,
}

/// Reserved memory for an upload, returned when it is dropped.
#[derive(Debug)]
pub(crate) struct UploadReservation {
    bodies: Arc<UploadMemory>,
    household: Option<IpAddr>,
    bytes: usize,
}

impl UploadMemory {
    /// Creates a memory budget of `all` bytes, of which one household gets at most `of_one`.
    pub(crate) fn new(all: usize, of_one: usize) -> Self {
        Self {
            all,
            per_household: of_one,
            held: Mutex::default(),
        }
    }

    /// Creates an empty reservation for the current household.
    pub(crate) fn empty_reservation(bodies: &Arc<Self>) -> UploadReservation {
        UploadReservation {
            bodies: Arc::clone(bodies),
            household: current_household(),
            bytes: 0,
        }
    }
}

impl UploadReservation {
    /// Reserves more bytes for an upload, and returns whether there were enough.
    pub(crate) fn grow(&mut self, bytes: usize) -> bool {
        let mut held = lock(&self.bodies.held);
        let all: usize = held.values().sum();
        let own = held.get(&self.household).copied().unwrap_or_default();
        let most = match self.household {
            Some(_) => self.bodies.per_household,
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

    /// Gives all bytes that this upload has reserved back to the memory budget.
    pub(crate) fn release(&mut self) {
        let mut held = lock(&self.bodies.held);
        if let Some(own) = held.get_mut(&self.household) {
            *own -= self.bytes;
            if *own == 0 {
                held.remove(&self.household);
            }
        }
        self.bytes = 0;
    }
}

impl Drop for UploadReservation {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    async fn held(bodies: &Arc<UploadMemory>, last: u8) -> UploadReservation {
        CURRENT_HOUSEHOLD
            .scope(home(last), async {
                UploadMemory::empty_reservation(bodies)
            })
            .await
    }

    #[tokio::test]
    async fn bytes_are_bounded_for_one_household_and_for_all() {
        let bodies = Arc::new(UploadMemory::new(10, 6));
        let (mut one, mut more, mut other) = (
            held(&bodies, 1).await,
            held(&bodies, 1).await,
            held(&bodies, 2).await,
        );
        assert!(one.grow(4) && more.grow(2));
        assert!(!more.grow(1), "the household has its share");
        assert!(other.grow(4) && !other.grow(1), "all is taken");
        drop(one);
        assert!(other.grow(2) && more.grow(1));
        more.release();
        drop((more, other));
        assert!(lock(&bodies.held).is_empty());
    }

    #[tokio::test]
    async fn a_household_has_its_turns_and_no_more() {
        let turns = FairSemaphore::new(2, 1);
        let first = CURRENT_HOUSEHOLD
            .scope(home(1), async { turns.try_acquire() })
            .await;
        let second = CURRENT_HOUSEHOLD
            .scope(home(1), async { turns.try_acquire() })
            .await;
        assert!(first.is_some() && second.is_none());
        let other = CURRENT_HOUSEHOLD
            .scope(home(2), async { turns.try_acquire() })
            .await;
        let third = CURRENT_HOUSEHOLD
            .scope(home(3), async { turns.try_acquire() })
            .await;
        assert!(other.is_some() && third.is_none());
        drop(first);
        assert!(
            CURRENT_HOUSEHOLD
                .scope(home(3), async { turns.try_acquire() })
                .await
                .is_some()
        );
        let households = lock(&turns.households).len();
        assert!(households <= 2, "{households}");
    }
}
