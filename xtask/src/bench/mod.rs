//! `cargo xtask bench`: measures the release build under load, beside simpler servers, and writes docs/performance.md.
//!
//! Figures that judge are ratios or differences within one run, repeated and given with their range, because other
//! load on the machine affects both sides.

mod browsers;
mod page;
mod rows;
mod rules;

use crate::cargo::{cargo_command, run_command, run_with_listener};
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::{Claim, TargetDir};
use crate::{artifacts, instructions, nats, npm, postgres, strace};
use page::{Figure, FiguresPage, commit_and_time};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folder of the baseline programs.
const BASELINE_DIR: &str = "tests/load";
/// Name of the measurement of the rules alone, which runs here and not in the load program.
const RULES: &str = "rules";
/// Names of the measurements that run in browsers.
const BROWSER_MEASUREMENTS: [&str; 4] = ["cold", browsers::COMPARISON, "taps", "phone"];
/// Name of the measurement that runs only on request, because it takes as long as one likes.
const ON_REQUEST: &str = "soak";

/// Options of `cargo xtask bench`.
#[derive(Debug, PartialEq)]
struct BenchOptions<'a> {
    /// Name of one measurement; `None` for all but [`LONG`].
    name: Option<&'static str>,
    quick: bool,
    minutes: Option<&'a str>,
}

/// Runs one measurement or all of them, and writes the figures into the page.
pub(crate) fn bench(words: &[&str]) -> Result<(), Failure> {
    if let ["instructions"] = words {
        return instructions::record_counts();
    }
    let asked = BenchOptions::parse(words).ok_or_else(|| Failure::usage(words))?;
    let names = asked.names();
    let target = TargetDir::find();
    let mut steps = Steps::new(artifacts::STEPS + 2 + names.len());
    let older = steps.step("Compiling an older program", || {
        let compares = names.contains(&browsers::COMPARISON);
        compares.then(|| browsers::build_older(&target)).transpose()
    })?;
    let claim = target.claim()?;
    let server = artifacts::build(&claim, &mut steps, true)?;
    let load = steps.step("Compiling the load", || build_load(&claim))?;
    let mut page = FiguresPage::open(&claim)?;
    let at = commit_and_time();
    let mut broken = Vec::new();
    for name in &names {
        let result = steps.step(name, || match *name {
            RULES => rules::measure(&claim),
            name if BROWSER_MEASUREMENTS.contains(&name) => {
                browsers::measure(&claim, &server, name, older.as_deref())
            }
            name => measure(&claim, name, &asked, (&load, &server)),
        });
        match result {
            Ok(figures) => {
                figures.iter().for_each(|figure| page.insert(figure, &at));
                // Quick runs measure nothing useful. Other figures are written at once.
                if !asked.quick {
                    page.write()?;
                }
            }
            Err(failure) => {
                eprintln!("{name}: {failure}");
                broken.push(*name);
            }
        }
    }
    println!("\n{}\n{}", page.table_of(&names), steps.summary());
    if !broken.is_empty() {
        let broken = broken.join(", ");
        return Err(Failure::new(format!("could not be measured: {broken}.")));
    }
    if asked.quick {
        return Ok(());
    }
    match page.shortfalls(&names)[..] {
        [] => Ok(()),
        ref short => Err(Failure::new(format!("falls short: {}.", short.join("; ")))),
    }
}

impl<'a> BenchOptions<'a> {
    /// Parses the command line; `None` if it is not valid.
    fn parse(words: &[&'a str]) -> Option<Self> {
        let mut asked = Self {
            name: None,
            quick: false,
            minutes: None,
        };
        let mut rest = words;
        while let Some((word, behind)) = rest.split_first() {
            rest = behind;
            match (*word, behind) {
                ("--quick", _) => asked.quick = true,
                ("--minutes", [minutes, behind @ ..]) => {
                    minutes.parse::<u64>().ok().filter(|minutes| *minutes > 0)?;
                    asked.minutes = Some(minutes);
                    rest = behind;
                }
                (name, _) if asked.name.is_none() => {
                    asked.name = Some(
                        measurement_names()
                            .into_iter()
                            .find(|known| *known == name)?,
                    );
                }
                _ => return None,
            }
        }
        Some(asked)
    }

    /// Returns the names of the measurements to run.
    fn names(&self) -> Vec<&'static str> {
        match self.name {
            Some(name) => vec![name],
            None => measurement_names()
                .into_iter()
                .filter(|name| *name != ON_REQUEST)
                .collect(),
        }
    }
}

/// Returns the names of all measurements, in the order of the page.
fn measurement_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = rows::ROWS.iter().map(|row| row.bench).collect();
    names.dedup();
    names
}

/// Compiles the load program.
fn build_load(claim: &Claim<'_>) -> Result<PathBuf, Failure> {
    npm::install_packages(claim)?;
    run_command(cargo_command(claim, "build --package load --release"))?;
    artifacts::link_or_copy(
        &claim.shared_dir().join("release/load"),
        &claim.own_path("bin/release/load"),
    )
}

/// Runs one measurement of the load program and reads its figures.
fn measure(
    claim: &Claim<'_>,
    name: &str,
    asked: &BenchOptions<'_>,
    (load, server): (&Path, &Path),
) -> Result<Vec<Figure>, Failure> {
    if name == "costs" && !instructions::has_valgrind() {
        return Err(Failure::no_valgrind());
    }
    let mut run = Command::new(load);
    run.current_dir(claim.root()).arg(name);
    run.arg("--server").arg(server);
    run.args(["--programs", BASELINE_DIR]);
    if asked.quick {
        run.arg("--quick");
    }
    if let Some(minutes) = asked.minutes {
        run.args(["--minutes", minutes]);
    }
    match name {
        "acks" => strace::provide(claim, &mut run)?,
        "nodes" => {
            postgres::provide()?;
            nats::provide(claim, &mut run)?;
        }
        _ => {}
    }
    let mut figures = Vec::new();
    run_with_listener(run, |line| figures.extend(Figure::read(line)))?;
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_is_asked_for_by_its_name() {
        let read = |words| BenchOptions::parse(words).map(|asked| asked.names());
        assert_eq!(read(&["fanout"]), Some(vec!["fanout"]));
        assert_eq!(read(&["nodes"]), Some(vec!["nodes"]));
        assert_eq!(read(&["soak", "--minutes", "2"]), Some(vec!["soak"]));
        let every = read(&["--quick"]).unwrap_or_default();
        assert!(every.contains(&"rules") && !every.contains(&"soak"));
        for bad in [
            &["fast"][..],
            &["fanout", "paced"],
            &["--minutes"],
            &["soak", "--minutes", "0"],
        ] {
            assert_eq!(BenchOptions::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn every_measurement_has_its_rows_together() {
        let mut names = measurement_names();
        let together = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), together, "{names:?}");
    }
}
