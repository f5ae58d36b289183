//! Who plays each rule: the table of all ids in `docs/rules/coverage.md` is made here, from the
//! guides, the scenes and the names of tests. `UPDATE=1` in front of the test writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The systems, in the order of the table.
const SYSTEMS: [&str; 5] = [
    "chronicle",
    "crossover",
    "masquerade",
    "tristat",
    "ascension",
];

/// The ids that are a person's judgement.
const STORYTELLERS: &str = include_str!("fixtures/storytellers_rules.txt");

const HEAD: &str = "# Who plays each rule

Made by `UPDATE=1 cargo test -p rules --test coverage` from the guides, the scenes and the names of
tests; the same test fails when it is out of date. A rule is played by scenes (files in
`crates/rules/tests/scenes`), or by tests that have its id in their name; it is the storyteller's
where a person has to judge; otherwise there is only a function for it. What scenes play goes by
itself, or is asked of a person. The last column says which scene fails when the rule is switched off
(`cargo xtask test switches`), or that one does when the rule is taken out of the source (`cargo xtask
prove switches`).
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[expect(
    clippy::disallowed_methods,
    reason = "guides, scenes and tests are compared as they lie on the disk"
)]
fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}

/// All files below a folder that end in `end`, in order.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let Ok(all) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for entry in all {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.extension().is_some_and(|it| it == end) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The ids that a system's guide explains, in the order in which it does.
fn explained(system: &str) -> Vec<String> {
    let guide = text(&root().join("docs/rules").join(system).with_extension("md"));
    let heads = guide.lines().filter_map(|line| line.strip_prefix("- **"));
    let ids = heads.filter_map(|rest| rest.split_once("**"));
    let ids = ids.filter(|(id, _)| !id.contains(' '));
    ids.map(|(id, _)| id.to_owned()).collect()
}

/// The names of the scenes that play each id.
fn scenes(system: &str) -> BTreeMap<String, BTreeSet<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/scenes")
        .join(system);
    let mut by_id: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&folder, "json") {
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let read: Value = serde_json::from_str(&text(&path)).expect("JSON");
        let all = match read {
            Value::Array(all) => all,
            one => vec![one],
        };
        for id in all
            .iter()
            .filter_map(|one| one.get("rules")?.as_array())
            .flatten()
        {
            let id = id.as_str().expect("an id").to_owned();
            by_id.entry(id).or_default().insert(name.clone());
        }
    }
    by_id
}

/// The names of all tests of this crate.
fn tests() -> BTreeSet<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = BTreeSet::new();
    for path in ["src", "tests"]
        .iter()
        .flat_map(|folder| files(&here.join(folder), "rs"))
    {
        let text = text(&path);
        let mut lines = text.lines().map(str::trim_start);
        while let Some(line) = lines.next() {
            if line != "#[test]" {
                continue;
            }
            let name = lines.by_ref().find_map(|line| line.strip_prefix("fn "));
            let name = name.and_then(|rest| rest.split_once('('));
            names.extend(name.map(|(name, _)| name.to_owned()));
        }
    }
    names
}

/// Whether a test's name holds an id, as `chr_dmg_05_…`.
fn is_named_in(id: &str, test: &str) -> bool {
    let id = id.to_ascii_lowercase().replace('-', "_");
    format!("_{test}_").contains(&format!("_{id}_"))
}

/// A list of `tests/switches`: the first word of each line, and what follows it.
fn list(name: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/switches");
    let text = text(&folder.join(name));
    let lines = text
        .lines()
        .filter(|line| !line.starts_with(['#', '-', '+']));
    let lines = lines.map(|line| line.split_once(' ').unwrap_or((line, "")));
    let lines = lines.filter(|(rule, _)| !rule.is_empty());
    lines
        .map(|(rule, rest)| (rule.to_owned(), rest.to_owned()))
        .collect()
}

/// What a system's rules do when they are switched off, and which of them ask people.
struct Switches {
    falls: BTreeMap<String, String>,
    mutants: BTreeMap<String, String>,
    asked: BTreeMap<String, String>,
}

impl Switches {
    fn of(system: &str) -> Self {
        Self {
            falls: list(&format!("{system}.txt")),
            mutants: list(&format!("mutants/{system}.txt")),
            asked: list(&format!("{system}.asked")),
        }
    }

    /// How a rule that scenes play comes about.
    fn how(&self, id: &str) -> &'static str {
        match self.asked.contains_key(id) {
            true => "asked",
            false => "by itself",
        }
    }

    /// What notices that a rule is off.
    fn noticed(&self, id: &str) -> &str {
        match (self.falls.get(id), self.mutants.contains_key(id)) {
            (Some(scene), _) => scene,
            (None, true) => "source",
            (None, false) => "",
        }
    }
}

