//! State of a server that all handlers share.

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::assets::SiteAssets;
use crate::auth::newcomers::Newcomers;
use crate::auth::token::Secret;
use crate::chance::Chance;
use crate::cli::options::Options;
use crate::clock::Clock;
use crate::http::error::RefusalLog;
use crate::http::fair_share::{FairSemaphore, UploadMemory};
use crate::http::limits::{self, Rates};
use crate::http::listener::ConnectionSlots;
use crate::metrics::Metrics;
use crate::network::NetworkDoors;
use crate::past_cache::PastCache;
use crate::room::{Rooms, run_room};
use crate::store::Store;

/// Shared handle to a running server's state, which all HTTP handlers and rooms get. A clone is as small as a pointer:
/// every request and every socket has one.
#[derive(Clone)]
pub struct App(Arc<AppState>);

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

/// State shared by all HTTP handlers: options, store, rooms, limits and metrics.
pub struct AppState {
    pub(crate) options: Arc<Options>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) chance: Arc<dyn Chance>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) secret: Arc<Secret>,
    pub(crate) site: Arc<SiteAssets>,
    pub(crate) rates: Arc<Rates>,
    pub(crate) rooms: Rooms,
    /// Browsers that were just given their first key.
    pub(crate) newcomers: Newcomers,
    /// Limits how often the log reports each cause of refusal.
    pub(crate) refusal_log: RefusalLog,
    /// Metrics for the host.
    pub(crate) meters: Metrics,
    /// Limits how many logs are read at once for recaps.
    pub(crate) recaps: Arc<FairSemaphore>,
    /// Cache of the encounter histories that were viewed recently.
    pub(crate) past_cache: Arc<PastCache>,
    /// Limits a household's concurrent requests to join or create tables.
    pub(crate) front_pages: FairSemaphore,
    /// Delays a household's answers for too many requests, one after the other.
    pub(crate) refusals: FairSemaphore,
    /// Limits a household's concurrent table pages.
    pub(crate) table_pages: FairSemaphore,
    /// Limits how many uploaded pictures are decoded at once.
    pub(crate) pictures: FairSemaphore,
    /// Limits how many table files are read at once.
    pub(crate) imports: FairSemaphore,
    /// Memory budget for uploads.
    pub(crate) upload_memory: Arc<UploadMemory>,
    /// Slots for connections to all listeners.
    pub(crate) connection_slots: ConnectionSlots,
    /// Doors for the phones in the local network.
    pub(crate) network: NetworkDoors,
    /// Signals that the server shuts down.
    pub(crate) shutdown: CancellationToken,
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
        let meters = Metrics::new(&store.meters());
        let all = options.connections;
        let of_one = match options.address_limits {
            true => limits::household_connections(all),
            false => all,
        };
        let rooms = Rooms::new(
            run_room,
            Arc::clone(&store),
            Arc::clone(&chance),
            Arc::clone(&clock),
            tasks.clone(),
            options.quotas,
            meters.clone(),
        );
        Self(Arc::new(AppState {
            rates: Arc::new(Rates::new(options.address_limits)),
            options: Arc::new(options),
            store,
            chance,
            clock,
            secret: Arc::new(secret),
            site: Arc::new(SiteAssets::load()),
            newcomers: Newcomers::default(),
            refusal_log: RefusalLog::default(),
            rooms,
            meters,
            recaps: Arc::new(FairSemaphore::new(limits::RECAPS_AT_ONCE, 1)),
            past_cache: Arc::default(),
            front_pages: FairSemaphore::new(Semaphore::MAX_PERMITS, limits::FRONT_PAGES_AT_ONCE),
            refusals: FairSemaphore::new(Semaphore::MAX_PERMITS, 1),
            table_pages: FairSemaphore::new(Semaphore::MAX_PERMITS, limits::TABLE_PAGES_AT_ONCE),
            pictures: FairSemaphore::new(limits::PICTURES_AT_ONCE, 1),
            imports: FairSemaphore::new(limits::ARCHIVES_AT_ONCE, 1),
            upload_memory: Arc::new(UploadMemory::new(
                limits::MAX_BODIES,
                limits::MAX_HOUSEHOLD_BODIES,
            )),
            connection_slots: ConnectionSlots::new(all, of_one),
            network: NetworkDoors::default(),
            shutdown: down,
            tasks,
        }))
    }
}
