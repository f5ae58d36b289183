//! `cargo xtask prove mutants`: mutation testing; `prove mutants 60` tries only the first 60 of the sample.
//!
//! cargo-mutants lists every mutation it can make in the core of `rules`: decisions, views, authority and dice. A
//! seeded sample of them is made one at a time in a copy of the source, and the core tests of `rules` have to fail.
//! Mutants that survive are tried again with the slower tests of single systems. `prove mutants again` tries the
//! survivors again with the core tests, after some were added. The result and the survivors are written into
//! docs/reliability.md.

use crate::cargo::run_command;
use crate::deep_check::Tool;
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::Claim;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The mutation tool: compiles a crate once for each mutant, in a copy, with time limits.
const MUTATION_TOOL: Tool = Tool {
    name: "cargo-mutants",
    version: "27.1.0",
};

/// Statement that the proof records when it passes.
pub(crate) const STATEMENT: &str = "of 300 mistakes made in what decides, what is seen, who may what and the dice, at least 90 % are noticed by a test";

/// Number of steps of [`prove`].
pub(crate) const STEPS: usize = 5;

/// Number of mutants in the sample.
const SAMPLE_SIZE: usize = 300;
/// Seed of the sample.
const SEED: u64 = 11;

/// Minimum share of mutants that are caught, in percent.
const MIN_PERCENT: usize = 90;

/// Files that are mutated.
const MUTATED_FILES: [&str; 3] = [
    "crates/rules/src/encounter/**",
    "crates/rules/src/dice_proof/**",
    "crates/rules/src/base/dice.rs",
];

/// Test programs of the core.
const CORE_TESTS: [&str; 3] = ["core", "frozen_logs", "laws"];
/// Test programs of single systems, which also exercise the core.
const SYSTEM_TESTS: [&str; 2] = ["scenes", "systems"];

/// Argument that tries only the survivors of the last run.
pub(crate) const AGAIN: &str = "again";

/// Environment of the tests: how many cases the laws try for each mutant.
const TEST_ENVIRONMENT: [(&str, &str); 6] = [
    ("PROPTEST_CASES", "12"),
    ("PROPTEST_RNG_SEED", "11"),
    ("PROPTEST_MAX_SHRINK_ITERS", "0"),
    ("EXCHANGES", "4"),
    ("CARGO_PROFILE_DEV_DEBUG", "0"),
    ("CARGO_INCREMENTAL", "1"),
];

/// Page that holds the result.
const PAGE: &str = "docs/reliability.md";
/// Mark before the result.
const BEGIN: &str = "<!-- mutants: written by `cargo xtask prove mutants` -->\n";
/// Mark after the result.
const END: &str = "<!-- end of mutants -->\n";

/// File of equivalent mutants, each with the reason why no test can catch it.
const EQUIVALENT_FILE: &str = "crates/rules/tests/mutants.txt";

/// Tries the sample, or its first `only` mutants. The result of the whole sample is written into the page.
pub(crate) fn prove(
    claim: &Claim<'_>,
    steps: &mut Steps,
    only: Option<&str>,
) -> Result<(), Failure> {
    let is_again = only == Some(AGAIN);
    let most = match only.filter(|_| !is_again).map(str::parse) {
        None => SAMPLE_SIZE,
        Some(Ok(most)) if (1..=SAMPLE_SIZE).contains(&most) => most,
        Some(_) => return Err(Failure::usage(&["prove", "mutants", only.unwrap_or("")])),
    };
    let folder = claim.shared_dir().join("mutants");
    let once_more = folder.join(AGAIN);
    steps.step("Fetching the tool", || {
        MUTATION_TOOL.ensure_installed(claim)
    })?;
    let all = steps.step("Listing mistakes", || list_mutants(claim))?;
    if !is_again {
        steps.step("Making them", || {
            let sample = draw_sample(all.clone(), most);
            // The whole sample runs in all files, because it includes what the tool makes anyway; a part of it only
            // where it must.
            let files: BTreeSet<&str> = match only {
                None => MUTATED_FILES.into_iter().collect(),
                Some(_) => sample.iter().filter_map(|name| file_of(name)).collect(),
            };
            run_mutants(claim, &folder, (&sample, &files), &CORE_TESTS)
        })?;
    }
    let first = MutantResults::read(&folder.join("mutants.out"))?;
    let left: Vec<String> = first
        .missed
        .iter()
        .flat_map(|it| current_names(it, &all))
        .collect();
    steps.step("Making once more what stayed unnoticed", || {
        let files: BTreeSet<&str> = left.iter().filter_map(|name| file_of(name)).collect();
        let tests: Vec<&str> = match is_again {
            true => vec!["core"],
            false => SYSTEM_TESTS.to_vec(),
        };
        match left.is_empty() {
            true => Ok(()),
            false => run_mutants(claim, &once_more, (&left, &files), &tests),
        }
    })?;
    steps.step_with_note("Counting", |says| {
        let mut found = first;
        if !left.is_empty() {
            let again = MutantResults::read(&once_more.join("mutants.out"))?;
            found.count_newly_caught(&again.missed, &all);
            found.write_missed(&folder.join("mutants.out"))?;
        }
        let reasons = claim.root().join(EQUIVALENT_FILE);
        let reasons = fs::read_to_string(reasons).unwrap_or_default();
        let found = found.set_equivalents_apart(&reasons);
        *says = found.summary();
        let told = found.page_section(all.len());
        println!("{told}");
        if only.is_none() || is_again {
            let page = claim.root().join(PAGE);
            let text = fs::read_to_string(&page)
                .map_err(|cause| Failure::file_error("read", &page, &cause))?;
            let text = replace_section(&text, &told)
                .ok_or_else(|| Failure::new(format!("{PAGE} has no place for the figure.")))?;
            fs::write(&page, text).map_err(|cause| Failure::file_error("write", &page, &cause))?;
        }
        match found.caught_count() * 100 >= MIN_PERCENT * found.viable_count() {
            true => Ok(()),
            false => Err(Failure::new(format!(
                "{}, and {MIN_PERCENT} % are wanted.",
                found.summary()
            ))),
        }
    })
}

