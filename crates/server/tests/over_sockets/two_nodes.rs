//! Two servers on one Postgres, each with rooms of its own: what one acknowledges is so at the other.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rules::base::id::{CommandId, EncounterId, SeatId, TableId};
use rules::encounter::{Class, Encounter, View};
use serde_json::json;
use server::App;
use server::auth::token::Secret;
use server::chance::SystemChance;
use server::cli::options::Options;
use server::clock::SystemClock;
use server::cluster::NatsAddress;
use server::store::postgres::{self, Address, check_database};
use server::store::{SqlStore, Store as _};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::client::{End, Guest, Line, fresh_id, soon};
use crate::cluster::shared;
use crate::news::Nats;
use crate::server::{invitation, no_panics};

/// One of several equal servers.
struct Node {
    app: App,
    store: Arc<SqlStore>,
    address: SocketAddr,
    meters: SocketAddr,
    serving: JoinHandle<()>,
}

impl Node {
    async fn start(database: &Address, data: &TempDir, news: Option<NatsAddress>) -> Self {
        let store = Arc::new(postgres::open(database).await.expect("a database"));
        let secret = Secret::load_or_create(data.path(), &SystemChance).expect("a key");
        let options = Options {
            address_limits: false,
            news,
            ..Options::new(data.path())
        };
        let (chance, clock) = (Arc::new(SystemChance), Arc::new(SystemClock));
        let app = App::new(options, Arc::clone(&store) as _, chance, clock, secret);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let serving = tokio::spawn(app.clone().serve(listener));
        let watched = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let meters = watched.local_addr().expect("an address");
        tokio::spawn(app.clone().serve_metrics(watched));
        Self {
            app,
            store,
            address,
            meters,
            serving,
        }
    }

