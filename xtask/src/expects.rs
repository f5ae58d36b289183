//! A test: every lint that an `#[expect]` names is on. The compiler says when an expectation is no longer met, but not
//! when nobody would have asked: a lint that is off is raised by the expectation itself.

use std::fs;
use std::path::{Path, PathBuf};

/// Lints of clippy that are on without a word in Cargo.toml, as far as an `#[expect]` needs one.
const BY_DEFAULT: [&str; 7] = [
    "disallowed_methods",
    "disallowed_types",
    "large_enum_variant",
    "module_inception",
    "result_large_err",
    "too_many_arguments",
    "type_complexity",
];

#[test]
fn every_expected_lint_is_on() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the workspace");
    let (_, lints) = manifest
        .split_once("[workspace.lints.clippy]")
        .expect("lints");
    let asked = lints.lines().filter_map(|line| line.split_once(" = "));
    let on: Vec<&str> = asked.map(|(name, _)| name).chain(BY_DEFAULT).collect();
    let mut dead = Vec::new();
    for path in sources(&root) {
        let text = fs::read_to_string(&path).expect("a source");
        // In two parts, so that this line is no expectation itself.
        for part in text.split(concat!("[exp", "ect(")).skip(1) {
            let (lints, _) = part.split_once(")]").unwrap_or((part, ""));
            let named = lints.split("clippy::").skip(1);
            let named =
                named.map(|rest| rest.split([',', ')', '\n']).next().unwrap_or(rest).trim());
            dead.extend(
                named
                    .filter(|lint| !on.contains(lint))
                    .map(|lint| format!("{}: {lint}", path.display())),
            );
        }
    }
    assert!(
        dead.is_empty(),
        "these lints are off, so nothing is to be expected:\n{}",
        dead.join("\n")
    );
}

/// Every Rust file of the program.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut open: Vec<PathBuf> = ["crates", "tests", "xtask"]
        .map(|folder| root.join(folder))
        .into();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(&folder)
            .expect("a folder")
            .flatten()
            .map(|entry| entry.path())
        {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}
