//! What attackers get: those who play go on, and those who want to play come in, while it lasts. A little of
//! it here; as much as once was too much by `cargo xtask prove attacks`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use rules::base::dice::Dice;
use rules::base::id::{CombatantId, CommandId, EncounterId, SeatId, TableId};
use rules::base::seat::Actor;
use rules::encounter::log::LogMessage;
use rules::encounter::{Command, Encounter, IssuedCommand, Record, decide};
use rules::wire::{ClientMessage, NotDoneReason};
use serde_json::json;
use server::store::{Append, EncounterStage, Store as _, sqlite};
use tokio::io::AsyncReadExt as _;
use tokio::sync::{Mutex, MutexGuard};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::client::{Guest, Line, fresh_id, soon};
use crate::crowd::{PROMPT, come_in, memory};
use crate::figures::note;
use crate::program::{Program, file};
use crate::quotas::loud;
use crate::raw::{Raw, frame, hello, upgrade};
use crate::server::{Server, invitation};

/// Another address of this machine: all of an attack comes from there.
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];

/// Nothing else of this file meanwhile, where it is measured. Of a small share nothing is, and a test that waits keeps a
/// thread from the others.
async fn alone() -> Option<MutexGuard<'static, ()>> {
    static ALONE: Mutex<()> = Mutex::const_new(());
    match is_proof() {
        true => Some(ALONE.lock().await),
        false => None,
    }
}

/// How much: a small share, or with `ATTACKS` so many hundredths of what once was too much.
fn share() -> usize {
    let share = std::env::var("ATTACKS").ok();
    share.map_or(4, |share| share.parse().expect("a number"))
}

/// Whether it is all of it.
fn is_proof() -> bool {
    share() >= 100
}

/// A table at the real program, at which people play.
struct Scene {
    sam: Guest,
    table: TableId,
    encounter: EncounterId,
    ana: Line,
    ilse: CombatantId,
}

