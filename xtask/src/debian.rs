//! Programs from Debian packages, unpacked into a folder of ours: without root, and without starting anything.

use crate::browsers::succeeds;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// Downloads packages and unpacks them into a folder.
pub(crate) fn unpack_packages(packages: &[&str], kept: &Path) -> io::Result<()> {
    fs::create_dir_all(kept)?;
    succeeds(
        Command::new("apt-get")
            .arg("download")
            .args(packages)
            .current_dir(kept),
    );
    for entry in fs::read_dir(kept)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "deb") {
            succeeds(Command::new("dpkg-deb").arg("-x").arg(&path).arg(kept));
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Puts a folder first on the search path of a command.
pub(crate) fn prepend_path(bin: &Path, command: &mut Command) {
    let own = command.get_envs().find(|(name, _)| *name == "PATH");
    let own = own.and_then(|(_, path)| path.map(ToOwned::to_owned));
    let path = own.or_else(|| env::var_os("PATH")).unwrap_or_default();
    command.env("PATH", prepended_path(bin, path));
}

/// Returns a search path with a folder in front.
fn prepended_path(bin: &Path, path: OsString) -> OsString {
    let all = std::iter::once(bin.to_owned()).chain(env::split_paths(&path));
    env::join_paths(all).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_are_lent_come_before_all_others() {
        let mut command = Command::new("anything");
        prepend_path(Path::new("/kept/one"), &mut command);
        prepend_path(Path::new("/kept/two"), &mut command);
        let mut set = command.get_envs();
        let path = set.next().and_then(|(_, path)| path);
        let path = path.map(ToOwned::to_owned).unwrap_or_default();
        let places: Vec<_> = env::split_paths(&path).take(2).collect();
        assert_eq!(places, ["/kept/two", "/kept/one"].map(Path::new));
        assert!(env::split_paths(&path).count() > 2, "and the others behind");
    }
}
