//! Runs the vector files that lie beside this, with the same runner as the example.

#[path = "../examples/vectors/runner/mod.rs"]
mod runner;

fn check(text: &str) {
    let vectors = runner::vectors(text).expect("a list of vectors");
    assert!(!vectors.is_empty());
    let wrong: Vec<String> = vectors
        .iter()
        .filter_map(|vector| {
            let why = runner::run(vector).err()?;
            Some(format!("{}: {why}", runner::id(vector)))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn chronicle_examples() {
    check(include_str!("vectors/chronicle.json"));
}

#[test]
fn crossover_examples() {
    check(include_str!("vectors/crossover.json"));
    check(include_str!("vectors/crossover-meetings.json"));
}

#[test]
fn masquerade_examples() {
    check(include_str!("vectors/masquerade.json"));
    check(include_str!("vectors/masquerade-meetings.json"));
}

#[test]
fn ascension_examples() {
    check(include_str!("vectors/ascension.json"));
    check(include_str!("vectors/ascension-meetings.json"));
}
