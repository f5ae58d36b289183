//! Tests that run many histories, and tests that planted faults are found.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use server::testing::lock;

use super::tally::Tally;
use super::{HistoryResult, PlantedFault, run_history};

/// Number of histories in `cargo xtask test`; `cargo xtask prove simulation` sets a higher one.
const HISTORIES: u64 = 200;
/// Number of histories within which a planted fault must be found.
const FOUND_WITHIN: u64 = 20;

/// Reads a number from an environment variable.
fn env_number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Runs the history of a seed.
fn play_history(seed: u64, plant: Option<PlantedFault>) -> HistoryResult {
    run_history(seed, plant).expect("a name, and a runtime")
}

/// Runs many histories on all cores; the variable `HISTORY` repeats a single one.
#[test]
fn nothing_is_lost_twice_or_shown_before_it_is_kept() {
    if let Some(seed) = env_number("HISTORY") {
        let played = play_history(seed, None);
        return assert_eq!(played.wrong, None, "{:?}", played.tally);
    }
    let first = env_number("PROPTEST_RNG_SEED").unwrap_or(1) << 32;
    let wanted = env_number("HISTORIES").unwrap_or(HISTORIES);
    let begun = Instant::now();
    let (next, all) = (AtomicU64::new(0), Mutex::new((Tally::default(), None)));
    let work = || {
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= wanted {
                return;
            }
            let played = play_history(first + nth, None);
            let mut all = lock(&all);
            all.0.add(&played.tally);
            if let Some(wrong) = played.wrong {
                next.store(wanted, Ordering::Relaxed);
                all.1 = Some((first + nth, wrong));
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    let (tally, failed) = all.into_inner().expect("no panic");
    println!("{wanted} histories, {:.0?}", begun.elapsed());
    for (what, count) in tally.counts() {
        println!("  {count} {what}");
    }
    if let Some((seed, wrong)) = failed {
        panic!("{wrong}; HISTORY={seed} tries it again");
    }
    for (what, count) in tally.counts() {
        assert!(count > 0, "never happened: {what}");
    }
}

/// Checks that a seed reproduces its history, down to the arrival time of each message.
#[test]
fn a_seed_repeats_its_history_exactly() {
    for seed in 0..6 {
        let (one, two) = (play_history(seed, None), play_history(seed, None));
        assert_eq!((one.trace, one.tally), (two.trace, two.tally), "{seed}");
        assert_ne!(one.trace, play_history(seed + 100, None).trace);
    }
}

/// Checks that faults which lose, repeat or disclose data too early are found soon.
#[test]
fn planted_faults_are_found() {
    for plant in [
        PlantedFault::AcknowledgesBeforeTheSync,
        PlantedFault::TrustsAFailedSync,
        PlantedFault::ForgetsTheLastAnswers,
        PlantedFault::LosesARecord,
        PlantedFault::ShowsBeforeItIsKept,
        PlantedFault::SaysAgainUnderAnotherId,
    ] {
        let wrong = |seed| Some((seed, play_history(seed, Some(plant)).wrong?));
        let found = (1..=FOUND_WITHIN).find_map(wrong);
        let (seed, wrong) = found.unwrap_or_else(|| panic!("{plant:?} is not found"));
        println!("{plant:?} is found in history {seed}: {wrong}");
    }
}
