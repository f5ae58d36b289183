//! How the real program starts, what it leaves behind, and what it says.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use rules::wire::close;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqlSafeStr as _};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::sleep;

use crate::client::{End, Guest};
use crate::program::Program;

fn mode(path: &Path) -> u32 {
    let data = std::fs::metadata(path).expect("a file");
    data.permissions().mode() & 0o777
}

/// The program, started by a shell that says something first.
fn by_shell(first: &str) -> Command {
    let mut shell = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_coterie");
    shell.args(["-c", &format!("{first}; exec \"$0\" \"$@\""), program]);
    shell
}

#[tokio::test]
async fn a_second_one_on_the_same_folder_does_not_start() {
    let place = tempfile::tempdir().expect("a folder");
    let data = place.path().join("data");
    let mut first = Program::start(&data).await;
    let mut sam = Guest::new(first.address);
    let table = sam.make_table("Sam").await;
    let folder = data.to_str().expect("a plain path");
    let arguments = ["--listen", "127.0.0.1:0", "--data", folder];
    let second = Program::fails(&arguments).await;
    assert_eq!(second.status.code(), Some(1));
    assert!(second.stdout.is_empty(), "it is nowhere");
    let said = String::from_utf8_lossy(&second.stderr);
    for words in [folder, "another server is using it", "`--data`"] {
        assert!(said.contains(words), "{said}");
    }
    sam.opening(table).await;
    // However the first one ends, the folder is free.
    first.kill().await;
    let again = Program::start(&data).await;
    sam.address = again.address;
    sam.opening(table).await;
}

#[tokio::test]
async fn what_it_keeps_is_for_its_owner_only() {
    let place = tempfile::tempdir().expect("a folder");
    let data = place.path().join("data");
    let open = || by_shell("umask 000");
    let mut program = Program::of(open(), &data).await;
    let files = ["secret", "lock", "coterie.sqlite3", "coterie.sqlite3-wal"];
    Guest::new(program.address).make_table("Sam").await;
    assert_eq!(mode(&data), 0o700);
    let modes = |data: &Path| files.map(|name| mode(&data.join(name)));
    assert_eq!(modes(&data), [0o600; 4]);
    program.kill().await;
    // An earlier version made them for everybody.
    for name in files {
        let all = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(data.join(name), all).expect("our own file");
    }
    let _program = Program::of(open(), &data).await;
    assert_eq!(modes(&data), [0o600; 4]);
}

/// The database of a release that had so many migrations, as it stood in an empty folder.
async fn of_an_old_release(data: &Path) {
    let files = [
        (
            1,
            "tables",
            include_str!("../../../../migrations/sqlite/0001_tables.sql"),
        ),
        (
            2,
            "browsers",
            include_str!("../../../../migrations/sqlite/0002_browsers.sql"),
        ),
        (
            3,
            "several encounters",
            include_str!("../../../../migrations/sqlite/0003_several_encounters.sql"),
        ),
    ];
    let all = files.map(|(version, name, sql)| {
        let kind = MigrationType::Simple;
        Migration::new(version, name.into(), kind, sql.into_sql_str(), false)
    });
    let file = data.join("coterie.sqlite3");
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options
        .create_if_missing(true)
        .connect()
        .await
        .expect("a database");
    let migrator = Migrator::with_migrations(all.into());
    migrator.run(&mut connection).await.expect("migrations");
    connection.close().await.expect("a database");
}

#[tokio::test]
async fn a_store_of_an_old_release_says_how_far_it_is_and_a_new_one_nothing() {
    let place = tempfile::tempdir().expect("a folder");
    of_an_old_release(place.path()).await;
    let mut old = Program::start_logging(place.path(), "info").await;
    Guest::new(old.address).make_table("Sam").await;
    let log = old.log();
    let steps: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("the store is brought up to date"))
        .collect();
    assert!(steps.len() >= 6, "{log}");
    for (nth, step) in steps.iter().enumerate() {
        let how_far = format!("step={} steps={}", nth + 1, steps.len());
        assert!(step.contains(&how_far), "{step}");
    }
    assert!(steps[0].contains("name=portraits"), "{log}");
    assert!(log.contains("the store is up to date"), "{log}");
    old.kill().await;
    // The second time there is nothing to do, and in a new folder nothing to bring up to date.
    let before = log.len();
    let again = Program::start_logging(place.path(), "info").await;
    assert!(!again.log()[before..].contains("up to date"));
    let new = tempfile::tempdir().expect("a folder");
    let new = Program::start_logging(new.path(), "info").await;
    assert!(!new.log().contains("up to date"), "{}", new.log());
}