impl Scene {
    async fn at(address: SocketAddr) -> Self {
        let mut sam = Guest::new(address);
        let table = sam.make_table("Sam").await;
        let encounter = sam.opening(table).await.encounter;
        let link = invitation(&mut sam, table).await.player;
        let mut ana = Guest::new(address);
        ana.sit(&link, "Ana").await;
        ana.opening(table).await;
        let mut ana = ana.follow(encounter).await;
        assert_eq!(ana.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
        let ilse = ana.id("Ilse");
        Self {
            sam,
            table,
            encounter,
            ana,
            ilse,
        }
    }

    /// Within how long 99 of 100 of Ana's commands are done, from her finger to her screen.
    async fn slowest(&mut self) -> Duration {
        let mut took = Vec::new();
        let many = if is_proof() { 240 } else { 24 };
        for nth in 0..many {
            // At a pace that a seat may keep up.
            sleep(Duration::from_millis(30)).await;
            let begun = Instant::now();
            let note =
                json!({"note": {"id": self.ilse, "text": format!("{nth} {begun:?}").get(..40)}});
            assert_eq!(self.ana.give(note).await, Ok(()));
            took.push(begun.elapsed());
        }
        took.sort_unstable();
        took[took.len() * 99 / 100 - 1]
    }

    /// How long so many of Ana's clicks take, each from her finger to her screen.
    async fn clicks(&mut self, many: usize, took: &mut Vec<Duration>) {
        for _ in 0..many {
            sleep(Duration::from_millis(30)).await;
            let begun = Instant::now();
            let text = format!("{begun:?}");
            let note = json!({"note": {"id": self.ilse, "text": text.get(..40)}});
            assert_eq!(self.ana.give(note).await, Ok(()));
            took.push(begun.elapsed());
        }
    }

    /// Half of Ana's clicks take no longer under an attack than the clicks beside it, by a half at most. They are
    /// taken in turns, so that whatever else this machine does befalls both alike.
    async fn half_under(&mut self, name: &str, attack: impl AsyncFn() -> JoinSet<()>) {
        let (turns, many) = if is_proof() { (4, 62) } else { (2, 12) };
        let (mut without, mut with) = (Vec::new(), Vec::new());
        for _ in 0..turns {
            self.clicks(many, &mut without).await;
            let mut attackers = attack().await;
            sleep(Duration::from_millis(300)).await;
            self.clicks(many, &mut with).await;
            attackers.shutdown().await;
            sleep(Duration::from_millis(200)).await;
        }
        let [without, with] = [without, with].map(|mut took| {
            took.sort_unstable();
            took[took.len() / 2].as_secs_f64() * 1_000.0
        });
        let ratio = with / without;
        note(&format!(
            "{name}: half of the clicks within {with:.1} ms, {ratio:.2} times as long as without it ({without:.1} ms)"
        ));
        // A small share on a busy machine only shows what is much too slow.
        let most = if is_proof() { 1.5 } else { 4.0 };
        assert!(ratio <= most, "{name}: {ratio:.2}");
    }

    /// Ana plays and somebody new comes in, without the attack, under it, and again without it. The attackers have
    /// a thread of their own, so that Ana waits for the program and not for them.
    async fn under(&mut self, name: &str, attack: impl AsyncFnOnce() -> JoinSet<()>) {
        let before = self.slowest().await;
        let alone = come_in(&mut self.sam, self.encounter, self.table).await;
        let mut attackers = attack().await;
        let during = self.slowest().await;
        // On a machine that is busy with something else nobody comes in within two seconds; the program, which is
        // another process, waits there as long as whoever asks it.
        let most = if is_proof() {
            PROMPT
        } else {
            PROMPT.max(4 * alone)
        };
        for _ in 0..2 {
            let took = come_in(&mut self.sam, self.encounter, self.table).await;
            assert!(took < most, "{name}: {took:?}, {alone:?} without it");
        }
        attackers.shutdown().await;
        let after = self.slowest().await;
        let ratio = during.as_secs_f64() / before.max(after).as_secs_f64();
        let [before, during, after] =
            [before, during, after].map(|took| format!("{:.0} ms", took.as_secs_f64() * 1_000.0));
        note(&format!(
            "{name}: 99 of 100 commands within {during}, {ratio:.2} times as long as without it \
             ({before} before, {after} after)"
        ));
    }
}

/// The real program with all its limits.
async fn program(data: &Path) -> Program {
    let mut program = tokio::process::Command::new(file());
    program.env("RUST_LOG", "error");
    Program::of(program, data).await
}

/// Asks now and then whether the server is well, and comes back when it is shown out.
async fn ask_on(address: SocketAddr, every: Duration) {
    loop {
        if let Ok(mut raw) = Raw::dial_from(ELSEWHERE, address).await {
            let mut head = [0; 1024];
            loop {
                raw.send("GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await;
                match timeout(every, raw.stream.read(&mut head)).await {
                    Ok(Ok(1..)) => sleep(every).await,
                    Ok(_) | Err(_) => break,
                }
            }
        }
        sleep(every).await;
    }
}

/// Each attack in its turn: beside another nobody could tell which of them holds people up.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn who_attacks_holds_nobody_up() {
    let _alone = alone().await;
    ask_and_never_read().await;
    write_all_a_demonstration_can().await;
    open_a_spectators_sockets().await;
    storm_the_doors().await;
    storm_from_a_table().await;
}

/// Thousands ask, and some never read.
async fn ask_and_never_read() {
    let data = tempfile::tempdir().expect("a folder");
    let program = program(data.path()).await;
    let address = program.address;
    let mut scene = Scene::at(address).await;
    let many = 8_250 * share() / 100;
    let crowd = async || {
        let mut crowd = JoinSet::new();
        for _ in 0..many {
            crowd.spawn(ask_on(address, Duration::from_secs(8)));
        }
        sleep(Duration::from_secs(1)).await;
        crowd
    };
    scene
        .under(&format!("{many} connections that ask"), crowd)
        .await;
    let many = share().max(10);
    let readers = async || {
        let mut readers = JoinSet::new();
        for _ in 0..many {
            readers.spawn(async move {
                let ask = "GET /style.css HTTP/1.1\r\nhost: x\r\n\r\n".repeat(40);
                while let Ok(mut raw) = Raw::dial_from(ELSEWHERE, address).await {
                    raw.send(&ask).await;
                    sleep(Duration::from_secs(30)).await;
                }
            });
        }
        sleep(Duration::from_secs(1)).await;
        readers
    };
    scene
        .under(&format!("{many} who never read"), readers)
        .await;
}

/// The seat of a demonstration writes as much as it can.
async fn noisy(address: SocketAddr) {
    let mut guest = Guest::new(address);
    let made = guest.get("/demo").await;
    let table = made
        .location()
        .strip_prefix("/t/")
        .expect("a table")
        .parse();
    let encounter = guest.opening(table.expect("a table")).await.encounter;
    let mut line = guest.follow(encounter).await;
    loop {
        for _ in 0..32 {
            let (id, command) = (fresh_id(), crate::client::command(&loud()));
            line.tell(&ClientMessage::Do { id, command }).await;
        }
        line.catch_up().await;
    }
}

/// The seat of a demonstration writes without end.
async fn write_all_a_demonstration_can() {
    let data = tempfile::tempdir().expect("a folder");
    let program = program(data.path()).await;
    let address = program.address;
    let mut scene = Scene::at(address).await;
    let noise = async || {
        let mut noise = JoinSet::new();
        noise.spawn(noisy(address));
        sleep(Duration::from_millis(500)).await;
        noise
    };
    scene.under("a demonstration that writes", noise).await;
}

/// A spectator opens sockets without end.
async fn open_a_spectators_sockets() {
    let data = tempfile::tempdir().expect("a folder");
    let program = program(data.path()).await;
    let address = program.address;
    let mut scene = Scene::at(address).await;
    let link = invitation(&mut scene.sam, scene.table).await.spectator;
    let mut eve = Guest::new(address);
    eve.sit(&link, "Eve").await;
    eve.opening(scene.table).await;
    let (encounter, many) = (scene.encounter, 10 * share());
    let sockets = async || {
        let mut sockets = JoinSet::new();
        for _ in 0..many {
            let eve = eve.clone();
            sockets.spawn(async move {
                while let Ok(mut raw) = Raw::dial_from(ELSEWHERE, address).await {
                    raw.send(upgrade(&eve, encounter, &[])).await;
                    raw.send(frame(0x81, hello().as_bytes())).await;
                    // Until it is shown out for a newer one.
                    let mut bytes = [0; 4096];
                    while let Ok(1..) = raw.stream.read(&mut bytes).await {}
                    sleep(Duration::from_secs(1)).await;
                }
            });
        }
        sleep(Duration::from_millis(500)).await;
        sockets
    };
    scene
        .under(&format!("{many} sockets of a spectator"), sockets)
        .await;
}

/// A title takes no dice.
struct NoDice;

impl Dice for NoDice {
    fn roll_die(&mut self, _sides: u16) -> u16 {
        1
    }
}

/// Writes so many commands behind the log of an encounter, without a snapshot.
async fn lengthen(data: &Path, encounter: EncounterId, many: u64) {
    let store = sqlite::open(data).await.expect("a store");
    let scene = store
        .encounter(encounter)
        .await
        .expect("a store")
        .expect("it");
    let mut state = Encounter::new(scene.title.clone(), scene.system);
    let mut last = 0;
    for (number, record) in store.records(encounter, 0, 500).await.expect("a log") {
        state.apply(&record);
        last = number;
    }
    let by = Actor::Seat(SeatId(1));
    for page in 0..many.div_ceil(500) {
        let mut records = Vec::new();
        for nth in 0..500.min(many - page * 500) {
            let title = format!("Night {}", page * 500 + nth);
            let id = CommandId(u128::from(page * 500 + nth) + 1);
            let command = Command::Title { title };
            let given = IssuedCommand { id, by, command };
            let events = decide(&state, &given, &mut NoDice).expect("a title");
            let at = crate::server::START;
            let command = id;
            let record = Record {
                at,
                by,
                command,
                events,
            };
            state.apply(&record);
            records.push(record);
        }
        let count = records.len() as u64;
        let append = Append {
            encounter,
            after: last,
            records,
            stage: EncounterStage::Current,
            left_encounter: None,
            revoked: Vec::new(),
            secrets: Vec::new(),
            renamed_to: None,
            becomes_current: false,
            snapshot: None,
            refused: BTreeMap::new(),
        };
        store.append(append).await.expect("room on the disk");
        last += count;
    }
    store.close().await;
}

/// Kilobytes of memory a program has held at most.
fn most_memory(program: &Program) -> u64 {
    let path = format!("/proc/{}/status", program.pid());
    let status = std::fs::read_to_string(path).expect("a running program");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|text| text.parse().ok()).expect("a number")
}

