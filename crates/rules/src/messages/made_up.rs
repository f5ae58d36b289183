//! A language that is made up: every message accented and longer. A test that turns it on sees what on a page is no
//! message, and what is cut off where words are longer. It is in no release.

use std::sync::atomic::{AtomicBool, Ordering};

/// What a page in it says of its language: English with the private region of tests.
pub const TAG: &str = "en-XA";

static ON: AtomicBool = AtomicBool::new(false);

/// Says every message of this program from now on in the made-up language.
pub fn turn_on() {
    ON.store(true, Ordering::Relaxed);
}

/// Whether messages are said in it.
#[must_use]
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}
