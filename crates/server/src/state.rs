//! State of a server that all handlers share.

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::auth::newcomers::Newcomers;
use crate::auth::token::Secret;
use crate::chance::Chance;
use crate::cli::options::Options;
use crate::clock::Clock;
use crate::http::error::Tellings;
use crate::http::limits::{self, Rates};
use crate::http::shares::{Bodies, Turns};
use crate::meters::Meters;
use crate::parts::Site;
use crate::past::Pasts;
use crate::room::{Rooms, run_room};
use crate::store::Store;

/// Handle on a server. A clone is as small as a pointer: every request and every socket has one.
#[derive(Clone)]
pub struct App(Arc<Parts>);

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// State shared by all handlers.
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
    pub(crate) newcomers: Newcomers,
    /// Limits how often the log reports each cause of refusal.
    pub(crate) told: Tellings,
    /// Metrics for the host.
    pub(crate) meters: Meters,
    /// Limits how many logs are read at once for recaps.
    pub(crate) recaps: Arc<Turns>,
    /// Cache of the encounter histories that were viewed recently.
    pub(crate) pasts: Arc<Pasts>,
    /// Limits a household's concurrent requests to join or create tables.
    pub(crate) at_the_door: Turns,
    /// Delays a household's answers for too many requests, one after the other.
    pub(crate) refusals: Turns,
    /// Limits a household's concurrent table pages.
    pub(crate) at_tables: Turns,
    /// Limits how many uploaded pictures are decoded at once.
    pub(crate) pictures: Turns,
    /// Limits how many table files are read at once.
    pub(crate) imports: Turns,
    /// Memory budget for uploads.
    pub(crate) bodies: Arc<Bodies>,
    /// Signals that the server shuts down.
    pub(crate) down: CancellationToken,
    /// Tracks all tasks, so that the shutdown can wait for them.
    pub(crate) tasks: TaskTracker,
}

impl App {
    /// Creates a server from its parts; tests pass their own chance and clock.
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
            run_room,
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
            newcomers: Newcomers::default(),
            told: Tellings::default(),
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
}
