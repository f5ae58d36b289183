//! Each rule switched off: does a scene that names it notice?
//!
//! `cargo test -p rules --features switches --test switches`. What was found stands in
//! `tests/switches/<system>.txt`, a rule and the scene that fails without it on each line;
//! `UPDATE=1` in front looks through all scenes again and writes it, and into `<system>.asked` by which
//! rules people are asked something. A rule that no value carries
//! cannot be switched off so; `tests/switches/mutants/<system>.txt` has changes of the source for those.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rules::base::rule_switch;
use testkit::scene as runner;

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

#[expect(
    clippy::disallowed_methods,
    reason = "scenes and lists have to be read from somewhere"
)]
fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// The scenes of a system by the names of their files.
fn scenes(system: &str) -> BTreeMap<String, Vec<runner::Scene>> {
    let folder = here().join("scenes").join(system);
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("scenes") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let scenes = runner::parse_scenes(&text(&path)).expect("scenes");
        all.insert(name.into_owned(), scenes);
    }
    all
}

/// Whether a file of scenes fails while this rule is off. One that cannot be played at all does.
fn falls(scenes: &[runner::Scene], rule: &str) -> bool {
    let named = scenes
        .iter()
        .filter(|scene| scene.rules.iter().any(|id| id == rule));
    for scene in named {
        let played = AssertUnwindSafe(|| rule_switch::with_rule_off(rule, || runner::play(scene)));
        match catch_unwind(played) {
            Ok(wrong) if wrong.is_empty() => {}
            Ok(_) | Err(_) => return true,
        }
    }
    false
}

/// The rules of a list, each with the scene that fails without it.
fn listed(path: &Path) -> BTreeMap<String, String> {
    let text = text(path);
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines
        .map(|(rule, scene)| (rule.to_owned(), scene.to_owned()))
        .collect()
}

fn check(system: &str) {
    let all = scenes(system);
    // Once with every rule on: nothing that is made once for all may be made while one is off.
    for (name, scenes) in &all {
        for scene in scenes {
            assert_eq!(runner::play(scene), Vec::<String>::new(), "{name}");
        }
    }
    let asked = here().join("switches").join(format!("{system}.asked"));
    let by: Vec<String> = rule_switch::take_asked_rules().into_iter().collect();
    let by = format!("{}\n", by.join("\n"));
    let path = here().join("switches").join(system).with_extension("txt");
    if std::env::var_os("UPDATE").is_some() {
        let named = all.values().flatten().flat_map(|scene| &scene.rules);
        let mutants = here().join("switches/mutants").join(system);
        let mutants = listed(&mutants.with_extension("txt"));
        let named = named.filter(|rule| !mutants.contains_key(*rule));
        let named: BTreeSet<&String> = named.collect();
        let mut list = String::new();
        for rule in named {
            let found = all.iter().find(|(_, scenes)| falls(scenes, rule));
            if let Some((name, _)) = found {
                list.push_str(&format!("{rule} {name}\n"));
            }
        }
        fs::write(&asked, &by).expect("a list that can be written");
        fs::write(&path, list).expect("a list that can be written");
    }
    assert_eq!(
        text(&asked),
        by,
        "UPDATE=1: the rules by which people are asked"
    );
    let listed = listed(&path);
    assert!(!listed.is_empty(), "{system}");
    for (rule, name) in &listed {
        let scenes = all
            .get(name)
            .unwrap_or_else(|| panic!("{rule}: no scene is {name}"));
        assert!(
            falls(scenes, rule),
            "{name} does not notice that {rule} is off"
        );
    }
}

#[test]
fn chronicle() {
    check("chronicle");
}

#[test]
fn crossover() {
    check("crossover");
}

#[test]
fn masquerade() {
    check("masquerade");
}

#[test]
fn tristat() {
    check("tristat");
}

#[test]
fn ascension() {
    check("ascension");
}

/// A switch that changes nothing is not noticed: a rule that there is not.
#[test]
fn a_rule_that_there_is_not_changes_nothing() {
    let all = scenes("tristat");
    for scenes in all.values() {
        for scene in scenes {
            let wrong = rule_switch::with_rule_off("TRI-NONE-01", || runner::play(scene));
            assert_eq!(wrong, Vec::<String>::new());
        }
    }
}
