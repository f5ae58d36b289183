//! The files of a page while developing: on disk, and read again only when one has changed.
//! Between changes everybody is sent the same bytes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use crate::locked;
use crate::parts::{FOLDERS, Files, Raw};

/// Where a file lies, how long it is and when it was written, by its name.
type Stamps = Vec<(String, PathBuf, u64, Option<SystemTime>)>;

/// The files as they were when they were last looked at.
#[derive(Debug, Default)]
pub(crate) struct Loose {
    known: Mutex<Option<(Stamps, Arc<Files>)>>,
}

impl Loose {
    /// The files as they are now.
    pub(crate) fn files(&self, make: impl FnOnce(Raw) -> Files) -> Arc<Files> {
        let stamps = stamps();
        let mut known = locked(&self.known);
        if let Some((same, files)) = known.as_ref()
            && *same == stamps
        {
            return Arc::clone(files);
        }
        let files = Arc::new(make(read_all(&stamps)));
        *known = Some((stamps, Arc::clone(&files)));
        files
    }
}

/// Every file, read.
pub(crate) fn read() -> Raw {
    read_all(&stamps())
}

fn read_all(stamps: &Stamps) -> Raw {
    let all = stamps.iter();
    let all = all.filter_map(|(name, path, ..)| {
        let bytes = std::fs::read(path).ok()?;
        Some((name.clone(), bytes.into()))
    });
    all.collect()
}

fn stamps() -> Stamps {
    let mut found = Stamps::new();
    for (prefix, folder) in FOLDERS {
        let site =
            std::env::var_os("COTERIE_SITE_DIR").filter(|dir| *prefix == "pkg/" && !dir.is_empty());
        let folder = match site {
            Some(dir) => PathBuf::from(dir).join("pkg"),
            None => PathBuf::from(folder),
        };
        walk(&folder, prefix, &mut found);
    }
    found.sort();
    found
}

fn walk(folder: &Path, prefix: &str, found: &mut Stamps) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        if path.is_dir() {
            walk(&path, &format!("{name}/"), found);
        } else if let Ok(data) = entry.metadata() {
            found.push((name, path, data.len(), data.modified().ok()));
        }
    }
}
