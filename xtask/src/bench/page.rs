//! The page docs/performance.md. Its table is written here, everything around it by hand.

use super::rows::{ROWS, Row, find_row};
use crate::cargo::read_output;
use crate::error::Failure;
use crate::target_dir::Claim;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// Path of the page.
const PAGE: &str = "docs/performance.md";
/// Mark before the figures.
const BEGIN: &str = "<!-- figures: written by `cargo xtask bench` -->\n";
/// Mark after the figures.
const END: &str = "<!-- end of figures -->\n";
/// Head of the table.
const HEAD: &str = "\
| measured | ours | beside | figure (range) | wanted | verdict | at |
|---|---|---|---|---|---|---|
";
/// Cells of a row that was never measured.
const NOT_YET: &str = "| | | | | | not measured yet |";

/// Result of one measurement: a row of the table.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    row: &'static Row,
    ours: String,
    beside: String,
    /// Values that are compared with the target, one for each repetition; never empty.
    values: Vec<f64>,
}

impl Figure {
    /// Creates a figure; `None` if there is no such row or no value.
    pub(crate) fn new(id: &str, ours: &str, beside: &str, values: Vec<f64>) -> Option<Self> {
        let row = find_row(id).filter(|_| !values.is_empty())?;
        let [ours, beside] = [ours, beside].map(str::to_owned);
        Some(Self {
            row,
            ours,
            beside,
            values,
        })
    }

    /// Reads a figure from a line of the load program; `None` for any other line.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.strip_prefix("figure\t")?.split('\t').collect();
        let [id, ours, beside, values] = words[..] else {
            return None;
        };
        let values: Option<Vec<f64>> = values.split(' ').map(|value| value.parse().ok()).collect();
        Self::new(id, ours, beside, values?)
    }

    /// Returns the median of the values.
    fn median(&self) -> f64 {
        let mut sorted = self.values.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }

    /// Whether the median meets the target; `None` if there is no target.
    fn meets_target(&self) -> Option<bool> {
        self.row.target.is_met_by(self.median())
    }

    /// Returns the cells of the row after its name, without the commit.
    fn table_cells(&self) -> String {
        let ends = |sign: fn(f64, f64) -> f64| self.values.iter().copied().reduce(sign);
        let range = match (ends(f64::min), ends(f64::max)) {
            (Some(least), Some(most)) if self.values.len() > 1 => {
                format!(" ({}–{})", format_number(least), format_number(most))
            }
            _ => String::new(),
        };
        let verdict = match self.meets_target() {
            Some(true) => "holds",
            Some(false) => "**falls short**",
            None => "",
        };
        format!(
            "| {} | {} | {} {}{range} | {} | {verdict} |",
            self.ours,
            self.beside,
            format_number(self.median()),
            self.row.unit,
            self.row.target
        )
    }
}

