//! Tests in browsers: the suites of `cargo xtask test`, and the proofs that run them in full.

use crate::artifacts as program;
use crate::error::Failure;
use crate::progress::Steps;
use crate::tally::run_and_count;
use crate::target_dir::{Claim, TargetDir};
use crate::test_build::TestBuild;
use crate::{browsers, npm, size};
use std::path::Path;
use std::process::Command;

/// A suite of tests in browsers, with its Playwright configuration.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    step: &'static str,
    config: &'static str,
    /// Whether the suite needs Firefox and WebKit besides Chromium.
    all_engines: bool,
    /// Filter for file names, with the environment variable for the number of cases and its value. Without it all
    /// tests run, with their default number of cases.
    filter: Option<(&'static str, (&'static str, &'static str))>,
}

/// Configuration of the tests in Chromium.
const CHROMIUM_CONFIG: &str = "tests/browser/playwright.config.mjs";

/// Configuration of the tests in three engines.
const ENGINES_CONFIG: &str = "tests/engines/playwright.config.mjs";

/// Suites of `cargo xtask test`.
pub(crate) const SUITES: [Suite; 2] = [
    Suite {
        name: "browser",
        step: "Tests in the browser",
        config: CHROMIUM_CONFIG,
        all_engines: false,
        filter: None,
    },
    Suite {
        name: "engines",
        step: "Tests in three engines",
        config: ENGINES_CONFIG,
        all_engines: true,
        filter: None,
    },
];

/// A proof in browsers.
pub(crate) struct BrowserProof {
    pub(crate) suite: Suite,
    /// Whether the proof needs the two parts of a release's program, which are built and weighed first.
    needs_release_parts: bool,
    /// Statement that is recorded when the proof passes.
    pub(crate) statement: &'static str,
}

/// All proofs in browsers.
pub(crate) const BROWSER_PROOFS: [BrowserProof; 5] = [
    BrowserProof {
        suite: Suite {
            name: "disturb",
            step: "Pages that are disturbed",
            config: ENGINES_CONFIG,
            all_engines: true,
            filter: Some(("disturb.spec", ("DISTURB", "all"))),
        },
        needs_release_parts: false,
        statement: "every way of tests/engines/ways.mjs to disturb a page, before and after it wakes, in Chromium and Firefox: an exchange is played on it and it says what the server says, or it says in a sentence what is wrong and can be loaded again",
    },
    BrowserProof {
        suite: Suite {
            name: "examples",
            step: "The worked examples",
            config: CHROMIUM_CONFIG,
            all_engines: false,
            filter: Some(("examples-", ("EXAMPLES", "all"))),
        },
        needs_release_parts: false,
        statement: "every worked example of the five texts, played through the screen on phones: each term of each pool, each mark and each line of the log is what was worked out by hand",
    },
    BrowserProof {
        suite: Suite {
            name: "looks",
            step: "Every look",
            config: CHROMIUM_CONFIG,
            all_engines: false,
            // An empty filter: nearly every test looks at some state. The pictures of README and front page are taken anew.
            filter: Some(("", ("COTERIE_PICTURES", "docs/pictures"))),
        },
        needs_release_parts: false,
        statement: "what a program can judge of accessibility, in every theme, of every page and state that the tests look at; and every width, theme and system of those that have them; the pictures of README and front page are taken of this version",
    },
    BrowserProof {
        suite: Suite {
            name: "axe",
            step: "Accessibility",
            config: "tests/browser/axe.config.mjs",
            all_engines: false,
            filter: None,
        },
        needs_release_parts: false,
        statement: "what a program can judge of accessibility, of every page and every state of a fight, at 320, 390, 768 and 1280 px, in dark, light and high contrast: nothing is wrong",
    },
    BrowserProof {
        suite: Suite {
            name: "first-load",
            step: "Tests of the first load",
            config: "tests/browser/first-load.config.mjs",
            all_engines: false,
            filter: None,
        },
        needs_release_parts: true,
        statement: "a first load of a release is within its limit; in five systems nothing of the rest of the program is needed before it is there, and a press waits for it",
    },
];

/// Screens that are compared with accepted pictures.
const ACCEPTED_LOOKS: Suite = Suite {
    name: "looks",
    step: "Taking the accepted pictures",
    config: CHROMIUM_CONFIG,
    all_engines: false,
    filter: Some(("baselines.spec", ("COTERIE_ACCEPT", "1"))),
};

