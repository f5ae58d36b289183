//! A rule system is one folder and one entry in the list, and nothing else in the program
//! knows which there are. This is the check.

use std::fs;
use std::path::{Path, PathBuf};

use rules::ruleset::SystemId;

/// The top folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of the systems.
fn systems() -> PathBuf {
    root().join("crates/rules/src/systems")
}

/// Every file below a folder, or the file itself.
fn files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_path_buf()];
    }
    let entries = fs::read_dir(place).unwrap_or_else(|error| panic!("{place:?}: {error}"));
    let entries = entries.map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| files(&path)).collect()
}

/// The code of a source file: without comments, and without the tests at its end.
fn code(text: &str) -> String {
    let (code, _tests) = text.split_once("#[cfg(test)]").unwrap_or((text, ""));
    let lines = code.lines().map(|line| {
        let (code, _comment) = line.split_once("//").unwrap_or((line, ""));
        code
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The systems that a text names, in whatever letter case, with the lines.
fn named(text: &str, keys: &[String]) -> Vec<String> {
    let lines = text.lines().filter(|line| {
        let line = line.to_lowercase();
        keys.iter().any(|key| line.contains(key))
    });
    lines.map(str::to_owned).collect()
}

fn keys() -> Vec<String> {
    SystemId::ALL
        .iter()
        .map(|system| system.key().to_owned())
        .collect()
}

/// What the files of some places say of these systems, each with the file.
#[expect(clippy::disallowed_methods, reason = "the sources are what is tested")]
fn mentions(places: &[PathBuf], keys: &[String]) -> Vec<String> {
    let all = places.iter().flat_map(|place| files(place));
    let mut found = Vec::new();
    for path in all {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let lines = named(&code(&text), keys).into_iter();
        found.extend(lines.map(|line| format!("{}: {}", path.display(), line.trim())));
    }
    found
}

#[test]
fn nothing_outside_the_folders_and_the_list_knows_which_systems_there_are() {
    let root = root();
    let mut places = [
        "crates/app/src",
        "crates/server/src",
        "migrations",
        "style",
        "assets/start.js",
    ]
    .map(|place| root.join(place))
    .to_vec();
    let rules = root.join("crates/rules/src");
    let of_rules = fs::read_dir(rules).expect("a folder");
    let of_rules = of_rules.map(|entry| entry.expect("an entry").path());
    places.extend(of_rules.filter(|path| !path.ends_with("systems")));
    assert!(places.len() > 20, "the places are where they were");
    let found = mentions(&places, &keys());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_system_knows_another() {
    for system in SystemId::ALL {
        let others: Vec<String> = keys()
            .into_iter()
            .filter(|key| *key != system.key())
            .collect();
        let found = mentions(&[systems().join(system.key())], &others);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
    // What several share knows none of them.
    let shared = mentions(&[systems().join("d10")], &keys());
    assert!(shared.is_empty(), "{}", shared.join("\n"));
}

/// A folder with a system in it is in the list, and has what the page about the architecture
/// says a folder has.
#[test]
fn every_system_has_what_a_system_has() {
    let root = root();
    for key in keys() {
        for part in [
            format!("crates/rules/src/systems/{key}/mod.rs"),
            format!("crates/rules/src/systems/{key}/ruleset.rs"),
            format!("crates/rules/src/systems/{key}/demo.rs"),
            format!("docs/rules/{key}.md"),
        ] {
            assert!(root.join(&part).is_file(), "{part}");
        }
        let scenes = format!("crates/rules/tests/scenes/{key}");
        assert!(root.join(&scenes).is_dir(), "{scenes}");
    }
    for entry in fs::read_dir(systems()).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.join("ruleset.rs").is_file() {
            let key = path.file_name().and_then(|name| name.to_str());
            assert!(
                key.is_some_and(|key| SystemId::from_key(key).is_some()),
                "{path:?}"
            );
        }
    }
}

/// The check would notice.
#[test]
fn a_name_in_the_code_is_found_and_one_in_a_comment_is_not() {
    let keys = keys();
    let first = &keys[0];
    let raised = first.to_uppercase();
    for told in [
        format!("if system == \"{first}\" {{"),
        format!("SystemId::{raised} => 1,"),
    ] {
        assert_eq!(named(&code(&told), &keys).len(), 1, "{told}");
    }
    for silent in [
        format!("// as {first} does"),
        format!("let a = 1; // {first}"),
        format!("}}\n#[cfg(test)]\nmod tests {{ {first} }}"),
    ] {
        assert_eq!(named(&code(&silent), &keys), [""; 0], "{silent}");
    }
}

/// Every name is found again, on the wire, in the store and in a form.
#[test]
fn every_name_is_found_again() {
    for system in SystemId::ALL.iter().copied() {
        let key = system.key();
        assert_eq!(SystemId::from_key(key), Some(system));
        let written = serde_json::to_string(&system).expect("a word");
        assert_eq!(written, format!("\"{key}\""));
        let read: SystemId = serde_json::from_str(&written).expect("a system");
        assert_eq!(read, system);
        assert_eq!(SystemId::from_key(&key.to_uppercase()), None);
    }
    let mut titles: Vec<&str> = SystemId::ALL
        .iter()
        .map(|system| system.rules().facts().title.get())
        .collect();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(
        titles.len(),
        SystemId::ALL.len(),
        "no two are called the same"
    );
    assert_eq!(SystemId::from_key(""), None);
}