/// Runs the tool for these mutants in these files with these tests. Results are in `mutants.out`.
fn run_mutants(
    claim: &Claim<'_>,
    folder: &Path,
    (names, files): (&[String], &BTreeSet<&str>),
    tests: &[&str],
) -> Result<(), Failure> {
    let copies = folder.join("copies");
    fs::create_dir_all(&copies).map_err(|cause| Failure::file_error("make", &copies, &cause))?;
    let mut run = MUTATION_TOOL.command(
        claim,
        "mutants --package rules --colors never --cap-lints true",
    );
    run.args([
        "--no-shuffle",
        "--timeout-multiplier",
        "4",
        "--minimum-test-timeout",
        "60",
    ]);
    let hands = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    run.arg("--jobs").arg(hands.to_string());
    run.arg("--output").arg(folder);
    for file in files {
        run.args(["--file", file]);
    }
    for name in names {
        run.arg("--re").arg(format!("^{}$", escape_regex(name)));
    }
    // Passed to every call of cargo: behind `--` they would only reach the test run, and each mutant would wait until
    // all test programs are compiled.
    run.arg("--cargo-arg=--lib");
    for test in tests {
        run.arg(format!("--cargo-arg=--test={test}"));
    }
    // Exact odds and the dice checker are proofs of their own; `total` is slow, and the tests of the three related
    // systems take as long as all others together.
    run.args(["--", "--"]);
    for skipped in ["odds::", "dice::", "total::", "family::"] {
        run.args(["--skip", skipped]);
    }
    run.envs(TEST_ENVIRONMENT);
    run.env("TMPDIR", &copies);
    run.env_remove("CARGO_TARGET_DIR");
    run.env_remove("COTERIE_TARGET_DIR");
    // The tool also fails when a mutant survives; its result is in its files.
    run_command(run).or_else(
        |failure| match folder.join("mutants.out/caught.txt").is_file() {
            true => Ok(()),
            false => Err(failure),
        },
    )
}

/// Lists the names of all possible mutants, as the tool prints them.
fn list_mutants(claim: &Claim<'_>) -> Result<Vec<String>, Failure> {
    let mut list = MUTATION_TOOL.command(claim, "mutants --list --package rules --colors never");
    for place in MUTATED_FILES {
        list.args(["--file", place]);
    }
    let told = list
        .output()
        .map_err(|cause| Failure::not_started(&list, &cause))?;
    if !told.status.success() {
        return Err(Failure::command_failed(&list, told.status));
    }
    let text = String::from_utf8_lossy(&told.stdout);
    Ok(text.lines().map(str::to_owned).collect())
}

/// Text in the name of a mutant that deletes a field. This version of the tool makes all of these in the files it is
/// given, so they are always part of the whole sample.
const ALWAYS_MADE: &str = ": delete field ";

