//! The command line and what is kept: copies while people play, files in and out, and a file that was
//! frozen.

use std::path::Path;
use std::process::Output;
use std::time::Duration;

use rules::encounter::{Class, View};
use serde_json::{Value, json};
use server::store::Store as _;
use server::store::sqlite;

use crate::client::{Guest, Line};
use crate::program::Program;
use crate::server::Server;

/// A file of the first version, made by the release that brought files: hidden combatants, a portrait,
/// rolls of both kinds, an exchange, two encounters, and a word of its own (`Mark01z` and so on) in every
/// field that people fill. It is never made anew.
const FROZEN: &str = include_str!("fixtures/table_1.json");

pub(crate) async fn coterie(arguments: &[&str], data: &Path) -> Output {
    let data = data.to_str().expect("a path");
    Program::fails(&[arguments, &["--data", data]].concat()).await
}

pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    assert!(!output.status.success(), "{}", said(output));
    assert!(output.stdout.is_empty(), "{}", said(output));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

async fn add(line: &mut Line, what: &str) {
    assert_eq!(line.give(json!({"add": {"line": what}})).await, Ok(()));
}

/// What lasts of a view when an encounter goes on elsewhere.
fn lasting(view: &View) -> Value {
    let mut view = serde_json::to_value(view).expect("data");
    view.as_object_mut().expect("fields").remove("dice");
    view
}

#[tokio::test]
async fn a_copy_taken_while_people_play_is_all_that_was_acknowledged() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    add(&mut line, "Ghoul stam 2").await;
    for round in 0..3 {
        // The storyteller goes on playing while the copy is taken.
        let copy = data.path().join(format!("copy-{round}.sqlite3"));
        let before = line.view().log.last().map_or(0, |line| line.no);
        let to = copy.to_str().expect("a path").to_owned();
        let of = data.path().to_owned();
        let taking = tokio::spawn(async move { coterie(&["backup", &to], &of).await });
        let mut given = 0;
        while !taking.is_finished() || given < 5 {
            given += 1;
            let words = format!("Round {round}, line {given}");
            assert_eq!(line.give(json!({"say": {"line": words}})).await, Ok(()));
        }
        let taken = taking.await.expect("no panic");
        assert!(taken.status.success(), "{taken:?}");
        assert!(
            said(&taken).contains("holds 1 tables, 1 encounters and"),
            "{}",
            said(&taken)
        );
        let after = line.view().log.last().map_or(0, |line| line.no);

        // The copy is a folder of its own, with the same people and everything they did.
        let restored = tempfile::tempdir().expect("a folder");
        std::fs::copy(&copy, restored.path().join(sqlite::FILE)).expect("a copy");
        let other = Program::start(restored.path()).await;
        let elsewhere = Guest {
            address: other.address,
            ..sam.clone()
        };
        let there = elsewhere.follow(encounter).await;
        let newest = there.view().log.last().map_or(0, |line| line.no);
        assert!(
            (before..=after).contains(&newest),
            "{before} {newest} {after}"
        );
        let in_both = |view: &View| -> Vec<_> {
            let lines = view.log.iter().filter(|line| line.no <= newest);
            lines.rev().take(20).cloned().collect()
        };
        assert_eq!(in_both(there.view()), in_both(line.view()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&copy)
                .expect("a file")
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600, "it holds every secret there is");
        }
    }
    // When all is quiet it is the same to the last word, killed servers or not.
    program.kill().await;
    let copy = data.path().join("last.sqlite3");
    let to = copy.to_str().expect("a path");
    assert!(coterie(&["backup", to], data.path()).await.status.success());
    let restored = tempfile::tempdir().expect("a folder");
    std::fs::copy(&copy, restored.path().join(sqlite::FILE)).expect("a copy");
    let other = Program::start(restored.path()).await;
    let elsewhere = Guest {
        address: other.address,
        ..sam
    };
    assert_eq!(elsewhere.follow(encounter).await.view(), line.view());
    // A file that is there is not written over, and nothing is left half done.
    let words = complained(&coterie(&["backup", to], data.path()).await);
    assert!(words.contains("is there already"), "{words}");
    let nowhere = data.path().join("no/such/folder");
    let words =
        complained(&coterie(&["backup", nowhere.to_str().expect("a path")], data.path()).await);
    assert!(words.contains("could not be written"), "{words}");
    let left = std::fs::read_dir(data.path()).expect("a folder");
    let mut left = left.map(|entry| entry.expect("an entry").file_name());
    assert!(!left.any(|name| name.to_string_lossy().ends_with(".part")));
}

