//! Sums of all that people download, as `sha256sum --check` reads them.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::Done;

/// Name of the file with the sums.
const FILE: &str = "SHA256SUMS";

/// Writes the sums of all files of a folder; returns the path of the list.
pub(crate) fn write(out: &Path) -> Done<PathBuf> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(out)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_file() && name != FILE {
            let sum = hex::encode(Sha256::digest(fs::read(&path)?));
            lines.push((name.into_owned(), sum));
        }
    }
    lines.sort();
    let lines: String = lines
        .iter()
        .map(|(name, sum)| format!("{sum}  {name}\n"))
        .collect();
    let path = out.join(FILE);
    fs::write(&path, lines)?;
    Ok(path)
}
