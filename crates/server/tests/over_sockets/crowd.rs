//! More than anybody needs: connections, sockets, seats. Those who only want to play come in.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rules::base::id::{EncounterId, TableId};
use rules::ruleset::SystemId;
use rules::wire::close;
use server::cli::options::Options;
use server::store::{EncounterInfo, EncounterStage, NewEncounter, Store as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::client::{End, Guest, soon};
use crate::program::Program;
use crate::raw::{Raw, hello, upgrade};
use crate::server::{Company, Server, invitation};

/// How long somebody may have to wait who only wants to play.
pub(crate) const PROMPT: Duration = Duration::from_secs(2);
/// Another address of this machine.
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];

/// How long this thread has waited for a processor while something else ran there.
fn waited() -> Duration {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = said.split_whitespace().nth(1);
    Duration::from_nanos(nanoseconds.map_or(0, |it| it.parse().expect("a number")))
}

/// People come in within two seconds.
async fn check_open(sam: &mut Guest, encounter: EncounterId, table: TableId) {
    let took = come_in(sam, encounter, table).await;
    assert!(took < PROMPT, "{took:?}");
}

/// The storyteller comes back, and a guest who was never here sits down and follows. How long that takes, without what
/// else this machine did meanwhile, which is no crowd's doing.
pub(crate) async fn come_in(sam: &mut Guest, encounter: EncounterId, table: TableId) -> Duration {
    let (begun, before) = (Instant::now(), waited());
    sam.opening(table).await;
    drop(sam.follow(encounter).await);
    let link = invitation(sam, table).await.player;
    let mut guest = Guest::new(sam.address);
    assert_eq!(guest.get(&link).await.status, 200);
    // No two at a table have one name.
    static LATE: AtomicUsize = AtomicUsize::new(1);
    let name = format!("Late {}", LATE.fetch_add(1, Ordering::Relaxed));
    assert_eq!(guest.sit(&link, &name).await, table);
    guest.opening(table).await;
    drop(guest.follow(encounter).await);
    let elsewhere = waited().saturating_sub(before);
    begun.elapsed().saturating_sub(elsewhere)
}