/// Formats a number with two to zero decimals, by its size.
fn format_number(value: f64) -> String {
    match value.abs() {
        0.0..10.0 if value.fract() != 0.0 => format!("{value:.2}"),
        10.0..100.0 if value.fract() != 0.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// The page with the figures of this run.
pub(crate) struct FiguresPage {
    path: PathBuf,
    /// Figures of this run by row id, each with commit and time.
    fresh: BTreeMap<&'static str, (Figure, String)>,
}

impl FiguresPage {
    /// Opens the page.
    ///
    /// # Errors
    /// The page cannot be read or has no place for the figures.
    pub(crate) fn open(claim: &Claim<'_>) -> Result<Self, Failure> {
        let page = Self {
            path: claim.root().join(PAGE),
            fresh: BTreeMap::new(),
        };
        page.render_page()?;
        Ok(page)
    }

    /// Adds a figure, in place of an earlier one for the same row.
    pub(crate) fn insert(&mut self, figure: &Figure, at: &str) {
        let measured = (figure.clone(), at.to_owned());
        self.fresh.insert(figure.row.id, measured);
    }

    /// Returns the rows of these measurements as a table to print.
    pub(crate) fn table_of(&self, names: &[&str]) -> String {
        let line = |it: &Figure| format!("| {} {}\n", it.row.description, it.table_cells());
        self.figures_of(names).map(line).collect()
    }

    /// Returns the ids of rows of these measurements that miss their targets.
    pub(crate) fn shortfalls(&self, names: &[&str]) -> Vec<&'static str> {
        let these = self.figures_of(names);
        let short = these.filter(|it| it.meets_target() == Some(false));
        short.map(|it| it.row.id).collect()
    }

    /// Returns the figures of these measurements.
    fn figures_of(&self, names: &[&str]) -> impl Iterator<Item = &Figure> {
        let all = self.fresh.values().map(|(figure, _)| figure);
        all.filter(|it| names.contains(&it.row.bench))
    }

    /// Writes the page with the figures of this run.
    pub(crate) fn write(&self) -> Result<(), Failure> {
        let text = self.render_page()?;
        fs::write(&self.path, text)
            .map_err(|cause| Failure::file_error("write", &self.path, &cause))
    }

    /// Returns the page with the figures of this run. The file is read again, since it may have been edited during a
    /// measurement.
    fn render_page(&self) -> Result<String, Failure> {
        let text = fs::read_to_string(&self.path)
            .map_err(|cause| Failure::file_error("read", &self.path, &cause))?;
        let (before, figures, after) = split_at_marks(&text)
            .ok_or_else(|| Failure::new(format!("{PAGE} has no place for the figures.")))?;
        let figures = self.render_figures(figures, &describe_machine());
        Ok(format!("{before}{BEGIN}{figures}{END}{after}"))
    }

    /// Returns the text between the marks: the machine and the table.
    fn render_figures(&self, before: &str, machine: &str) -> String {
        let mut lines = parse_rows(before);
        for (id, (figure, at)) in &self.fresh {
            lines.insert(id, format!("{} {at} |", figure.table_cells()));
        }
        let mut text = format!("\n{machine}\n\n{HEAD}");
        for row in &ROWS {
            let rest = lines.get(row.id).map_or(NOT_YET, String::as_str);
            text.push_str(&format!("| {} {rest}\n", row_title(row)));
        }
        text.push('\n');
        text
    }
}

/// Returns the name of a row in the page, with the name of the measurement that reproduces it.
fn row_title(row: &Row) -> String {
    format!("`{}` {}", row.bench, row.description)
}

/// Splits the page into the text before, between and after its marks.
fn split_at_marks(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (figures, after) = rest.split_once(END)?;
    Some((before, figures, after))
}

/// Returns the cells of each known row in the page, by row id.
fn parse_rows(figures: &str) -> BTreeMap<&'static str, String> {
    let one = |row: &'static Row| {
        let begin = format!("| {} |", row_title(row));
        let line = figures.lines().find(|line| line.starts_with(&begin))?;
        let end = line.get(begin.len() - 1..)?;
        Some((row.id, end.to_owned()))
    };
    ROWS.iter().filter_map(one).collect()
}

/// Returns the current commit, a note if the work tree has other changes than the page, and the time.
pub(crate) fn commit_and_time() -> String {
    let git = |words: &[&str]| read_output("git", words).unwrap_or_default();
    let status = ["status", "--porcelain", "--untracked-files=no", "--", "."];
    let changed = match git(&[&status[..], &[&format!(":!{PAGE}")]].concat()).is_empty() {
        true => "",
        false => " and changes",
    };
    let day = read_output("date", &["-u", "+%F %H:%M"]).unwrap_or_default();
    format!("{}{changed}, {day}", git(&["log", "-1", "--format=%h"]))
}

