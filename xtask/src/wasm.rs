//! Builds the browser's part: compiled, glued, and for a release optimized and compressed.
//!
//! `rustc` → `glue` → `pkg/coterie.js` and `pkg/coterie_bg.wasm`; for a release then `wasm-opt`, and `squeeze`, which
//! orders functions by likeness and writes a `.br` beside each. In a release, what a page does not need for hydration is a separate file, `pkg/coterie_rest.wasm`.

use crate::cargo::{cargo_command, locked_version, run_command};
use crate::error::Failure;
use crate::npm;
use crate::target_dir::Claim;
use crate::toolchain::WASM;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;

/// Base name of the output: `coterie.js` and `coterie_bg.wasm`.
const OUTPUT_NAME: &str = "coterie";

/// Options of `wasm-opt`. They enable the features that browsers of the last years support and rustc emits anyway, one
/// by one, because `--all-features` would use some that no browser supports yet.
const WASM_OPT_OPTIONS: [&str; 11] = [
    "-Oz",
    // Merges functions that differ in constants only; another pass then cleans up.
    "--merge-similar-functions",
    // rustc puts nothing at addresses below 1024.
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

/// Sources of the glue and of what compresses its output: their hash decides whether to glue again.
const GLUE_SOURCES: [&str; 11] = [
    include_str!("../glue/src/main.rs"),
    include_str!("../glue/src/strip.rs"),
    include_str!("../glue/src/parts/mod.rs"),
    include_str!("../glue/src/parts/split.rs"),
    include_str!("../glue/src/parts/references.rs"),
    include_str!("../glue/src/parts/deferred.rs"),
    include_str!("../glue/src/parts/rest.js"),
    include_str!("../glue/src/script.rs"),
    include_str!("../../crates/server/src/assets/strip_comments.rs"),
    include_str!("../squeeze/src/main.rs"),
    include_str!("../squeeze/src/order.rs"),
];

/// Options for building the browser's part of a package.
#[derive(Clone, Copy)]
pub(crate) struct Bundle {
    /// Package: a library of this workspace with a feature `hydrate`.
    pub(crate) package: &'static str,
    /// Whether to build a small release or a quick development version.
    pub(crate) release: bool,
    /// Whether many tests will load the result; a development version is then optimized a little. That takes minutes
    /// of CPU time, and makes each test a third to a half faster, because less code has to be compiled in the browser.
    pub(crate) is_for_tests: bool,
}

impl Bundle {
    /// Whether the output is split into two parts.
    fn has_parts(self) -> bool {
        self.release && self.package == "app"
    }

    /// Compiles the package; returns the path of rustc's output.
    ///
    /// A development version uses cargo's `dev` profile and no profile of its own. Then the macros, which are most of
    /// the work and run on this machine, are compiled once for the browser's part and the server together, which saves
    /// a third of a minute of the first start. `wasm-bindgen` drops debug information, so none is generated.
    pub(crate) fn compile(self, claim: &Claim<'_>) -> Result<PathBuf, Failure> {
        let Self {
            package, release, ..
        } = self;
        let profile = if release { "wasm-release" } else { "dev" };
        // Only the linker knows the references between functions, and emits them on request.
        let (how, link) = if self.has_parts() {
            ("rustc --crate-type cdylib", "-- -C link-arg=--emit-relocs")
        } else {
            ("build", "")
        };
        let mut compiler = cargo_command(
            claim,
            &format!(
                "{how} --package {package} --lib --target {WASM} --no-default-features --features hydrate --profile {profile} {link}"
            ),
        );
        if !release {
            compiler.env("CARGO_PROFILE_DEV_DEBUG", "false");
            if self.is_for_tests {
                // Does not affect the macros, which have a profile of their own.
                compiler.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
            }
        }
        run_command(compiler)?;
        let folder = if release { "wasm-release" } else { "debug" };
        let file = format!("{}.wasm", package.replace('-', "_"));
        Ok(claim.shared_dir().join(WASM).join(folder).join(file))
    }

    /// Glues the compiled package into `site/pkg`, with the given glue program or one that is built first. Does
    /// nothing if the result is up to date.
    pub(crate) fn glue(
        self,
        claim: &Claim<'_>,
        compiled: &Path,
        site: &Path,
        with: Option<&Path>,
    ) -> Result<(), Failure> {
        let version = bindgen_version(claim)?;
        let stamp = site.join(".made-from");
        let made_from = self.fingerprint(claim, compiled, &version)?;
        if fs::read_to_string(&stamp).ok().as_deref() == Some(&made_from) {
            return Ok(());
        }
        _ = fs::remove_file(&stamp);
        let pkg = site.join("pkg");
        fs::create_dir_all(&pkg).map_err(|cause| Failure::file_error("make", &pkg, &cause))?;

        let mut glue = match with {
            Some(program) => Command::new(program),
            None => build_helper(claim, "glue")?,
        };
        glue.arg(compiled).arg(&pkg).arg(OUTPUT_NAME);
        if self.has_parts() {
            glue.arg("--parts");
        } else if self.release {
            glue.arg("--small");
        }
        run_command(glue)?;
        if self.release {
            let files = site_files(site);
            if self.has_parts() {
                copy_into(&files, &named_dir(site))?;
            }
            optimize(claim, &files)?;
            compress(claim, &files)?;
        }
        fs::write(&stamp, made_from).map_err(|cause| Failure::file_error("write", &stamp, &cause))
    }

    /// Returns a fingerprint of everything that the result depends on.
    fn fingerprint(
        self,
        claim: &Claim<'_>,
        compiled: &Path,
        version: &str,
    ) -> Result<String, Failure> {
        let metadata = fs::metadata(compiled)
            .map_err(|cause| Failure::file_error("read", compiled, &cause))?;
        let written = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let nanos = written.map_or(0, |since| since.as_nanos());
        let mut tools = DefaultHasher::new();
        (GLUE_SOURCES, version).hash(&mut tools);
        if self.release {
            (WASM_OPT_OPTIONS, npm::read_lock_file(claim)?).hash(&mut tools);
        }
        let bytes = metadata.len();
        Ok(format!("{bytes} bytes of {nanos} by {:x}", tools.finish()))
    }
}

/// Optimizes the WebAssembly files among `files`, in parallel.
fn optimize(claim: &Claim<'_>, files: &[PathBuf]) -> Result<(), Failure> {
    let programs = files
        .iter()
        .filter(|file| file.extension().is_some_and(|it| it == "wasm"));
    std::thread::scope(|scope| {
        let all: Vec<_> = programs
            .map(|program| {
                let mut optimise = npm::program_command(claim, "wasm-opt");
                optimise
                    .args(WASM_OPT_OPTIONS)
                    .arg(program)
                    .arg("-o")
                    .arg(program);
                scope.spawn(|| run_command(optimise))
            })
            .collect();
        all.into_iter().try_for_each(|one| {
            let ended = one.join();
            ended.unwrap_or_else(|_| Err(Failure::new("wasm-opt was not waited for.")))
        })
    })
}

/// Copies files into a folder.
fn copy_into(files: &[PathBuf], folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|cause| Failure::file_error("make", folder, &cause))?;
    for file in files {
        let copy = folder.join(file.file_name().unwrap_or_default());
        fs::copy(file, &copy).map_err(|cause| Failure::file_error("write", &copy, &cause))?;
    }
    Ok(())
}

