//! The pages about promises, and the list of worked examples, name tests that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const PAGES: [&str; 2] = ["security.md", "reliability.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// The tests of a source: functions under an attribute that makes them one, or in a `proptest!`.
fn tests_of(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        let name = line
            .strip_prefix("async fn ")
            .or_else(|| line.strip_prefix("fn "));
        match name.and_then(|name| name.split_once('(')) {
            Some((name, _)) if is_test => {
                found.insert(name.to_owned());
                is_test = false;
            }
            Some(_) => is_test = false,
            None => is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test"),
        }
    }
    found
}

/// The tests there are, by the name of their module.
fn tests() -> BTreeMap<String, BTreeSet<String>> {
    let mut files = Vec::new();
    for folder in ["crates", "tests"] {
        sources(&root().join(folder), &mut files);
    }
    let mut tests: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a source");
        // A folder's own file is the module that the folder is called.
        let named = match path.ends_with("mod.rs") {
            true => path.parent().expect("a folder"),
            false => &path,
        };
        let module = named.file_stem().expect("a name").to_string_lossy();
        tests
            .entry(module.into_owned())
            .or_default()
            .extend(tests_of(&text));
    }
    tests
}

/// What a page names between backticks as `module::test`.
fn named(page: &str) -> Vec<(String, String)> {
    let words = page.split('`').skip(1).step_by(2);
    let words = words.filter_map(|word| word.split_once("::"));
    let plain = |text: &str| {
        let mut all = text.chars();
        all.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let words = words.filter(|(module, test)| plain(module) && plain(test) && test.contains('_'));
    let owned = |(module, test): (&str, &str)| (module.to_owned(), test.to_owned());
    words.map(owned).chain(in_browsers(page)).collect()
}

/// What a page names between backticks as `file.spec.mjs: title`.
fn in_browsers(page: &str) -> Vec<(String, String)> {
    let words = page.split('`').skip(1).step_by(2);
    let named = words.filter_map(|word| word.split_once(".spec.mjs: "));
    named
        .map(|(file, title)| (format!("{file}.spec.mjs"), title.to_owned()))
        .collect()
}

/// Whether a browser test of this title is in that file.
fn is_in_browsers(file: &str, title: &str) -> bool {
    let text = fs::read_to_string(root().join("tests/browser").join(file));
    // A test that is there several times bears a number behind its title.
    let heads = [format!("test(\"{title}\""), format!("test(`{title} (${{")];
    text.is_ok_and(|text| heads.iter().any(|head| text.contains(head)))
}

#[test]
fn every_test_that_a_page_names_is_there() {
    let tests = tests();
    let is_there = |module: &str, test: &str| {
        let of_module = tests.get(module);
        of_module.is_some_and(|all| all.contains(test)) || is_in_browsers(module, test)
    };
    assert!(!is_there("promises", "tests_of"), "a helper is no test");
    for page in PAGES {
        let text = fs::read_to_string(root().join("docs").join(page)).expect("a page");
        let named = named(&text);
        assert!(named.len() > 20, "{page}: {}", named.len());
        let missing: Vec<_> = named
            .iter()
            .filter(|(module, test)| !is_there(module, test))
            .collect();
        assert!(
            missing.is_empty(),
            "{page} names what is not there: {missing:?}"
        );
    }
}

/// Each promise names at least one test.
#[test]
fn no_promise_stands_alone() {
    for page in PAGES {
        let text = fs::read_to_string(root().join("docs").join(page)).expect("a page");
        let tables = text.split("| promise | held by |").skip(1);
        let mut promises = 0;
        for table in tables {
            let rows = table
                .lines()
                .skip(2)
                .take_while(|line| line.starts_with('|'));
            for row in rows {
                assert!(!named(row).is_empty(), "{page}: {row}");
                promises += 1;
            }
        }
        // A promise may also be a paragraph that begins with it.
        for paragraph in text.split("\n\n").filter(|it| it.starts_with("**")) {
            assert!(!named(paragraph).is_empty(), "{page}: {paragraph}");
            promises += 1;
        }
        assert!(promises > 15, "{page}: {promises}");
    }
}

/// The titles of the browser tests in a file.
fn titles(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a file of tests");
    let heads = text.split("\ntest(\"").skip(1);
    let titles = heads.filter_map(|head| head.split_once('"'));
    titles.map(|(title, _)| title.to_owned()).collect()
}

/// Each worked example of the texts names its rules and the test that plays it through the screen,
/// and each such test is named.
#[test]
fn every_worked_example_is_played() {
    let folder = root().join("tests/browser");
    let page = fs::read_to_string(folder.join("EXAMPLES.md")).expect("the list of examples");
    let rules = fs::read_dir(root().join("docs/rules")).expect("the guides");
    let rules = rules.map(|entry| fs::read_to_string(entry.expect("a guide").path()));
    let rules: String = rules.map(|guide| guide.expect("a guide")).collect();
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let rows = rows.filter(|line| !line.starts_with("| worked out") && !line.starts_with("| ---"));
    let systems = ["CHR-", "XOV-", "MSQ-", "TRI-", "ASC-"];
    let mut played = BTreeSet::new();
    for row in rows {
        let named = in_browsers(row);
        assert!(!named.is_empty(), "nothing plays this: {row}");
        let words = row.split(|c: char| c != '-' && !c.is_ascii_alphanumeric());
        let ids = words.filter(|word| systems.iter().any(|system| word.starts_with(system)));
        let ids: Vec<&str> = ids.collect();
        assert!(!ids.is_empty(), "no rule: {row}");
        for id in ids {
            assert!(rules.contains(&format!("**{id}**")), "no such rule: {id}");
        }
        for (file, title) in named {
            assert!(
                is_in_browsers(&file, &title),
                "no such test: {file}: {title}"
            );
            played.insert((file, title));
        }
    }
    let files = fs::read_dir(&folder).expect("the browser tests");
    let files = files.map(|entry| entry.expect("a file").path());
    for file in files {
        let name = file
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if name.starts_with("examples-") {
            for title in titles(&file) {
                let named = played.contains(&(name.clone(), title.clone()));
                assert!(named, "EXAMPLES.md does not name {name}: {title}");
            }
        }
    }
    assert!(played.len() > 30, "{}", played.len());
}
