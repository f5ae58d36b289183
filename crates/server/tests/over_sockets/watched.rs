//! What a host's machines are told: whether the server lives, whether it is ready, and how much of everything.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::Duration;

use rules::wire::{ClientMessage, NotDoneReason, ServerMessage};
use serde_json::json;
use server::cli::options::Options;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::client::{Answer, Guest, command, fresh_id, soon};
use crate::logging::{Told, told};
use crate::server::{Company, Server};
use crate::stores::in_postgres_too;

in_postgres_too!(
    what_is_counted_is_what_happened,
    it_lives_and_is_ready_and_says_so,
);

/// What `/metrics` says, by name and labels.
type Meters = BTreeMap<String, f64>;

fn read(text: &str) -> Meters {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let split = lines.map(|line| line.rsplit_once(' ').expect("a value"));
    split
        .map(|(name, value)| (name.to_owned(), value.parse().expect("a number")))
        .collect()
}

/// The names that are told, as a query asks for them.
fn names(text: &str) -> BTreeSet<String> {
    let kinds = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let kinds = kinds.map(|line| line.split_once(' ').expect("a kind"));
    kinds
        .map(|(name, kind)| match kind {
            "counter" => format!("{name}_total"),
            "info" => format!("{name}_info"),
            _ => name.to_owned(),
        })
        .collect()
}

/// Shows the meters of a server.
async fn meters_of(server: &Server) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(server.app.clone().serve_metrics(listener));
    address
}

async fn get(address: SocketAddr, path: &str) -> Answer {
    soon(Guest::new(address).get(path)).await
}

