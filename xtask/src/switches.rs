//! `cargo xtask prove switches`: removes rules that are not data from the source, one at a time; `prove switches
//! tristat` for one system, `prove switches TRI-STAT-03` for one rule.
//!
//! `crates/rules/tests/switches/mutants/<system>.txt` lists the edit that removes each rule. Each edit is made in a
//! copy of the source, the scene runner is built from it, and the scenes that name the rule are played: one of them
//! has to fail.

use crate::cargo::{bare_cargo_command, run_command};
use crate::error::Failure;
use crate::line_coverage::list_files;
use crate::progress::Steps;
use crate::target_dir::Claim;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Statement that the proof records when it passes.
pub(crate) const STATEMENT: &str =
    "each rule that no value carries, taken out of the source, is missed by a scene that names it";

/// Number of steps of [`prove`].
pub(crate) const STEPS: usize = 2;

/// Folder of the lists of edits.
const EDITS_DIR: &str = "crates/rules/tests/switches/mutants";
/// Folder of the scenes.
const SCENES_DIR: &str = "crates/rules/tests/scenes";

/// An edit of the source that removes a rule.
#[derive(Debug, PartialEq, Eq)]
struct RuleRemoval {
    rule: String,
    file: String,
    /// Text that is replaced.
    old: String,
    /// Text that replaces it.
    new: String,
}

impl RuleRemoval {
    /// Reads a list: a line with the rule and the file, then lines to remove (`- `) and lines to add (`+ `).
    fn parse_list(text: &str) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        let add = |to: &mut String, line: &str| {
            if !to.is_empty() {
                to.push('\n');
            }
            to.push_str(line);
        };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some(old) = line.strip_prefix("- ") {
                if let Some(last) = all.last_mut() {
                    add(&mut last.old, old);
                }
            } else if let Some(new) = line.strip_prefix("+ ") {
                if let Some(last) = all.last_mut() {
                    add(&mut last.new, new);
                }
            } else if let Some((rule, file)) = line.split_once(' ') {
                all.push(Self {
                    rule: rule.to_owned(),
                    file: file.to_owned(),
                    old: String::new(),
                    new: String::new(),
                });
            }
        }
        all
    }

    /// Returns the source without the rule; `None` unless the text occurs exactly once.
    fn apply_to(&self, source: &str) -> Option<String> {
        let once = source.matches(&self.old).count() == 1;
        once.then(|| source.replace(&self.old, &self.new))
    }
}

/// Tries every edit, of all systems, of one system, or of one rule.
pub(crate) fn prove(
    claim: &Claim<'_>,
    steps: &mut Steps,
    only: Option<&str>,
) -> Result<(), Failure> {
    let mut mutants = Vec::new();
    for path in list_files(&claim.root().join(EDITS_DIR), "txt")? {
        let of_system = path
            .file_stem()
            .is_some_and(|it| only.is_none_or(|only| it == only));
        let list = RuleRemoval::parse_list(&read_file(&path)?).into_iter();
        mutants.extend(list.filter(|one| of_system || only == Some(one.rule.as_str())));
    }
    let folder = claim.shared_dir().join("switches");
    let tree = folder.join("tree");
    steps.step("Copying the source", || copy_sources(claim.root(), &tree))?;
    steps.step_with_note("Taking rules out", |says| {
        let scenes = list_files(&claim.root().join(SCENES_DIR), "json")?;
        let mut missed = Vec::new();
        for mutant in &mutants {
            let found = try_removal(claim, mutant, (&tree, &folder.join("target")), &scenes)?;
            println!("{}: {found}", mutant.rule);
            if found != RemovalResult::SceneFails {
                missed.push(format!("{} {found}", mutant.rule));
            }
        }
        *says = format!(
            "{} of {} missed by a scene",
            mutants.len() - missed.len(),
            mutants.len()
        );
        match missed.is_empty() {
            true => Ok(()),
            false => Err(Failure::new(format!(
                "taken out of the source, and no scene fails as it should: {}.",
                missed.join("; ")
            ))),
        }
    })
}

/// Result of removing a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RemovalResult {
    SceneFails,
    ScenesPass,
    TextNotFound,
    DoesNotCompile,
    NoScene,
}

