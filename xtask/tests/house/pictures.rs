//! The pictures that are kept: of this version of the program, and no more than are shown.

use std::fs;
use std::path::Path;

/// Most bytes of all pictures of the front page, which are part of the program.
const MAX_FRONT_BYTES: u64 = 400_000;

/// The numbers of a version, such as 0.1.0.
fn numbers(version: &str) -> Vec<u32> {
    let parts = version.trim().split('.');
    parts.map(|part| part.parse().expect("a number")).collect()
}

/// Whether pictures of one version are older than the program of another.
fn are_older(pictures: &str, program: &str) -> bool {
    numbers(pictures) < numbers(program)
}

#[test]
fn pictures_are_not_older_than_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let of = fs::read_to_string(root.join("docs/pictures/version.txt")).expect("their version");
    let program = env!("CARGO_PKG_VERSION");
    assert!(
        !are_older(&of, program),
        "README and front page show {}, and this is {program}: `cargo xtask prove looks` takes the pictures anew",
        of.trim()
    );
    assert!(are_older("0.1.9", "0.1.10") && are_older("0.9.0", "1.0.0"));
    assert!(!are_older("0.1.0", "0.1.0") && !are_older("0.2.0", "0.1.3"));
}

#[test]
fn pictures_are_shown_and_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = |folder: &str| {
        let entries = fs::read_dir(root.join(folder)).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path())
    };
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let name = |path: &Path| path.file_name().map(|it| it.to_string_lossy().into_owned());
    for picture in files("docs/pictures").filter_map(|path| name(&path)) {
        let shown = picture == "version.txt" || readme.contains(&picture);
        assert!(shown, "docs/pictures/{picture} is shown nowhere");
    }
    let sizes = files("assets/front").map(|path| fs::metadata(path).expect("a file").len());
    let total: u64 = sizes.sum();
    assert!((50_000..=MAX_FRONT_BYTES).contains(&total), "{total} bytes");
}
