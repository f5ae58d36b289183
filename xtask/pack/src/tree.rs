//! Files and folders to be packed, with their modes, in the order in which they are written.

use std::io::Write;

use tar::{Builder, EntryType, Header};

use crate::Done;

/// Owner of a packed file: user and group by number.
pub(crate) type Owner = (u64, u64);

/// Owner of everything that is nobody's in particular.
pub(crate) const ROOT: Owner = (0, 0);

/// Files and folders that are written to an archive, all with the same time.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    entries: Vec<Entry>,
}

/// One file, or a folder where there is no content.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) content: Option<Vec<u8>>,
    pub(crate) mode: u32,
    owner: Owner,
}

impl Tree {
    /// Adds a file that everybody may read.
    pub(crate) fn add_file(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.add(path, Some(content.into()), 0o644, ROOT);
    }

    /// Adds a file that everybody may execute.
    pub(crate) fn add_program(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.add(path, Some(content.into()), 0o755, ROOT);
    }

    /// Adds a folder.
    pub(crate) fn add_folder(&mut self, path: impl Into<String>, mode: u32, owner: Owner) {
        self.add(path, None, mode, owner);
    }

    /// Adds an entry, after the folders above it.
    fn add(&mut self, path: impl Into<String>, content: Option<Vec<u8>>, mode: u32, owner: Owner) {
        let path = path.into();
        let above = path.match_indices('/').map(|(at, _)| &path[..at]);
        for folder in above.filter(|folder| *folder != ".") {
            if !self.entries.iter().any(|entry| entry.path == folder) {
                self.entries.push(Entry {
                    path: folder.to_owned(),
                    content: None,
                    mode: 0o755,
                    owner: ROOT,
                });
            }
        }
        self.entries.push(Entry {
            path,
            content,
            mode,
            owner,
        });
    }

    /// Returns the entries in order.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Writes everything as a tar archive.
    pub(crate) fn write_tar<W: Write>(&self, out: W, time: u64) -> Done<W> {
        let mut builder = Builder::new(out);
        for entry in &self.entries {
            let mut header = Header::new_gnu();
            let content = entry.content.as_deref().unwrap_or_default();
            let (kind, path) = match entry.content {
                Some(_) => (EntryType::Regular, entry.path.clone()),
                None => (EntryType::Directory, format!("{}/", entry.path)),
            };
            header.set_entry_type(kind);
            header.set_mode(entry.mode);
            header.set_uid(entry.owner.0);
            header.set_gid(entry.owner.1);
            header.set_mtime(time);
            header.set_size(u64::try_from(content.len())?);
            builder.append_data(&mut header, path, content)?;
        }
        Ok(builder.into_inner()?)
    }

    /// Returns everything as a compressed tar archive.
    pub(crate) fn to_tar_gz(&self, time: u64) -> Done<Vec<u8>> {
        // The time of packing is left out of the head of the compressed file.
        let packer = flate2::GzBuilder::new().mtime(0);
        let packed = packer.write(Vec::new(), flate2::Compression::best());
        Ok(self.write_tar(packed, time)?.finish()?)
    }
}