#[tokio::test]
async fn a_folder_without_a_name_is_none() {
    for arguments in [&["--data", ""][..], &["--data="]] {
        let output = Program::fails(arguments).await;
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("the data folder needs a name"), "{said}");
    }
}

#[tokio::test]
async fn the_end_of_the_terminal_is_a_goodbye() {
    let place = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_coterie"));
    if cfg!(target_os = "linux") {
        // Whoever runs the tests may have told them to outlive the terminal.
        command = Command::new("env");
        command.args(["--default-signal=HUP", env!("CARGO_BIN_EXE_coterie")]);
    }
    let mut program = Program::of(command, place.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    program.signal("HUP").await;
    assert_eq!(line.end().await, End::Code(close::GOING_DOWN));
    assert!(program.ended().await.success());

    // Unless whoever started it said that it is to stay.
    let program = Program::of(by_shell("trap '' HUP"), place.path()).await;
    program.signal("HUP").await;
    sam.address = program.address;
    sam.opening(table).await;
}

#[tokio::test]
async fn at_the_limit_of_open_files_it_serves_and_does_not_chatter() {
    let place = tempfile::tempdir().expect("a folder");
    let program = Program::of(by_shell("ulimit -n 100"), place.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let mut crowd = Vec::new();
    for _ in 0..300 {
        crowd.push(TcpStream::connect(program.address).await.expect("a server"));
    }
    sam.opening(table).await;
    // Long enough for thirty lines.
    sleep(Duration::from_secs(3)).await;
    sam.opening(table).await;
    let log = program.log();
    let lines = log.lines().filter(|line| line.contains("accept"));
    assert!(lines.count() <= 1, "{log}");
    // What the host can do about it is said at the start.
    let told: Vec<_> = log
        .lines()
        .filter(|line| line.contains("open files"))
        .collect();
    assert!(!told.is_empty() && told.len() <= 2, "{log}");
    for words in [
        "WARN",
        "100 open files",
        "36 of 8192 connections",
        "LimitNOFILE",
    ] {
        assert!(told[0].contains(words), "{words} in {log}");
    }
}

#[tokio::test]
async fn with_room_for_one_connection_it_says_so_and_that_it_refuses() {
    let place = tempfile::tempdir().expect("a folder");
    let program = Program::of(by_shell("ulimit -n 64"), place.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    // Its one place is a websocket's.
    let _line = sam.follow(encounter).await;
    for _ in 0..3 {
        let refused = sam.get("/").await;
        assert_eq!(refused.status, 503);
        assert!(
            refused.body.contains("Too many connections are open"),
            "{refused:?}"
        );
    }
    let log = program.log();
    let count = |words: &str| log.lines().filter(|line| line.contains(words)).count();
    assert_eq!(count("64 open files leaves room for 1 of"), 1, "{log}");
    assert_eq!(count("all places for connections are taken"), 1, "{log}");
}

/// The number of a user that owns nothing here.
const NOBODY: &str = "65534";

#[tokio::test]
async fn a_folder_of_another_user_is_said_to_be_one() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let place = tempfile::tempdir().expect("a folder");
    // Who is not root cannot give anything away.
    if std::fs::metadata(place.path()).expect("a folder").uid() != 0 {
        return;
    }
    let all = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(place.path(), all).expect("our own folder");
    let program = place.path().join("coterie");
    std::fs::copy(env!("CARGO_BIN_EXE_coterie"), &program).expect("a copy");
    let data = place.path().join("data");
    std::fs::create_dir(&data).expect("a folder");
    let below = data.join("below");
    let said = async |arguments: &[&str], data: &Path| {
        let mut run = Command::new("setpriv");
        run.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]);
        run.arg(&program)
            .args(arguments)
            .arg("--data")
            .arg(data)
            .kill_on_drop(true);
        let output = run.output().await.expect("setpriv");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    chown(&data, Some(10_002), None).expect("root");
    for (arguments, asked) in [
        (&["--listen", "127.0.0.1:0"][..], &data),
        (&["--listen", "127.0.0.1:0"], &below),
        (&["check"], &data),
        (&["tables"], &data),
    ] {
        let said = said(arguments, asked).await;
        for words in [
            &format!("`{}`", data.display())[..],
            "belongs to user 10002",
            "runs as user 65534",
            "chown -R 65534",
            "user 10001",
        ] {
            assert!(said.contains(words), "{words} in {said}");
        }
    }
    // One's own folder that is not writable is said to be no more than that.
    chown(&data, Some(65_534), None).expect("root");
    let none = std::fs::Permissions::from_mode(0o500);
    std::fs::set_permissions(&data, none).expect("root");
    let said = said(&["--listen", "127.0.0.1:0"], &data).await;
    assert!(
        said.contains("cannot be written") && !said.contains("chown"),
        "{said}"
    );
}

#[tokio::test]
async fn a_key_that_is_gone_is_not_made_anew_without_a_word() {
    let place = tempfile::tempdir().expect("a folder");
    let mut first = Program::start(place.path()).await;
    assert!(
        !first.log().contains("secret"),
        "a new folder has none: {}",
        first.log()
    );
    Guest::new(first.address).make_table("Sam").await;
    first.kill().await;
    let mut before = Program::start(place.path()).await;
    assert!(!before.log().contains("secret"), "{}", before.log());
    before.kill().await;
    std::fs::remove_file(place.path().join("secret")).expect("our own file");
    let again = Program::start(place.path()).await;
    let log = again.log();
    let told: Vec<_> = log.lines().filter(|line| line.contains("secret")).collect();
    assert!(
        told.len() == 1 && told[0].contains("WARN") && told[0].contains("invite link"),
        "{log}"
    );
}

#[tokio::test]
async fn an_address_with_a_path_is_refused_in_a_sentence() {
    for url in [
        "https://example.org/coterie/",
        "https://example.org:8443/x",
        "http://example.org//",
    ] {
        let output = Program::fails(&["--public-url", url]).await;
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr);
        for words in [url, "a host name of its own and no path"] {
            assert!(said.contains(words), "{said}");
        }
    }
    for url in [
        "example.org",
        "https://example.org?x",
        "https://example.org/#x",
        "ftp://example.org/x",
    ] {
        let said = Program::fails(&["--public-url", url]).await;
        let said = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(
            said.contains("it must look like https://example.org"),
            "{url}: {said}"
        );
    }
}

