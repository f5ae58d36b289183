//! Everything at once, for a while: the real program is killed at any moment and at system calls, its disk fails
//! and fills up, its clock is set, and twenty browsers talk to it over lines that hang and are cut at any byte.
//! Each keeps its own list of what was acknowledged, and after each restart the lists are compared with the log.
#![cfg(target_os = "linux")]
#![expect(
    clippy::print_stdout,
    reason = "a seed that repeats a failure, and what was tried"
)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use rules::base::id::EncounterId;
use server::store::Store as _;
use server::store::sqlite::{self, FILE};
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::client::{Guest, fresh_id};
use crate::crash::Chance;
use crate::damage::tamper;
use crate::faults::{has_strace, injected, limit, traced};
use crate::program::Program;
use crate::proxy::{Browser, Proxy};
use crate::scribe::{Scribe, check_done, check_kept, said, verdict};
use crate::server::invitation;

/// How long it goes on in `cargo xtask test`.
const SECONDS: u64 = 20;
/// So long more, until everything has gone wrong once: a program that gets no processor comes to no write at which to die.
const MORE: Duration = Duration::from_secs(60);
/// Who talks beside the storyteller, and who only listens.
const PLAYERS: usize = 16;
const SPECTATORS: usize = 3;

/// What goes wrong in a round, beside the lines and the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    /// Killed after a while.
    Killed,
    /// Killed at a write or a sync of the database's files.
    KilledAtACall,
    /// Writes and syncs fail for a while or for ever; then it is killed.
    Failing,
    /// The disk is full for a while; then it is told to end.
    Full,
    /// Told to end.
    Ended,
}

/// What was tried.
#[derive(Debug, Default)]
struct Tried {
    rounds: u32,
    kills: u32,
    at_calls: u32,
    errors: usize,
    full: u32,
    jumps: u32,
    ended: u32,
}

impl Tried {
    /// Whether everything has gone wrong at least once.
    fn is_everything(&self) -> bool {
        let at_calls = !has_strace() || (self.at_calls > 0 && self.errors > 0);
        self.kills > 0 && self.full > 0 && self.ended > 0 && self.jumps > 0 && at_calls
    }
}

/// Everything there is.
struct Chaos {
    chance: Chance,
    tried: Tried,
    data: PathBuf,
    /// What the program's clock is told.
    clock: PathBuf,
    proxy: Proxy,
    encounter: EncounterId,
}

impl Chaos {
    fn below(&mut self, end: u64) -> u64 {
        self.chance.below(end)
    }

    fn milliseconds(&mut self, least: u64, more: u64) -> Duration {
        Duration::from_millis(least + self.below(more))
    }

    async fn browser(&self, guest: Guest, name: &str, watches: bool) -> Browser {
        let line = guest.follow(self.encounter).await;
        let scribe = Scribe::new(line, name);
        let address = self.proxy.address;
        Browser {
            guest: Guest { address, ..guest },
            scribe,
            watches,
            connected: false,
        }
    }

    /// The program, as this round wants it.
    async fn start(&mut self, wrong: Wrong) -> Program {
        let program = match wrong {
            Wrong::KilledAtACall => {
                let call = 30 + self.below(150);
                let inject = format!("pwrite64,fdatasync:signal=KILL:when={call}");
                traced(&self.data, &inject)
            }
            Wrong::Failing => {
                let calls = ["fsync,fdatasync", "write,pwrite64"][self.pick(2)];
                let error = ["EIO", "ENOSPC"][self.pick(2)];
                let first = if calls.starts_with('f') { 14 } else { 60 } + self.below(30);
                let until = ["", "+", "+7"][self.pick(3)];
                traced(
                    &self.data,
                    &format!("{calls}:error={error}:when={first}{until}"),
                )
            }
            Wrong::Killed | Wrong::Full | Wrong::Ended => plain(),
        };
        self.run(program).await
    }

    fn pick(&mut self, of: u64) -> usize {
        usize::try_from(self.below(of)).expect("small")
    }

    async fn run(&self, mut program: Command) -> Program {
        program.env("COTERIE_CLOCK", &self.clock);
        Program::of(program, &self.data).await
    }

    /// The clock of the host is set.
    fn jump(&mut self) {
        let hours = i64::try_from(self.below(96)).expect("small") - 48;
        std::fs::write(&self.clock, (hours * 3_600_000).to_string()).expect("a file");
        self.tried.jumps += 1;
    }

