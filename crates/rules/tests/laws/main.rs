//! What holds whatever people do, in every rule system: a log replays, views differ by what
//! is sent, damage does not vanish, and what players may not know reaches them in no way at all.

mod archive;
mod attackers;
mod dice;
mod evening;
mod exchange;
mod guide;
mod ids;
// The made-up language is in no release.
#[cfg(debug_assertions)]
mod kept_words;
mod long_worlds;
mod odds;
mod offers;
mod outcome;
mod past;
mod recipe;
mod rounds;
mod seats;
mod secrets;
mod steps;
mod total;
mod undo;
mod unseen;
mod whole;
mod worlds;

use proptest::prelude::*;

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("data")
}

/// This many cases, or as many as `PROPTEST_CASES` says.
fn cases(cases: u32) -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: if asked { usual.cases } else { cases },
        failure_persistence: None,
        ..usual
    }
}
