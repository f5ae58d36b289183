//! A server of the test's own, on a free port and in a folder that goes away, with a clock
//! that stands still.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};

use app::page::Invitation;
use rules::base::id::{CommandId, EncounterId, TableId};
use rules::ruleset::SystemId;
use server::App;
use server::auth::token::Secret;
use server::chance::{Chance, SystemChance};
use server::cli::options::Options;
use server::clock::Clock;
use server::store::{SqlStore, Store as _};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::client::{Guest, Line, soon};
use crate::stores;

/// When every test begins: the first of January 2026.
pub(crate) const START: u64 = 1_767_225_600_000;

/// A clock that is wound by hand.
pub(crate) struct Hands(AtomicU64);

impl Hands {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self(AtomicU64::new(START)))
    }

    pub(crate) fn wind(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

impl Clock for Hands {
    fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A running server.
pub(crate) struct Server {
    pub(crate) app: App,
    pub(crate) store: Arc<SqlStore>,
    pub(crate) clock: Arc<Hands>,
    pub(crate) address: SocketAddr,
    chance: Arc<dyn Chance>,
    data: Arc<TempDir>,
    serving: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::with(Arc::new(SystemChance)).await
    }

    /// With a chance of the test's own.
    pub(crate) async fn with(chance: Arc<dyn Chance>) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        Self::of(Arc::new(data), chance, Hands::new()).await
    }

    /// With options of the test's own, and limits for addresses.
    pub(crate) async fn set(options: impl FnOnce(Options) -> Options) -> Self {
        let data = Arc::new(tempfile::tempdir().expect("a folder"));
        let options = options(Options::new(data.path()));
        Self::run(data, Arc::new(SystemChance), Hands::new(), options).await
    }

    async fn of(data: Arc<TempDir>, chance: Arc<dyn Chance>, clock: Arc<Hands>) -> Self {
        let options = Options {
            address_limits: false,
            ..Options::new(data.path())
        };
        Self::run(data, chance, clock, options).await
    }

    async fn run(
        data: Arc<TempDir>,
        chance: Arc<dyn Chance>,
        clock: Arc<Hands>,
        options: Options,
    ) -> Self {
        watch_for_panics();
        let store = Arc::new(stores::open(data.path()).await);
        let secret = Secret::load_or_create(data.path(), &*chance).expect("a key");
        let (all, time) = (Arc::clone(&store), Arc::clone(&clock));
        let app = App::new(options, all, Arc::clone(&chance), time, secret);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let serving = tokio::spawn(app.clone().serve(listener));
        Self {
            app,
            store,
            clock,
            address,
            chance,
            data,
            serving,
        }
    }

    /// Goes down in order.
    pub(crate) async fn stop(self) {
        let Self { app, serving, .. } = self;
        soon(app.shut_down()).await;
        soon(serving).await.expect("no panic");
        no_panics();
    }

    /// Goes down, and up again with what was kept. The port is another one. In between
    /// something may happen to the folder.
    pub(crate) async fn again_after(self, between: impl AsyncFnOnce(&Path)) -> Self {
        let (data, clock) = (Arc::clone(&self.data), Arc::clone(&self.clock));
        let chance = Arc::clone(&self.chance);
        self.stop().await;
        between(data.path()).await;
        Self::of(data, chance, clock).await
    }

    /// The folder of everything that is kept.
    pub(crate) fn data(&self) -> &Path {
        self.data.path()
    }

    /// How many rows of each kind are kept.
    pub(crate) async fn totals(&self) -> [i64; 4] {
        let mut beside = stores::beside(self.data.path()).await;
        let mut totals = [0; 4];
        for (total, sql) in totals.iter_mut().zip([
            "SELECT COUNT(*) FROM tables",
            "SELECT COUNT(*) FROM seats",
            "SELECT COUNT(*) FROM encounters",
            "SELECT COUNT(*) FROM events",
        ]) {
            *total = beside.count(sql).await;
        }
        totals
    }

    /// How many commands of an encounter are kept.
    pub(crate) async fn count(&self, encounter: EncounterId) -> usize {
        self.commands(encounter).await.len()
    }

    /// The ids of all commands of an encounter that are kept.
    pub(crate) async fn commands(&self, encounter: EncounterId) -> Vec<CommandId> {
        let kept = self.store.command_ids(encounter, None, u32::MAX).await;
        kept.expect("an open store")
    }
}

/// Where somebody other than a test panicked.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Nothing a client does may make the server panic, whichever task it is in.
fn watch_for_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let by_test = panic
                .location()
                .is_some_and(|at| at.file().contains("tests/over_sockets"));
            if !by_test {
                let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
                panics.push(panic.to_string());
            }
            usual(panic);
        }));
    });
}

pub(crate) fn no_panics() {
    let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(panics.is_empty(), "{panics:?}");
}

/// A table with everybody at it: a storyteller, two players, somebody who watches.
pub(crate) struct Company {
    pub(crate) server: Server,
    pub(crate) table: TableId,
    pub(crate) encounter: EncounterId,
    pub(crate) sam: Guest,
    pub(crate) ana: Guest,
    pub(crate) ben: Guest,
    pub(crate) eve: Guest,
}

impl Company {
    pub(crate) async fn gather() -> Self {
        Self::at(Server::start().await).await
    }

    /// Everybody comes in, in this order: their seats are 1, 2, 3 and 4.
    pub(crate) async fn at(server: Server) -> Self {
        Self::on(server, SystemId::FIRST).await
    }

    /// The same at a table with these rules.
    pub(crate) async fn on(server: Server, system: SystemId) -> Self {
        let [mut sam, mut ana, mut ben, mut eve] = [(); 4].map(|()| Guest::new(server.address));
        let table = sam.make_table_on("Sam", system).await;
        let encounter = sam.opening(table).await.encounter;
        let invitation = invitation(&mut sam, table).await;
        for (guest, name, link) in [
            (&mut ana, "Ana", &invitation.player),
            (&mut ben, "Ben", &invitation.player),
            (&mut eve, "Eve", &invitation.spectator),
        ] {
            assert_eq!(guest.sit(link, name).await, table);
            guest.opening(table).await;
        }
        Self {
            server,
            table,
            encounter,
            sam,
            ana,
            ben,
            eve,
        }
    }

    /// The lines of the storyteller, the first player and the spectator.
    pub(crate) async fn lines(&self) -> [Line; 3] {
        [
            self.sam.follow(self.encounter).await,
            self.ana.follow(self.encounter).await,
            self.eve.follow(self.encounter).await,
        ]
    }

    /// The server goes down and up again.
    pub(crate) async fn again(self) -> Self {
        self.again_after(async |_| {}).await
    }

    /// The same, and in between something may happen to the folder.
    pub(crate) async fn again_after(self, between: impl AsyncFnOnce(&Path)) -> Self {
        let server = self.server.again_after(between).await;
        let address = server.address;
        let move_to = |guest| Guest { address, ..guest };
        Self {
            server,
            sam: move_to(self.sam),
            ana: move_to(self.ana),
            ben: move_to(self.ben),
            eve: move_to(self.eve),
            ..self
        }
    }
}

/// The ways to a table, as those who run it are told.
pub(crate) async fn invitation(guest: &mut Guest, table: TableId) -> Invitation {
    let answer = guest.post(&format!("/t/{table}/invite"), &[]).await;
    assert_eq!(answer.status, 200);
    serde_json::from_str(&answer.body).expect("an invitation")
}