    /// A round: everybody talks, something goes wrong, the program ends.
    async fn round(&mut self, wrong: Wrong, browsers: Vec<Browser>) -> Vec<Browser> {
        let mut program = self.start(wrong).await;
        self.proxy.leads_to(Some(program.address));
        let time = self.milliseconds(800, 1_800);
        let until = Instant::now() + time + Duration::from_millis(200);
        let mut talking = JoinSet::new();
        for browser in browsers {
            talking.spawn(browser.talk(self.encounter, until));
        }
        let half = time / 2;
        sleep(half).await;
        self.jump();
        match wrong {
            Wrong::Full => {
                let wal = self.data.join(format!("{FILE}-wal"));
                let length = std::fs::metadata(wal).expect("a file").len();
                let before = faults(&program);
                limit(&program, length + 4_000);
                sleep(half).await;
                limit(&program, u64::MAX);
                self.tried.full += u32::from(faults(&program) > before);
            }
            _ => sleep(half).await,
        }
        match wrong {
            Wrong::Ended | Wrong::Full => {
                program.signal("TERM").await;
                program.ended().await;
                self.tried.ended += 1;
            }
            Wrong::KilledAtACall => {
                self.tried.at_calls += u32::from(program.has_ended());
                program.kill().await;
                self.tried.kills += 1;
            }
            Wrong::Killed | Wrong::Failing => {
                program.kill().await;
                self.tried.kills += 1;
            }
        }
        if wrong == Wrong::Failing {
            self.tried.errors += injected(&self.data).len();
        }
        self.proxy.leads_to(None);
        let mut back = talking.join_all().await;
        back.sort_by(|one, two| one.scribe.name.cmp(&two.scribe.name));
        let log = program.log();
        assert!(!log.contains("panicked"), "{log}");
        self.tried.rounds += 1;
        back
    }

    /// The program comes back, and everything that was acknowledged is there.
    async fn check(&self, browsers: &[Browser]) {
        let mut program = self.run(plain()).await;
        let store = sqlite::open_alongside_server(&self.data).await;
        let store = store.expect("a store");
        let kept = said(&store, self.encounter).await;
        store.close().await;
        check_done(&kept, browsers.iter().map(|browser| &browser.scribe));
        program.kill().await;
    }

    /// At the end everything is answered, and everybody sees the same.
    async fn settle(&self, browsers: &mut [Browser]) {
        self.proxy.calm_down();
        // The lines of before lead to a program that is gone, also one that hangs and has not shown it yet.
        for browser in &mut *browsers {
            browser.connected = false;
        }
        let mut program = self.run(plain()).await;
        self.proxy.leads_to(Some(program.address));
        let until = Instant::now() + Duration::from_secs(60);
        let mut settled = false;
        while !settled {
            assert!(Instant::now() < until, "it does not come to rest");
            settled = true;
            for browser in &mut *browsers {
                settled &= browser.finish(self.encounter).await;
            }
        }
        for browser in &mut *browsers {
            browser.scribe.line.catch_up().await;
        }
        let direct = |browser: &Browser| Guest {
            address: program.address,
            ..browser.guest.clone()
        };
        for (one, others) in [(0, 0..1), (1, 1..browsers.len())] {
            let fresh = direct(&browsers[one]).follow(self.encounter).await;
            for browser in &browsers[others] {
                let same = browser.scribe.line.view() == fresh.view();
                assert!(same, "{} sees something else", browser.scribe.name);
            }
        }
        program.kill().await;
    }
}

/// How often the host was told that the disk failed.
fn faults(program: &Program) -> usize {
    program.log().matches("the disk failed").count()
}

/// The program as it is, but that a file that may not grow is an error and not the end of it.
fn plain() -> Command {
    let mut shell = Command::new("sh");
    let script = "trap '' XFSZ; exec \"$0\" \"$@\"";
    shell.args(["-c", script, env!("CARGO_BIN_EXE_coterie")]);
    shell.arg("--no-address-limits").env("RUST_LOG", "warn");
    shell
}

