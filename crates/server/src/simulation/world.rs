//! Environment of a history: seeded randomness, the disk, the clock, and detected violations.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rules::dice::Dice;
use rules::id::CommandId;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::draw::{Draw, Plant};
use super::tally::Tally;
use super::truth::Truth;
use crate::chance::Chance;
use crate::clock::Clock;
use crate::locked;
use crate::store::simulated::{Contents, Files, Row};

/// Everything outside of the simulated program.
pub(crate) struct World {
    draw: Mutex<Draw>,
    files: Mutex<Files>,
    truth: Mutex<Truth>,
    plant: Option<Plant>,
    /// Whether to print every event, when a single history is repeated.
    tells: bool,
    calm: AtomicBool,
    /// Number of disk operations until the program dies; 0 for never.
    steps: AtomicU64,
    dead: Notify,
    wrong: Mutex<Option<String>>,
    trace: Mutex<DefaultHasher>,
    tally: Mutex<Tally>,
    /// Wall clock at the start of the run in milliseconds since 1970, and the simulated instant of that start.
    clock: Mutex<(u64, Option<Instant>)>,
}

impl World {
    /// Creates the environment of a history.
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

    /// Draws from the random number generator.
    pub(crate) fn draw<T>(&self, draw: impl FnOnce(&mut Draw) -> T) -> T {
        draw(&mut locked(&self.draw))
    }

    /// Accesses the files of the simulated disk.
    pub(crate) fn files<T>(&self, work: impl FnOnce(&mut Files) -> T) -> T {
        work(&mut locked(&self.files))
    }

    /// Accesses the expected log.
    pub(crate) fn truth<T>(&self, look: impl FnOnce(&mut Truth) -> T) -> T {
        look(&mut locked(&self.truth))
    }

    /// Updates the counters.
    pub(crate) fn count(&self, count: impl FnOnce(&mut Tally)) {
        count(&mut locked(&self.tally));
    }

    /// Returns the counters.
    pub(crate) fn tally(&self) -> Tally {
        *locked(&self.tally)
    }

    /// Returns the planted fault, if any.
    pub(crate) const fn plant(&self) -> Option<Plant> {
        self.plant
    }

    /// Stops all fault injection.
    pub(crate) fn calm_down(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    /// Whether fault injection has stopped.
    pub(crate) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    /// Starts a run of the program, which dies after this many disk operations (0 for never).
    pub(crate) fn lives(&self, steps: u64) {
        self.steps.store(steps, Ordering::Relaxed);
        locked(&self.clock).1 = Some(Instant::now());
    }

    /// Counts a disk operation and returns whether the program dies at it.
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

    /// Waits until the program has died or a violation was found.
    pub(crate) async fn dead(&self) {
        self.dead.notified().await;
    }

    /// Moves the wall clock by this many milliseconds.
    pub(crate) fn jump(&self, by: i64) {
        let mut clock = locked(&self.clock);
        clock.0 = clock.0.saturating_add_signed(by);
        drop(clock);
        self.count(|tally| tally.jumps += 1);
    }

    /// Ends a run of the program; the wall clock continues from where it is.
    pub(crate) fn stops(&self, lived: u64) {
        let mut clock = locked(&self.clock);
        clock.0 += lived;
        clock.1 = None;
    }

    /// Adds an event to the trace, which must be the same when the seed is repeated.
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

    /// Returns the hash of the trace.
    pub(crate) fn trace(&self) -> u64 {
        locked(&self.trace).finish()
    }

    /// Reports a violation; only the first one is kept.
    pub(crate) fn wrong(&self, what: impl Into<String>) {
        locked(&self.wrong).get_or_insert(what.into());
        self.dead.notify_one();
    }

    /// Returns the violation, if any.
    pub(crate) fn what_is_wrong(&self) -> Option<String> {
        locked(&self.wrong).clone()
    }

    /// Reports all records that are on disk after a sync.
    pub(crate) fn kept(&self, rows: &[Arc<Row>]) {
        let known = usize::try_from(self.promised()).unwrap_or(usize::MAX);
        self.note(&format!("kept up to {}", rows.len()));
        let fresh = rows.get(known..).unwrap_or_default();
        if let Err(what) = self.truth(|truth| truth.follow(fresh)) {
            self.wrong(what);
        }
    }

    /// Reports the contents a starting program finds: all durable records, and perhaps more.
    pub(crate) fn starts_with(&self, contents: &Contents) {
        self.note(&format!("starts with {}", contents.rows.len()));
        match self.truth(|truth| truth.compare(&contents.rows)) {
            Ok(more) => self.count(|tally| tally.found += more),
            Err(what) => self.wrong(what),
        }
    }

    /// Number of the last acknowledged record.
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
