//! A copy that was made with `coterie backup` comes back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;
use server::store::check::check_folder;
use server::store::sqlite;

use crate::backup::{coterie, said};
use crate::client::{Guest, Line};
use crate::program::Program;

async fn add(line: &mut Line, what: &str) {
    assert_eq!(line.give(json!({"add": {"line": what}})).await, Ok(()));
}

/// Every file of a folder, but for the lock and the log.
fn files(data: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(data).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = paths.filter(|path| path.is_file() && !path.ends_with("log.txt"));
    files
        .map(|path| (path.clone(), std::fs::read(&path).expect("a file")))
        .collect()
}

async fn refused(arguments: &[&str], data: &Path) -> String {
    let before = files(data);
    let output = coterie(arguments, data).await;
    assert!(!output.status.success() && output.stdout.is_empty());
    assert_eq!(files(data), before, "nothing is touched");
    assert!(!data.join("restoring").exists());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[tokio::test]
async fn a_copy_comes_back_into_its_own_folder_and_what_was_there_is_kept() {
    let data = tempfile::tempdir().expect("a folder");
    let data = data.path();
    let mut program = Program::start(data).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    add(&mut line, "Ghoul").await;
    let place = tempfile::tempdir().expect("a folder");
    let copy = place.path().join("copy.sqlite3");
    let copy = copy.to_str().expect("a path");
    assert!(coterie(&["backup", copy], data).await.status.success());
    // What comes behind it is acknowledged, noted so, and gone with the restored copy.
    add(&mut line, "Nosferatu").await;
    let words = coterie(&["restore", copy, "--replace"], data).await;
    let words = String::from_utf8_lossy(&words.stderr).into_owned();
    assert!(
        words.contains("a server is using the data folder"),
        "{words}"
    );
    // Killed, it leaves its last words in the write-ahead log.
    program.kill().await;
    let words = refused(&["restore", copy], data).await;
    assert!(
        words.contains("holds tables already") && words.contains("--replace"),
        "{words}"
    );

    let restored = coterie(&["restore", copy, "--replace"], data).await;
    assert!(restored.status.success(), "{restored:?}");
    let words = said(&restored);
    assert!(words.contains("1 tables, 1 encounters and"), "{words}");
    assert!(!words.contains("invite links"), "{words}");
    let whole = check_folder(data).await.expect("a folder");
    assert!(whole.is_intact, "{}", whole.text);
    let program = Program::start(data).await;
    sam.address = program.address;
    let mut line = sam.follow(encounter).await;
    assert!(line.find("Ghoul").is_some() && line.find("Nosferatu").is_none());
    add(&mut line, "Gargoyle").await;
    assert!(!program.log().contains("lost"), "{}", program.log());
    program.signal("TERM").await;
    drop((line, program));

    // What was there before is a data folder of its own, and comes back the same way.
    let entries = std::fs::read_dir(data).expect("a folder");
    let mut entries = entries.map(|entry| entry.expect("an entry").path());
    let aside = entries.find(|path| path.to_string_lossy().contains("replaced-"));
    let aside = aside.expect("what was there before");
    let whole = check_folder(&aside).await.expect("a folder");
    assert!(whole.is_intact, "{}", whole.text);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| std::fs::metadata(path).expect("it").permissions().mode() & 0o777;
        assert_eq!(mode(&aside), 0o700);
        assert_eq!(mode(&data.join(sqlite::FILE)), 0o600);
    }
    let back = aside.join(sqlite::FILE);
    let arguments = ["restore", "--replace", back.to_str().expect("a path")];
    let mut restored = coterie(&arguments, data).await;
    while String::from_utf8_lossy(&restored.stderr).contains("a server is using") {
        restored = coterie(&arguments, data).await;
    }
    assert!(restored.status.success(), "{restored:?}");
    let program = Program::start(data).await;
    sam.address = program.address;
    let line = sam.follow(encounter).await;
    assert!(line.find("Nosferatu").is_some() && line.find("Gargoyle").is_none());
}

#[tokio::test]
async fn a_copy_comes_into_a_new_folder_and_a_damaged_one_into_none() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    for nth in 0..20 {
        add(&mut line, &format!("Ghoul-of-the-harbour {nth}")).await;
    }
    let place = tempfile::tempdir().expect("a folder");
    let copy = place.path().join("copy.sqlite3");
    let copy = copy.to_str().expect("a path");
    assert!(
        coterie(&["backup", copy], data.path())
            .await
            .status
            .success()
    );
    program.kill().await;

    // A stale end of another database lies about, and a trial that was killed.
    let new = tempfile::tempdir().expect("a folder");
    for end in ["-wal", "-shm"] {
        let stale = data.path().join(format!("{}{end}", sqlite::FILE));
        let beside = new.path().join(format!("{}{end}", sqlite::FILE));
        std::fs::copy(stale, beside).expect("a copy");
    }
    std::fs::copy(
        data.path().join("acknowledged"),
        new.path().join("acknowledged"),
    )
    .expect("a copy");
    std::fs::create_dir(new.path().join("restoring")).expect("a folder");
    let restored = coterie(&["restore", copy], new.path()).await;
    assert!(restored.status.success(), "{restored:?}");
    assert!(said(&restored).contains("invite links from before do not work"));
    let other = Program::start(new.path()).await;
    sam.address = other.address;
    let mut there = sam.follow(encounter).await;
    assert_eq!(there.view(), line.view());
    add(&mut there, "Gargoyle").await;

    // One letter of a record is another: the file is whole, and the log is not as it was written.
    let bytes = std::fs::read(copy).expect("a file");
    let needle = b"Ghoul-of-the-harbour 7";
    // Wherever it stands: pages hold remains of what was moved about in them.
    let at = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(needle));
    let at: Vec<usize> = at.collect();
    assert!(!at.is_empty(), "a record");
    let mut turned = bytes.clone();
    at.iter().for_each(|at| turned[*at] = b'g');
    let mut torn = bytes.clone();
    torn.truncate(bytes.len() / 2);
    let empty = tempfile::tempdir().expect("a folder");
    for (wrong, words) in [
        (&turned[..], "not as it was written"),
        (&torn, "Nothing was touched"),
        (b"no database at all", "Nothing was touched"),
        (b"", "Nothing was touched"),
    ] {
        let file = place.path().join("wrong.sqlite3");
        std::fs::write(&file, wrong).expect("a file");
        let file = file.to_str().expect("a path");
        // Once, so that the folder has its lock.
        let first = coterie(&["restore", file], empty.path()).await;
        assert!(!first.status.success(), "{words}: {first:?}");
        let said = refused(&["restore", file], empty.path()).await;
        assert!(said.contains(words), "{said}");
        let said = refused(&["restore", file, "--replace"], data.path()).await;
        assert!(said.contains(words), "{said}");
    }
    let nowhere = place.path().join("nothing");
    let said = refused(
        &["restore", nowhere.to_str().expect("a path")],
        empty.path(),
    )
    .await;
    assert!(said.contains("cannot be read"), "{said}");
    // A database with its write-ahead log is no copy.
    let live = data.path().join(sqlite::FILE);
    let said = refused(&["restore", live.to_str().expect("a path")], empty.path()).await;
    assert!(said.contains("is a database in use"), "{said}");
}