/// A log without a snapshot is read in pieces: a long one takes its time, and hardly more memory.
#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_long_log_is_read_in_pieces() {
    let _alone = alone().await;
    let many = 156_000 * share() as u64 / 100;
    let server = Server::start().await;
    let mut sam = Guest::new(server.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut told = String::new();
    let server = server
        .again_after(async |data| {
            lengthen(data, encounter, many).await;
            let mut program = program(data).await;
            let mut sam = Guest {
                address: program.address,
                ..sam.clone()
            };
            // The program's own pages are read with the first page of a table, whatever its log.
            let short = sam.make_table("Sam").await;
            sam.opening(short).await;
            let (before, begun) = (memory(&program), Instant::now());
            let page = soon(sam.opening(table)).await;
            let took = begun.elapsed();
            assert_eq!(page.view.title, format!("Night {}", many - 1));
            let more = most_memory(&program).saturating_sub(before);
            // All records at once would take two kilobytes each.
            assert!(more < 16 * 1024 + many / 4, "{more} KiB for {many} records");
            write!(
                told,
                "{many} records without a snapshot: the first page after {:.1} s, {} MiB",
                took.as_secs_f64(),
                more / 1024
            )
            .expect("text");
            program.kill().await;
        })
        .await;
    note(&told);
    server.stop().await;
}