impl std::fmt::Display for RemovalResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::SceneFails => "a scene fails without it",
            Self::ScenesPass => "every scene that names it passes without it",
            Self::TextNotFound => "the text to change is not there exactly once",
            Self::DoesNotCompile => "the change does not compile",
            Self::NoScene => "no scene names it",
        })
    }
}

/// Removes a rule, builds the runner and plays the scenes that name the rule.
fn try_removal(
    claim: &Claim<'_>,
    mutant: &RuleRemoval,
    (tree, target): (&Path, &Path),
    scenes: &[PathBuf],
) -> Result<RemovalResult, Failure> {
    let name = format!("\"{}\"", mutant.rule);
    let mut named = Vec::new();
    for path in scenes {
        if read_file(path)?.contains(&name) {
            named.push(path);
        }
    }
    if named.is_empty() {
        return Ok(RemovalResult::NoScene);
    }
    let path = tree.join(&mutant.file);
    let source = read_file(&path)?;
    let Some(changed) = mutant.apply_to(&source) else {
        return Ok(RemovalResult::TextNotFound);
    };
    write_file(&path, &changed)?;
    let mut build = bare_cargo_command(claim);
    build.current_dir(tree);
    build.args([
        "build",
        "--quiet",
        "--package",
        "rules",
        "--example",
        "scene",
    ]);
    build.arg("--target-dir").arg(target);
    build.env("RUSTFLAGS", "--cap-lints allow");
    let built = run_command(build);
    write_file(&path, &source)?;
    if built.is_err() {
        return Ok(RemovalResult::DoesNotCompile);
    }
    let mut play = Command::new(target.join("debug/examples/scene"));
    let played = play
        .args(named)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|cause| Failure::not_started(&play, &cause))?;
    Ok(match played.success() {
        true => RemovalResult::ScenesPass,
        false => RemovalResult::SceneFails,
    })
}

/// Copies the files that git knows of to `tree`, except those that are equal there.
fn copy_sources(root: &Path, tree: &Path) -> Result<(), Failure> {
    let mut git = Command::new("git");
    git.current_dir(root).args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let told = git
        .output()
        .map_err(|cause| Failure::not_started(&git, &cause))?;
    for name in String::from_utf8_lossy(&told.stdout).split('\0') {
        let from = root.join(name);
        if name.is_empty() || !from.is_file() {
            continue;
        }
        let to = tree.join(name);
        let wanted = fs::read(&from).map_err(|cause| Failure::file_error("read", &from, &cause))?;
        if fs::read(&to).ok().as_ref() == Some(&wanted) {
            continue;
        }
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)
                .map_err(|cause| Failure::file_error("make", folder, &cause))?;
        }
        fs::write(&to, wanted).map_err(|cause| Failure::file_error("write", &to, &cause))?;
    }
    Ok(())
}

/// Reads a file as text.
fn read_file(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|cause| Failure::file_error("read", path, &cause))
}

/// Writes text to a file.
fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|cause| Failure::file_error("write", path, &cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_can_be_made_in_the_source_as_it_is() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut tried = 0;
        for path in list_files(&root.join(EDITS_DIR), "txt").expect("the lists") {
            for one in RuleRemoval::parse_list(&read_file(&path).expect("a list")) {
                let source = read_file(&root.join(&one.file)).expect("the source");
                assert!(
                    one.apply_to(&source).is_some(),
                    "{}: its text is not there exactly once",
                    one.rule
                );
                tried += 1;
            }
        }
        assert!(tried > 200, "{tried}");
    }

    #[test]
    fn a_change_is_made_where_its_text_stands_once() {
        let list =
            "# why\nTRI-A-01 src/a.rs\n- one\n-   two\n+ three\n\nTRI-B-01 src/b.rs\n- x\n+ \n";
        let all = RuleRemoval::parse_list(list);
        assert_eq!(all.len(), 2, "{all:?}");
        assert_eq!(
            all[0].apply_to("a one\n  two b").as_deref(),
            Some("a three b")
        );
        assert_eq!(all[0].apply_to("one\n  two one\n  two"), None);
        assert_eq!(
            (all[1].file.as_str(), all[1].new.as_str()),
            ("src/b.rs", "")
        );
    }
}
