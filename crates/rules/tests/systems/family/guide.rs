//! Every rule has an entry in the players' guide, and every entry is tested or left to a
//! person.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files of a folder and of the folders in it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the guide and the sources have to be read from somewhere"
)]
fn text(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join(path);
    if path.is_file() {
        return std::fs::read_to_string(&path).expect("a text");
    }
    let mut found = Vec::new();
    files(&path, &mut found);
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a text");
    found.iter().map(read).collect()
}

/// Every id of a system, such as `XOV-DMG-01`, that is named in a text.
fn named(prefix: &str, text: &str) -> BTreeSet<String> {
    let part = |character: char| character.is_ascii_alphanumeric() || character == '-';
    text.split(|character: char| !part(character))
        .filter(|word| word.starts_with(prefix) && word.matches('-').count() == 2)
        .map(ToOwned::to_owned)
        .collect()
}

fn check(system: &str, prefix: &str) {
    let guide = text(&format!("../../docs/rules/{system}.md"));
    let mut entries = BTreeSet::new();
    let mut told = BTreeSet::new();
    for line in guide.lines() {
        let Some((id, rest)) = line
            .strip_prefix("- **")
            .and_then(|line| line.split_once("** "))
        else {
            continue;
        };
        if id.starts_with(prefix) {
            assert!(entries.insert(id.to_owned()), "{id} has two entries");
            if rest.contains("*(storyteller)*") {
                told.insert(id.to_owned());
            }
        }
    }
    let rules = text(&format!("src/systems/{system}")) + &text(&format!("../../assets/{system}"));
    let sources = named(prefix, &rules);
    let unknown: Vec<_> = sources.difference(&entries).collect();
    assert!(
        unknown.is_empty(),
        "without an entry in the guide: {unknown:?}"
    );
    let missing: Vec<_> = entries
        .difference(&sources)
        .filter(|id| !told.contains(*id))
        .collect();
    assert!(
        missing.is_empty(),
        "in the guide but nowhere in the rules: {missing:?}"
    );
    let tests: String = [
        format!("tests/vectors/{system}.json"),
        format!("tests/vectors/{system}-meetings.json"),
        format!("tests/systems/family/{system}.rs"),
        format!("tests/systems/family/{system}_exchanges.rs"),
    ]
    .iter()
    .filter(|path| Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists())
    .map(|path| text(path))
    .collect();
    let tested = named(prefix, &tests);
    let untested: Vec<_> = entries
        .difference(&tested)
        .filter(|id| !told.contains(*id))
        .collect();
    assert!(
        untested.is_empty(),
        "neither tested nor a person's: {untested:?}"
    );
    let stray: Vec<_> = tested.difference(&entries).collect();
    assert!(stray.is_empty(), "tested, but not in the guide: {stray:?}");
}

/// Every switch of a system is named by its guide.
fn switches(system: &str, settings: &serde_json::Value) {
    let guide = text(&format!("../../docs/rules/{system}.md"));
    let object = settings.as_object().expect("an object");
    let hidden: Vec<_> = object
        .keys()
        .filter(|key| !guide.contains(&format!("`{key}`")))
        .collect();
    assert!(
        hidden.is_empty(),
        "switches the guide does not name: {hidden:?}"
    );
}

fn shown(settings: impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(settings).expect("settings")
}

#[test]
fn crossover_guide() {
    check("crossover", "XOV-");
    switches(
        "crossover",
        &shown(rules::systems::crossover::Settings::default()),
    );
}

#[test]
fn masquerade_guide() {
    check("masquerade", "MSQ-");
    switches(
        "masquerade",
        &shown(rules::systems::masquerade::Settings::default()),
    );
}

#[test]
fn ascension_guide() {
    check("ascension", "ASC-");
    switches(
        "ascension",
        &shown(rules::systems::ascension::Settings::default()),
    );
}