    /// Waits until its meters say this.
    async fn says(&self, line: &str) {
        let says = async {
            loop {
                let text = Guest::new(self.meters).get("/metrics").await.body;
                if text.lines().any(|other| other == line) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        soon(says).await;
    }

    async fn stop(self) {
        soon(self.app.shut_down()).await;
        soon(self.serving).await.expect("no panic");
        no_panics();
    }
}

/// A table with a storyteller at the first server and a player at the second.
struct Evening {
    address: Address,
    nodes: [Node; 2],
    table: TableId,
    encounter: EncounterId,
    sam: Guest,
    ana: Guest,
    _data: TempDir,
}

impl Evening {
    async fn begin(news: Option<NatsAddress>) -> Option<Self> {
        let address = shared()?.database().await;
        let data = tempfile::tempdir().expect("a folder");
        let nodes = [
            Node::start(&address, &data, news.clone()).await,
            Node::start(&address, &data, news).await,
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
            table,
            encounter,
            sam,
            ana,
            _data: data,
        })
    }

    /// The whole log, followed from its beginning.
    async fn replayed(&self) -> (Encounter, Vec<CommandId>) {
        let store = &self.nodes[0].store;
        let scene = store
            .encounter(self.encounter)
            .await
            .expect("an open store");
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
        let checked = check_database(&self.address).await.expect("a database");
        assert!(checked.is_intact, "{}", checked.text);
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
    let Some(evening) = Evening::begin(None).await else {
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

fn add(line: &str) -> serde_json::Value {
    json!({"add": {"line": line}})
}

/// No news: nothing is refused or forgotten by a server that has not heard of it yet, and what went on elsewhere
/// is noticed soon.
#[tokio::test]
async fn a_server_that_hears_nothing_believes_the_log_and_not_itself() {
    let Some(mut evening) = Evening::begin(None).await else {
        return;
    };
    let (table, encounter) = (evening.table, evening.encounter);
    let mut of_sam = evening.sam.follow(encounter).await;
    let mut of_ana = evening.ana.follow(encounter).await;
    // A command that was acknowledged is done once, whichever server hears it again.
    let (id, ilse) = (fresh_id(), add("Ilse dex 4 stam 3 size 5"));
    assert_eq!(of_ana.give_as(id, &ilse).await, Ok(()));
    evening.ana.address = evening.nodes[0].address;
    let mut of_ana = evening.ana.follow(encounter).await;
    assert!(
        of_ana.find("Ilse").is_some(),
        "what was acknowledged is there"
    );
    assert_eq!(of_ana.give_as(id, &ilse).await, Ok(()));
    let (_, log) = evening.replayed().await;
    assert_eq!(log.iter().filter(|other| **other == id).count(), 1);

    // Both servers have the storyteller: what one made the other is asked about at once.
    evening.sam.address = evening.nodes[1].address;
    let mut again = evening.sam.follow(encounter).await;
    for nth in 0..10 {
        let name = format!("Wraith {nth}");
        assert_eq!(of_sam.give(add(&name)).await, Ok(()));
        let id = of_sam.id(&name);
        let gone = json!({"remove": {"id": id}});
        assert_eq!(
            again.give(gone).await,
            Ok(()),
            "it is there, as the log says"
        );
        let gone = json!({"remove": {"id": id}});
        assert!(of_sam.give(gone).await.is_err(), "it is not there any more");
    }

    // Shown out at one, closed at the other.
    let wish = [("wish", "unseat"), ("seat", "2")];
    let path = format!("/t/{table}/people");
    assert_eq!(evening.sam.post(&path, &wish).await.status, 303);
    assert_eq!(of_ana.end().await, End::Code(4001));

    // The table goes on at one: at the other everybody goes along.
    let here = encounter.to_string();
    let form = [
        ("here", here.as_str()),
        ("how", "now"),
        ("title", "The Crypt"),
        ("do", "start"),
    ];
    let done = evening.sam.post(&format!("/t/{table}/cast"), &form).await;
    assert_eq!(done.status, 303, "{}", done.body);
    assert_eq!(of_sam.end().await, End::Code(4006));
    evening.end().await;
}

/// With news: what one server tells is seen at the other without looking, and so is who is there.
#[tokio::test]
async fn servers_that_hear_each_other_are_one() {
    let Some(nats) = Nats::start() else { return };
    let Some(evening) = Evening::begin(Some(nats.address())).await else {
        return;
    };
    for node in &evening.nodes {
        node.says("coterie_news 1").await;
        node.says("coterie_nodes 1").await;
    }
    let mut of_sam = evening.sam.follow(evening.encounter).await;
    let mut of_ana = evening.ana.follow(evening.encounter).await;
    let both = [SeatId(1), SeatId(2)];
    of_sam.until(|line| line.here == both).await;
    of_ana.until(|line| line.here == both).await;
    let begun = Instant::now();
    for nth in 0..20 {
        let name = format!("Ghoul {nth}");
        assert_eq!(of_sam.give(add(&name)).await, Ok(()));
        of_ana.until(|line| line.find(&name).is_some()).await;
    }
    // By looking alone it would have taken the most of a hundred seconds.
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    // A card that is open at one server is told to the storyteller at the other.
    assert_eq!(of_ana.give(add("Ilse")).await, Ok(()));
    of_sam.until(|line| line.find("Ilse").is_some()).await;
    let ilse = of_sam.id("Ilse").to_string();
    let asked = json!({"ask_roll": {"pool": [{"number": 3}], "of": [ilse]}});
    assert_eq!(of_sam.give(asked).await, Ok(()));
    let id = of_sam.view().asks.as_ref().expect("an asked roll")[0].id.0;
    of_ana.until(|line| line.view().asks.is_some()).await;
    of_ana.say(&format!(r#"{{"reading":{id}}}"#)).await;
    let open = format!(r#"{{"reading":[[2,{id}]]}}"#);
    of_sam.until(|line| line.heard.contains(&open)).await;
    of_ana.say(r#"{"reading":0}"#).await;
    let none = r#"{"reading":[]}"#;
    of_sam
        .until(|line| line.heard.iter().any(|it| it == none))
        .await;
    assert!(!of_ana.heard.contains(&open), "players hear nothing of it");
    drop(of_sam);
    of_ana.until(|line| line.here == [SeatId(2)]).await;

    // Without news everything goes on.
    drop(nats);
    evening.nodes[1].says("coterie_news 0").await;
    let mut of_sam = evening.sam.follow(evening.encounter).await;
    assert_eq!(of_sam.give(add("Bishop")).await, Ok(()));
    of_ana.until(|line| line.find("Bishop").is_some()).await;
    evening.end().await;
}
