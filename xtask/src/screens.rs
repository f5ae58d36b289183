//! Tests in browsers: the suites of `test`, and the proofs that try all of what those try a share of.

use crate::compiled::Compiled;
use crate::need::Failure;
use crate::parts as program;
use crate::progress::Steps;
use crate::tally::counted;
use crate::target_dir::{Claim, TargetDir};
use crate::{browsers, npm, size};
use std::path::Path;
use std::process::Command;

/// Tests in browsers: what they are called, and the file beside them that says where they lie.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    step: &'static str,
    config: &'static str,
    /// Whether they need more engines than Chromium.
    all_engines: bool,
    /// Which of them, and the variable that says how much of it; all of them, and a share, unless it is said.
    only: Option<(&'static str, (&'static str, &'static str))>,
}

/// Where those in Chromium are listed.
const BROWSER: &str = "tests/browser/playwright.config.mjs";

/// Where those in three engines are listed.
const ENGINES: &str = "tests/engines/playwright.config.mjs";

/// What `test` plays.
pub(crate) const SUITES: [Suite; 2] = [
    Suite {
        name: "browser",
        step: "Tests in the browser",
        config: BROWSER,
        all_engines: false,
        only: None,
    },
    Suite {
        name: "engines",
        step: "Tests in three engines",
        config: ENGINES,
        all_engines: true,
        only: None,
    },
];

/// Something that is proved in browsers.
pub(crate) struct Shown {
    pub(crate) suite: Suite,
    /// Whether it looks at the two parts of a release's program, which are made and weighed before.
    is_of_a_release: bool,
    /// What holds when it passes.
    pub(crate) says: &'static str,
}

pub(crate) const SHOWN: [Shown; 5] = [
    Shown {
        suite: Suite {
            name: "disturb",
            step: "Pages that are disturbed",
            config: ENGINES,
            all_engines: true,
            only: Some(("disturb.spec", ("DISTURB", "all"))),
        },
        is_of_a_release: false,
        says: "every way of tests/engines/ways.mjs to disturb a page, before and after it wakes, in Chromium and Firefox: an exchange is played on it and it says what the server says, or it says in a sentence what is wrong and can be loaded again",
    },
    Shown {
        suite: Suite {
            name: "examples",
            step: "The worked examples",
            config: BROWSER,
            all_engines: false,
            only: Some(("examples-", ("EXAMPLES", "all"))),
        },
        is_of_a_release: false,
        says: "every worked example of the five texts, played through the screen on phones: each term of each pool, each mark and each line of the log is what was worked out by hand",
    },
    Shown {
        suite: Suite {
            name: "looks",
            step: "Every look",
            config: BROWSER,
            all_engines: false,
            // Nearly every test looks at some state.
            only: Some(("", ("LOOKS", "all"))),
        },
        is_of_a_release: false,
        says: "what a program can judge of accessibility, in every theme, of every page and state that the tests look at; and every width, theme and system of those that have them",
    },
    Shown {
        suite: Suite {
            name: "axe",
            step: "Accessibility",
            config: "tests/browser/axe.config.mjs",
            all_engines: false,
            only: None,
        },
        is_of_a_release: false,
        says: "what a program can judge of accessibility, of every page and every state of a fight, at 320, 390, 768 and 1280 px, in dark, light and high contrast: nothing is wrong",
    },
    Shown {
        suite: Suite {
            name: "first-load",
            step: "Tests of the first load",
            config: "tests/browser/first-load.config.mjs",
            all_engines: false,
            only: None,
        },
        is_of_a_release: true,
        says: "a first load of a release is within its limit; in five systems nothing of the rest of the program is needed before it is there, and a press waits for it",
    },
];

/// Both parts, and what tests in browsers need besides.
const BEFORE: usize = program::STEPS + 1;

impl Shown {
    /// How many steps [`Shown::prove`] takes.
    pub(crate) fn steps(&self) -> usize {
        BEFORE + 1 + if self.is_of_a_release { size::STEPS } else { 0 }
    }

    /// Tries all of it.
    pub(crate) fn prove(
        &self,
        target: &TargetDir,
        claim: Claim<'_>,
        steps: &mut Steps,
    ) -> Result<(), Failure> {
        let parts = match self.is_of_a_release {
            true => Some(size::weigh(&claim, steps)?),
            false => None,
        };
        let server = program::build(&claim, steps, false)?;
        let played = Played {
            suites: &[&self.suite],
            parts: parts.as_deref(),
            more: &[],
        };
        played.before(target, claim, &server, steps)
    }
}

/// How many steps [`all`] takes.
pub(crate) const STEPS: usize = program::STEPS_OF_COMPILED + 1 + SUITES.len();

/// All suites, with the programs that are compiled already.
pub(crate) fn all(
    target: &TargetDir,
    claim: Claim<'_>,
    steps: &mut Steps,
    compiled: &Compiled,
) -> Result<(), Failure> {
    let server = program::of(&claim, steps, compiled)?;
    let suites: Vec<&Suite> = SUITES.iter().collect();
    let played = Played {
        suites: &suites,
        parts: None,
        more: &[],
    };
    played.before(target, claim, &server, steps)
}

/// How many steps [`one`] takes.
pub(crate) const STEPS_OF_ONE: usize = BEFORE + 1;

/// One suite, against the release build where that is wanted, with `more` for Playwright.
pub(crate) fn one(
    suite: &Suite,
    target: &TargetDir,
    claim: Claim<'_>,
    steps: &mut Steps,
    release: bool,
    more: &[&str],
) -> Result<(), Failure> {
    let server = program::build(&claim, steps, release)?;
    let played = Played {
        suites: &[suite],
        parts: None,
        more,
    };
    played.before(target, claim, &server, steps)
}

/// What is played: which suites, with what.
struct Played<'a> {
    suites: &'a [&'a Suite],
    /// Where the two parts of a release's program lie, for those who look at them.
    parts: Option<&'a Path>,
    more: &'a [&'a str],
}

impl Played<'_> {
    /// Real browsers before the real server.
    fn before(
        &self,
        target: &TargetDir,
        claim: Claim<'_>,
        server: &Path,
        steps: &mut Steps,
    ) -> Result<(), Failure> {
        let (programs, missing) = steps.step("Fetching browsers", || {
            npm::parts(&claim)?;
            let mut programs = browsers::chromium(target.root())?;
            let mut missing = Vec::new();
            if self.suites.iter().any(|suite| suite.all_engines) {
                let (others, not_here) = browsers::others()?;
                programs.extend(others);
                missing = not_here;
            }
            Ok((programs, missing))
        })?;
        let runner = |suite: &Suite| {
            let mut tests = npm::program(&claim, "playwright");
            tests
                .args(["test", "--config", suite.config])
                .args(self.more);
            if let Some((which, (much, all))) = suite.only {
                let files = Some(which).filter(|which| !which.is_empty());
                tests.args(files).env(much, all);
            }
            tests.env("COTERIE_BIN", server);
            tests.envs(self.parts.map(|folder| ("COTERIE_PARTS", folder)));
            tests.envs(programs.iter().map(|(variable, path)| (variable, path)));
            tests
        };
        let runners: Vec<Command> = self.suites.iter().map(|suite| runner(suite)).collect();
        // Nothing is compiled from here on: other clones may go on.
        drop(claim);
        for (suite, runner) in self.suites.iter().zip(runners) {
            steps.telling(suite.step, |says| {
                let result = counted([runner], says);
                if suite.all_engines && !missing.is_empty() {
                    says.push_str(&format!(" (not here: {})", missing.join(", ")));
                }
                result
            })?;
        }
        Ok(())
    }
}
