//! Finds or installs the browsers for tests: Chromium for all tests, Firefox and WebKit for the main flow.

use crate::cargo::read_output;
use crate::error::Failure;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Environment variables for the tests, each with the path of a program.
pub(crate) type ProgramPaths = Vec<(&'static str, PathBuf)>;

/// Environment variable that turns a missing tool or browser from a skipped test into a failure.
pub(crate) const ALL_ENGINES: &str = "COTERIE_ALL_ENGINES";

/// A browser and the programs that drive it.
struct Engine {
    name: &'static str,
    /// Debian packages that provide the browser; the first line that can be installed is used.
    packages: &'static [&'static str],
    programs: &'static [Program],
}

/// A program: the environment variable that names it, and its names on the search path.
struct Program {
    variable: &'static str,
    names: &'static [&'static str],
}

/// Chromium, in which all tests run.
const CHROMIUM: Engine = Engine {
    name: "Chromium",
    // The headless shell renders the same pages with a third less work.
    packages: &["chromium-headless-shell", "chromium"],
    programs: &[Program {
        variable: "COTERIE_CHROMIUM",
        names: &[
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
        ],
    }],
};

/// Engines in which the main flow runs, too.
const OTHER_ENGINES: [Engine; 2] = [
    Engine {
        name: "Firefox",
        packages: &["firefox-esr"],
        programs: &[Program {
            variable: "COTERIE_FIREFOX",
            names: &["firefox-esr", "firefox"],
        }],
    },
    Engine {
        name: "WebKit",
        packages: &["webkit2gtk-driver xvfb"],
        programs: &[
            // The driver finds the browser that its packages install.
            Program {
                variable: "COTERIE_WEBKIT_DRIVER",
                names: &["WebKitWebDriver"],
            },
            Program {
                variable: "COTERIE_XVFB",
                names: &["Xvfb"],
            },
        ],
    },
];

/// Finds or installs Chromium, without which no browser test runs.
pub(crate) fn find_chromium(root: &Path) -> Result<ProgramPaths, Failure> {
    if let Some(found) = CHROMIUM.find()? {
        return Ok(found);
    }
    if let Some(kept) = playwright_chromium(root) {
        return Ok(kept);
    }
    CHROMIUM.install();
    if let Some(found) = CHROMIUM.find()? {
        return Ok(found);
    }
    let mut playwright = Command::new(root.join("node_modules/.bin/playwright"));
    succeeds(playwright.args(["install", "chromium"]).current_dir(root));
    playwright_chromium(root).ok_or_else(Failure::no_chromium)
}

/// Finds or installs the other engines; also returns the names of those that are not available.
pub(crate) fn find_other_engines() -> Result<(ProgramPaths, Vec<&'static str>), Failure> {
    let all = env::var_os(ALL_ENGINES).is_some_and(|all| !all.is_empty());
    let (mut programs, mut missing) = (ProgramPaths::new(), Vec::new());
    for engine in &OTHER_ENGINES {
        let mut found = engine.find()?;
        if found.is_none() {
            engine.install();
            found = engine.find()?;
        }
        match found {
            Some(found) => programs.extend(found),
            None if all => return Err(Failure::no_engine(engine.name, engine.package_hint())),
            None => {
                eprintln!(
                    "skipped: {}",
                    Failure::no_engine(engine.name, engine.package_hint())
                );
                missing.push(engine.name);
            }
        }
    }
    Ok((programs, missing))
}

impl Engine {
    /// Finds the programs of the engine, by environment variable or on the search path; `None` if one is missing.
    fn find(&self) -> Result<Option<ProgramPaths>, Failure> {
        let mut found = ProgramPaths::new();
        for program in self.programs {
            match program.find()? {
                Some(path) => found.push((program.variable, path)),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// Returns the packages to suggest when the engine is missing.
    fn package_hint(&self) -> &'static str {
        self.packages.first().unwrap_or(&"")
    }

    /// Installs the packages of the engine, if the network and our rights allow it.
    fn install(&self) {
        eprintln!("No {} here; fetching it.", self.name);
        if run_as_root("apt-get update") {
            let install = "apt-get install -y --no-install-recommends";
            let mut lines = self.packages.iter();
            lines.any(|packages| run_as_root(&format!("{install} {packages}")));
        }
    }
}

impl Program {
    /// Finds the program by its environment variable or on the search path.
    ///
    /// # Errors
    /// The variable names a file that does not exist.
    fn find(&self) -> Result<Option<PathBuf>, Failure> {
        if let Some(named) = env::var_os(self.variable).filter(|named| !named.is_empty()) {
            let named = PathBuf::from(named);
            return if named.is_file() {
                Ok(Some(named))
            } else {
                Err(Failure::new(format!(
                    "{} names {}, and there is no such program.",
                    self.variable,
                    named.display()
                )))
            };
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let mut places = self
            .names
            .iter()
            .flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)));
        Ok(places.find(|program| program.is_file()))
    }
}

/// Returns the Chromium that Playwright has installed, if any.
fn playwright_chromium(root: &Path) -> Option<ProgramPaths> {
    let module = root.join("node_modules/@playwright/test");
    let script = format!("console.log(require({module:?}).chromium.executablePath())");
    let program = read_output("node", &["-e", &script]).map(PathBuf::from)?;
    let [Program { variable, .. }] = CHROMIUM.programs else {
        return None;
    };
    program.is_file().then(|| vec![(*variable, program)])
}

/// Runs a command line as root, if we are root or have sudo without a password; returns whether it succeeded.
pub(crate) fn run_as_root(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let mut command = if read_output("id", &["-u"]).as_deref() == Some("0") {
        Command::new(words.next().unwrap_or_default())
    } else {
        let mut sudo = Command::new("sudo");
        sudo.arg("-n");
        sudo
    };
    succeeds(command.args(words).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Runs a command; returns whether it succeeded. The program may be missing.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_there_only_with_all_its_programs() {
        let there = Program {
            variable: "COTERIE_TEST_SHELL",
            names: &["no such shell", "sh"],
        };
        let found = there.find().expect("nobody names it otherwise");
        assert!(found.is_some_and(|path| path.ends_with("sh")));
        let engine = Engine {
            name: "Half of one",
            packages: &[],
            programs: &[
                Program {
                    variable: "COTERIE_TEST_SHELL",
                    names: &["sh"],
                },
                Program {
                    variable: "COTERIE_TEST_NOTHING",
                    names: &["no such program"],
                },
            ],
        };
        assert_eq!(engine.find().expect("nobody names it otherwise"), None);
    }
}