/// Twenty seats at a table that is made while all is well.
async fn begin(place: &Path, seed: u64) -> (Chaos, Vec<Browser>) {
    let data = place.join("data");
    std::fs::create_dir(&data).expect("a folder");
    let mut program = Program::start(&data).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let chaos = Chaos {
        chance: Chance(seed),
        tried: Tried::default(),
        clock: place.join("clock"),
        data,
        proxy: Proxy::start(seed).await,
        encounter: sam.opening(table).await.encounter,
    };
    let links = invitation(&mut sam, table).await;
    // The storyteller comes first, also in the order of names.
    let mut browsers = vec![chaos.browser(sam, "A storyteller", false).await];
    for nth in 0..PLAYERS + SPECTATORS {
        let watches = nth >= PLAYERS;
        let link = if watches {
            &links.spectator
        } else {
            &links.player
        };
        let name = format!(
            "Guest {}",
            char::from(b'A' + u8::try_from(nth).expect("few"))
        );
        let mut guest = Guest::new(program.address);
        guest.sit(link, &name).await;
        guest.opening(table).await;
        browsers.push(chaos.browser(guest, &name, watches).await);
    }
    program.signal("TERM").await;
    program.ended().await;
    (chaos, browsers)
}

/// What the comparison is for is seen by it: an acknowledgement of what was never written, something kept that
/// nobody was told of, and a disk that forgot the last thing it was told to keep.
async fn planted(chaos: &Chaos, scribes: &mut [Scribe]) {
    let (data, encounter) = (&chaos.data, chaos.encounter);
    let teller = scribes.iter().position(|scribe| !scribe.done.is_empty());
    let teller = teller.expect("many were acknowledged");
    let never = fresh_id();
    scribes[teller].done.insert(never);
    let said = verdict(data, encounter, scribes).await;
    assert!(said.is_err_and(|it| it.contains("acknowledged and lost")));
    scribes[teller].done.remove(&never);

    let told = scribes[teller].done.pop_first().expect("it has some");
    let said = verdict(data, encounter, scribes).await;
    assert!(said.is_err_and(|it| it.contains("nobody was told")));
    scribes[teller].done.insert(told);

    tamper(
        data,
        encounter,
        "DELETE FROM events WHERE encounter_id = ?1 AND seq = \
         (SELECT max(seq) FROM events WHERE encounter_id = ?1)",
    )
    .await;
    assert!(verdict(data, encounter, scribes).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_goes_wrong_at_once_and_nothing_is_lost() {
    let number = |name| std::env::var(name).ok()?.parse().ok();
    let seed = number("PROPTEST_RNG_SEED").unwrap_or(1);
    let seconds = number("CHAOS_SECONDS").unwrap_or(SECONDS);
    println!("PROPTEST_RNG_SEED={seed} draws the same faults again");
    let place = tempfile::tempdir().expect("a folder");
    let (mut chaos, mut browsers) = begin(place.path(), seed).await;
    let mut kinds = vec![Wrong::Killed, Wrong::Full, Wrong::Ended];
    if has_strace() {
        kinds.extend([Wrong::KilledAtACall, Wrong::Failing]);
    } else {
        println!("strace is not here: nothing was tried at system calls");
    }
    let until = Instant::now() + Duration::from_secs(seconds);
    let lasts = |tried: &Tried| {
        let now = Instant::now();
        now < until || (now < until + MORE && !tried.is_everything())
    };
    while lasts(&chaos.tried) {
        // Each of them, in another order each time.
        for left in (1..=kinds.len()).rev() {
            let drawn = chaos.pick(left as u64);
            kinds.swap(drawn, left - 1);
            let wrong = kinds[left - 1];
            browsers = chaos.round(wrong, browsers).await;
            chaos.check(&browsers).await;
        }
    }
    chaos.settle(&mut browsers).await;
    let mut scribes: Vec<Scribe> = browsers.into_iter().map(|it| it.scribe).collect();
    check_kept(&chaos.data, chaos.encounter, &scribes).await;
    planted(&chaos, scribes.as_mut_slice()).await;
    let (cuts, stalls) = chaos.proxy.counts();
    let acknowledged: usize = scribes.iter().map(|scribe| scribe.done.len()).sum();
    let tried = &chaos.tried;
    println!("{tried:?}, {cuts} lines cut, {stalls} hung, {acknowledged} acknowledged");
    assert!(tried.is_everything(), "{tried:?}");
    assert!(cuts > 20 && stalls > 0 && acknowledged > 200);
}
