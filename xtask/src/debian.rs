//! Debian's packages without being root: fetched and unpacked into a folder of ours, and nothing of them started.

use crate::browsers::run;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// Fetches packages, for which nobody has to be root, and unpacks them into a folder.
pub(crate) fn unpack(packages: &[&str], kept: &Path) -> io::Result<()> {
    fs::create_dir_all(kept)?;
    run(Command::new("apt-get")
        .arg("download")
        .args(packages)
        .current_dir(kept));
    for entry in fs::read_dir(kept)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "deb") {
            run(Command::new("dpkg-deb").arg("-x").arg(&path).arg(kept));
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