/// Draws the sample: the mutants that are made anyway, and the first others by seed. Moved lines do not change the
/// sample.
fn draw_sample(all: Vec<String>, most: usize) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let (always, all): (Vec<String>, Vec<String>) =
        all.into_iter().partition(|name| name.contains(ALWAYS_MADE));
    let most = match most {
        SAMPLE_SIZE => SAMPLE_SIZE.saturating_sub(always.len()),
        fewer => fewer,
    };
    let mut drawn: Vec<(u64, String)> = all
        .into_iter()
        .map(|name| {
            let plain = without_position(&name);
            let nth = seen.entry(plain.clone()).or_default();
            *nth += 1;
            (hash_name(&format!("{SEED} {nth} {plain}")), name)
        })
        .collect();
    drawn.sort();
    drawn.truncate(most);
    drawn.into_iter().map(|(_, name)| name).collect()
}

/// Returns the file of a mutant.
fn file_of(name: &str) -> Option<&str> {
    name.split(':').next()
}

/// Returns the description of a mutant without its place.
fn description_of(name: &str) -> &str {
    name.splitn(4, ':').nth(3).unwrap_or(name).trim_start()
}

/// Returns the current names of a mutant: its own; else, after lines moved, those of equal mutants in the same file;
/// else in any file.
fn current_names(name: &str, all: &[String]) -> Vec<String> {
    let those = |like: &dyn Fn(&str) -> bool| -> Vec<String> {
        let names = all.iter().filter(|it| like(it));
        names.cloned().collect()
    };
    let plain = without_position(name);
    let ways: [&dyn Fn(&str) -> bool; 3] = [
        &|it| it == name,
        &|it| without_position(it) == plain,
        &|it| description_of(it) == description_of(name),
    ];
    let mut found = ways.into_iter().map(those);
    found.find(|names| !names.is_empty()).unwrap_or_default()
}

/// Returns a name without line and column: `a.rs:1:2: replace x` as `a.rs: replace x`.
fn without_position(name: &str) -> String {
    let mut parts = name.splitn(4, ':');
    match (parts.next(), parts.nth(2)) {
        (Some(file), Some(what)) => format!("{file}:{what}"),
        _ => name.to_owned(),
    }
}

/// Hashes a text: FNV-1a with an additional mix, so that names with equal beginnings are spread.
fn hash_name(text: &str) -> u64 {
    let all = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mixed = (all ^ (all >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}

/// Returns a regular expression that matches only this name.
fn escape_regex(name: &str) -> String {
    let one = |letter: char| match letter {
        '.' | '+' | '*' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' | '\\' => {
            format!("\\{letter}")
        }
        letter => letter.to_string(),
    };
    name.chars().map(one).collect()
}

/// Results of a run of the tool.
struct MutantResults {
    caught: usize,
    timed_out: usize,
    unviable: usize,
    /// Names of the mutants that survived.
    missed: Vec<String>,
    /// Equivalent mutants with the reason, which are not counted.
    equivalent: Vec<(String, String)>,
}

impl MutantResults {
    /// Reads the results from the files of the tool.
    fn read(folder: &Path) -> Result<Self, Failure> {
        let lines = |name: &str| -> Result<Vec<String>, Failure> {
            let path: PathBuf = folder.join(name);
            let text = fs::read_to_string(&path)
                .map_err(|cause| Failure::file_error("read", &path, &cause))?;
            Ok(text.lines().map(str::to_owned).collect())
        };
        Ok(Self {
            caught: lines("caught.txt")?.len(),
            timed_out: lines("timeout.txt")?.len(),
            unviable: lines("unviable.txt")?.len(),
            missed: lines("missed.txt")?,
            equivalent: Vec::new(),
        })
    }

    /// Writes the remaining survivors and the number of caught mutants, for the next run.
    fn write_missed(&self, folder: &Path) -> Result<(), Failure> {
        let write = |name: &str, text: String| {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|cause| Failure::file_error("write", &path, &cause))
        };
        write("missed.txt", self.missed.join("\n"))?;
        write("caught.txt", "noticed\n".repeat(self.caught))
    }

    /// Moves survivors that are known to be equivalent into their own list.
    fn set_equivalents_apart(mut self, reasons: &str) -> Self {
        let known: BTreeMap<&str, &str> = reasons
            .lines()
            .filter_map(|line| line.split_once(" # "))
            .collect();
        let mut missed = Vec::new();
        for name in self.missed {
            match known.get(&*without_position(&name)) {
                Some(why) => self
                    .equivalent
                    .push((without_position(&name), (*why).to_owned())),
                None => missed.push(name),
            }
        }
        self.missed = missed;
        self
    }

    /// Counts survivors of the first run as caught unless they are among those that `still` survived the second.
    fn count_newly_caught(&mut self, still: &[String], all: &[String]) {
        let before = self.missed.len();
        let again = |name: &String| {
            let made = current_names(name, all);
            made.is_empty() || made.iter().any(|it| still.contains(it))
        };
        self.missed.retain(again);
        self.caught += before - self.missed.len();
    }

    /// Returns the number of mutants that were caught: a test failed or timed out.
    const fn caught_count(&self) -> usize {
        self.caught + self.timed_out
    }

    /// Returns the number of mutants that compile.
    const fn viable_count(&self) -> usize {
        self.caught_count() + self.missed.len()
    }

    /// Returns the result in a phrase.
    fn summary(&self) -> String {
        let share = match self.viable_count() {
            0 => 0.0,
            tried => 100.0 * self.caught_count() as f64 / tried as f64,
        };
        format!(
            "{} of {} noticed, {share:.1} %",
            self.caught_count(),
            self.viable_count()
        )
    }

    /// Returns the section of the page.
    fn page_section(&self, all: usize) -> String {
        let plain = |name: &str| {
            let name = name.strip_prefix("crates/rules/src/").unwrap_or(name);
            name.to_owned()
        };
        let mut text = format!(
            "{} (sample {SEED} of {all} mistakes; {} more do not compile). Unnoticed:\n\n",
            self.summary(),
            self.unviable
        );
        for name in &self.missed {
            text.push_str(&format!("- `{}`\n", plain(&without_position(name))));
        }
        if !self.equivalent.is_empty() {
            text.push_str("\nNot counted, because nothing could notice them:\n\n");
        }
        for (name, why) in &self.equivalent {
            text.push_str(&format!("- `{}`: {why}\n", plain(name)));
        }
        text
    }
}

