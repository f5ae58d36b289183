//! What time it is.

use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time. Tests stop it.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970.
    fn now(&self) -> u64;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(0))
    }
}

/// The machine's clock, set forward or back by so many milliseconds as a file says, at any moment: what happens
/// when the clock of a host is set can be tried. A release has no such clock.
#[cfg(debug_assertions)]
#[derive(Debug)]
pub struct SetClock(std::path::PathBuf);

#[cfg(debug_assertions)]
impl SetClock {
    /// The name of the variable that names the file.
    pub const VARIABLE: &str = "COTERIE_CLOCK";

    /// A clock as this file says.
    #[must_use]
    pub const fn new(file: std::path::PathBuf) -> Self {
        Self(file)
    }
}

#[cfg(debug_assertions)]
impl Clock for SetClock {
    fn now(&self) -> u64 {
        let by = std::fs::read_to_string(&self.0).ok();
        let by = by.and_then(|by| by.trim().parse().ok()).unwrap_or(0);
        SystemClock.now().saturating_add_signed(by)
    }
}
