//! Finds or installs strace, with which tests make system calls fail and kill the program at system calls.

use crate::browsers::{ALL_ENGINES, run_as_root, succeeds};
use crate::debian;
use crate::error::Failure;
use crate::target_dir::Claim;
use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Debian packages: the program, and a library that its build needs.
const PACKAGES: [&str; 2] = ["strace", "libunwind8"];

/// Shell script that starts the unpacked program with the unpacked library.
const WRAPPER: &str = "\
#!/bin/sh
here=$(dirname \"$0\")/..
for libraries in \"$here\"/usr/lib/*-linux-*; do
    LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
done
export LD_LIBRARY_PATH
exec \"$here/usr/bin/strace\" \"$@\"
";

/// Makes strace available to tests. If it cannot be had, tests report what they skip; with [`ALL_ENGINES`] that is a
/// failure.
pub(crate) fn provide(claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
    if !cfg!(target_os = "linux") || can_run(Path::new("strace")) {
        return Ok(());
    }
    let kept = claim.shared_dir().join("strace");
    let bin = kept.join("bin");
    if !can_run(&bin.join("strace")) {
        eprintln!("No strace here; fetching it.");
        if run_as_root("apt-get update")
            && run_as_root("apt-get install -y --no-install-recommends strace")
            && can_run(Path::new("strace"))
        {
            return Ok(());
        }
        if let Err(cause) = unpack_and_wrap(&kept) {
            eprintln!("strace could not be unpacked: {cause}.");
        }
    }
    if can_run(&bin.join("strace")) {
        debian::prepend_path(&bin, tests);
        return Ok(());
    }
    if env::var_os(ALL_ENGINES).is_some_and(|all| !all.is_empty()) {
        return Err(Failure::no_strace());
    }
    eprintln!("skipped: {}", Failure::no_strace());
    Ok(())
}

/// Whether the program can be run.
fn can_run(program: &Path) -> bool {
    let mut asked = Command::new(program);
    asked.arg("-V").stdout(Stdio::null()).stderr(Stdio::null());
    succeeds(&mut asked)
}

/// Unpacks the packages and writes a wrapper that finds the library.
fn unpack_and_wrap(kept: &Path) -> io::Result<()> {
    debian::unpack_packages(&PACKAGES, kept)?;
    fs::create_dir_all(kept.join("bin"))?;
    let wrapper = kept.join("bin/strace");
    fs::write(&wrapper, WRAPPER)?;
    #[cfg(unix)]
    fs::set_permissions(
        &wrapper,
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_answers_or_is_not_there() {
        assert!(!can_run(Path::new("no such program")));
    }
}