/// Comes from this address, asks every now and then whether the server is well, and comes back
/// when it is shown out.
async fn ask_on(
    from: [u8; 4],
    server: std::net::SocketAddr,
    every: Duration,
    open: Arc<AtomicUsize>,
) {
    loop {
        if let Ok(mut raw) = Raw::dial_from(from, server).await {
            open.fetch_add(1, Ordering::Relaxed);
            loop {
                raw.send("GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await;
                let head = raw.head().await;
                let mut body = [0; 2];
                if !head.starts_with("HTTP/1.1 200 ")
                    || raw.stream.read_exact(&mut body).await.is_err()
                {
                    break;
                }
                // Nothing comes, unless it is the end.
                if timeout(every, raw.stream.read(&mut body)).await.is_ok() {
                    break;
                }
            }
            open.fetch_sub(1, Ordering::Relaxed);
        }
        sleep(every * 3).await;
    }
}

#[tokio::test]
async fn one_address_with_thousands_of_connections_shuts_nobody_out() {
    let few = |options| Options {
        connections: 480,
        ..options
    };
    for from in [ELSEWHERE, [127, 0, 0, 1]] {
        let server = Server::set(few).await;
        let mut sam = Guest::new(server.address);
        let table = sam.make_table("Sam").await;
        let encounter = sam.opening(table).await.encounter;
        let open = Arc::new(AtomicUsize::new(0));
        let mut crowd = JoinSet::new();
        for _ in 0..600 {
            let every = Duration::from_millis(800);
            crowd.spawn(ask_on(from, server.address, every, Arc::clone(&open)));
        }
        for _ in 0..3 {
            soon(async {
                while open.load(Ordering::Relaxed) < 50 {
                    tokio::task::yield_now().await;
                }
            })
            .await;
            check_open(&mut sam, encounter, table).await;
        }
        crowd.shutdown().await;
        server.stop().await;
    }
}

/// Websockets count as well: the budget is that of all open connections.
#[tokio::test]
async fn open_sockets_count_as_connections() {
    let server = Server::set(|options| Options {
        connections: 96,
        address_limits: false,
        ..options
    })
    .await;
    let mut sam = Guest::new(server.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let link = invitation(&mut sam, table).await.player;
    let mut lines = Vec::new();
    for name in 1..=4 {
        let mut guest = Guest::new(server.address);
        guest.sit(&link, &format!("Guest {name}")).await;
        for _ in 0..24 {
            lines.push(guest.follow(encounter).await);
        }
    }
    let mut raw = Raw::dial(server.address).await;
    let head = raw.head().await;
    assert!(
        head.starts_with("HTTP/1.1 503 "),
        "all places are taken: {head}"
    );
    for line in &mut lines {
        line.catch_up().await;
    }
    drop(lines.pop());
    soon(async {
        loop {
            let mut raw = Raw::dial(server.address).await;
            raw.send("GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await;
            if raw.head().await.starts_with("HTTP/1.1 200 ") {
                break;
            }
        }
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn who_says_nothing_is_not_waited_for() {
    let server = Server::start().await;
    // Nothing at all, half a request, and a second one that never comes.
    let mut silent = Raw::dial(server.address).await;
    let mut slow = Raw::dial(server.address).await;
    slow.send("GET /health HTTP/1.1\r\nhost:").await;
    let mut done = Raw::dial(server.address).await;
    done.send("GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let begun = Instant::now();
    assert!(silent.rest().await.is_empty());
    assert!(slow.rest().await.is_empty());
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(7), "{took:?}");
    assert!(done.rest().await.ends_with(b"ok"));
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(17), "{took:?}");
    server.stop().await;
}

/// Kilobytes of memory a program holds.
pub(crate) fn memory(program: &Program) -> u64 {
    let path = format!("/proc/{}/status", program.pid());
    let status = std::fs::read_to_string(path).expect("a running program");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|text| text.parse().ok()).expect("a number")
}

/// Files and sockets a program has open.
fn handles(program: &Program) -> usize {
    let path = format!("/proc/{}/fd", program.pid());
    std::fs::read_dir(path).expect("a running program").count()
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn who_asks_and_never_reads_is_cut_off_and_costs_little() {
    const FILE: &str = "/style.css";
    let data = tempfile::tempdir().expect("a folder");
    let program = Program::start(data.path()).await;
    let mut guest = Guest::new(program.address);
    let ask = format!("GET {FILE} HTTP/1.1\r\nhost: x\r\n\r\n");
    // Whoever reads is sent all of it.
    let mut reader = Raw::dial(program.address).await;
    let last = ask.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
    reader.send(last).await;
    let length = reader.rest().await.len();
    // More than the operating system takes for somebody who does not.
    let times = 32 * 1024 * 1024 / length;

    let (before, open) = (memory(&program), handles(&program));
    let mut readers = Vec::new();
    for _ in 0..100 {
        let mut reader = Raw::dial_from([127, 0, 0, 1], program.address)
            .await
            .expect("a server");
        reader
            .stream
            .write_all(ask.repeat(times).as_bytes())
            .await
            .expect("an open line");
        readers.push(reader);
    }
    let (begun, mut most, mut came) = (Instant::now(), 0, false);
    while !came || handles(&program) > open + 10 {
        came |= handles(&program) > open + 90;
        most = most.max(memory(&program).saturating_sub(before));
        // Filling what the operating system takes takes its time as well.
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(120), "they are still there");
        sleep(Duration::from_millis(20)).await;
    }
    assert!(most < 64 * 1024, "{most} KiB for a hundred who do not read");
    // The ten the loop above did not wait for may still be there when they begin to read.
    let mut read_on = 0;
    for mut reader in readers {
        let took = reader.rest().await.len();
        read_on += usize::from(took >= times * length / 2);
    }
    assert!(read_on <= 10, "{read_on} were not cut off");
    assert_eq!(guest.get("/health").await.body, "ok");
}

#[tokio::test]
async fn a_spectator_with_a_thousand_sockets_shuts_nobody_out() {
    let mut company = Company::gather().await;
    let (encounter, table) = (company.encounter, company.table);
    let mut ben = company.ben.follow(encounter).await;
    // A seat's newest sockets stay.
    let mut lines = Vec::new();
    for _ in 0..50 {
        lines.push(company.eve.follow(encounter).await);
    }
    let mut gone = 0;
    for line in &mut lines[..26] {
        gone += usize::from(line.end().await == End::Code(close::LAGGING));
    }
    assert_eq!(gone, 26);
    for line in &mut lines[26..] {
        line.catch_up().await;
    }
    let mut crowd = JoinSet::new();
    for _ in 0..1_000 {
        let (eve, address) = (company.eve.clone(), company.server.address);
        crowd.spawn(async move {
            let mut raw = Raw::dial(address).await;
            raw.send(upgrade(&eve, encounter, &[])).await;
            let head = raw.head().await;
            let hello = crate::raw::frame(0x81, hello().as_bytes());
            raw.send(hello).await;
            (head.starts_with("HTTP/1.1 101 "), raw)
        });
    }
    let crowd = soon(crowd.join_all()).await;
    assert!(crowd.iter().all(|(opened, _)| *opened));
    check_open(&mut company.sam, encounter, table).await;
    ben.catch_up().await;
    drop(crowd);
    company.server.stop().await;
}

/// Sits down by a link again and again; how many seats it gave, and what it says in the end.
async fn take_seats(address: std::net::SocketAddr, link: &str, name: &str) -> (usize, u16) {
    for taken in 0..100 {
        let mut guest = Guest::new(address);
        let name = format!("{name} {taken}");
        let answer = guest.post(link, &[("name", &name)]).await;
        if answer.status != 303 {
            return (taken, answer.status);
        }
    }
    panic!("there is no end to it");
}

#[tokio::test]
async fn one_link_does_not_take_the_seats_of_the_others() {
    let server = Server::start().await;
    let mut sam = Guest::new(server.address);
    let table = sam.make_table("Sam").await;
    let links = invitation(&mut sam, table).await;
    let address = server.address;
    assert_eq!(
        take_seats(address, &links.spectator, "Watcher").await,
        (12, 422)
    );
    assert_eq!(
        take_seats(address, &links.co_storyteller, "Helper").await,
        (3, 422)
    );
    assert_eq!(
        take_seats(address, &links.player, "Player").await,
        (24, 422)
    );
    server.stop().await;
}

#[tokio::test]
async fn one_address_takes_a_dozen_seats_and_then_waits() {
    let server = Server::set(|options| options).await;
    let mut sam = Guest::new(server.address);
    let table = sam.make_table("Sam").await;
    let links = invitation(&mut sam, table).await;
    assert_eq!(
        take_seats(server.address, &links.player, "Player").await,
        (12, 429)
    );
    // At another table they may still sit down.
    let table = sam.make_table("Sam").await;
    let links = invitation(&mut sam, table).await;
    assert_eq!(
        take_seats(server.address, &links.player, "Player").await,
        (12, 429)
    );
    server.stop().await;
}

/// So many encounters more at a table, prepared.
async fn prepare(server: &Server, table: TableId, many: u128) -> Vec<EncounterId> {
    let mut made = Vec::new();
    for nth in 0..many {
        let id = EncounterId(0xfeed_0000_0000_0000 + nth);
        let title = rules::base::text::Name::new("Later").expect("a name");
        let scene = EncounterInfo {
            stage: EncounterStage::Prepared,
            ..EncounterInfo::new_current(id, table, title, SystemId::FIRST)
        };
        let new = NewEncounter {
            info: scene,
            at: crate::server::START,
            records: Vec::new(),
            continues_from: None,
        };
        server.store.create_encounter(new).await.expect("a store");
        made.push(id);
    }
    made
}

#[tokio::test]
async fn a_table_that_wakes_all_its_encounters_keeps_no_other_shut() {
    let server = Server::set(|options| options).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let meters = listener.local_addr().expect("an address");
    tokio::spawn(server.app.clone().serve_metrics(listener));
    let mut sam = Guest::new(server.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    for id in prepare(&server, table, 70).await {
        let page = sam.get(&format!("/t/{table}?scene={id}")).await;
        assert_eq!(page.status, 200);
    }
    let mut awake = 0.0;
    soon(async {
        loop {
            let said = Guest::new(meters).get("/metrics").await.body;
            let rooms = said
                .lines()
                .find_map(|line| line.strip_prefix("coterie_rooms "));
            awake = rooms
                .and_then(|rooms| rooms.parse().ok())
                .expect("a number");
            if awake <= 33.0 {
                break;
            }
            sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
    assert!(awake > 20.0, "{awake}");
    // Whoever has a socket is not put to sleep.
    let title = serde_json::json!({"title": {"title": "Dawn"}});
    assert_eq!(line.give(title).await, Ok(()));
    check_open(&mut sam, encounter, table).await;
    server.stop().await;
}
