//! Three nodes on one Postgres and one NATS server, each in a folder of its own, behind lines of its own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Mutex as Known;
use std::time::Duration;

use rules::base::id::EncounterId;
use rules::encounter::Encounter;
use server::store::postgres::{self, Address};
use server::store::{SqlStore, Store as _};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::sync::Mutex;
use tokio::time::sleep;

use super::judge::{Log, Violation};
use super::link::{End, Link};
use crate::cluster::shared;
use crate::news::Nats;
use crate::program::{LOG, Program, file};

/// How many nodes there are.
pub(crate) const NODES: usize = 3;

/// One of them.
pub(crate) struct Node {
    data: PathBuf,
    /// The line to the database …
    pub(crate) database: Link,
    /// … and the one to the news.
    pub(crate) news: Link,
    /// The name of the database.
    name: String,
    program: Mutex<Option<Program>>,
    /// Where it is, while it is there.
    address: Known<Option<SocketAddr>>,
}

impl Node {
    /// Where it is, while it is there.
    pub(crate) fn address(&self) -> Option<SocketAddr> {
        *self.address.lock().expect("no panic")
    }

    fn is_at(&self, address: Option<SocketAddr>) {
        *self.address.lock().expect("no panic") = address;
    }

    /// Starts it.
    pub(crate) async fn start(&self) {
        *self.program.lock().await = Some(self.started().await);
    }

    /// One that needs its database, which may be slow or away for the moment, is started again until it is there.
    async fn started(&self) -> Program {
        let (database, news) = (self.database.address, self.news.address);
        loop {
            let mut command = Command::new(file());
            command.arg("--no-address-limits").env("RUST_LOG", "warn");
            let name = &self.name;
            command.env(
                "DATABASE_URL",
                format!("postgres://coterie@{database}/{name}"),
            );
            command.env("NATS_URL", format!("nats://{news}"));
            if let Some(program) = Program::try_of(command, &self.data).await {
                self.is_at(Some(program.address));
                return program;
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// No time for a last word.
    pub(crate) async fn kill(&self) {
        let mut program = self.program.lock().await;
        self.is_at(None);
        if let Some(mut program) = program.take() {
            program.kill().await;
        }
    }

    /// Told to end, it goes in order.
    pub(crate) async fn leave(&self) {
        let mut program = self.program.lock().await;
        if let Some(mut leaving) = program.take() {
            leaving.signal("TERM").await;
            self.is_at(None);
            leaving.ended().await;
        }
    }

    /// It is gone for a while, killed or told to end, and then another of its lives begins.
    pub(crate) async fn stay_away(&self, killed: bool, lasts: Duration) {
        let mut program = self.program.lock().await;
        self.is_at(None);
        if let Some(mut gone) = program.take() {
            if killed {
                gone.kill().await;
            } else {
                gone.signal("TERM").await;
                gone.ended().await;
            }
        }
        sleep(lasts).await;
        *program = Some(self.started().await);
    }

    /// Sends it a signal by its name.
    pub(crate) async fn signal(&self, name: &str) {
        if let Some(program) = &*self.program.lock().await {
            program.signal(name).await;
        }
    }

    /// It stands still for a while, and knows nothing of it.
    pub(crate) async fn pause(&self, lasts: Duration) {
        let program = self.program.lock().await;
        if let Some(program) = &*program {
            program.signal("STOP").await;
            sleep(lasts).await;
            program.signal("CONT").await;
        }
    }

    /// Everything it has said so far, in all its lives.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.data.join(LOG)).expect("a log")
    }
}

/// All of them.
pub(crate) struct Service {
    pub(crate) nodes: Vec<Node>,
    pub(crate) nats: Nats,
    /// The database without a line in between.
    pub(crate) address: Address,
    place: TempDir,
}

impl Service {
    /// Starts all nodes, if there are Postgres and NATS here.
    pub(crate) async fn start() -> Option<Self> {
        let nats = Nats::start()?;
        let cluster = shared()?;
        let text = cluster.new_address().await;
        let (name, socket) = cluster.ways(&text);
        let place = tempfile::tempdir().expect("a folder");
        let mut nodes = Vec::new();
        for nth in 1..=NODES {
            let data = place.path().join(format!("node {nth}"));
            std::fs::create_dir(&data).expect("a folder");
            nodes.push(Node {
                data,
                database: Link::to(End::Socket(socket.clone())).await,
                news: Link::to(End::Port(nats.at)).await,
                name: name.clone(),
                program: Mutex::new(None),
                address: Known::new(None),
            });
        }
        for node in &nodes {
            node.start().await;
        }
        let address = Address::parse(&text).expect("an address");
        Some(Self {
            nodes,
            nats,
            address,
            place,
        })
    }

    /// Where a node is that must be there.
    pub(crate) fn at(&self, node: usize) -> SocketAddr {
        self.nodes[node].address().expect("it is there")
    }

    /// What is kept, as somebody beside the nodes reads it.
    pub(crate) async fn store(&self) -> SqlStore {
        let store = postgres::open_alongside_server(&self.address).await;
        store.expect("a database")
    }

    /// An encounter's log, whose numbers have no gaps, replayed.
    pub(crate) async fn log(store: &SqlStore, encounter: EncounterId) -> Result<Log, Violation> {
        let scene = store.encounter(encounter).await.expect("a database");
        let scene = scene.expect("an encounter");
        let mut records = Vec::new();
        loop {
            let last = records.len() as u64;
            let page = store.records(encounter, last, 500).await;
            let page = page.expect("a whole log");
            if page.is_empty() {
                break;
            }
            for (number, record) in page {
                records.push(record);
                assert_eq!(number, records.len() as u64, "numbers without gaps");
            }
        }
        Log::replay(Encounter::new(scene.title, scene.system), records)
    }

    /// No node panicked, and what is kept is whole.
    pub(crate) async fn check(&self) {
        for node in &self.nodes {
            let log = node.log();
            assert!(!log.contains("panicked"), "{log}");
        }
        let checked = postgres::check_database(&self.address)
            .await
            .expect("a database");
        assert!(checked.is_intact, "{}", checked.text);
        assert!(self.place.path().exists());
    }
}