/// Takes the pictures anew with which `test` compares some screens.
pub(crate) fn accept_looks() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(PREPARATION_STEPS + 1);
    let server = program::build(&claim, &mut steps, false)?;
    let run = SuiteRun {
        suites: &[&ACCEPTED_LOOKS],
        parts: None,
        more: &["--update-snapshots", "--workers=1"],
    };
    let result = run.run(&target, claim, &server, &mut steps);
    println!("\n{}", steps.summary());
    result
}

/// Number of steps before the tests: building both parts, and fetching browsers.
const PREPARATION_STEPS: usize = program::STEPS + 1;

impl BrowserProof {
    /// Returns the number of steps of [`Shown::prove`].
    pub(crate) fn step_count(&self) -> usize {
        PREPARATION_STEPS
            + 1
            + if self.needs_release_parts {
                size::STEPS
            } else {
                0
            }
    }

    /// Builds the program and runs the whole suite.
    pub(crate) fn prove(
        &self,
        target: &TargetDir,
        claim: Claim<'_>,
        steps: &mut Steps,
    ) -> Result<(), Failure> {
        let parts = match self.needs_release_parts {
            true => Some(size::weigh(&claim, steps)?),
            false => None,
        };
        let server = program::build(&claim, steps, false)?;
        let played = SuiteRun {
            suites: &[&self.suite],
            parts: parts.as_deref(),
            more: &[],
        };
        played.run(target, claim, &server, steps)
    }
}

/// Number of steps of [`all`].
pub(crate) const STEPS: usize = program::STEPS_OF_COMPILED + 1 + SUITES.len();

/// Runs all suites with programs that are compiled already.
pub(crate) fn run_all_suites(
    target: &TargetDir,
    claim: Claim<'_>,
    steps: &mut Steps,
    compiled: &TestBuild,
) -> Result<(), Failure> {
    let server = program::build_from(&claim, steps, compiled)?;
    let suites: Vec<&Suite> = SUITES.iter().collect();
    let played = SuiteRun {
        suites: &suites,
        parts: None,
        more: &[],
    };
    played.run(target, claim, &server, steps)
}

/// Number of steps of [`one`].
pub(crate) const STEPS_OF_ONE: usize = PREPARATION_STEPS + 1;

/// Runs one suite, against the release build if `release` is set; `more` is passed to Playwright.
pub(crate) fn run_one_suite(
    suite: &Suite,
    target: &TargetDir,
    claim: Claim<'_>,
    steps: &mut Steps,
    release: bool,
    more: &[&str],
) -> Result<(), Failure> {
    let server = program::build(&claim, steps, release)?;
    let played = SuiteRun {
        suites: &[suite],
        parts: None,
        more,
    };
    played.run(target, claim, &server, steps)
}

/// Suites to run, with their options.
struct SuiteRun<'a> {
    suites: &'a [&'a Suite],
    /// Folder of the two parts of a release's program, for suites that look at them.
    parts: Option<&'a Path>,
    more: &'a [&'a str],
}

impl SuiteRun<'_> {
    /// Runs the suites in real browsers against the real server.
    fn run(
        &self,
        target: &TargetDir,
        claim: Claim<'_>,
        server: &Path,
        steps: &mut Steps,
    ) -> Result<(), Failure> {
        let (programs, missing) = steps.step("Fetching browsers", || {
            npm::install_packages(&claim)?;
            let mut programs = browsers::find_chromium(target.root())?;
            let mut missing = Vec::new();
            if self.suites.iter().any(|suite| suite.all_engines) {
                let (others, not_here) = browsers::find_other_engines()?;
                programs.extend(others);
                missing = not_here;
            }
            Ok((programs, missing))
        })?;
        let runner = |suite: &Suite| {
            let mut tests = npm::program_command(&claim, "playwright");
            tests
                .args(["test", "--config", suite.config])
                .args(self.more);
            if let Some((which, (much, all))) = suite.filter {
                let files = Some(which).filter(|which| !which.is_empty());
                tests.args(files).env(much, all);
            }
            tests.env("COTERIE_BIN", server);
            tests.envs(self.parts.map(|folder| ("COTERIE_PARTS", folder)));
            tests.envs(programs.iter().map(|(variable, path)| (variable, path)));
            tests
        };
        let runners: Vec<Command> = self.suites.iter().map(|suite| runner(suite)).collect();
        // Nothing is compiled from here on, so other clones may take their turn.
        drop(claim);
        for (suite, runner) in self.suites.iter().zip(runners) {
            steps.step_with_note(suite.step, |says| {
                let result = run_and_count([runner], says);
                if suite.all_engines && !missing.is_empty() {
                    says.push_str(&format!(" (not here: {})", missing.join(", ")));
                }
                result
            })?;
        }
        Ok(())
    }
}
