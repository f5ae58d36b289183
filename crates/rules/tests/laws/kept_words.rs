//! What is kept holds messages by their keys: no record, and no picture of an encounter, has a sentence of the
//! program's own in it.

use std::collections::BTreeMap;
use std::process::Command;

use rules::messages::made_up;
use rules::ruleset::SystemId;
use serde_json::Value;

use crate::evening::Evening;

/// Set where the test runs in the made-up language, which is one for a whole process.
const MADE_UP: &str = "COTERIE_MADE_UP";
/// Letters of the made-up language that nobody types in an evening by chance.
const LETTERS: [char; 6] = ['š', 'ř', 'ţ', 'ď', 'ļ', 'ñ'];
/// What is written down in words all the same, by the end of the path to it.
const EXCEPTIONS: [&str; 10] = [
    // An item is called what its owner calls it, from when it is taken up.
    "/gear/_/name",
    "/equipped/after/name",
    "/equipped/before/name",
    // A roll that a person typed, or put together on a phone, is of the words that they sent.
    "/rolled/what",
    "/rolled/terms/_/l",
    // A seal is of exactly these words, and any program can check that.
    "/dice/opened/words",
    "/dice/seal/words",
    "/dice/thrown/what",
    "/seals/_/throw/what",
    "/unseen/_/what",
];

/// Collects texts in the made-up language, each with the path to it, without numbers.
fn find_sentences(path: &str, value: &Value, found: &mut BTreeMap<String, String>) {
    match value {
        Value::String(text) if text.contains(LETTERS) => {
            found.entry(path.to_owned()).or_insert_with(|| text.clone());
        }
        Value::Array(all) => {
            for value in all {
                find_sentences(&format!("{path}/_"), value, found);
            }
        }
        Value::Object(all) => {
            for (key, value) in all {
                let key = match key.chars().all(|letter| letter.is_ascii_digit()) {
                    true => "_",
                    false => key,
                };
                find_sentences(&format!("{path}/{key}"), value, found);
            }
        }
        _ => {}
    }
}

#[test]
fn evenings_keep_no_sentence() {
    if std::env::var_os(MADE_UP).is_none() {
        let this = std::env::current_exe().expect("this program");
        let made_up = Command::new(this)
            .args(["--exact", "kept_words::evenings_keep_no_sentence"])
            .env(MADE_UP, "1")
            .output()
            .expect("a process");
        let said = String::from_utf8_lossy(&made_up.stdout);
        assert!(made_up.status.success(), "{said}");
        assert!(said.contains("1 passed"), "{said}");
        return;
    }
    made_up::turn_on();
    let mut found = BTreeMap::new();
    let mut messages = 0;
    for (system, seed) in SystemId::ALL.iter().zip(700..) {
        for seed in [
            seed,
            seed + 50,
            seed + 100,
            seed + 150,
            seed + 200,
            seed + 250,
        ] {
            let mut evening = Evening::of(*system, seed);
            // Looked at now and then, for an evening moves on and leaves its records behind.
            for _ in 0..6 {
                evening.goes_on(50);
                let records = serde_json::to_value(&evening.table.records).expect("data");
                messages += records.to_string().matches("[\"").count();
                find_sentences("record", &records, &mut found);
                let mut encounter = serde_json::to_value(&evening.table.encounter).expect("data");
                // Its lines are written from records.
                encounter["log"].take();
                find_sentences("encounter", &encounter, &mut found);
            }
        }
    }
    assert!(messages > 1_000, "{messages} messages");
    let unused = EXCEPTIONS
        .iter()
        .filter(|end| !found.keys().any(|path| path.ends_with(*end)));
    assert_eq!(
        unused.collect::<Vec<_>>(),
        Vec::<&&str>::new(),
        "exceptions that are none"
    );
    found.retain(|path, _| !EXCEPTIONS.iter().any(|end| path.ends_with(end)));
    assert!(found.is_empty(), "sentences are kept: {found:#?}");
}
