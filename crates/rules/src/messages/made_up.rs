//! A pseudo-locale for tests: every message is accented and longer. It shows which text on a page is no message, and
//! what is cut off where words are longer. Never part of a release.

use std::sync::atomic::{AtomicBool, Ordering};

/// The language tag of a page in the pseudo-locale: English with the private region of tests.
pub const TAG: &str = "en-XA";

/// Whether the pseudo-locale is turned on.
static ON: AtomicBool = AtomicBool::new(false);

/// Turns on the pseudo-locale for all messages of this program.
pub fn turn_on() {
    ON.store(true, Ordering::Relaxed);
}

/// Whether the pseudo-locale is turned on.
#[must_use]
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}
