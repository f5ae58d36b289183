//! `cargo xtask size`: measures what a first visit downloads, beside an empty leptos app.

use crate::cargo::site_dir;
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::{Claim, TargetDir};
use crate::wasm::{self, Bundle};
use crate::{npm, toolchain};
use minify_css::minify_css;
use std::fs;
use std::path::{Path, PathBuf};

// The minifier that the server applies to style sheets.
#[path = "../../crates/server/src/assets/minify_css.rs"]
mod minify_css;

/// Maximum size of the first load in bytes: the first part of the program, script and style, compressed, without
/// fonts. It may be lowered, not raised.
const FIRST_LOAD_LIMIT: u64 = 304_000;

/// Number of steps of [`weigh`].
pub(crate) const STEPS: usize = 2;

/// Builds and weighs both apps; fails if ours is over the limit.
pub(crate) fn compare_with_empty_app() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(3 + STEPS);
    steps.step("Fetching what is missing", || {
        toolchain::ensure_wasm_target()?;
        npm::install_packages(&claim)
    })?;
    let ours = AppSizes::build(&claim, &mut steps)?;
    let [empty_script, empty_wasm, _] = build_and_weigh(
        &claim,
        &mut steps,
        ["Compiling the empty app", "Shrinking the empty app"],
        "empty-app",
        &claim.own_path("site/empty"),
    )?;
    let total = ours.total();
    let empty_total = empty_wasm + empty_script;
    let ratio = total.brotli as f64 / empty_total.brotli as f64;

    println!(
        "\n{:<14}{:>12}{:>12}{:>20}",
        "kB", "plain", "brotli", "empty app, brotli"
    );
    let row = |name, ours: FileSize, empty: FileSize| {
        println!(
            "{name:<14}{:>12.1}{:>12.1}{:>20.1}",
            to_kilobytes(ours.plain),
            to_kilobytes(ours.brotli),
            to_kilobytes(empty.brotli)
        );
    };
    row("WebAssembly", ours.wasm, empty_wasm);
    row("script", ours.script, empty_script);
    row("style", ours.style, FileSize::default());
    row("first load", total, empty_total);
    row("the rest", ours.rest, FileSize::default());
    for font in find_files(claim.root(), &["assets", "style"], "woff2")? {
        // Fonts are compressed already, and fetched only where the page uses them.
        let name = font
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        println!(
            "{:<14}{:>24.1}  {name}",
            "font, besides",
            to_kilobytes(file_length(&font)?)
        );
    }
    println!(
        "\n{ratio:.2} times the empty app. The limit of the first load is {:.1} kB.",
        to_kilobytes(FIRST_LOAD_LIMIT)
    );
    check_limit(total.brotli)
}

/// Builds and weighs our app alone; fails if it is over the limit. Returns the folder of its parts with the names of
/// functions.
pub(crate) fn weigh(claim: &Claim<'_>, steps: &mut Steps) -> Result<PathBuf, Failure> {
    toolchain::ensure_wasm_target()?;
    npm::install_packages(claim)?;
    let ours = AppSizes::build(claim, steps)?;
    let (first, rest) = (ours.total().brotli, ours.rest.brotli);
    println!(
        "First load: {:.1} kB; {:.1} kB come behind it.",
        to_kilobytes(first),
        to_kilobytes(rest)
    );
    check_limit(first)?;
    Ok(wasm::named_dir(&site_dir(claim, true)))
}

/// Checks the size of a first load against the limit.
fn check_limit(brotli: u64) -> Result<(), Failure> {
    if brotli <= FIRST_LOAD_LIMIT {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the first load is {:.1} kB, and {:.1} kB is the limit: look for what the last change brought along.",
        to_kilobytes(brotli),
        to_kilobytes(FIRST_LOAD_LIMIT)
    )))
}

/// Sizes of what a first visit to our app downloads.
struct AppSizes {
    wasm: FileSize,
    script: FileSize,
    style: FileSize,
    /// Size of the part of the program that is loaded later.
    rest: FileSize,
}

