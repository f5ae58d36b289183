//! Finds or unpacks the NATS server, which connects the nodes of a cluster in tests.

use crate::browsers::{ALL_ENGINES, run_as_root};
use crate::debian::{self, unpack_packages};
use crate::error::Failure;
use crate::target_dir::Claim;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Name of the program that tests start.
const PROGRAM: &str = "nats-server";
/// Folder of the program in Debian, which few search paths contain.
const DEBIAN_DIR: &str = "/usr/sbin";

/// Makes the NATS server available to tests.
///
/// Installing the Debian package would start a server for the whole machine, so the package is only unpacked. If it
/// cannot be had, tests report what they skip; with [`ALL_ENGINES`] that is a failure.
pub(crate) fn provide(claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
    let path = env::var_os("PATH").unwrap_or_default();
    let of_debian = PathBuf::from(DEBIAN_DIR);
    if env::split_paths(&path)
        .chain([of_debian])
        .any(|it| has_server(&it))
    {
        return Ok(());
    }
    let kept = claim.shared_dir().join("nats");
    let bin = kept.join(DEBIAN_DIR.trim_start_matches('/'));
    if !has_server(&bin) {
        eprintln!("No NATS server here; fetching it.");
        let mut unpacked = unpack_packages(&[PROGRAM], &kept);
        // The package lists may be missing or old.
        if !has_server(&bin) && run_as_root("apt-get update") {
            unpacked = unpack_packages(&[PROGRAM], &kept);
        }
        if let Err(cause) = unpacked {
            eprintln!("{PROGRAM} could not be unpacked: {cause}.");
        }
    }
    if has_server(&bin) {
        debian::prepend_path(&bin, tests);
        return Ok(());
    }
    if env::var_os(ALL_ENGINES).is_some_and(|all| !all.is_empty()) {
        return Err(Failure::no_nats());
    }
    eprintln!("skipped: {}", Failure::no_nats());
    Ok(())
}

/// Whether a folder contains the program.
fn has_server(folder: &Path) -> bool {
    folder.join(PROGRAM).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_that_name_is_no_program() -> std::io::Result<()> {
        let folder = env::temp_dir().join(format!("coterie-nats-{}", std::process::id()));
        std::fs::create_dir_all(folder.join(PROGRAM))?;
        assert!(!has_server(&folder));
        std::fs::remove_dir(folder.join(PROGRAM))?;
        std::fs::write(folder.join(PROGRAM), "")?;
        assert!(has_server(&folder));
        std::fs::remove_dir_all(&folder)
    }
}
