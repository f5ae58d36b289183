//! `cargo xtask bench`: measures the release build under load, beside simpler servers, and writes docs/performance.md.
//!
//! Figures that judge are ratios or differences within one run, repeated and given with their range, because other
//! load on the machine affects both sides.

mod browsers;
mod page;
mod rows;
mod rules;

use crate::cargo::{cargo, finish, overhear};
use crate::need::Failure;
use crate::progress::Steps;
use crate::target_dir::{Claim, TargetDir};
use crate::{instructions, nats, npm, parts, postgres, strace};
use page::{Figure, Page, at};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folder of the baseline programs.
const PROGRAMS: &str = "tests/load";
/// Name of the measurement of the rules alone, which runs here and not in the load program.
const RULES: &str = "rules";
/// Names of the measurements that run in browsers.
const IN_BROWSERS: [&str; 4] = ["cold", browsers::BEFORE, "taps", "phone"];
/// Name of the measurement that runs only on request, because it takes as long as one likes.
const LONG: &str = "soak";

/// Options of `cargo xtask bench`.
#[derive(Debug, PartialEq)]
struct Asked<'a> {
    /// Name of one measurement; `None` for all but [`LONG`].
    name: Option<&'static str>,
    quick: bool,
    minutes: Option<&'a str>,
}

/// Runs one measurement or all of them, and writes the figures into the page.
pub(crate) fn bench(words: &[&str]) -> Result<(), Failure> {
    if let ["instructions"] = words {
        return instructions::bench();
    }
    let asked = Asked::read(words).ok_or_else(|| Failure::usage(words))?;
    let names = asked.names();
    let target = TargetDir::find();
    let mut steps = Steps::new(parts::STEPS + 2 + names.len());
    let older = steps.step("Compiling an older program", || {
        let compares = names.contains(&browsers::BEFORE);
        compares.then(|| browsers::build_older(&target)).transpose()
    })?;
    let claim = target.claim()?;
    let server = parts::build(&claim, &mut steps, true)?;
    let load = steps.step("Compiling the load", || load(&claim))?;
    let mut page = Page::of(&claim)?;
    let at = at();
    let mut broken = Vec::new();
    for name in &names {
        let result = steps.step(name, || match *name {
            RULES => rules::measure(&claim),
            name if IN_BROWSERS.contains(&name) => {
                browsers::measure(&claim, &server, name, older.as_deref())
            }
            name => measure(&claim, name, &asked, (&load, &server)),
        });
        match result {
            Ok(figures) => {
                figures.iter().for_each(|figure| page.put(figure, &at));
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
    println!("\n{}\n{}", page.told(&names), steps.summary());
    if !broken.is_empty() {
        let broken = broken.join(", ");
        return Err(Failure::new(format!("could not be measured: {broken}.")));
    }
    if asked.quick {
        return Ok(());
    }
    match page.short(&names)[..] {
        [] => Ok(()),
        ref short => Err(Failure::new(format!("falls short: {}.", short.join("; ")))),
    }
}

impl<'a> Asked<'a> {
    /// Parses the command line; `None` if it is not valid.
    fn read(words: &[&'a str]) -> Option<Self> {
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
                    asked.name = Some(all().into_iter().find(|known| *known == name)?);
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
            None => all().into_iter().filter(|name| *name != LONG).collect(),
        }
    }
}

/// Returns the names of all measurements, in the order of the page.
fn all() -> Vec<&'static str> {
    let mut names: Vec<&str> = rows::ROWS.iter().map(|row| row.bench).collect();
    names.dedup();
    names
}

/// Compiles the load program.
fn load(claim: &Claim<'_>) -> Result<PathBuf, Failure> {
    npm::parts(claim)?;
    finish(cargo(claim, "build --package load --release"))?;
    parts::own_copy(
        &claim.shared().join("release/load"),
        &claim.own("bin/release/load"),
    )
}

/// Runs one measurement of the load program and reads its figures.
fn measure(
    claim: &Claim<'_>,
    name: &str,
    asked: &Asked<'_>,
    (load, server): (&Path, &Path),
) -> Result<Vec<Figure>, Failure> {
    if name == "costs" && !instructions::has_valgrind() {
        return Err(Failure::valgrind());
    }
    let mut run = Command::new(load);
    run.current_dir(claim.root()).arg(name);
    run.arg("--server").arg(server);
    run.args(["--programs", PROGRAMS]);
    if asked.quick {
        run.arg("--quick");
    }
    if let Some(minutes) = asked.minutes {
        run.args(["--minutes", minutes]);
    }
    match name {
        "acks" => strace::lend(claim, &mut run)?,
        "nodes" => {
            postgres::lend()?;
            nats::lend(claim, &mut run)?;
        }
        _ => {}
    }
    let mut figures = Vec::new();
    overhear(run, |line| figures.extend(Figure::read(line)))?;
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_is_asked_for_by_its_name() {
        let read = |words| Asked::read(words).map(|asked| asked.names());
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
            assert_eq!(Asked::read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn every_measurement_has_its_rows_together() {
        let mut names = all();
        let together = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), together, "{names:?}");
    }
}