impl AppSizes {
    /// Builds the app as a release and weighs its files.
    fn build(claim: &Claim<'_>, steps: &mut Steps) -> Result<Self, Failure> {
        let [script, wasm, rest] = build_and_weigh(
            claim,
            steps,
            ["Compiling the app small", "Shrinking the app"],
            "app",
            &site_dir(claim, true),
        )?;
        let style = weigh_styles(claim)?;
        Ok(Self {
            wasm,
            script,
            style,
            rest,
        })
    }

    /// Returns the size of everything that is loaded until the page is interactive.
    fn total(&self) -> FileSize {
        self.wasm + self.script + self.style
    }
}

/// Size of a file in bytes: plain and compressed.
#[derive(Clone, Copy, Default)]
struct FileSize {
    plain: u64,
    brotli: u64,
}

impl FileSize {
    /// Weighs a file that has a `.br` file beside it.
    fn measure(path: &Path) -> Result<Self, Failure> {
        let mut small = path.as_os_str().to_owned();
        small.push(".br");
        Ok(Self {
            plain: file_length(path)?,
            brotli: file_length(Path::new(&small))?,
        })
    }
}

impl std::ops::Add for FileSize {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            plain: self.plain + other.plain,
            brotli: self.brotli + other.brotli,
        }
    }
}

/// Builds an app as a release; returns the sizes of its script, its program and the rest of the program.
fn build_and_weigh(
    claim: &Claim<'_>,
    steps: &mut Steps,
    [compiling, shrinking]: [&'static str; 2],
    package: &'static str,
    site: &Path,
) -> Result<[FileSize; 3], Failure> {
    let bundle = Bundle {
        package,
        release: true,
        is_for_tests: false,
    };
    let compiled = steps.step(compiling, || bundle.compile(claim))?;
    steps.step(shrinking, || bundle.glue(claim, &compiled, site, None))?;
    let mut weights = [FileSize::default(); 3];
    for (weight, file) in weights.iter_mut().zip(wasm::site_files(site)) {
        *weight = FileSize::measure(&file)?;
    }
    Ok(weights)
}

/// Weighs all style sheets as one file, as the page loads them.
fn weigh_styles(claim: &Claim<'_>) -> Result<FileSize, Failure> {
    let mut sheets = Vec::new();
    for path in find_files(claim.root(), &["style"], "css")? {
        sheets.extend(fs::read(&path).map_err(|cause| Failure::file_error("read", &path, &cause))?);
    }
    let one = claim.own_path("site/size.css");
    let sheets = minify_css(&String::from_utf8_lossy(&sheets));
    fs::write(&one, sheets).map_err(|cause| Failure::file_error("write", &one, &cause))?;
    wasm::compress(claim, std::slice::from_ref(&one))?;
    FileSize::measure(&one)
}

/// Returns the files with an extension below some folders, sorted.
fn find_files(root: &Path, folders: &[&str], extension: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut open: Vec<PathBuf> = folders
        .iter()
        .map(|folder| root.join(folder))
        .filter(|folder| folder.is_dir())
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        let entries =
            fs::read_dir(&folder).map_err(|cause| Failure::file_error("read", &folder, &cause))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the length of a file in bytes.
fn file_length(path: &Path) -> Result<u64, Failure> {
    let metadata = fs::metadata(path).map_err(|cause| Failure::file_error("read", path, &cause))?;
    Ok(metadata.len())
}

/// Converts bytes to kilobytes.
fn to_kilobytes(bytes: u64) -> f64 {
    bytes as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_over_the_limit_is_too_much() {
        assert!(check_limit(FIRST_LOAD_LIMIT).is_ok());
        let failure = check_limit(FIRST_LOAD_LIMIT + 1_000).map_err(|failure| failure.to_string());
        let words = "the first load is 305.0 kB, and 304.0 kB is the limit";
        assert!(failure.is_err_and(|failure| failure.contains(words)));
    }
}
