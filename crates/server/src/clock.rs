//! Current time, from the machine or as tests set it.

use std::time::{SystemTime, UNIX_EPOCH};

/// Source of the current time for the whole server. Tests control it.
pub trait Clock: Send + Sync {
    /// Returns the current time in milliseconds since 1970.
    fn now(&self) -> u64;
}

/// Clock that returns the real time of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(0))
    }
}

/// Clock of the machine, shifted by the number of milliseconds that a file holds, to test what happens when a host's
/// clock is adjusted. Not part of a release.
#[cfg(debug_assertions)]
#[derive(Debug)]
pub struct AdjustedClock(std::path::PathBuf);

#[cfg(debug_assertions)]
impl AdjustedClock {
    /// Environment variable that names the file by which the clock is shifted in development.
    pub const VARIABLE: &str = "COTERIE_CLOCK";

    /// Creates a clock that is shifted by this file.
    #[must_use]
    pub const fn new(file: std::path::PathBuf) -> Self {
        Self(file)
    }
}

#[cfg(debug_assertions)]
impl Clock for AdjustedClock {
    fn now(&self) -> u64 {
        let by = std::fs::read_to_string(&self.0).ok();
        let by = by.and_then(|by| by.trim().parse().ok()).unwrap_or(0);
        SystemClock.now().saturating_add_signed(by)
    }
}