/// Returns the page with a new result between its marks; `None` if the marks are missing.
fn replace_section(text: &str, figure: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{figure}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(lines: std::ops::Range<u32>) -> Vec<String> {
        let name = |line| {
            format!(
                "src/a.rs:{line}:5: replace f{} -> bool with true",
                line % 50
            )
        };
        lines.map(name).collect()
    }

    #[test]
    fn a_sample_is_the_same_when_lines_move_and_another_for_each_size() {
        let plain = |all: Vec<String>| -> Vec<String> {
            all.iter().map(|name| without_position(name)).collect()
        };
        let (one, moved) = (
            draw_sample(names(0..100), 30),
            draw_sample(names(100..200), 30),
        );
        assert_eq!(plain(one.clone()), plain(moved));
        assert_eq!(one[..10], draw_sample(names(0..100), 10)[..]);
        assert_ne!(one, names(0..30));
    }

    #[test]
    fn a_pattern_fits_its_name_alone() {
        let name =
            "a.rs:1:2: replace <impl D for &mut T>::f -> Option<(A, B)> with Some((x + 1, [y]))";
        let pattern = escape_regex(name);
        assert_eq!(pattern.replace('\\', ""), name);
        assert!(pattern.contains("\\(\\(x \\+ 1, \\[y\\]\\)\\)"));
        assert_eq!(
            without_position(name),
            "a.rs: replace <impl D for &mut T>::f -> Option<(A, B)> with Some((x + 1, [y]))"
        );
    }

    #[test]
    fn what_was_noticed_the_second_time_counts() {
        let names = |names: [&str; 3]| names.map(str::to_owned).to_vec();
        let mut found = MutantResults {
            caught: 7,
            timed_out: 0,
            unviable: 1,
            missed: names(["a.rs:1:2: x in f", "a.rs:5:2: y in g", "b.rs:1:1: z in h"]),
            equivalent: Vec::new(),
        };
        // The first mutant is unchanged, the second moved to another file, and the third is gone.
        let all = names(["a.rs:1:2: x in f", "a.rs:3:2: x in f", "c/d.rs:9:9: y in g"]);
        assert_eq!(current_names(&found.missed[0], &all), all[..1]);
        assert_eq!(current_names(&found.missed[1], &all), all[2..]);
        found.count_newly_caught(&all[..2], &all);
        assert_eq!(found.missed, ["a.rs:1:2: x in f", "b.rs:1:1: z in h"]);
        assert_eq!((found.caught_count(), found.viable_count()), (8, 10));
        // Equivalent mutants are listed and not counted.
        let found = found.set_equivalents_apart("a.rs: x in f # it is the same\n");
        assert_eq!((found.caught_count(), found.viable_count()), (8, 9));
        let page = found.page_section(20);
        assert!(page.contains("- `b.rs: z in h`\n"), "{page}");
        assert!(page.contains("- `a.rs: x in f`: it is the same\n"));
    }

    #[test]
    fn the_page_has_a_place_for_the_figure() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PAGE);
        let text = fs::read_to_string(page).expect("the page");
        let written = replace_section(&text, "1 of 2 noticed").expect("a place");
        assert!(written.contains("1 of 2 noticed"));
        assert_eq!(
            replace_section(&written, "x")
                .as_deref()
                .map(|it| it.matches(BEGIN).count()),
            Some(1)
        );
    }
}
