//! Finds or installs Postgres, on which the store's tests run in addition to SQLite.

use crate::browsers::{ALL_ENGINES, run_as_root};
use crate::error::Failure;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Programs that tests start.
const PROGRAMS: [&str; 3] = ["initdb", "pg_ctl", "postgres"];
/// Folder of the programs in Debian, with a subfolder for each version.
const DEBIAN_DIR: &str = "/usr/lib/postgresql";
/// Configuration file that keeps the package from creating and starting a server.
const CLUSTER_CONFIG: &str = "/etc/postgresql-common/createcluster.d/coterie.conf";

/// Makes Postgres available to tests. If it cannot be had, tests report what they skip; with [`ALL_ENGINES`] that is a
/// failure.
pub(crate) fn provide() -> Result<(), Failure> {
    if is_installed() {
        return Ok(());
    }
    eprintln!("No Postgres here; fetching it.");
    if run_as_root("apt-get update")
        && run_as_root("apt-get install -y --no-install-recommends postgresql-common")
        && disable_default_cluster()
        && run_as_root("apt-get install -y --no-install-recommends postgresql")
        && is_installed()
    {
        return Ok(());
    }
    if env::var_os(ALL_ENGINES).is_some_and(|all| !all.is_empty()) {
        return Err(Failure::no_postgres());
    }
    eprintln!("skipped: {}", Failure::no_postgres());
    Ok(())
}

/// Configures the package to create no server when it is installed.
fn disable_default_cluster() -> bool {
    let own = env::temp_dir().join("coterie-createcluster.conf");
    let written = fs::write(&own, "create_main_cluster = false\n");
    let line = format!("install -D -m 644 {} {CLUSTER_CONFIG}", own.display());
    written.is_ok() && run_as_root(&line)
}

/// Whether the programs are installed.
fn is_installed() -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let of_debian = fs::read_dir(DEBIAN_DIR).into_iter().flatten();
    let of_debian = of_debian.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    let mut all: Vec<PathBuf> = env::split_paths(&path).collect();
    all.extend(of_debian);
    all.iter().any(|folder| has_all(folder))
}

/// Whether a folder contains all programs.
fn has_all(folder: &Path) -> bool {
    PROGRAMS
        .iter()
        .all(|program| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_some_of_the_programs_is_not_enough() -> std::io::Result<()> {
        let folder = env::temp_dir().join(format!("coterie-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        for (nth, program) in PROGRAMS.iter().enumerate() {
            assert!(!has_all(&folder), "{nth}");
            fs::write(folder.join(program), "")?;
        }
        assert!(has_all(&folder));
        fs::remove_dir_all(&folder)
    }
}
