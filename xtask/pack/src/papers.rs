//! Papers that go along with the program: manual, completions, notes, licenses.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Done;

/// Papers that go along with the program, as bytes.
#[derive(Debug)]
pub(crate) struct Papers {
    pub(crate) manual: Vec<u8>,
    pub(crate) bash: Vec<u8>,
    pub(crate) fish: Vec<u8>,
    pub(crate) zsh: Vec<u8>,
    pub(crate) readme: Vec<u8>,
    pub(crate) changelog: Vec<u8>,
    /// Licenses of the program and its fonts, by the name of the file.
    pub(crate) licenses: Vec<(String, Vec<u8>)>,
}

impl Papers {
    /// Gathers the papers: what the program prints itself, and what lies in the project.
    pub(crate) fn gather(program: &Path, root: &Path) -> Done<Self> {
        let ask = |words: &[&str]| -> Done<Vec<u8>> {
            let said = Command::new(program).args(words).output()?;
            match said.status.success() {
                true => Ok(said.stdout),
                false => Err(format!("`coterie {}` failed", words.join(" ")).into()),
            }
        };
        let read = |path: &str| fs::read(root.join(path));
        let mut licenses = Vec::new();
        for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
            licenses.push((name.to_owned(), read(name)?));
        }
        let mut fonts: Vec<_> = fs::read_dir(root.join("assets/licenses"))?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        fonts.sort();
        for path in fonts {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            licenses.push((name.into_owned(), fs::read(&path)?));
        }
        Ok(Self {
            manual: ask(&["man"])?,
            bash: ask(&["completions", "bash"])?,
            fish: ask(&["completions", "fish"])?,
            zsh: ask(&["completions", "zsh"])?,
            readme: read("README.md")?,
            changelog: read("CHANGELOG.md")?,
            licenses,
        })
    }
}
