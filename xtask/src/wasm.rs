//! The browser's part: compiled, glued, and for a release made small.
//!
//! `rustc` → `glue` → `pkg/coterie.js` and `pkg/coterie_bg.wasm`; for a release then `wasm-opt` and a `.br` beside each. Of a
//! release, what a page does not need to wake is a file of its own, `pkg/coterie_rest.wasm`.

use crate::cargo::{cargo, finish, locked_version};
use crate::need::Failure;
use crate::npm;
use crate::target_dir::Claim;
use crate::toolchain::WASM;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;

/// The name in `coterie.js` and `coterie_bg.wasm`.
const NAME: &str = "coterie";

/// What `wasm-opt` may use: all that browsers of the last years have and rustc writes anyway. One by one, because
/// `--all-features` lets it write what no browser reads yet.
const OPTIMISE: [&str; 11] = [
    "-Oz",
    // Functions that are alike but for a number become one; another round then cleans up.
    "--merge-similar-functions",
    // rustc puts nothing at the addresses below 1024.
    "--low-memory-unused",
    "-Oz",
    "--converge",
    "--enable-bulk-memory",
    "--enable-reference-types",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-multivalue",
];

/// What glues, to do it again when that changes.
const GLUE: [&str; 7] = [
    include_str!("../glue/src/main.rs"),
    include_str!("../glue/src/empty.rs"),
    include_str!("../glue/src/parts.rs"),
    include_str!("../glue/src/references.rs"),
    include_str!("../glue/src/rest.rs"),
    include_str!("../glue/src/rest.js"),
    include_str!("../glue/src/script.rs"),
];

/// Which package becomes a browser's part, and how.
#[derive(Clone, Copy)]
pub(crate) struct Bundle {
    /// A library of this workspace with a feature `hydrate`.
    pub(crate) package: &'static str,
    /// Small and slow to make, or quick to make.
    pub(crate) release: bool,
    /// Whether two hundred tests will load it: then a quick one is optimised a little. It takes minutes of a core more to
    /// make, and each test a third to a half less, most of which is compiling functions that are called once.
    pub(crate) is_for_tests: bool,
}

impl Bundle {
    /// Whether it comes in two parts.
    fn has_parts(self) -> bool {
        self.release && self.package == "app"
    }

    /// Compiles it. Answers with what rustc wrote.
    ///
    /// The quick build uses cargo's own `dev` profile and not one of its own: then the macros, which are most of the
    /// work and run on this machine, are compiled once for the browser's part and the server together (a third of a
    /// minute of the first start). `wasm-bindgen` drops debug information, so none is made.
    pub(crate) fn compile(self, claim: &Claim<'_>) -> Result<PathBuf, Failure> {
        let Self {
            package, release, ..
        } = self;
        let profile = if release { "wasm-release" } else { "dev" };
        // Who refers to whom is known to the linker alone, and it writes that down where it is asked to.
        let (how, link) = if self.has_parts() {
            ("rustc --crate-type cdylib", "-- -C link-arg=--emit-relocs")
        } else {
            ("build", "")
        };
        let mut compiler = cargo(
            claim,
            &format!(
                "{how} --package {package} --lib --target {WASM} --no-default-features --features hydrate --profile {profile} {link}"
            ),
        );
        if !release {
            compiler.env("CARGO_PROFILE_DEV_DEBUG", "false");
            if self.is_for_tests {
                // Not of the macros: those are compiled by a profile of their own.
                compiler.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
            }
        }
        finish(compiler)?;
        let folder = if release { "wasm-release" } else { "debug" };
        let file = format!("{}.wasm", package.replace('-', "_"));
        Ok(claim.shared().join(WASM).join(folder).join(file))
    }

    /// Makes of it what a browser loads, in `site/pkg`, with a glue that is compiled already or with one of its own; does
    /// nothing if that was done already.
    pub(crate) fn glue(
        self,
        claim: &Claim<'_>,
        compiled: &Path,
        site: &Path,
        with: Option<&Path>,
    ) -> Result<(), Failure> {
        let version = locked_version_of_both(claim)?;
        let stamp = site.join(".made-from");
        let made_from = self.made_from(claim, compiled, &version)?;
        if fs::read_to_string(&stamp).ok().as_deref() == Some(&made_from) {
            return Ok(());
        }
        _ = fs::remove_file(&stamp);
        let pkg = site.join("pkg");
        fs::create_dir_all(&pkg).map_err(|cause| Failure::file("make", &pkg, &cause))?;

        let mut glue = match with {
            Some(program) => Command::new(program),
            None => tool(claim, "glue")?,
        };
        glue.arg(compiled).arg(&pkg).arg(NAME);
        if self.has_parts() {
            glue.arg("--parts");
        } else if self.release {
            glue.arg("--small");
        }
        finish(glue)?;
        if self.release {
            let files = files(site);
            if self.has_parts() {
                keep(&files, &named(site))?;
            }
            optimise(claim, &files)?;
            squeeze(claim, &files)?;
        }
        fs::write(&stamp, made_from).map_err(|cause| Failure::file("write", &stamp, &cause))
    }

