//! Builds the two parts of the program: the browser's files and the server.

use crate::cargo::{cargo_command, run_command, site_dir};
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::Claim;
use crate::test_build::TestBuild;
use crate::wasm::Bundle;
use crate::{npm, toolchain};
use std::fs;
use std::path::{Path, PathBuf};

/// Number of steps of [`build`].
pub(crate) const STEPS: usize = 4;

/// Number of steps of [`build_browser_part`].
pub(crate) const STEPS_OF_BROWSER_PART: usize = 3;

/// Builds the browser's part, which a release of the server embeds.
pub(crate) fn build_browser_part(
    claim: &Claim<'_>,
    steps: &mut Steps,
    release: bool,
) -> Result<(), Failure> {
    let bundle = Bundle {
        package: "app",
        release,
        is_for_tests: false,
    };
    let site = site_dir(claim, release);
    steps.step("Fetching what is missing", || {
        toolchain::ensure_wasm_target()?;
        // Only a release needs Node; a first start does not.
        if release {
            npm::install_packages(claim)
        } else {
            Ok(())
        }
    })?;
    let compiled = steps.step("Compiling the browser's part", || bundle.compile(claim))?;
    let gluing = if release {
        "Gluing and shrinking it"
    } else {
        "Gluing it"
    };
    steps.step(gluing, || bundle.glue(claim, &compiled, &site, None))
}

/// Builds both parts; returns the path of this clone's own copy of the server.
pub(crate) fn build(
    claim: &Claim<'_>,
    steps: &mut Steps,
    release: bool,
) -> Result<PathBuf, Failure> {
    // One after the other, because cargo uses all cores. The browser's part is first, because a release embeds it.
    build_browser_part(claim, steps, release)?;
    let own = claim.own_path(if release {
        "bin/release/coterie"
    } else {
        "bin/dev/coterie"
    });
    steps.step("Compiling the server", || {
        let profile = if release { "--release" } else { "" };
        run_command(cargo_command(
            claim,
            &format!("build --package server --bin coterie {profile}"),
        ))?;
        let folder = if release { "release" } else { "debug" };
        link_or_copy(&claim.shared_dir().join(folder).join("coterie"), &own)
    })
}

/// Number of steps of [`of`].
pub(crate) const STEPS_OF_COMPILED: usize = 2;

/// Builds the development version with a server and glue that are compiled already.
pub(crate) fn build_from(
    claim: &Claim<'_>,
    steps: &mut Steps,
    compiled: &TestBuild,
) -> Result<PathBuf, Failure> {
    let bundle = Bundle {
        package: "app",
        release: false,
        is_for_tests: true,
    };
    let made = steps.step("Compiling the browser's part", || bundle.compile(claim))?;
    steps.step("Gluing it", || {
        let glue = compiled.program_path("glue")?;
        bundle.glue(claim, &made, &site_dir(claim, false), Some(glue))?;
        link_or_copy(
            compiled.program_path("coterie")?,
            &claim.own_path("bin/dev/coterie"),
        )
    })
}

/// Links or copies a program to a path of this clone.
pub(crate) fn link_or_copy(made: &Path, own: &Path) -> Result<PathBuf, Failure> {
    if let Some(folder) = own.parent() {
        fs::create_dir_all(folder).map_err(|cause| Failure::file_error("make", folder, &cause))?;
    }
    // A running server keeps its file when the name is removed.
    _ = fs::remove_file(own);
    if fs::hard_link(made, own).is_err() {
        fs::copy(made, own).map_err(|cause| Failure::file_error("write", own, &cause))?;
    }
    Ok(own.to_path_buf())
}