/// Returns a sentence about this machine.
fn describe_machine() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let value = |text: &str, name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.map(|line| line.trim_start_matches([':', '\t', ' ']).to_owned())
    };
    let unknown = || "of an unknown kind".to_owned();
    let (cpu, memory) = (read("/proc/cpuinfo"), read("/proc/meminfo"));
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let kib: u64 = value(&memory, "MemTotal")
        .and_then(|text| text.split_whitespace().next()?.parse().ok())
        .unwrap_or(0);
    let load = read("/proc/loadavg");
    let load = load.split_whitespace().next().unwrap_or("?").to_owned();
    format!(
        "Measured last on {cores} cores ({}), {} GiB, Linux {}; load of the machine at the end: {load}.",
        value(&cpu, "model name").unwrap_or_else(unknown),
        kib.div_ceil(1024 * 1024),
        read_output("uname", &["-r"]).unwrap_or_else(unknown)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const OF_THE_PROJECT: &str = include_str!("../../../docs/performance.md");

    /// The rows of the page are those of the list, in the same order.
    #[test]
    fn the_page_has_the_rows_of_the_program() {
        let (_, figures, _) = split_at_marks(OF_THE_PROJECT).expect("a place for the figures");
        let shown: Vec<&str> = figures
            .lines()
            .filter(|line| line.starts_with("| `"))
            .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
            .map(|name| name.trim_end_matches(" |"))
            .collect();
        let wanted: Vec<String> = ROWS.iter().map(row_title).collect();
        assert_eq!(shown, wanted);
        let apart: BTreeMap<&str, ()> = shown.iter().map(|name| (*name, ())).collect();
        assert_eq!(apart.len(), ROWS.len(), "each is called otherwise");
    }

    #[test]
    fn what_is_wanted_stands_in_the_page_as_in_the_program() {
        let (_, figures, _) = split_at_marks(OF_THE_PROJECT).expect("a place for the figures");
        for (id, line) in parse_rows(figures) {
            let row = find_row(id).expect("a row");
            let cells: Vec<&str> = line.split(" | ").collect();
            let measured = !line.contains("not measured yet");
            assert!(
                !measured
                    || cells.contains(&row.target.to_string().as_str())
                    || row.target.to_string().is_empty(),
                "{line}"
            );
        }
    }

    #[test]
    fn a_figure_is_told_with_its_range_and_a_verdict() {
        let figure = Figure::read("figure\tfanout-plain\t9 a second\t2 a second\t4.5 4 5.25");
        let figure = figure.expect("a figure");
        assert_eq!(
            figure.table_cells(),
            "| 9 a second | 2 a second | 4.50 times (4–5.25) | ≥ 6 | **falls short** |"
        );
        let line = "figure\twriters-lost\t1000 changes\t\t0.0000";
        let figure = Figure::read(line).expect("a figure");
        assert_eq!(
            figure.table_cells(),
            "| 1000 changes |  | 0 changes | 0 | holds |"
        );
        for other in [
            "  3: 4 / 5",
            "figure\tnobody\t\t\t1",
            "figure\tfanout-raw\t\t\t",
        ] {
            assert!(Figure::read(other).is_none(), "{other}");
        }
    }

    #[test]
    fn a_row_keeps_its_line_until_it_is_measured_again() {
        let mut page = FiguresPage {
            path: PathBuf::new(),
            fresh: BTreeMap::new(),
        };
        let figure = Figure::new("idle-held", "11 rooms", "", vec![10_000.0]);
        page.insert(&figure.expect("a figure"), "abc, a day");
        let text = page.render_figures("", "A machine.");
        assert_eq!(
            text.lines()
                .filter(|line| line.contains("not measured yet"))
                .count(),
            ROWS.len() - 1
        );
        assert!(parse_rows(&text)["idle-held"].ends_with(" | abc, a day |"));
        page.fresh.clear();
        assert_eq!(page.render_figures(&text, "A machine."), text);
    }

    /// Edits of the page during a measurement are kept.
    #[test]
    fn what_was_written_meanwhile_stays() {
        let path = std::env::temp_dir().join(format!("coterie-page-{}", std::process::id()));
        fs::write(&path, format!("old\n{BEGIN}\n{END}")).expect("a file");
        let mut page = FiguresPage {
            path: path.clone(),
            fresh: BTreeMap::new(),
        };
        let figure = Figure::new("idle-held", "11 rooms", "", vec![10_000.0]);
        page.insert(&figure.expect("a figure"), "abc, a day");
        fs::write(&path, format!("new\n{BEGIN}\n{END}newer\n")).expect("a file");
        page.write().unwrap_or_else(|_| panic!("a page"));
        let text = fs::read_to_string(&path).expect("a file");
        fs::remove_file(&path).expect("a file");
        assert!(
            text.starts_with("new\n") && text.ends_with("newer\n"),
            "{text}"
        );
        assert!(text.contains("| abc, a day |"), "{text}");
    }
}
