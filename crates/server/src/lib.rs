//! Who, when and where: pages, sockets, rooms and the store.
//!
//! A library, so that tests build the same program the binary runs.

pub mod archive;
mod browser;
pub mod chance;
pub mod clock;
mod cookie;
mod door;
mod error;
pub mod folder;
mod guides;
mod headers;
mod health;
pub mod invite;
pub mod lan;
mod limits;
pub mod logs;
mod meters;
mod newcomers;
pub mod news;
pub mod options;
mod origin;
mod pages;
mod parts;
mod past;
mod picture;
mod qr;
mod rate;
mod requests;
mod room;
mod routes;
mod seats;
mod shares;
mod shrink;
#[cfg(test)]
mod simulation;
mod site_url;
mod socket;
pub mod store;
pub mod token;
mod upgrade;
pub mod verify;
mod wordlist;

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::chance::Chance;
use crate::clock::Clock;
use crate::limits::Rates;
use crate::meters::Meters;
use crate::options::Options;
use crate::parts::Site;
use crate::room::Rooms;
use crate::shares::{Bodies, Turns};
use crate::store::Store;
use crate::token::Secret;

pub use crate::door::bind;
pub use crate::health::while_starting;
pub use crate::limits::Quotas;
pub use crate::pages::demo::sweep;

/// A server. A clone is another handle on the same one, and as small as a pointer: every request and every socket has
/// one.
#[derive(Clone)]
pub struct App(Arc<Parts>);

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// Everything the handlers share.
pub struct Parts {
    pub(crate) options: Arc<Options>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) chance: Arc<dyn Chance>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) secret: Arc<Secret>,
    pub(crate) site: Arc<Site>,
    pub(crate) rates: Arc<Rates>,
    pub(crate) rooms: Rooms,
    /// Browsers that were just given their first key.
    pub(crate) newcomers: newcomers::Newcomers,
    /// What the host was told of lately.
    pub(crate) told: error::Tellings,
    /// What the host watches.
    pub(crate) meters: Meters,
    /// Lets few logs at once be followed for recaps.
    pub(crate) recaps: Arc<Turns>,
    /// The pasts that were looked at lately.
    pub(crate) pasts: Arc<past::Pasts>,
    /// Lets few of a household at once come to tables, and make them.
    pub(crate) at_the_door: Turns,
    /// Lets one of a household after the other hear that it asks too often.
    pub(crate) refusals: Turns,
    /// Lets few pages of tables at once be made for a household.
    pub(crate) at_tables: Turns,
    /// Lets few uploaded pictures at once be unpacked.
    pub(crate) pictures: Turns,
    /// Lets few files with tables at once be read.
    pub(crate) imports: Turns,
    /// Room in memory for what is uploaded.
    pub(crate) bodies: Arc<Bodies>,
    /// Says that the server goes down.
    pub(crate) down: CancellationToken,
    /// Knows when everything has gone down.
    pub(crate) tasks: TaskTracker,
}

impl App {
    /// Puts a server together from its parts; tests bring their own chance and clock.
    #[must_use]
    pub fn new(
        options: Options,
        store: Arc<dyn Store>,
        chance: Arc<dyn Chance>,
        clock: Arc<dyn Clock>,
        secret: Secret,
    ) -> Self {
        let (down, tasks) = (CancellationToken::new(), TaskTracker::new());
        let meters = Meters::new(&store.meters());
        let rooms = Rooms::new(
            Arc::clone(&store),
            Arc::clone(&chance),
            Arc::clone(&clock),
            tasks.clone(),
            options.quotas,
            meters.clone(),
        );
        Self(Arc::new(Parts {
            rates: Arc::new(Rates::new(options.address_limits)),
            options: Arc::new(options),
            store,
            chance,
            clock,
            secret: Arc::new(secret),
            site: Arc::new(Site::load()),
            newcomers: newcomers::Newcomers::default(),
            told: error::Tellings::default(),
            rooms,
            meters,
            recaps: Arc::new(Turns::new(limits::RECAPS_AT_ONCE, 1)),
            pasts: Arc::default(),
            at_the_door: Turns::new(Semaphore::MAX_PERMITS, limits::AT_THE_DOOR),
            refusals: Turns::new(Semaphore::MAX_PERMITS, 1),
            at_tables: Turns::new(Semaphore::MAX_PERMITS, limits::AT_TABLES),
            pictures: Turns::new(limits::PICTURES_AT_ONCE, 1),
            imports: Turns::new(limits::ARCHIVES_AT_ONCE, 1),
            bodies: Arc::new(Bodies::new(
                limits::MAX_BODIES,
                limits::MAX_HOUSEHOLD_BODIES,
            )),
            down,
            tasks,
        }))
    }

    /// Serves until [`App::go_down`] is called.
    pub async fn serve(self, listener: TcpListener) {
        self.tasks.spawn(pages::demo::keep_sweeping(self.clone()));
        if self.store.is_shared() {
            self.tasks.spawn(news::keep_looking(self.clone()));
            if let Some(address) = self.options.news.clone() {
                self.tasks.spawn(news::keep_hearing(self.clone(), address));
            }
        }
        door::serve(self, listener).await;
    }

    /// Goes down in order: sockets are told, rooms keep their state, the store is closed.
    pub async fn go_down(&self) {
        self.down.cancel();
        self.rooms.close().await;
        self.tasks.close();
        if tokio::time::timeout(limits::GOODBYE_TIME, self.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!("some connections did not say goodbye in time");
        }
        self.store.close().await;
    }
}

/// A lock that a panic elsewhere does not poison: what it guards is changed in one step.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
