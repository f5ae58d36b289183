//! No circle of modules: who can be read without the others stands below them.
//!
//! Looks at the top modules of the crate, and at those within its folders.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For each module, those it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// What one module may use although that one uses it.
const ALLOWED: [(&str, &str); 1] = [
    // The name of the trait's implementors is found where the trait is.
    ("ruleset", "systems"),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let all = paths.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    let mut all: Vec<PathBuf> = all.collect();
    all.sort();
    all
}

/// The code of a file, without comments, unit tests, and what a macro writes elsewhere.
#[expect(clippy::disallowed_methods, reason = "the sources are what is tested")]
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let (code, _tests) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
    let lines = code.lines().map(|line| match line.split_once("//") {
        Some((code, _comment)) => code,
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n").replace("$crate::", "")
}

/// The path of a module below `folder`: `decide/cast.rs` is `decide::cast`.
fn module(folder: &Path, path: &Path) -> Vec<String> {
    let below = path.strip_prefix(folder).expect("a file below");
    let parts = below.with_extension("");
    let parts = parts.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "mod").collect()
}

fn first_word(text: &str) -> String {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    text[..end.unwrap_or(text.len())].to_owned()
}

/// The modules right below a place that a text names: with their full path, or from below.
fn named(code: &str, full: &str, depth: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(full) {
        found.insert(first_word(&code[at + full.len()..]));
    }
    let up = "super::".repeat(depth);
    for (at, _) in code.match_indices(&up) {
        if !code[..at].ends_with("super::") {
            found.insert(first_word(&code[at + up.len()..]));
        }
    }
    // A way further up.
    found.remove("super");
    found
}

/// Who uses whom among the modules right below `place`: the crate itself, or a module of it.
fn uses(place: &str) -> Uses {
    let folder = source().join(place);
    let full = match place {
        "" => "crate::".to_owned(),
        place => format!("crate::{place}::"),
    };
    let mut uses = Uses::new();
    for path in files(&folder) {
        let module = module(&folder, &path);
        let [top, ..] = &module[..] else { continue };
        if top == "lib" {
            continue;
        }
        let named = named(&code(&path), &full, module.len());
        uses.entry(top.clone()).or_default().extend(named);
    }
    let all: BTreeSet<String> = uses.keys().cloned().collect();
    for (module, used) in &mut uses {
        used.retain(|other| other != module && all.contains(other));
        used.retain(|other| !ALLOWED.contains(&(module.as_str(), other.as_str())));
    }
    uses
}

/// The modules that are in a circle: take away each that uses none of those left, until none goes.
fn circles(mut uses: Uses) -> Uses {
    loop {
        let left: BTreeSet<String> = uses.keys().cloned().collect();
        let before = uses.len();
        uses.retain(|_, used| used.iter().any(|other| left.contains(other)));
        if uses.len() == before {
            return uses;
        }
    }
}

#[test]
fn there_is_no_circle_among_the_modules_of_the_crate() {
    let uses = uses("");
    assert!(uses.len() > 10, "the modules are where they were");
    assert!(uses["encounter"].contains("ruleset") && uses["wire"].contains("encounter"));
    let circles = circles(uses);
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn there_is_no_circle_in_the_encounter() {
    let uses = uses("encounter");
    assert!(uses.len() > 20, "the rooms are where they were");
    assert!(uses["decide"].contains("event") && uses["undo"].contains("state"));
    let circles = circles(uses);
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn there_is_no_circle_in_what_all_others_stand_on() {
    for (place, least) in [("base", 11), ("character", 10), ("ruleset", 4)] {
        let uses = uses(place);
        assert!(uses.len() > least, "{place} is where it was");
        let circles = circles(uses);
        assert!(circles.is_empty(), "{place}: {circles:#?}");
    }
}

/// The check would notice.
#[test]
fn a_circle_is_found() {
    let uses = |pairs: &[(&str, &[&str])]| -> Uses {
        let of = |(module, used): &(&str, &[&str])| {
            let used = used.iter().map(|other| (*other).to_owned());
            ((*module).to_owned(), used.collect())
        };
        pairs.iter().map(of).collect()
    };
    let found = circles(uses(&[
        ("a", &["b"]),
        ("b", &["c"]),
        ("c", &["b", "d"]),
        ("d", &[]),
    ]));
    assert!(
        found.contains_key("b") && found.contains_key("c"),
        "{found:?}"
    );
    assert!(circles(uses(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])).is_empty());
    let here = "use super::log::What;\nuse super::super::id;\nuse crate::encounter::state::A;";
    let named = named(here, "crate::encounter::", 1);
    assert_eq!(named, ["log", "state"].map(str::to_owned).into());
}
