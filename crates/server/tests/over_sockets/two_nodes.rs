//! Two servers on one Postgres, each with rooms of its own: what one acknowledges is so at the other.

use std::net::SocketAddr;
use std::sync::Arc;

use rules::encounter::{Class, Encounter, View};
use rules::id::{CommandId, EncounterId};
use serde_json::json;
use server::App;
use server::chance::SystemChance;
use server::clock::SystemClock;
use server::options::Options;
use server::store::postgres::{self, Address, check};
use server::store::{SqlStore, Store as _};
use server::token::Secret;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::client::{Guest, Line, fresh_id, soon};
use crate::cluster::shared;
use crate::server::{invitation, no_panics};

/// One of several equal servers.
struct Node {
    app: App,
    store: Arc<SqlStore>,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Node {
    async fn start(database: &Address, data: &TempDir) -> Self {
        let store = Arc::new(postgres::open(database).await.expect("a database"));
        let secret = Secret::open(data.path(), &SystemChance).expect("a key");
        let options = Options {
            address_limits: false,
            ..Options::new(data.path())
        };
        let (chance, clock) = (Arc::new(SystemChance), Arc::new(SystemClock));
        let app = App::new(options, Arc::clone(&store) as _, chance, clock, secret);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let serving = tokio::spawn(app.clone().serve(listener));
        Self {
            app,
            store,
            address,
            serving,
        }
    }

    async fn stop(self) {
        soon(self.app.go_down()).await;
        soon(self.serving).await.expect("no panic");
        no_panics();
    }
}

/// A table with a storyteller at the first server and a player at the second.
struct Evening {
    address: Address,
    nodes: [Node; 2],
    encounter: EncounterId,
    sam: Guest,
    ana: Guest,
    _data: TempDir,
}

impl Evening {
    async fn begin() -> Option<Self> {
        let address = shared()?.database().await;
        let data = tempfile::tempdir().expect("a folder");
        let nodes = [
            Node::start(&address, &data).await,
            Node::start(&address, &data).await,
        ];
        let mut sam = Guest::new(nodes[0].address);
        let table = sam.make_table("Sam").await;
        let encounter = sam.opening(table).await.encounter;
        let link = invitation(&mut sam, table).await.player;
        let mut ana = Guest::new(nodes[1].address);
        ana.sit(&link, "Ana").await;
        ana.opening(table).await;
        Some(Self {
            address,
            nodes,
            encounter,
            sam,
            ana,
            _data: data,
        })
    }

    /// The whole log, followed from its beginning.
    async fn replayed(&self) -> (Encounter, Vec<CommandId>) {
        let store = &self.nodes[0].store;
        let scene = store.scene(self.encounter).await.expect("an open store");
        let scene = scene.expect("an encounter");
        let mut encounter = Encounter::new(scene.title, scene.system);
        let mut ids = Vec::new();
        loop {
            let page = store.records(self.encounter, ids.len() as u64, 500).await;
            let page = page.expect("a whole log");
            if page.is_empty() {
                return (encounter, ids);
            }
            for (number, record) in page {
                ids.push(record.command);
                assert_eq!(number, ids.len() as u64, "numbers without gaps");
                encounter.apply(&record);
            }
        }
    }

    async fn end(self) {
        for node in self.nodes {
            node.stop().await;
        }
        let checked = check(&self.address).await.expect("a database");
        assert!(checked.whole, "{}", checked.words);
    }
}

/// Gives so many commands, one behind the other; their ids.
async fn click(mut line: Line, name: &'static str, count: usize) -> (Line, Vec<CommandId>) {
    let mut ids = Vec::new();
    for nth in 0..count {
        let given = match nth % 20 {
            0 => json!({"add": {"line": format!("{name} {nth}")}}),
            _ => json!({"roll": {"what": name, "terms": [], "reading": {}}}),
        };
        let id = fresh_id();
        assert_eq!(line.give_as(id, &given).await, Ok(()), "{name} {nth}");
        ids.push(id);
    }
    (line, ids)
}

#[tokio::test]
async fn two_servers_write_to_one_encounter_and_each_click_is_done_once() {
    const CLICKS: usize = 60;
    let Some(evening) = Evening::begin().await else {
        return;
    };
    let of_sam = evening.sam.follow(evening.encounter).await;
    let of_ana = evening.ana.follow(evening.encounter).await;
    let both = tokio::join!(
        tokio::spawn(click(of_sam, "Ghoul", CLICKS)),
        tokio::spawn(click(of_ana, "Ilse", CLICKS)),
    );
    let (encounter, log) = evening.replayed().await;
    for (clicked, class) in [both.0, both.1].into_iter().zip(Class::ALL) {
        let (mut line, ids) = clicked.expect("no panic");
        for id in ids {
            let found = log.iter().filter(|other| **other == id).count();
            assert_eq!(found, 1, "what was acknowledged is there once");
        }
        let is_so = View::of(&encounter, class);
        line.until(|line| line.view() == &is_so).await;
    }
    evening.end().await;
}