    /// What the result depends on, in words to compare with last time's.
    fn made_from(
        self,
        claim: &Claim<'_>,
        compiled: &Path,
        version: &str,
    ) -> Result<String, Failure> {
        let metadata =
            fs::metadata(compiled).map_err(|cause| Failure::file("read", compiled, &cause))?;
        let written = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let nanos = written.map_or(0, |since| since.as_nanos());
        let mut tools = DefaultHasher::new();
        (GLUE, version).hash(&mut tools);
        if self.release {
            (OPTIMISE, npm::lock(claim)?).hash(&mut tools);
        }
        let bytes = metadata.len();
        Ok(format!("{bytes} bytes of {nanos} by {:x}", tools.finish()))
    }
}

/// Makes the programs among these files small, all at once.
fn optimise(claim: &Claim<'_>, files: &[PathBuf]) -> Result<(), Failure> {
    let programs = files
        .iter()
        .filter(|file| file.extension().is_some_and(|it| it == "wasm"));
    std::thread::scope(|scope| {
        let all: Vec<_> = programs
            .map(|program| {
                let mut optimise = npm::program(claim, "wasm-opt");
                optimise.args(OPTIMISE).arg(program).arg("-o").arg(program);
                scope.spawn(|| finish(optimise))
            })
            .collect();
        all.into_iter().try_for_each(|one| {
            let ended = one.join();
            ended.unwrap_or_else(|_| Err(Failure::new("wasm-opt was not waited for.")))
        })
    })
}

/// Copies files into a folder.
fn keep(files: &[PathBuf], folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|cause| Failure::file("make", folder, &cause))?;
    for file in files {
        let copy = folder.join(file.file_name().unwrap_or_default());
        fs::copy(file, &copy).map_err(|cause| Failure::file("write", &copy, &cause))?;
    }
    Ok(())
}

/// Where a release's files lie as they were before they were made small: their functions still have names.
pub(crate) fn named(site: &Path) -> PathBuf {
    site.join("named")
}

/// The files a browser loads: script, program, and the rest of the program where it comes in two parts.
pub(crate) fn files(site: &Path) -> Vec<PathBuf> {
    let pkg = site.join("pkg");
    let mut files = vec![
        pkg.join(format!("{NAME}.js")),
        pkg.join(format!("{NAME}_bg.wasm")),
    ];
    let rest = pkg.join(format!("{NAME}_rest.wasm"));
    files.extend(rest.exists().then_some(rest));
    files
}

/// Writes a `.br` beside each file: once here, so that the server never compresses while people wait.
pub(crate) fn squeeze(claim: &Claim<'_>, paths: &[PathBuf]) -> Result<(), Failure> {
    let mut squeeze = tool(claim, "squeeze")?;
    squeeze.args(paths);
    finish(squeeze)
}

/// One of the two small programs beside this one, compiled if need be.
fn tool(claim: &Claim<'_>, name: &str) -> Result<Command, Failure> {
    let program = claim.shared().join("debug").join(name);
    // The first time takes a while and shows it; later cargo has nothing to tell.
    let quiet = if program.exists() { "--quiet" } else { "" };
    finish(cargo(claim, &format!("build --package {name} {quiet}")))?;
    let mut command = Command::new(program);
    command.current_dir(claim.root());
    Ok(command)
}

/// The one version of wasm-bindgen, in the program and in the glue.
fn locked_version_of_both(claim: &Claim<'_>) -> Result<String, Failure> {
    let version = |package| locked_version(claim, package).unwrap_or_default();
    let (used, glue) = (version("wasm-bindgen"), version("wasm-bindgen-cli-support"));
    if used == glue {
        Ok(used)
    } else {
        Err(Failure::drift(&used, &glue))
    }
}
