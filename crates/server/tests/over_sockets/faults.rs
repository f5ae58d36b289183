//! The disk fails under the real program: writes and syncs that go wrong, and a disk that is full. Nothing is
//! acknowledged then, everybody hears of it, nobody is cut, and when it is there again everything goes on.
#![cfg(target_os = "linux")]
#![expect(
    clippy::print_stdout,
    reason = "a seed that repeats a failure, and what was tried"
)]

use std::path::Path;
use std::time::Duration;

use rules::base::id::EncounterId;
use rules::wire::close;
use server::store::check::check_folder;
use server::store::sqlite::FILE;
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use crate::client::{End, Guest};
use crate::program::Program;
use crate::scribe::{Scribe, check_kept, now};
use crate::server::invitation;

/// How a socket ends when the server goes down.
const DOWN: End = End::Code(close::GOING_DOWN);

/// Whether calls can be made to fail here.
pub(crate) fn has_strace() -> bool {
    let found = std::process::Command::new("strace").arg("-V").output();
    let found = found.is_ok_and(|said| said.status.success());
    let all = std::env::var_os("COTERIE_ALL_ENGINES").is_some_and(|all| !all.is_empty());
    assert!(
        found || !all,
        "strace is not here, and everything is to be tried"
    );
    found
}

/// The program, with some of its calls on the files of the database going wrong.
pub(crate) fn traced(data: &Path, inject: &str) -> Command {
    let mut strace = Command::new("strace");
    strace.args(["-D", "-f", "-qq", "-ttt", "-o"]);
    strace.arg(data.with_extension("trace"));
    for end in ["", "-wal"] {
        strace.arg("-P").arg(data.join(format!("{FILE}{end}")));
    }
    let calls = "trace=fsync,fdatasync,write,pwrite64,ftruncate";
    strace.args(["-e", calls]);
    strace.arg("-e").arg(format!("inject={inject}"));
    strace.arg(env!("CARGO_BIN_EXE_coterie"));
    strace.arg("--no-address-limits").env("RUST_LOG", "warn");
    strace
}

/// When calls went wrong.
pub(crate) fn injected(data: &Path) -> Vec<f64> {
    let trace = std::fs::read_to_string(data.with_extension("trace")).unwrap_or_default();
    let lines = trace.lines().filter(|line| line.contains("(INJECTED)"));
    let times = lines.filter_map(|line| line.split_whitespace().nth(1)?.parse().ok());
    times.collect()
}

const NAMES: [&str; 3] = ["Sam", "Ana", "Eve"];

/// Three at a table: the storyteller, a player, and one who only watches.
async fn guests(program: &Program) -> (EncounterId, Vec<Guest>) {
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let links = invitation(&mut sam, table).await;
    let mut guests = vec![sam];
    for (name, link) in [("Ana", &links.player), ("Eve", &links.spectator)] {
        let mut guest = Guest::new(program.address);
        guest.sit(link, name).await;
        guest.opening(table).await;
        guests.push(guest);
    }
    (encounter, guests)
}

async fn scribes(guests: &[Guest], encounter: EncounterId) -> Vec<Scribe> {
    let mut scribes = Vec::new();
    for (guest, name) in guests.iter().zip(NAMES) {
        let line = guest.follow(encounter).await;
        scribes.push(Scribe::new(line, name));
    }
    scribes
}

/// They talk for a while. Who watches only listens.
async fn talk(scribes: &mut [Scribe], time: Duration) {
    let until = Instant::now() + time;
    while Instant::now() < until {
        for scribe in &mut *scribes {
            if scribe.name != "Eve" {
                scribe.say().await.expect("an open socket");
            }
            scribe.listen(Duration::from_millis(8)).await;
        }
    }
}

/// The disk is there again: everybody hears of it, says again what was not kept, and is answered.
async fn comes_back(scribes: &mut [Scribe]) {
    let since = Instant::now();
    while !scribes.iter().all(Scribe::keeps) || scribes.iter().any(|it| !it.not_kept.is_empty()) {
        assert!(
            since.elapsed() < Duration::from_secs(10),
            "it does not come back"
        );
        talk(scribes, Duration::from_millis(50)).await;
    }
    while scribes.iter().any(|scribe| !scribe.open.is_empty()) {
        for scribe in &mut *scribes {
            scribe.listen(Duration::from_millis(20)).await;
        }
    }
}