#[tokio::test]
async fn a_folder_of_a_newer_version_is_refused_with_the_version_it_needs() {
    let place = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(place.path()).await;
    program.kill().await;
    let file = place.path().join("coterie.sqlite3");
    let options = SqliteConnectOptions::new().filename(&file);
    let set = async |version: &'static str| {
        let mut connection = options.connect().await.expect("a database");
        let needed = sqlx::query_scalar::<_, i64>("PRAGMA user_version");
        let needed = needed.fetch_one(&mut connection).await.expect("a number");
        sqlx::query(version)
            .execute(&mut connection)
            .await
            .expect("a number");
        connection.close().await.expect("a database");
        needed
    };
    let own = set("PRAGMA user_version = 999000001").await;
    assert!(own > 0, "this version says what it needs");
    let before = std::fs::read(&file).expect("a database");
    let folder = place.path().to_str().expect("a plain path");
    let copy = place.path().join("copy.sqlite3");
    let copy = copy.to_str().expect("a plain path");
    for arguments in [
        &["--listen", "127.0.0.1:0"][..],
        &["check"],
        &["tables"],
        &["backup", copy],
    ] {
        let output = Program::fails(&[arguments, &["--data", folder]].concat()).await;
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        for words in [
            "a newer version of Coterie",
            "needs version 999.0.1 or later",
            concat!("this is ", env!("CARGO_PKG_VERSION")),
        ] {
            assert!(said.contains(words), "{words} of {arguments:?} in {said}");
        }
    }
    let other = tempfile::tempdir().expect("a folder");
    let other = other.path().to_str().expect("a plain path");
    let arguments = ["restore", file.to_str().expect("a path"), "--data", other];
    let restored = Program::fails(&arguments).await;
    let said = String::from_utf8_lossy(&restored.stderr);
    assert!(said.contains("needs version 999.0.1"), "{said}");
    assert!(
        before == std::fs::read(&file).expect("a database"),
        "it was touched"
    );
    set("PRAGMA user_version = 1").await;
    Program::start(place.path()).await;
}