#[tokio::test]
async fn what_is_counted_is_what_happened() {
    let company = Company::gather().await;
    let address = meters_of(&company.server).await;
    let before = read(&get(address, "/metrics").await.body);
    let [mut sam, mut ana, eve] = company.lines().await;
    for nth in 0..3 {
        let add = json!({"add": {"line": format!("Ghoul {nth}")}});
        assert_eq!(ana.give(add).await, Ok(()));
    }
    assert!(ana.give(json!({"title": {"title": "Mine"}})).await.is_err());
    // Faster than she may: so many are done, and the others are counted as too fast.
    let roll = command(&json!({"roll": {"what": "x", "terms": [], "reading": {}}}));
    for _ in 0..400 {
        let (id, command) = (fresh_id(), roll.clone());
        sam.tell(&ClientMessage::Do { id, command }).await;
    }
    let (mut done, mut too_fast) = (0, 0);
    while done + too_fast < 400 {
        match sam.next().await {
            ServerMessage::Done(_) => done += 1,
            ServerMessage::NotDone(_, NotDoneReason::TooFast) => too_fast += 1,
            _ => {}
        }
    }
    sam.say("Garbled").await;
    sam.until(|line| line.heard.iter().any(|it| it.contains("not_json")))
        .await;
    let answer = get(address, "/metrics").await;
    assert_eq!(answer.status, 200);
    let kind = answer.header("content-type").expect("a kind");
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    assert!(answer.body.ends_with("# EOF\n"));
    let after = read(&answer.body);
    let more = |name: &str| after[name] - before[name];
    assert_eq!(after["coterie_sockets"], 3.0);
    assert_eq!(after["coterie_rooms"], 1.0);
    assert!(after["coterie_connections"] >= 3.0);
    assert_eq!(after["coterie_store_keeps"], 1.0);
    assert_eq!(more("coterie_refusals_total{kind=\"rules\"}"), 1.0);
    assert_eq!(
        more("coterie_refusals_total{kind=\"too_fast\"}"),
        f64::from(too_fast)
    );
    assert_eq!(more("coterie_unreadable_total{kind=\"not_json\"}"), 1.0);
    assert_eq!(more("coterie_command_seconds_count"), 404.0);
    // Three hellos, the commands, and what was garbled.
    assert_eq!(more("coterie_frames_received_total"), 408.0);
    assert!(more("coterie_bytes_received_total") > 404.0 * 30.0);
    // All that was heard was sent; and each of three heard at least their answers.
    let heard = || sam.heard.iter().chain(&ana.heard).chain(&eve.heard);
    assert!(heard().count() > 405);
    assert!(more("coterie_frames_sent_total") >= heard().count() as f64);
    let bytes: usize = heard().map(String::len).sum();
    assert!(more("coterie_bytes_sent_total") >= bytes as f64);
    let commits = more("coterie_commits_total");
    assert_eq!(commits, more("coterie_commit_writes_count"));
    assert_eq!(commits, more("coterie_commit_seconds_count"));
    assert!(
        (4.0..=f64::from(done) + 4.0).contains(&commits),
        "{commits}"
    );
    // More than two hundred records: a snapshot was kept.
    assert!(more("coterie_snapshot_bytes_count") >= 1.0);
    assert!(more("coterie_snapshot_bytes_sum") > 1_000.0);
    drop((sam, ana, eve));
    soon(async {
        while read(&get(address, "/metrics").await.body)["coterie_sockets"] != 0.0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    company.server.stop().await;
}

#[tokio::test]
async fn pages_that_were_disturbed_are_counted_so_often_a_household() {
    let server = Server::start().await;
    let address = meters_of(&server).await;
    let mut guest = Guest::new(server.address);
    assert_eq!(guest.post("/pages/drawn", &[]).await.status, 200);
    assert_eq!(guest.post("/pages/stopped", &[]).await.status, 200);
    for word in ["", "Drawn", "drawn/x", "a-table"] {
        let path = format!("/pages/{word}");
        assert_eq!(guest.post(&path, &[]).await.status, 404, "{word}");
    }
    for _ in 0..20 {
        guest.post("/pages/asleep", &[]).await;
    }
    assert_eq!(guest.post("/pages/asleep", &[]).await.status, 429);
    assert_eq!(guest.get("/pages/drawn").await.status, 405);
    let meters = read(&get(address, "/metrics").await.body);
    let of = |kind: &str| meters[&format!("coterie_pages_total{{kind=\"{kind}\"}}")];
    assert_eq!([of("drawn"), of("stopped")], [1.0, 1.0]);
    // Ten words of a household, of which two were of another kind and two were none.
    assert_eq!(of("asleep"), 6.0);
    server.stop().await;
}

#[tokio::test]
async fn meters_hold_nothing_of_a_table() {
    let options = ["--metrics", "127.0.0.1:0"];
    let Told {
        meters, secrets, ..
    } = told("warn", &options).await;
    assert!(
        meters.contains("coterie_command_seconds_count 5"),
        "{meters}"
    );
    for secret in secrets {
        assert!(!meters.contains(&secret), "{secret}");
    }
    // Labels are words of the program alone: kinds from a list, bounds of buckets, the build.
    let labels = meters.split('{').skip(1);
    let keys = labels.flat_map(|it| it.split('}').next().unwrap_or_default().split(','));
    let keys: BTreeSet<_> = keys.filter_map(|it| it.split('=').next()).collect();
    let known = ["kind", "le", "rules", "version"];
    assert_eq!(keys, BTreeSet::from(known));
}

#[tokio::test]
async fn meters_are_nowhere_but_at_their_own_address() {
    let server = Server::start().await;
    assert_eq!(get(server.address, "/metrics").await.status, 404);
    let address = meters_of(&server).await;
    for path in ["/", "/healthz", "/metrics/x", "/t"] {
        assert_eq!(get(address, path).await.status, 404, "{path}");
    }
    let mut guest = Guest::new(address);
    assert_eq!(guest.post("/metrics", &[]).await.status, 404);
    assert_eq!(Options::new("data").metrics, None);
    server.stop().await;
    let gone = soon(tokio::net::TcpStream::connect(address)).await;
    assert!(gone.is_err(), "they go down with the server");
}

#[tokio::test]
async fn the_page_for_hosts_names_every_meter_and_no_other() {
    let server = Server::start().await;
    let address = meters_of(&server).await;
    let told = names(&get(address, "/metrics").await.body);
    assert!(told.len() > 15, "{told:?}");
    let page = include_str!("../../../../docs/operating.md");
    let words = page.split('`').filter(|word| {
        let mut letters = word.chars();
        word.starts_with("coterie_") && letters.all(|it| it.is_ascii_lowercase() || it == '_')
    });
    let named: BTreeSet<String> = words.map(str::to_owned).collect();
    assert_eq!(named, told);
    server.stop().await;
}

#[tokio::test]
async fn it_lives_and_is_ready_and_says_so() {
    let server = Server::start().await;
    for path in ["/healthz", "/readyz", "/health"] {
        let answer = get(server.address, path).await;
        assert_eq!((answer.status, &answer.body[..]), (200, "ok"), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    server.stop().await;
}

#[tokio::test]
async fn while_it_opens_what_is_kept_it_lives_and_is_not_ready() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (done, opened) = oneshot::channel();
    let listener = server::Listener::from(listener);
    let opening = tokio::spawn(async move {
        let word: Result<&str, _> = server::answer_while_starting(&listener, opened).await;
        (word.expect("a word"), listener)
    });
    assert_eq!(get(address, "/healthz").await.status, 200);
    for path in ["/readyz", "/", "/demo"] {
        let answer = get(address, path).await;
        assert_eq!(answer.status, 503, "{path}");
        assert_eq!(answer.header("retry-after"), Some("2"));
        assert!(answer.body.contains("starting"), "{}", answer.body);
    }
    done.send("opened").expect("it waits");
    let (word, listener) = soon(opening).await.expect("no panic");
    assert_eq!(word, "opened");
    // The same door is used from then on.
    assert_eq!(listener.local_addr().expect("an address"), address);
}