#[tokio::test]
async fn a_table_moves_to_another_server_by_the_command_line() {
    let data = tempfile::tempdir().expect("a folder");
    let empty = complained(&coterie(&["tables"], data.path()).await);
    assert!(empty.contains("there are no tables in"), "{empty}");
    let program = Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let invitation = crate::server::invitation(&mut sam, table).await;
    let mut ana = Guest::new(program.address);
    ana.sit(&invitation.player, "Ana").await;
    let mut anas = ana.follow(encounter).await;
    add(&mut anas, "Ilse stam 3").await;
    let mut line = sam.follow(encounter).await;
    add(&mut line, "The Bishop vampire hidden").await;
    assert_eq!(line.give(json!({"say": {"line": "/roll 4"}})).await, Ok(()));
    anas.catch_up().await;
    line.catch_up().await;

    // Beside the server that uses the folder.
    let listed = said(&coterie(&["tables"], data.path()).await);
    assert!(
        listed.contains(&format!("{table}  The Wharf  (2 seats)")),
        "{listed}"
    );
    assert!(listed.contains("    1  The Wharf  (current)"), "{listed}");
    let id = table.to_string();
    let whole = coterie(&["export", "The Wharf"], data.path()).await;
    assert!(whole.status.success());
    let by_id = coterie(&["export", &id[..6], "--encounter", "1"], data.path()).await;
    assert!(by_id.status.success() && said(&by_id).contains("\"kind\":\"encounter\""));
    let cast = coterie(&["export", &id, "--cast"], data.path()).await;
    assert!(cast.status.success() && said(&cast).contains("\"kind\":\"cast\""));
    for (wrong, words) in [
        (
            &["export", "Elsewhere"][..],
            "there is no table `Elsewhere`",
        ),
        (&["export", ""], "there is no table"),
        (&["export", &id, "--encounter", "2"], "no encounter 2"),
        (&["export", &id, "--encounter", "0"], "no encounter 0"),
        (&["export"], "Usage: coterie export"),
    ] {
        let complaint = complained(&coterie(wrong, data.path()).await);
        assert!(complaint.contains(words), "{complaint}");
    }
    // The host has no other file than the storyteller: no secret that runs.
    let store = sqlite::open_alongside_server(data.path())
        .await
        .expect("a store");
    for secret in store.dice_secrets(encounter).await.expect("secrets") {
        assert!(!said(&whole).contains(&secret.secret.expose().to_string()));
    }
    store.close().await;

    let file = data.path().join("table.json");
    std::fs::write(&file, &whole.stdout).expect("a file");
    let file = file.to_str().expect("a path");
    let words = complained(&coterie(&["import", file], data.path()).await);
    assert!(
        words.contains("a server is using the data folder"),
        "{words}"
    );

    // Another server, another folder.
    let other = tempfile::tempdir().expect("a folder");
    let links = coterie(&["import", file], other.path()).await;
    let links = said(&links);
    assert!(links.starts_with("“The Wharf” is here now"), "{links}");
    let broken = data.path().join("broken.json");
    std::fs::write(&broken, &whole.stdout[..whole.stdout.len() / 2]).expect("a file");
    let before = said(&coterie(&["tables"], other.path()).await);
    let words =
        complained(&coterie(&["import", broken.to_str().expect("a path")], other.path()).await);
    assert!(words.contains("That file is damaged"), "{words}");
    assert_eq!(said(&coterie(&["tables"], other.path()).await), before);
    let there = Program::start(other.path()).await;
    for (name, was) in [("Sam", &line), ("Ana", &anas)] {
        let start = format!("{name} (");
        let link = links.lines().find(|line| line.starts_with(&start));
        let (_, path) = link.and_then(|it| it.split_once("3000")).expect("a link");
        let mut guest = Guest::new(there.address);
        let sat = guest.post(path, &[]).await;
        assert_eq!(sat.status, 303, "{}", sat.body);
        let again = Guest::new(there.address).post(path, &[]).await;
        assert_eq!(again.status, 404, "a link works once");
        let table = sat
            .location()
            .trim_start_matches("/t/")
            .parse()
            .expect("a table");
        let opening = guest.opening(table).await;
        let here = guest.follow(opening.encounter).await;
        assert_eq!(lasting(here.view()), lasting(was.view()));
        assert_eq!(here.you, was.you);
    }
}