/// Returns the folder of a release's files before optimization, in which functions still have names.
pub(crate) fn named_dir(site: &Path) -> PathBuf {
    site.join("named")
}

/// Returns the files that a browser loads: script, program, and the rest of the program if it is split.
pub(crate) fn site_files(site: &Path) -> Vec<PathBuf> {
    let pkg = site.join("pkg");
    let mut files = vec![
        pkg.join(format!("{OUTPUT_NAME}.js")),
        pkg.join(format!("{OUTPUT_NAME}_bg.wasm")),
    ];
    let rest = pkg.join(format!("{OUTPUT_NAME}_rest.wasm"));
    files.extend(rest.exists().then_some(rest));
    files
}

/// Writes a `.br` file beside each file, so that the server never compresses on request.
pub(crate) fn compress(claim: &Claim<'_>, paths: &[PathBuf]) -> Result<(), Failure> {
    let mut squeeze = build_helper(claim, "squeeze")?;
    squeeze.args(paths);
    run_command(squeeze)
}

/// Builds one of the helper programs; returns a command for it.
fn build_helper(claim: &Claim<'_>, name: &str) -> Result<Command, Failure> {
    let program = claim.shared_dir().join("debug").join(name);
    // The first build takes a while and shows its progress; later ones print nothing.
    let quiet = if program.exists() { "--quiet" } else { "" };
    run_command(cargo_command(
        claim,
        &format!("build --package {name} {quiet}"),
    ))?;
    let mut command = Command::new(program);
    command.current_dir(claim.root());
    Ok(command)
}

/// Returns the version of wasm-bindgen.
///
/// # Errors
/// The program and the glue have different versions in Cargo.lock.
fn bindgen_version(claim: &Claim<'_>) -> Result<String, Failure> {
    let version = |package| locked_version(claim, package).unwrap_or_default();
    let (used, glue) = (version("wasm-bindgen"), version("wasm-bindgen-cli-support"));
    if used == glue {
        Ok(used)
    } else {
        Err(Failure::version_mismatch(&used, &glue))
    }
}