/// The table as it has to be.
fn page() -> String {
    let tests = tests();
    let judged: BTreeSet<&str> = STORYTELLERS.split_whitespace().collect();
    let mut counts = String::from(
        "\n| system | rules | by itself | asked | tests | storyteller | function only | falls when off |\n|---|---|---|---|---|---|---|---|\n",
    );
    let mut tables = String::new();
    for system in SYSTEMS {
        let played = scenes(system);
        let switches = Switches::of(system);
        let mut sums = [0; 6];
        let ids = explained(system);
        _ = write!(
            tables,
            "\n## {system}\n\n| rule | how | played by | falls when off |\n|---|---|---|---|\n"
        );
        for id in &ids {
            let by: Vec<&str> = match played.get(id) {
                Some(names) => names.iter().map(String::as_str).collect(),
                None => Vec::new(),
            };
            let named: Vec<&str> = tests
                .iter()
                .map(String::as_str)
                .filter(|test| is_named_in(id, test))
                .collect();
            let is_judged = judged.contains(id.as_str());
            let (place, how, told) = match (&by[..], &named[..]) {
                ([], []) if is_judged => (3, "storyteller", String::new()),
                ([], []) => (4, "function only", String::new()),
                ([], named) => (2, "test", format!("`{}`", named.join("`, `"))),
                (by, _) if is_judged => (3, "storyteller", by.join(", ")),
                (by, _) => match switches.how(id) {
                    "asked" => (1, "asked", by.join(", ")),
                    how => (0, how, by.join(", ")),
                },
            };
            let noticed = switches.noticed(id);
            sums[place] += 1;
            sums[5] += i32::from(!noticed.is_empty());
            _ = writeln!(tables, "| {id} | {how} | {told} | {noticed} |");
        }
        let [by_itself, asked, by_tests, storyteller, function, noticed] = sums;
        _ = writeln!(
            counts,
            "| {system} | {} | {by_itself} | {asked} | {by_tests} | {storyteller} | {function} | {noticed} |",
            ids.len()
        );
    }
    format!("{HEAD}{counts}{tables}")
}

#[test]
fn the_table_of_all_rules_is_up_to_date() {
    let path = root().join("docs/rules/coverage.md");
    let page = page();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &page).expect("a page that can be written");
    }
    let there = text(&path);
    let mut differ = there
        .lines()
        .zip(page.lines())
        .filter(|(old, new)| old != new);
    assert!(
        there == page,
        "docs/rules/coverage.md is out of date: UPDATE=1 cargo test -p rules --test coverage. \
         First difference: {:?}",
        differ.next()
    );
}

/// Every id that is left to the storyteller is one that a guide explains, once.
#[test]
fn the_storytellers_rules_are_rules() {
    let there: BTreeSet<String> = SYSTEMS
        .iter()
        .flat_map(|system| explained(system))
        .collect();
    let mut seen = BTreeSet::new();
    for id in STORYTELLERS.split_whitespace() {
        assert!(there.contains(id), "{id}");
        assert!(seen.insert(id), "{id} is there twice");
    }
}

/// What a rule off is noticed by is listed once: by a switch, or by a change of the source; and
/// only of rules that a guide explains.
#[test]
fn each_rule_is_switched_off_in_one_way() {
    for system in SYSTEMS {
        let switches = Switches::of(system);
        let there: BTreeSet<String> = explained(system).into_iter().collect();
        let lists = [&switches.falls, &switches.mutants, &switches.asked];
        for id in lists.into_iter().flat_map(BTreeMap::keys) {
            assert!(there.contains(id), "{id}");
        }
        let mut both = switches.mutants.keys();
        let both = both.find(|id| switches.falls.contains_key(*id));
        assert_eq!(both, None, "switched off and changed in the source");
    }
}

/// A rule that is off is missed: a scene fails under its switch, or when it is taken out of the
/// source. What a person judges needs neither.
#[test]
fn every_rule_that_no_person_judges_is_missed_when_it_is_off() {
    let judged: BTreeSet<&str> = STORYTELLERS.split_whitespace().collect();
    for system in SYSTEMS {
        let switches = Switches::of(system);
        let mut played = explained(system);
        played.retain(|id| !judged.contains(id.as_str()));
        assert!(!played.is_empty(), "{system}");
        played.retain(|id| switches.noticed(id).is_empty());
        assert!(played.is_empty(), "no scene misses {}", played.join(", "));
    }
}