#[tokio::test]
async fn a_file_of_the_first_version_makes_the_table_it_was_made_of() {
    let server = Server::start().await;
    let mut max = Guest::new(server.address);
    let made = max.upload("/import", "file", FROZEN.as_bytes()).await;
    assert_eq!(made.status, 303, "{}", made.body);
    let path = made.location().to_owned();
    let opening = max
        .opening(path.trim_start_matches("/t/").parse().expect("a table"))
        .await;
    let line = max.follow(opening.encounter).await;
    let names: Vec<_> = line
        .view()
        .rows
        .values()
        .map(|row| row.full_name())
        .collect();
    for name in ["Ghoul A", "Ghoul B", "Ilse <b>", "The Bishop", "Mark02z"] {
        assert!(names.iter().any(|other| other == name), "{names:?}");
    }
    assert!(line.view().rows[&line.id("The Bishop")].hidden);
    let ilse = line.id("Ilse <b>");
    let portrait = line.view().rows[&ilse].portrait.expect("a portrait");
    let picture = max.get(&format!("{path}/portrait/{ilse}/{portrait}")).await;
    assert_eq!(
        (picture.status, picture.header("content-type")),
        (200, Some("image/jpeg"))
    );
    let table = path.trim_start_matches("/t/").parse().expect("a table");
    assert_eq!(
        server.store.encounters(table).await.expect("scenes").len(),
        2
    );
    // It goes into a file again, and that one is taken as well.
    let text = max.get(&format!("{path}/table.json")).await.body;
    let read = server::archive::read_archive(text.as_bytes(), Duration::from_secs(60));
    let read = read.expect("a file");
    assert_eq!(read.archive().portraits.len(), 1);
    let class = View::class_of(&states(&read)[0], rules::base::seat::Actor::Server);
    assert_eq!(class, Some(Class::Storyteller));
    server.stop().await;
}

fn states(read: &server::archive::CheckedArchive) -> Vec<rules::encounter::Encounter> {
    let encounters = read.archive().encounters.iter();
    encounters.map(|it| it.clone().update_summary()).collect()
}

/// A record was changed: a copy is made and does not call itself whole, and nothing of it becomes history elsewhere.
#[tokio::test]
async fn a_copy_of_damage_is_made_and_not_called_whole() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    for name in ["Ghoul", "Gargoyle", "Nosferatu"] {
        add(&mut line, name).await;
    }
    program.kill().await;
    crate::damage::tamper(
        data.path(),
        encounter,
        "UPDATE events SET body = replace(body, 'Gargoyle', 'Gorgoyle') WHERE encounter_id = ? AND body LIKE '%Gargoyle%'",
    )
    .await;
    let copy = data.path().join("copy.sqlite3");
    let to = copy.to_str().expect("a path");
    let words = complained(&coterie(&["backup", to], data.path()).await);
    for part in ["is NOT whole", "is not what was written", "record "] {
        assert!(words.contains(part), "{words}");
    }
    assert!(copy.exists());
    let empty = tempfile::tempdir().expect("a folder");
    let words = complained(&coterie(&["restore", to], empty.path()).await);
    assert!(words.contains("not as it was written"), "{words}");
    assert_eq!(
        std::fs::read_dir(empty.path()).expect("a folder").count(),
        0
    );
    let id = table.to_string();
    let words = complained(&coterie(&["export", &id], data.path()).await);
    assert!(words.contains("is not what was written"), "{words}");
    assert!(words.contains("Nothing was exported"), "{words}");
}

/// A folder that cannot be written is read as it is.
#[cfg(unix)]
#[tokio::test]
async fn a_folder_on_a_medium_that_cannot_be_written_is_checked() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = tempfile::tempdir().expect("a folder");
    let data = place.path().join("data");
    let mut program = Program::start(&data).await;
    let mut sam = Guest::new(program.address);
    sam.make_table("Sam").await;
    let open_to_all = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("ours");
    };
    let as_a_reader = async || {
        open_to_all(place.path(), 0o755);
        for entry in std::fs::read_dir(&data).expect("a folder") {
            open_to_all(&entry.expect("an entry").path(), 0o444);
        }
        open_to_all(&data, 0o555);
        // The program lies where everybody may run it.
        let program = place.path().join("coterie");
        std::fs::copy(env!("CARGO_BIN_EXE_coterie"), &program).expect("a copy");
        open_to_all(&program, 0o755);
        let mut command = std::process::Command::new(&program);
        command.args(["check", "--data"]).arg(&data);
        // To whom all is allowed is somebody else for once.
        if std::fs::File::create(data.join("may")).is_ok() {
            _ = std::fs::remove_file(data.join("may"));
            std::os::unix::process::CommandExt::uid(&mut command, 65_534);
        }
        let said = tokio::task::spawn_blocking(move || command.output());
        let said = said.await.expect("no panic").expect("the program");
        open_to_all(&data, 0o755);
        said
    };
    // What was written last lies beside: it is said how that is read.
    program.kill().await;
    let words = as_a_reader().await;
    let words = String::from_utf8_lossy(&words.stderr).into_owned() + &said(&words);
    assert!(
        words.contains("Copy the whole folder")
            || words.contains("Everything is as it was written"),
        "{words}"
    );
    for entry in std::fs::read_dir(&data).expect("a folder") {
        open_to_all(&entry.expect("an entry").path(), 0o644);
    }
    let program = Program::start(&data).await;
    program.signal("TERM").await;
    drop(program);
    for _ in 0..100 {
        if !data.join(format!("{}-wal", sqlite::FILE)).exists() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let checked = as_a_reader().await;
    assert!(checked.status.success(), "{checked:?}");
    assert!(said(&checked).contains("Everything is as it was written"));
}