/// One evening with a disk that goes wrong in this way. Answers with how many errors there were.
async fn evening(inject: &str, time: Duration, ends_by: &str) -> usize {
    let place = tempfile::tempdir().expect("a folder");
    let data = place.path().join("data");
    std::fs::create_dir(&data).expect("a folder");
    // What it takes to make a table goes well.
    let mut program = Program::start(&data).await;
    let (encounter, mut guests) = guests(&program).await;
    program.signal("TERM").await;
    assert!(program.ended().await.success());
    let mut program = Program::of(traced(&data, inject), &data).await;
    guests
        .iter_mut()
        .for_each(|guest| guest.address = program.address);
    let mut scribes = scribes(&guests, encounter).await;
    talk(&mut scribes, time).await;
    // Nothing more is asked, and everything is answered.
    let until = Instant::now() + Duration::from_secs(10);
    while scribes.iter().any(|scribe| !scribe.open.is_empty()) {
        assert!(Instant::now() < until, "no answer");
        for scribe in &mut scribes {
            scribe.listen(Duration::from_millis(20)).await;
        }
    }
    let last = now();
    for scribe in &mut scribes {
        scribe.listen(Duration::from_millis(700)).await;
    }
    let errors = injected(&data);
    for scribe in &scribes {
        for error in errors.iter().filter(|error| **error < last) {
            let heard = scribe.heard_of(*error);
            assert!(
                heard,
                "{} did not hear of {error}: {:?}",
                scribe.name, scribe.told
            );
        }
    }
    let acknowledged: usize = scribes.iter().map(|scribe| scribe.done.len()).sum();
    println!(
        "{inject}, {ends_by}: {} errors, {acknowledged} acknowledged",
        errors.len()
    );
    program.signal(ends_by).await;
    program.ended().await;
    let log = program.log();
    assert!(!log.contains("panicked"), "{log}");
    let said = log
        .lines()
        .filter(|line| line.contains("the disk failed"))
        .count();
    assert!(said <= 1 + time.as_secs() as usize, "{log}");
    check_kept(&data, encounter, &scribes).await;
    errors.len()
}

/// Where a sync or a write goes wrong once, again and again, or for ever.
#[tokio::test]
async fn errors_of_the_disk_are_told_and_never_acknowledged() {
    if !has_strace() {
        return println!("strace is not here: this was not tried");
    }
    let time = Duration::from_secs(4);
    let errors = tokio::join!(
        evening("fsync,fdatasync:error=EIO:when=12", time, "TERM"),
        evening("fsync,fdatasync:error=EIO:when=16+", time, "KILL"),
        evening("write,pwrite64:error=ENOSPC:when=60..70", time, "TERM"),
    );
    for errors in [errors.0, errors.1, errors.2] {
        assert!(errors > 0, "nothing went wrong");
    }
}

