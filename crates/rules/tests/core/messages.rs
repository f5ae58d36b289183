//! The catalog of messages, as its files are written.
#![expect(
    clippy::disallowed_methods,
    reason = "the sources and the catalog are files"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder with this ending.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|it| it == ending) {
            found.push(path);
        }
    }
}

/// The names in a source: `msg::HIT`, `chart::KICK`, `messages::core::LETHAL`.
fn names(source: &str) -> BTreeSet<&str> {
    let part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let paths = source.split("::").skip(1);
    paths
        .filter_map(|rest| rest.split(|letter| !part(letter)).next())
        .collect()
}

#[test]
fn every_message_is_said_somewhere() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for krate in ["rules", "server", "app"] {
        files(&here.join("..").join(krate).join("src"), "rs", &mut sources);
    }
    let sources: Vec<String> = sources
        .iter()
        .map(|path| fs::read_to_string(path).expect("a source"))
        .filter(|source| source.contains("messages::"))
        .collect();
    let said: BTreeSet<&str> = sources.iter().flat_map(|source| names(source)).collect();
    let mut catalogs = Vec::new();
    files(&here.join("messages"), "ftl", &mut catalogs);
    assert!(catalogs.len() > 5, "{catalogs:?}");
    let mut unsaid = Vec::new();
    for path in &catalogs {
        let catalog = fs::read_to_string(path).expect("a catalog");
        let keys = catalog.lines().filter_map(|line| line.split_once(" ="));
        let keys =
            keys.filter(|(key, _)| key.starts_with(|letter: char| letter.is_ascii_lowercase()));
        for (key, _) in keys {
            let function = key.replace('-', "_");
            let constant = function.to_uppercase();
            let reserved = format!("{function}_");
            let names = [function.as_str(), constant.as_str(), reserved.as_str()];
            if !names.iter().any(|name| said.contains(name)) {
                unsaid.push(format!("{}: {key}", path.display()));
            }
        }
    }
    assert!(unsaid.is_empty(), "nothing says these: {unsaid:#?}");
}
