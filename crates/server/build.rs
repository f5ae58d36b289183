//! Finds the files that become part of the program, and takes the fingerprint of the rules.
//!
//! `COTERIE_SITE_DIR` names the folder that holds `pkg/`, the browser part. Unset, there is
//! none, and the server builds alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;
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
    let folders = [
        ("pkg/", site.join("pkg")),
        ("style/", root.join("style")),
        ("assets/", root.join("assets")),
    ];
    let mut code = String::from("&[\n");
    let mut dirs = String::from("&[\n");
    for (prefix, folder) in folders {
        println!("cargo::rerun-if-changed={}", folder.display());
        _ = writeln!(dirs, "({prefix:?}, {:?}),", folder.display().to_string());
        for (name, path) in files(&folder)? {
            let path = path.display().to_string();
            _ = writeln!(
                code,
                "({:?}, include_bytes!({path:?})),",
                format!("{prefix}{name}")
            );
        }
    }
    code.push(']');
    dirs.push(']');
    fs::write(out.join("embedded.rs"), code)?;
    fs::write(out.join("folders.rs"), dirs)?;

    let rules = here.join("../rules/src");
    println!("cargo::rerun-if-changed={}", rules.display());
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (name, path) in files(&rules)? {
        for byte in name.bytes().chain(fs::read(path)?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=COTERIE_RULES={hash:016x}");
    Ok(())
}

/// Every file below a folder by its path in it; none when there is no such folder.
fn files(folder: &Path) -> io::Result<BTreeMap<String, PathBuf>> {
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
