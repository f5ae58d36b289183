//! Environment of a history: seeded randomness, the disk, the clock, and detected violations.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rules::base::dice::Dice;
use rules::base::id::CommandId;
use server::chance::Chance;
use server::clock::Clock;
use server::testing::lock;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::draw::{PlantedFault, SimRng};
use super::oracle::Oracle;
use super::tally::Tally;
use crate::store::{Files, SimulatedRow, StoreContents};

/// World around the simulated server, with its disk, clock and randomness, and the expected log.
pub(crate) struct World {
    rng: Mutex<SimRng>,
    files: Mutex<Files>,
    oracle: Mutex<Oracle>,
    planted_fault: Option<PlantedFault>,
    /// Whether to print every event, when a single history is repeated.
    prints_trace: bool,
    calm: AtomicBool,
    /// Number of disk operations until the program dies; 0 for never.
    steps_to_live: AtomicU64,
    dead: Notify,
    wrong: Mutex<Option<String>>,
    trace: Mutex<DefaultHasher>,
    tally: Mutex<Tally>,
    /// Wall clock at the start of the run in milliseconds since 1970, and the simulated instant of that start.
    clock: Mutex<(u64, Option<Instant>)>,
}

impl World {
    /// Creates the world of one simulated history.
    pub(crate) fn new(seed: u64, plant: Option<PlantedFault>, truth: Oracle) -> Arc<Self> {
        Arc::new(Self {
            rng: Mutex::new(SimRng(seed)),
            files: Mutex::default(),
            oracle: Mutex::new(truth),
            planted_fault: plant,
            prints_trace: std::env::var_os("HISTORY").is_some(),
            calm: AtomicBool::new(false),
            steps_to_live: AtomicU64::new(0),
            dead: Notify::new(),
            wrong: Mutex::default(),
            trace: Mutex::default(),
            tally: Mutex::default(),
            clock: Mutex::new((1_767_225_600_000, None)),
        })
    }

    /// Draws from the random number generator.
    pub(crate) fn with_rng<T>(&self, draw: impl FnOnce(&mut SimRng) -> T) -> T {
        draw(&mut lock(&self.rng))
    }

    /// Accesses the files of the simulated disk.
    pub(crate) fn with_files<T>(&self, work: impl FnOnce(&mut Files) -> T) -> T {
        work(&mut lock(&self.files))
    }

    /// Gives the function access to the log that the simulation expects.
    pub(crate) fn with_oracle<T>(&self, look: impl FnOnce(&mut Oracle) -> T) -> T {
        look(&mut lock(&self.oracle))
    }

    /// Updates the counters of the run.
    pub(crate) fn count(&self, count: impl FnOnce(&mut Tally)) {
        count(&mut lock(&self.tally));
    }

    /// Returns the counters of the run.
    pub(crate) fn tally(&self) -> Tally {
        *lock(&self.tally)
    }

    /// Returns the planted fault, if any.
    pub(crate) const fn planted_fault(&self) -> Option<PlantedFault> {
        self.planted_fault
    }

    /// Stops all fault injection for the rest of the simulated history.
    pub(crate) fn stop_faults(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    /// Whether fault injection has stopped, so that the world is calm.
    pub(crate) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    /// Starts a run of the program, which dies after this many disk operations (0 for never).
    pub(crate) fn begin_life(&self, steps: u64) {
        self.steps_to_live.store(steps, Ordering::Relaxed);
        lock(&self.clock).1 = Some(Instant::now());
    }

    /// Counts a disk operation and returns whether the program dies at it.
    pub(crate) fn dies_at_this_step(&self) -> bool {
        let left = self.steps_to_live.load(Ordering::Relaxed);
        if left == 0 {
            return false;
        }
        self.steps_to_live.store(left - 1, Ordering::Relaxed);
        if left == 1 {
            self.count(|tally| tally.at_writes += 1);
            self.dead.notify_one();
        }
        left == 1
    }

    /// Waits until the program has died or a violation was found.
    pub(crate) async fn wait_for_end(&self) {
        self.dead.notified().await;
    }

    /// Moves the wall clock by this many milliseconds.
    pub(crate) fn jump_clock(&self, by: i64) {
        let mut clock = lock(&self.clock);
        clock.0 = clock.0.saturating_add_signed(by);
        drop(clock);
        self.count(|tally| tally.jumps += 1);
    }

    /// Ends a run of the program; the wall clock continues from where it is.
    pub(crate) fn end_life(&self, lived: u64) {
        let mut clock = lock(&self.clock);
        clock.0 += lived;
        clock.1 = None;
    }

    /// Adds an event to the trace, which must be the same when the seed is repeated.
    pub(crate) fn trace_event(&self, what: &str) {
        let mut trace = lock(&self.trace);
        what.hash(&mut *trace);
        let clock = *lock(&self.clock);
        clock.0.hash(&mut *trace);
        let lived = clock.1.map_or(0, |since| since.elapsed().as_micros());
        lived.hash(&mut *trace);
        if self.prints_trace {
            println!("{lived:>10} {what}");
        }
    }

    /// Returns the hash of the trace.
    pub(crate) fn trace_hash(&self) -> u64 {
        lock(&self.trace).finish()
    }

    /// Reports a violation; only the first one is kept.
    pub(crate) fn report_violation(&self, what: impl Into<String>) {
        lock(&self.wrong).get_or_insert(what.into());
        self.dead.notify_one();
    }

    /// Returns the first violation found in the simulated history, if any.
    pub(crate) fn violation(&self) -> Option<String> {
        lock(&self.wrong).clone()
    }

    /// Reports all records that are on disk after a sync.
    pub(crate) fn on_durable(&self, rows: &[Arc<SimulatedRow>]) {
        let known = usize::try_from(self.acknowledged_seq()).unwrap_or(usize::MAX);
        self.trace_event(&format!("kept up to {}", rows.len()));
        let fresh = rows.get(known..).unwrap_or_default();
        if let Err(what) = self.with_oracle(|truth| truth.append_durable(fresh)) {
            self.report_violation(what);
        }
    }

    /// Reports to the simulation what a starting program finds on the disk, which is all durable records, and perhaps
    /// more.
    pub(crate) fn on_start(&self, contents: &StoreContents) {
        self.trace_event(&format!("starts with {}", contents.rows.len()));
        match self.with_oracle(|truth| truth.verify_recovered(&contents.rows)) {
            Ok(more) => self.count(|tally| tally.found += more),
            Err(what) => self.report_violation(what),
        }
    }

    /// Number of the last acknowledged record.
    pub(crate) fn acknowledged_seq(&self) -> u64 {
        self.with_oracle(|truth| truth.last_seq())
    }
}

impl Clock for World {
    fn now(&self) -> u64 {
        let (base, since) = *lock(&self.clock);
        let lived = since.map_or(0, |since| since.elapsed().as_millis());
        base + u64::try_from(lived).unwrap_or(0)
    }
}

impl Chance for World {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte = self.with_rng(|draw| draw.below(256)).to_be_bytes()[7];
        }
    }

    fn dice(&self, _: CommandId) -> Box<dyn Dice + Send> {
        Box::new(self.with_rng(|draw| SimRng(draw.next_u64())))
    }
}