/// `cargo xtask prove disk`: as many errors as it says.
#[tokio::test(flavor = "multi_thread")]
async fn proof_of_errors_of_the_disk() {
    let wanted: usize = match std::env::var("DISK_ERRORS") {
        Ok(wanted) => wanted.parse().expect("a number"),
        Err(_) => return,
    };
    assert!(has_strace(), "this needs strace");
    let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_default();
    let mut chance: u64 = seed.parse().unwrap_or(1);
    let mut below = |end: u64| {
        chance = chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (chance ^ (chance >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % end
    };
    let (mut errors, mut evenings) = (0, 0);
    while errors < wanted {
        let drawn = [(); 4].map(|()| {
            let calls = [
                "fsync,fdatasync",
                "write,pwrite64",
                "fsync,fdatasync,ftruncate",
            ];
            let calls = calls[usize::try_from(below(3)).expect("small")];
            let error = ["EIO", "ENOSPC", "EDQUOT"][usize::try_from(below(3)).expect("small")];
            // The start is not part of it.
            let first = match calls {
                "write,pwrite64" => 40 + below(100),
                _ => 8 + below(20),
            };
            let when = match below(4) {
                0 => format!("{first}+"),
                1 => format!("{first}"),
                2 => format!("{first}..{}", first + below(40)),
                _ => format!("{first}+{}", 3 + below(20)),
            };
            let ends_by = ["TERM", "KILL"][usize::try_from(below(2)).expect("small")];
            (format!("{calls}:error={error}:when={when}"), ends_by)
        });
        let one = |nth: usize| evening(&drawn[nth].0, Duration::from_secs(6), drawn[nth].1);
        let four = tokio::join!(one(0), one(1), one(2), one(3));
        errors += four.0 + four.1 + four.2 + four.3;
        evenings += 4;
        println!("{errors} errors in {evenings} evenings");
    }
}

/// Bytes that a file of the program may have from now on.
pub(crate) fn limit(program: &Program, bytes: u64) {
    let pid = i32::try_from(program.pid()).expect("a process");
    let limits = (bytes, u64::MAX);
    rlimit::prlimit(pid, rlimit::Resource::FSIZE, Some(limits), None).expect("our own process");
}

/// Without room on the disk: nothing is kept, nobody is cut, the host reads one line; with room again it goes
/// on by itself, and what was not kept can be given again under the same id.
#[tokio::test]
async fn a_full_disk_comes_back_by_itself() {
    let data = tempfile::tempdir().expect("a folder");
    let mut shell = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_coterie");
    // A file that may not grow is an error and not the end of the program.
    shell.args([
        "-c",
        "trap '' XFSZ; exec \"$0\" \"$@\"",
        program,
        "--no-address-limits",
    ]);
    shell.env("RUST_LOG", "warn");
    let mut program = Program::of(shell, data.path()).await;
    let (encounter, mut guests) = guests(&program).await;
    let mut scribes = scribes(&guests, encounter).await;
    let sam = &mut guests[0];
    talk(&mut scribes, Duration::from_millis(200)).await;
    let wal = data.path().join(format!("{FILE}-wal"));
    limit(
        &program,
        std::fs::metadata(wal).expect("a file").len() + 20_000,
    );
    let full_at = Instant::now();
    while scribes.iter().any(Scribe::keeps) {
        assert!(full_at.elapsed() < Duration::from_secs(5), "nobody is told");
        talk(&mut scribes, Duration::from_millis(50)).await;
    }
    let done: Vec<usize> = scribes.iter().map(|scribe| scribe.done.len()).collect();
    // Also those who come now are told, and pages that need no disk are there.
    let mut late = Scribe::new(sam.follow(encounter).await, "Sam on the phone");
    late.listen(Duration::from_millis(300)).await;
    assert!(
        late.line
            .heard
            .iter()
            .any(|text| text == r#"{"keeps":"nothing_now"}"#)
    );
    for (path, status) in [("/health", 200), ("/healthz", 200), ("/readyz", 503)] {
        assert_eq!(sam.get(path).await.status, status, "{path}");
    }
    assert_eq!(
        sam.post("/tables", &[("table", "T"), ("name", "S")])
            .await
            .status,
        503
    );
    talk(&mut scribes, Duration::from_secs(3)).await;
    let still: Vec<usize> = scribes.iter().map(|scribe| scribe.done.len()).collect();
    assert_eq!(done, still, "nothing is acknowledged");
    let log = program.log();
    assert_eq!(
        log.lines()
            .filter(|line| line.contains("the disk failed"))
            .count(),
        1,
        "{log}"
    );
    assert!(log.lines().count() < 8, "{log}");

    limit(&program, u64::MAX);
    comes_back(&mut scribes).await;
    assert!(program.log().contains("the disk is there again"));
    assert_eq!(guests[0].get("/readyz").await.status, 200);
    program.signal("TERM").await;
    program.ended().await;
    check_kept(data.path(), encounter, &scribes).await;
}

/// The file is removed under the program: what is done from then on would go nowhere.
#[tokio::test]
async fn a_file_that_vanished_is_told() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let (encounter, guests) = guests(&program).await;
    let mut scribes = scribes(&guests, encounter).await;
    talk(&mut scribes, Duration::from_millis(300)).await;
    let (there, away) = (data.path().join(FILE), data.path().join("away"));
    std::fs::rename(&there, &away).expect("our own file");
    let away_at = Instant::now();
    while scribes.iter().any(Scribe::keeps) {
        assert!(away_at.elapsed() < Duration::from_secs(5), "nobody is told");
        talk(&mut scribes, Duration::from_millis(50)).await;
    }
    assert!(program.log().contains("has vanished"), "{}", program.log());
    // Put back, it is the same file.
    std::fs::rename(&away, &there).expect("our own file");
    comes_back(&mut scribes).await;
    program.signal("TERM").await;
    program.ended().await;
    check_kept(data.path(), encounter, &scribes).await;
}

/// A disk that does not answer holds nobody up: the program says goodbye and ends within seconds; told a
/// second time, at once. What was acknowledged is there.
#[tokio::test]
async fn going_down_does_not_wait_for_a_disk_that_stalls() {
    if !has_strace() {
        return println!("strace is not here: this was not tried");
    }
    for (signals, most) in [(1, 6.5), (2, 1.5)] {
        let place = tempfile::tempdir().expect("a folder");
        let data = place.path().join("data");
        std::fs::create_dir(&data).expect("a folder");
        let mut program = Program::start(&data).await;
        let (encounter, mut guests) = guests(&program).await;
        program.signal("TERM").await;
        program.ended().await;
        let stall = "fsync,fdatasync:delay_enter=20000000:when=12+";
        let program = Program::of(traced(&data, stall), &data).await;
        guests
            .iter_mut()
            .for_each(|guest| guest.address = program.address);
        let mut scribes = scribes(&guests, encounter).await;
        while scribes.iter().any(Scribe::keeps) {
            talk(&mut scribes, Duration::from_millis(50)).await;
        }
        let (asked, unanswered) = (now(), scribes[0].open.len() + scribes[1].open.len());
        assert!(unanswered > 0, "the disk did not stall");
        program.signal("TERM").await;
        let mut ends = scribes.iter_mut().map(|scribe| scribe.line.end());
        let (one, two, three) = (ends.next(), ends.next(), ends.next());
        let told = (one.expect("Sam"), two.expect("Ana"), three.expect("Eve"));
        let told = tokio::join!(told.0, told.1, told.2);
        assert_eq!(told, (DOWN, DOWN, DOWN));
        assert!(now() - asked < 1.0, "everybody is told at once");
        for _ in 1..signals {
            program.signal("TERM").await;
        }
        // strace holds the thread that it delays also when the program has ended.
        let status = format!("/proc/{}/status", program.pid());
        let runs = || std::fs::read_to_string(&status).is_ok_and(|it| !it.contains("State:\tZ"));
        while runs() {
            assert!(now() - asked < most, "too long for {signals} signals");
            sleep(Duration::from_millis(20)).await;
        }
        let log = program.log();
        assert!(log.contains("what was confirmed is kept"), "{log}");
        let checked = check_folder(&data).await.expect("a folder");
        assert!(checked.is_intact, "{}", checked.text);
    }
}

/// A store that cannot be written is said when the program starts, and not by every command for ever.
#[tokio::test]
async fn a_start_tries_to_write() {
    if !has_strace() {
        return println!("strace is not here: this was not tried");
    }
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    Guest::new(program.address).make_table("Sam").await;
    program.signal("TERM").await;
    assert!(program.ended().await.success());
    let mut start = traced(data.path(), "write,pwrite64:error=EROFS:when=1+");
    start
        .args(["--listen", "127.0.0.1:0", "--data"])
        .arg(data.path());
    let said = start.output().await.expect("the program");
    assert_eq!(said.status.code(), Some(1));
    let words = String::from_utf8_lossy(&said.stderr);
    assert!(words.contains("it cannot be written"), "{words}");
}
