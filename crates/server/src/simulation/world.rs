//! What a history is made of: seeded chance, the disk, the clock, and what was found wrong.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rules::dice::Dice;
use rules::id::CommandId;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::tally::Tally;
use super::truth::Truth;
use crate::chance::Chance;
use crate::clock::Clock;
use crate::locked;
use crate::store::simulated::{Contents, Files, Row};

/// Repeatable chance: splitmix64.
#[derive(Clone, Debug)]
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// From 0 to one less than this.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// From 0 to this.
    pub(crate) fn up_to(&mut self, most: usize) -> usize {
        usize::try_from(self.below(most as u64 + 1)).unwrap_or(0)
    }

    /// Whether it is the one of so many.
    pub(crate) fn one_in(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }
}

/// A fault that is put in on purpose, to see that it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plant {
    /// The store says that something is kept before it is synced.
    AcknowledgesBeforeTheSync,
    /// After a failed sync the next one says that all is well, and is believed.
    TrustsAFailedSync,
    /// The newest commands are not known any more after a restart.
    ForgetsTheLastAnswers,
    /// Of several records that are written at once one is missing.
    LosesARecord,
    /// The room goes on before the writer has written.
    ShowsBeforeItIsKept,
    /// A browser says again what was not answered, and under another id.
    SaysAgainUnderAnotherId,
}

/// Everything that is not the program.
pub(crate) struct World {
    draw: Mutex<Draw>,
    files: Mutex<Files>,
    truth: Mutex<Truth>,
    plant: Option<Plant>,
    /// Whether everything that happens is printed: a history is tried again.
    tells: bool,
    calm: AtomicBool,
    /// After so many steps of the disk the program dies; 0 is never.
    steps: AtomicU64,
    dead: Notify,
    wrong: Mutex<Option<String>>,
    trace: Mutex<DefaultHasher>,
    tally: Mutex<Tally>,
    /// Milliseconds since 1970 when this life began, and when that was.
    clock: Mutex<(u64, Option<Instant>)>,
}

impl World {
    pub(crate) fn new(seed: u64, plant: Option<Plant>, truth: Truth) -> Arc<Self> {
        Arc::new(Self {
            draw: Mutex::new(Draw(seed)),
            files: Mutex::default(),
            truth: Mutex::new(truth),
            plant,
            tells: std::env::var_os("HISTORY").is_some(),
            calm: AtomicBool::new(false),
            steps: AtomicU64::new(0),
            dead: Notify::new(),
            wrong: Mutex::default(),
            trace: Mutex::default(),
            tally: Mutex::default(),
            clock: Mutex::new((1_767_225_600_000, None)),
        })
    }

    pub(crate) fn draw<T>(&self, draw: impl FnOnce(&mut Draw) -> T) -> T {
        draw(&mut locked(&self.draw))
    }

    pub(crate) fn files<T>(&self, work: impl FnOnce(&mut Files) -> T) -> T {
        work(&mut locked(&self.files))
    }

    pub(crate) fn truth<T>(&self, look: impl FnOnce(&mut Truth) -> T) -> T {
        look(&mut locked(&self.truth))
    }

    pub(crate) fn count(&self, count: impl FnOnce(&mut Tally)) {
        count(&mut locked(&self.tally));
    }

    pub(crate) fn tally(&self) -> Tally {
        *locked(&self.tally)
    }

    pub(crate) const fn plant(&self) -> Option<Plant> {
        self.plant
    }

    /// From now on nothing goes wrong.
    pub(crate) fn calm_down(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    /// A program starts, and may die at one of its writes.
    pub(crate) fn lives(&self, steps: u64) {
        self.steps.store(steps, Ordering::Relaxed);
        locked(&self.clock).1 = Some(Instant::now());
    }

    /// Whether the program dies at this step of the disk.
    pub(crate) fn dies_here(&self) -> bool {
        let left = self.steps.load(Ordering::Relaxed);
        if left == 0 {
            return false;
        }
        self.steps.store(left - 1, Ordering::Relaxed);
        if left == 1 {
            self.count(|tally| tally.at_writes += 1);
            self.dead.notify_one();
        }
        left == 1
    }

    /// Resolves when the program has died, or something is wrong.
    pub(crate) async fn dead(&self) {
        self.dead.notified().await;
    }

    /// The clock is set.
    pub(crate) fn jump(&self, by: i64) {
        let mut clock = locked(&self.clock);
        clock.0 = clock.0.saturating_add_signed(by);
        drop(clock);
        self.count(|tally| tally.jumps += 1);
    }

    /// A life is over: the clock goes on from where it is.
    pub(crate) fn stops(&self, lived: u64) {
        let mut clock = locked(&self.clock);
        clock.0 += lived;
        clock.1 = None;
    }

    /// Something happened that must happen again in the same way.
    pub(crate) fn note(&self, what: &str) {
        let mut trace = locked(&self.trace);
        what.hash(&mut *trace);
        let clock = *locked(&self.clock);
        clock.0.hash(&mut *trace);
        let lived = clock.1.map_or(0, |since| since.elapsed().as_micros());
        lived.hash(&mut *trace);
        if self.tells {
            println!("{lived:>10} {what}");
        }
    }

    /// What tells histories apart.
    pub(crate) fn trace(&self) -> u64 {
        locked(&self.trace).finish()
    }

    /// Something is as it must never be. The first of it counts.
    pub(crate) fn wrong(&self, what: impl Into<String>) {
        locked(&self.wrong).get_or_insert(what.into());
        self.dead.notify_one();
    }

    pub(crate) fn what_is_wrong(&self) -> Option<String> {
        locked(&self.wrong).clone()
    }

    /// This is on disk, with all that came to it before.
    pub(crate) fn kept(&self, rows: &[Arc<Row>]) {
        let known = usize::try_from(self.promised()).unwrap_or(usize::MAX);
        self.note(&format!("kept up to {}", rows.len()));
        let fresh = rows.get(known..).unwrap_or_default();
        if let Err(what) = self.truth(|truth| truth.follow(fresh)) {
            self.wrong(what);
        }
    }

    /// What a program finds that starts: everything that was kept, and perhaps more.
    pub(crate) fn starts_with(&self, contents: &Contents) {
        self.note(&format!("starts with {}", contents.rows.len()));
        match self.truth(|truth| truth.compare(&contents.rows)) {
            Ok(more) => self.count(|tally| tally.found += more),
            Err(what) => self.wrong(what),
        }
    }

    /// The number of the last record that was acknowledged.
    pub(crate) fn promised(&self) -> u64 {
        self.truth(|truth| truth.last())
    }
}

impl Clock for World {
    fn now(&self) -> u64 {
        let (base, since) = *locked(&self.clock);
        let lived = since.map_or(0, |since| since.elapsed().as_millis());
        base + u64::try_from(lived).unwrap_or(0)
    }
}

impl Chance for World {
    fn fill(&self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte = self.draw(|draw| draw.below(256)).to_be_bytes()[7];
        }
    }

    fn dice(&self, _: CommandId) -> Box<dyn Dice + Send> {
        Box::new(self.draw(|draw| Draw(draw.next())))
    }
}

impl Dice for Draw {
    fn die(&mut self, sides: u16) -> u16 {
        u16::try_from(self.below(sides.into())).unwrap_or(0) + 1
    }
}