async fn sam_adds(
    sam: &mut Guest,
    encounter: EncounterId,
    line: &str,
) -> Result<(), NotDoneReason> {
    let mut own = sam.follow(encounter).await;
    own.give(json!({"add": {"line": line}})).await
}

/// A log of the longest rolls there can be does not make the table's page heavy: what was typed into them is
/// folded in the log, and what they came to is there.
#[tokio::test]
async fn the_longest_rolls_make_no_heavy_page() {
    let server = Server::start().await;
    let mut sam = Guest::new(server.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    for _ in 0..100 {
        assert_eq!(line.give(loud()).await, Ok(()));
    }
    let page = sam.get(&format!("/t/{table}")).await.body;
    let lines = line.view().log.iter();
    let rolls = lines.filter(|line| matches!(line.what, LogMessage::Rolled { .. }));
    assert!(rolls.count() > 95, "all of them are there");
    let view = serde_json::to_string(line.view()).expect("data");
    let kilobytes = |text: &str| text.len() / 1000;
    let (whole, data) = (kilobytes(&page), kilobytes(&view));
    note(&format!(
        "100 of the longest rolls: a page of {whole} kB, {data} kB of them data"
    ));
    assert!(whole < 700 && data < 200, "{whole} {data}");
    for side in ["", " hidden"] {
        for crowd in ["ghoul", "rat", "thug", "guard", "hound"] {
            let line = format!("20x {crowd}{side} dex 3 stam 2 size 5");
            assert_eq!(sam_adds(&mut sam, encounter, &line).await, Ok(()));
        }
    }
    let page = sam.get(&format!("/t/{table}")).await.body;
    note(&format!("with 200 combatants {} kB", kilobytes(&page)));
    server.stop().await;
}

/// Asks the same from elsewhere again and again, as fast as it is answered, with another number each time.
async fn storm(address: SocketAddr, requests: Vec<Vec<u8>>) {
    let mut nth = 0_usize;
    loop {
        let request = &requests[nth % requests.len()];
        nth += 1;
        match Raw::dial_from(ELSEWHERE, address).await {
            Ok(mut raw) => {
                raw.send(request).await;
                let mut bytes = [0; 4096];
                while let Ok(Ok(1..)) =
                    timeout(Duration::from_secs(20), raw.stream.read(&mut bytes)).await
                {
                }
            }
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

/// A request as bytes.
fn request(guest: &Guest, first: &str, (kind, body): (&str, &[u8])) -> Vec<u8> {
    let host = guest.host();
    let cookie = guest.cookie_line().unwrap_or_default();
    let head = format!(
        "{first} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\norigin: http://{host}\r\ncookie: {cookie}\r\n\
         content-type: {kind}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// So many who storm at once.
fn storms(address: SocketAddr, requests: &[Vec<u8>]) -> JoinSet<()> {
    let mut all = JoinSet::new();
    for nth in 0..(share() / 4).clamp(2, 24) {
        let mut own = requests.to_vec();
        own.rotate_left(nth % requests.len());
        all.spawn(storm(address, own));
    }
    all
}

const FORM: &str = "application/x-www-form-urlencoded";

/// Strangers join, make tables and begin files without end.
async fn storm_the_doors() {
    let data = tempfile::tempdir().expect("a folder");
    let program = program(data.path()).await;
    let address = program.address;
    let mut scene = Scene::at(address).await;
    let link = invitation(&mut scene.sam, scene.table).await.player;
    let stranger = Guest::new(address);
    let joins: Vec<_> = (0..64)
        .map(|nth| {
            let body = format!("name=Mal+{nth}");
            request(&stranger, &format!("POST {link}"), (FORM, body.as_bytes()))
        })
        .collect();
    let flood = async || storms(address, &joins);
    scene.half_under("a flood of joins", flood).await;
    let makes = [
        request(&stranger, "POST /tables", (FORM, b"table=Mine&name=Mal")),
        request(&stranger, "GET /demo", (FORM, b"")),
        request(&stranger, "POST /code", (FORM, b"code=one-two-three-four")),
    ];
    let flood = async || storms(address, &makes);
    scene
        .half_under("tables, demonstrations and codes", flood)
        .await;
    let silent = async || {
        let mut silent = JoinSet::new();
        for _ in 0..20 {
            let kind = "multipart/form-data; boundary=edge";
            let whole = request(&Guest::new(address), "POST /import", (kind, &[0; 1_000]));
            silent.spawn(storm(address, vec![whole[..whole.len() - 1_000].to_vec()]));
        }
        silent
    };
    scene.half_under("files that do not come", silent).await;
}

/// Seats of another table upload pictures and wake encounters without end.
async fn storm_from_a_table() {
    let data = tempfile::tempdir().expect("a folder");
    let program = program(data.path()).await;
    let address = program.address;
    let mut scene = Scene::at(address).await;
    // Six seats of another table with a picture each.
    let mut mal = Guest::new(address);
    let table = mal.make_table("Mal").await;
    let encounter = mal.opening(table).await.encounter;
    let link = invitation(&mut mal, table).await.player;
    let bytes = crate::uploads::deep(1_200);
    let begins =
        "--edge\r\ncontent-disposition: form-data; name=\"picture\"; filename=\"x\"\r\n\r\n";
    let body = [begins.as_bytes(), &bytes, b"\r\n--edge--\r\n"].concat();
    let mut uploads = Vec::new();
    for nth in 0..6 {
        let mut guest = Guest::new(address);
        guest.sit(&link, &format!("Mal {nth}")).await;
        let mut line = guest.follow(encounter).await;
        let name = format!("Rat {nth}");
        assert_eq!(line.give(json!({"add": {"line": name}})).await, Ok(()));
        let path = format!("POST /t/{table}/c/{}/portrait", line.id(&name));
        let kind = "multipart/form-data; boundary=edge";
        uploads.push(request(&guest, &path, (kind, &body)));
    }
    let flood = async || {
        let mut all = JoinSet::new();
        for upload in &uploads {
            all.spawn(storm(address, vec![upload.clone()]));
        }
        all
    };
    scene
        .half_under("six seats that upload pictures", flood)
        .await;
    // Encounters that are woken, each by a look at its page.
    let mut pages = Vec::new();
    for nth in 0..20 {
        let (here, title) = (encounter.to_string(), format!("Later {nth}"));
        let form = [
            ("here", &*here),
            ("how", "now"),
            ("title", &*title),
            ("do", "prepare"),
        ];
        let made = mal.post(&format!("/t/{table}/cast"), &form).await;
        assert_eq!(made.status, 303, "{}", made.body);
    }
    let cast = mal.get(&format!("/t/{table}/cast")).await.body;
    for link in cast.split("?scene=").skip(1) {
        let id = link.get(..32).expect("an id");
        pages.push(request(
            &mal,
            &format!("GET /t/{table}?scene={id}"),
            (FORM, b""),
        ));
    }
    assert!(pages.len() >= 20);
    let flood = async || storms(address, &pages);
    scene.half_under("encounters that are woken", flood).await;
}
