//! A test that every lint named by an `#[expect]` is enabled.
//!
//! The compiler reports an expectation that is not met, but not one that is pointless: a lint that is off is raised by
//! the expectation itself.

use std::fs;
use std::path::{Path, PathBuf};

/// Lints of clippy that are on by default and that some `#[expect]` names.
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
    for path in rust_files(&root) {
        let text = fs::read_to_string(&path).expect("a source");
        // Split in two, so that this line is not an expectation itself.
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

/// Returns every Rust file of the workspace.
fn rust_files(root: &Path) -> Vec<PathBuf> {
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
