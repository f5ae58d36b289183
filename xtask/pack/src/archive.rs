//! Archives that are unpacked and started: compressed tar for Linux, zip for Windows.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::papers::Papers;
use crate::tree::Tree;
use crate::{Done, VERSION};

/// File that starts the program for phones in the same network, too, by a double click.
const STARTER: &[u8] = include_bytes!("../../../deploy/archive/coterie-with-phones");
/// The same for Windows.
const WINDOWS_STARTER: &[u8] = include_bytes!("../../../deploy/archive/coterie-with-phones.cmd");

/// Writes the archive for a system such as `linux-x86_64`, `macos-arm64` or `windows-x86_64`; returns its path.
pub(crate) fn write(
    system: &str,
    program: &Path,
    papers: &Papers,
    out: &Path,
    time: u64,
) -> Done<PathBuf> {
    let is_windows = system.starts_with("windows");
    let (starter, starter_end) = match system.split_once('-') {
        Some(("windows", _)) => (WINDOWS_STARTER, ".cmd"),
        // What a double click opens in a terminal there.
        Some(("macos", _)) => (STARTER, ".command"),
        _ => (STARTER, ""),
    };
    let name = format!("coterie-{VERSION}-{system}");
    let mut tree = Tree::default();
    let program_name = if is_windows { "coterie.exe" } else { "coterie" };
    tree.add_program(format!("{name}/{program_name}"), fs::read(program)?);
    tree.add_program(format!("{name}/coterie-with-phones{starter_end}"), starter);
    tree.add_file(format!("{name}/README.md"), papers.readme.clone());
    tree.add_file(format!("{name}/CHANGELOG.md"), papers.changelog.clone());
    if !is_windows {
        tree.add_file(format!("{name}/coterie.1"), papers.manual.clone());
        for (file, text) in [
            ("coterie.bash", &papers.bash),
            ("coterie.fish", &papers.fish),
            ("_coterie", &papers.zsh),
        ] {
            tree.add_file(format!("{name}/completions/{file}"), text.clone());
        }
    }
    for (file, text) in &papers.licenses {
        tree.add_file(format!("{name}/licenses/{file}"), text.clone());
    }
    if is_windows {
        let path = out.join(format!("{name}.zip"));
        write_zip(&tree, &path)?;
        return Ok(path);
    }
    let path = out.join(format!("{name}.tar.gz"));
    fs::write(&path, tree.to_tar_gz(time)?)?;
    Ok(path)
}

/// Writes everything as a zip archive.
fn write_zip(tree: &Tree, path: &Path) -> Done {
    let mut zip = ZipWriter::new(File::create(path)?);
    // A zip keeps local times, so that of the files says nothing.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for entry in tree.entries() {
        let options = options.unix_permissions(entry.mode);
        match &entry.content {
            Some(content) => {
                zip.start_file(entry.path.as_str(), options)?;
                zip.write_all(content)?;
            }
            None => zip.add_directory(entry.path.as_str(), options)?,
        }
    }
    zip.finish()?;
    Ok(())
}
