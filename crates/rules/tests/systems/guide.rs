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

/// Rules that come about without a line of their own, so that no source names them; scenes play them.
const SILENT: [&str; 16] = [
    "CHR-AIM-04",
    "CHR-AUTO-06",
    "CHR-AUTO-07",
    "CHR-AUTO-11",
    "CHR-CFIRE-06",
    "CHR-CHG-02",
    "CHR-COV-06",
    "CHR-DICE-11",
    "CHR-DMG-02",
    "CHR-GRAP-20",
    "CHR-MIX-03",
    "CHR-ST-02",
    "CHR-VMP-04",
    "CHR-VMP-05",
    "TRI-THROW-02",
    "TRI-THROW-03",
];

/// Whether guide, sources and tests of a system speak of the same rules.
fn check(system: &str, prefix: &str, rules: usize) {
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
    assert_eq!(entries.len(), rules, "rules that are explained");
    let sources = text(&format!("src/systems/{system}"))
        + &text("messages/en")
        + &text(&format!("../../assets/{system}"));
    let sources = named(prefix, &sources);
    let missing: Vec<_> = entries
        .difference(&sources)
        .filter(|id| !told.contains(*id) && !SILENT.contains(&id.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "in the guide but nowhere in the rules: {missing:?}"
    );
    let tests = text(&format!("tests/scenes/{system}")) + &text("tests/systems");
    let tested = named(prefix, &tests);
    let untested: Vec<_> = entries
        .difference(&tested)
        .filter(|id| !told.contains(*id))
        .collect();
    assert!(
        untested.is_empty(),
        "neither tested nor a person's: {untested:?}"
    );
    let all = [sources, tested, named(prefix, &guide)]
        .into_iter()
        .flatten()
        .collect::<BTreeSet<_>>();
    let unknown: BTreeSet<_> = all.iter().filter(|id| !entries.contains(*id)).collect();
    assert!(
        unknown.is_empty(),
        "without an entry in the guide: {unknown:?}"
    );
}

/// Every switch of a system is named by its guide.
fn switches(system: &str, settings: impl serde::Serialize) {
    let guide = text(&format!("../../docs/rules/{system}.md"));
    let settings = serde_json::to_value(settings).expect("settings");
    let hidden: Vec<_> = settings
        .as_object()
        .expect("an object")
        .keys()
        .filter(|key| !guide.contains(&format!("`{key}`")))
        .collect();
    assert!(
        hidden.is_empty(),
        "switches the guide does not name: {hidden:?}"
    );
}

#[test]
fn chronicle_guide() {
    check("chronicle", "CHR-", 226);
    switches(
        "chronicle",
        rules::systems::chronicle::settings::Settings::default(),
    );
}

#[test]
fn crossover_guide() {
    check("crossover", "XOV-", 141);
    switches("crossover", rules::systems::crossover::Settings::default());
}

#[test]
fn masquerade_guide() {
    check("masquerade", "MSQ-", 51);
    switches(
        "masquerade",
        rules::systems::masquerade::Settings::default(),
    );
}

#[test]
fn ascension_guide() {
    check("ascension", "ASC-", 61);
    switches("ascension", rules::systems::ascension::Settings::default());
}

#[test]
fn tristat_guide() {
    check("tristat", "TRI-", 68);
    switches(
        "tristat",
        rules::systems::tristat::settings::Settings::default(),
    );
}
