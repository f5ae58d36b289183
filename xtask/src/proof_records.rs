//! Records of the proofs that passed, in docs/proofs.md: written by each proof, and read by `prove --since`.

use crate::error::Failure;
use crate::target_dir::{Claim, TargetDir};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Path of the file that records results.
const PROOFS_PAGE: &str = "docs/proofs.md";

/// Note behind the commit of a proof whose work tree differed from it.
const CHANGED: &str = " and changes";

/// Commit and time at which a proof began. A proof takes long, and the work tree may change meanwhile.
pub(crate) struct ProofStart {
    commit: String,
    started_at: Instant,
}

impl ProofStart {
    /// Captures the current commit, a note if the work tree differs from it, and the time.
    pub(crate) fn now(claim: &Claim<'_>) -> Self {
        let read = |arguments: &[&str]| {
            let said = git(claim.root(), arguments).output();
            let said = said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned());
            said.unwrap_or_default()
        };
        let commit = read(&["log", "-1", "--format=%h, %as"]);
        let changed = match read(&["status", "--porcelain"]).is_empty() {
            true => "",
            false => CHANGED,
        };
        Self {
            commit: format!("{commit}{changed}"),
            started_at: Instant::now(),
        }
    }
}

/// Appends a line about a proof that passed to the record.
pub(crate) fn record_result(
    claim: &Claim<'_>,
    name: &str,
    says: &str,
    begun: &ProofStart,
) -> Result<(), Failure> {
    let minutes = begun.started_at.elapsed().as_secs().div_ceil(60);
    let line = format!("| {name} | {says} | {} | {minutes} min |\n", begun.commit);
    let record = claim.root().join(PROOFS_PAGE);
    let opened = OpenOptions::new().append(true).open(&record);
    opened
        .and_then(|mut file| file.write_all(line.as_bytes()))
        .map_err(|cause| Failure::new(format!("{PROOFS_PAGE} could not be written: {cause}.")))
}

/// A line of the record: a proof, and the commit at which it passed.
#[derive(Debug, PartialEq, Eq)]
struct Record<'a> {
    name: &'a str,
    /// Commit and date, perhaps with the note about changes.
    passed_at: &'a str,
}

impl<'a> Record<'a> {
    /// Reads a record from a line of the page; `None` for any other line.
    fn parse(line: &'a str) -> Option<Self> {
        let columns = line.strip_prefix('|')?.strip_suffix('|')?.split('|');
        let columns: Vec<&str> = columns.map(str::trim).collect();
        let [name, _, passed_at, _] = columns[..] else {
            return None;
        };
        let record = Self { name, passed_at };
        let is_commit = record.hash().bytes().all(|digit| digit.is_ascii_hexdigit());
        is_commit.then_some(record)
    }

    /// Returns the abbreviated hash of the commit.
    fn hash(&self) -> &'a str {
        self.passed_at
            .split_once(',')
            .map_or(self.passed_at, |(hash, _)| hash)
    }

    /// Whether the proof ran on the commit itself, without further changes.
    fn is_of_commit(&self) -> bool {
        !self.passed_at.ends_with(CHANGED)
    }
}

/// Lists the proofs without a record at a commit or a descendant of it, and fails if there are any. A record of a work
/// tree with changes is none, and neither is one of a commit that this clone does not have.
pub(crate) fn check_since(commit: &str, names: &[&str]) -> Result<(), Failure> {
    let target = TargetDir::find();
    let root = target.root();
    if !succeeds(
        git(root, &["rev-parse", "--quiet", "--verify"]).arg(format!("{commit}^{{commit}}")),
    ) {
        return Err(Failure::new(format!(
            "{commit} is no commit of this clone."
        )));
    }
    let path = root.join(PROOFS_PAGE);
    let page =
        fs::read_to_string(&path).map_err(|cause| Failure::file_error("read", &path, &cause))?;
    let is_since = |hash: &str| {
        succeeds(&mut git(
            root,
            &["merge-base", "--is-ancestor", commit, hash],
        ))
    };
    let missing = find_missing(&page, names, is_since);
    for (name, last) in &missing {
        match last {
            Some(at) => println!("{name:<14}last at {at}"),
            None => println!("{name:<14}never"),
        }
    }
    match missing.len() {
        0 => {
            println!("All {} proofs passed at {commit} or later.", names.len());
            Ok(())
        }
        count => Err(Failure::new(format!(
            "{count} of {} proofs have not passed at {commit} or later.",
            names.len()
        ))),
    }
}

/// Returns the proofs without a record for which `is_since` returns true, each with where it passed last, if it did.
fn find_missing<'a>(
    page: &'a str,
    names: &[&'a str],
    is_since: impl Fn(&str) -> bool,
) -> Vec<(&'a str, Option<&'a str>)> {
    let records: Vec<Record<'a>> = page.lines().filter_map(Record::parse).collect();
    let mut missing = Vec::new();
    for name in names {
        let mut own = records.iter().rev().filter(|record| record.name == *name);
        let last = own.clone().next().map(|record| record.passed_at);
        if !own.any(|record| record.is_of_commit() && is_since(record.hash())) {
            missing.push((*name, last));
        }
    }
    missing
}

/// Returns a git command for a clone.
fn git(root: &Path, arguments: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root).args(arguments);
    git
}

/// Whether a command succeeds; its output is dropped.
fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|said| said.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Proofs

| proof | what holds | at commit | took |
|---|---|---|---|
| odds | exact odds, within 5 | aaaa111, 2026-11-22 | 38 min |
| kills | 1,000 times; seed 7, at bbbb222 | cccc333, 2026-11-23 | 9 min beside other work |
| odds | exact odds, within 5 | dddd444, 2026-11-24 and changes | 40 min |
";

    #[test]
    fn a_record_is_read_with_its_commit_and_other_lines_are_none() {
        let records: Vec<_> = PAGE.lines().filter_map(Record::parse).collect();
        let read = |record: &Record<'static>| (record.name, record.hash(), record.is_of_commit());
        assert_eq!(
            records.iter().map(read).collect::<Vec<_>>(),
            [
                ("odds", "aaaa111", true),
                ("kills", "cccc333", true),
                ("odds", "dddd444", false),
            ]
        );
    }

    #[test]
    fn a_proof_is_missing_unless_it_passed_at_the_commit_or_later() {
        let names = ["odds", "kills", "looks"];
        let of_odds = ("odds", Some("dddd444, 2026-11-24 and changes"));
        assert_eq!(
            find_missing(PAGE, &names, |hash| hash != "aaaa111"),
            [of_odds, ("looks", None)]
        );
        assert_eq!(
            find_missing(PAGE, &names, |hash| hash == "aaaa111"),
            [("kills", Some("cccc333, 2026-11-23")), ("looks", None)]
        );
        assert_eq!(find_missing(PAGE, &["kills"], |_| true), []);
    }

    #[test]
    fn the_record_of_this_clone_can_be_read() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/proofs.md");
        let page = fs::read_to_string(page).expect("the record");
        let rows = page.lines().filter(|line| line.starts_with("| "));
        let unread: Vec<_> = rows.filter(|line| Record::parse(line).is_none()).collect();
        assert_eq!(unread.len(), 1, "the head of the table: {unread:#?}");
    }
}
