//! Locates the browser's files for the server to embed, and computes the fingerprint of the rules.
//!
//! `COTERIE_SITE_DIR` names the folder that holds `pkg/`, the browser part. When it is not set, the server is built
//! without a browser part.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let root = here.join("../..").canonicalize()?;
    println!("cargo::rerun-if-env-changed=COTERIE_SITE_DIR");
    let site = match env::var("COTERIE_SITE_DIR") {
        Ok(dir) if !dir.is_empty() => root.join(dir),
        _ => out.join("site"),
    };
    let pkg = site.join("pkg");
    let program = format!(
        "/// The browser's part, where there is one.\n\
         #[derive(rust_embed::Embed)]\n\
         #[folder = {:?}]\n\
         #[allow_missing = true]\n\
         struct Program;\n",
        pkg.display().to_string()
    );
    fs::write(out.join("program.rs"), program)?;
    // A release embeds the files, so it is rebuilt when they change. A development build reads them on request.
    if env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        for folder in [
            pkg,
            root.join("style"),
            root.join("assets"),
            root.join("docs/rules"),
        ] {
            println!("cargo::rerun-if-changed={}", folder.display());
        }
    }

    let rules = here.join("../rules/src");
    println!("cargo::rerun-if-changed={}", rules.display());
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (name, path) in list_files(&rules)? {
        for byte in name.bytes().chain(fs::read(path)?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=COTERIE_RULES={hash:016x}");
    Ok(())
}

/// Returns every file below a folder by its relative path; empty if the folder does not exist.
fn list_files(folder: &Path) -> io::Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(String::new(), folder.to_path_buf())];
    while let Some((prefix, folder)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                folders.push((format!("{name}/"), entry.path()));
            } else {
                found.insert(name, entry.path());
            }
        }
    }
    Ok(found)
}
