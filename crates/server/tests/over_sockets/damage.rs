//! What is stored is damaged: it is noticed, said, and served up to the damage; the rest is not touched.

use std::path::Path;

use rules::base::id::EncounterId;
use rules::encounter::log::LogMessage;
use rules::wire::{NotDoneReason, close};
use serde_json::json;
use server::store::check::check_folder;
use server::store::sqlite::FILE;
use server::store::{SNAPSHOT_FORMAT, Store as _, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use crate::client::{End, Guest, Line};
use crate::program::Program;
use crate::server::{Company, Server};

/// Changes what is stored behind the program's back.
pub(crate) async fn tamper(data: &Path, encounter: EncounterId, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(data.join(FILE));
    let mut connection = options.connect().await.expect("a database");
    connection
        .execute("PRAGMA foreign_keys = OFF")
        .await
        .expect("a pragma");
    let changed = sqlx::query(sql)
        .bind(&encounter.to_bytes()[..])
        .execute(&mut connection)
        .await;
    assert!(changed.expect("our own statement").rows_affected() > 0);
    connection.close().await.expect("a file");
}

fn title(text: &str) -> serde_json::Value {
    json!({"title": {"title": text}})
}

/// What a socket that comes in was told about what is kept.
fn told(line: &Line) -> bool {
    line.heard
        .iter()
        .any(|text| text == r#"{"keeps":"nothing_more"}"#)
}

/// A table with five titles, of which the log keeps a record each.
async fn told_five_times() -> Company {
    let company = Company::gather().await;
    let mut sam = company.sam.follow(company.encounter).await;
    for text in ["One", "Two", "Three", "Four", "Five"] {
        assert_eq!(sam.give(title(text)).await, Ok(()));
    }
    company
}

#[tokio::test]
async fn a_changed_record_ends_the_log_there_and_everybody_is_told() {
    for (sql, check_says) in [
        (
            "UPDATE events SET body = replace(body, 'Four', 'Fore') \
             WHERE encounter_id = ? AND body LIKE '%after%Four%'",
            "is not what was written",
        ),
        (
            "DELETE FROM events WHERE encounter_id = ? AND body LIKE '%\"after\":\"Four\"%'",
            "is not what was written, or is missing",
        ),
        (
            "UPDATE events SET at = at + 1 WHERE encounter_id = ? AND body LIKE '%\"after\":\"Four\"%'",
            "is not what was written",
        ),
    ] {
        let company = told_five_times().await;
        let encounter = company.encounter;
        // Another table, to which nothing happened.
        let mut other = Guest::new(company.server.address);
        let there = other.make_table("Olga").await;
        let mut company = company
            .again_after(async |data| {
                assert!(check_folder(data).await.expect("a folder").is_intact);
                tamper(
                    data,
                    encounter,
                    "DELETE FROM snapshots WHERE encounter_id = ?",
                )
                .await;
                tamper(data, encounter, sql).await;
                let checked = check_folder(data).await.expect("a folder");
                assert!(!checked.is_intact);
                for words in ["Table “The Wharf”", "encounter “", check_says] {
                    assert!(checked.text.contains(words), "{}", checked.text);
                }
            })
            .await;
        let mut sam = company.sam.follow(encounter).await;
        assert!(told(&sam));
        let eve = company.eve.follow(encounter).await;
        assert!(told(&eve));
        assert_eq!(sam.view().title, "Three", "up to the damage and no further");
        let rows = company.server.totals().await;
        assert_eq!(sam.give(title("Six")).await, Err(NotDoneReason::Damaged));
        let settings = format!("/t/{}/settings", company.table);
        assert_eq!(company.sam.get(&settings).await.status, 200);
        assert_eq!(sam.view().title, "Three");
        assert_eq!(company.server.totals().await, rows, "nothing is written");
        let recap = company
            .sam
            .get(&format!("/t/{}/recap", company.table))
            .await;
        assert_eq!(recap.status, 200);

        other.address = company.server.address;
        let whole = other.opening(there).await.encounter;
        let mut olga = other.follow(whole).await;
        assert_eq!(olga.give(title("Elsewhere")).await, Ok(()));

        // The table goes on in a new encounter.
        let here = encounter.to_string();
        let form = [
            ("here", here.as_str()),
            ("title", "The Roof"),
            ("do", "start"),
        ];
        let path = format!("/t/{}/cast", company.table);
        let begun = company.sam.post(&path, &form).await;
        assert_eq!(begun.status, 303, "{begun:?}");
        assert_eq!(sam.end().await, End::Code(close::ELSEWHERE));
        let new = company.sam.opening(company.table).await;
        assert_eq!(new.view.title, "The Roof");
        let mut sam = company.sam.follow(new.encounter).await;
        assert_eq!(sam.give(title("The Moon")).await, Ok(()));
        company.server.stop().await;
    }
}

#[tokio::test]
async fn a_damaged_snapshot_is_made_anew_from_the_log() {
    let company = told_five_times().await;
    let encounter = company.encounter;
    let mut company = company
        .again_after(async |data| {
            let sql = "UPDATE snapshots SET body = replace(body, 'Five', 'Fire') \
                       WHERE encounter_id = ?";
            tamper(data, encounter, sql).await;
            let checked = check_folder(data).await.expect("a folder");
            assert!(checked.text.contains("its snapshot is damaged"));
        })
        .await;
    let opening = company.sam.opening(company.table).await;
    assert_eq!(opening.view.title, "Five");
    let company = company.again_after(async |data| {
        let store = server::store::sqlite::open(data).await;
        let store = store.expect("a store");
        let kept = store
            .latest_snapshot(encounter)
            .await
            .expect("an open store");
        assert_eq!(kept.expect("a new one").format, SNAPSHOT_FORMAT);
        store.close().await;
        assert!(check_folder(data).await.expect("a folder").is_intact);
    });
    company.await.server.stop().await;
}

/// The end of a log is cut off clean, with all that could tell of it in the database.
#[tokio::test]
async fn the_end_of_a_log_cannot_be_lost_without_a_word() {
    let company = told_five_times().await;
    let encounter = company.encounter;
    let company = company
        .again_after(async |data| {
            tamper(data, encounter, "DELETE FROM snapshots WHERE encounter_id = ?").await;
            let sql = "DELETE FROM events WHERE encounter_id = ?1 AND seq > \
                       (SELECT seq FROM events WHERE encounter_id = ?1 AND body LIKE '%\"after\":\"Three\"%')";
            tamper(data, encounter, sql).await;
            let checked = check_folder(data).await.expect("a folder");
            assert!(checked.text.contains("were confirmed and are lost"), "{}", checked.text);
        })
        .await;
    let mut sam = company.sam.follow(encounter).await;
    assert!(told(&sam));
    assert_eq!(sam.view().title, "Three");
    assert_eq!(sam.give(title("Six")).await, Err(NotDoneReason::Damaged));
    company.server.stop().await;
}

/// One bit of the write-ahead log turns while the program is down.
#[tokio::test]
async fn a_flipped_bit_in_the_write_ahead_log_is_noticed() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    let mut middle = 0;
    let wal = data.path().join(format!("{FILE}-wal"));
    for nth in 0..60 {
        if nth == 30 {
            middle = std::fs::metadata(&wal).expect("a file").len();
        }
        assert_eq!(line.give(title(&format!("No. {nth}"))).await, Ok(()));
    }
    program.kill().await;
    let mut bytes = std::fs::read(&wal).expect("a file");
    let at = usize::try_from(middle).expect("small") + 1_000;
    bytes[at] ^= 1;
    std::fs::write(&wal, bytes).expect("our own file");

    let program = Program::start(data.path()).await;
    sam.address = program.address;
    let mut line = sam.follow(encounter).await;
    assert!(told(&line));
    let last = line.view().log.last().map(|line| line.what.clone());
    assert_eq!(
        last,
        Some(LogMessage::Titled {
            title: "No. 29".into()
        })
    );
    assert_eq!(line.give(title("More")).await, Err(NotDoneReason::Damaged));
    assert!(program.log().contains("the end of a log is lost"));
    let checked = check_folder(data.path()).await.expect("a folder");
    assert!(!checked.is_intact, "{}", checked.text);
    let said = Program::fails(&["check", "--data", data.path().to_str().expect("a path")]).await;
    assert_eq!(said.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&said.stdout), checked.text);
    // A table that was not there when the bit turned is not touched.
    let mut other = Guest::new(program.address);
    let there = other.make_table("Olga").await;
    let there = other.opening(there).await.encounter;
    let mut olga = other.follow(there).await;
    assert_eq!(olga.give(title("Elsewhere")).await, Ok(()));
}

#[tokio::test]
async fn a_folder_that_is_whole_is_whole_also_while_a_server_runs() {
    let mut company = told_five_times().await;
    let page = company.eve.get("/demo").await;
    assert_eq!(page.status, 303);
    let checked = check_folder(company.server.data()).await.expect("a folder");
    assert!(checked.is_intact, "{}", checked.text);
    assert!(checked.text.contains("2 encounters"), "{}", checked.text);
    company.server.stop().await;
    let nowhere = tempfile::tempdir().expect("a folder");
    assert!(check_folder(nowhere.path()).await.is_err());
}

/// What an earlier version kept has no links: it gets them when this one first starts.
#[tokio::test]
async fn an_old_log_gets_its_links_once() {
    let company = told_five_times().await;
    let encounter = company.encounter;
    let mut company = company
        .again_after(async |data| {
            tamper(
                data,
                encounter,
                "UPDATE events SET link = NULL WHERE encounter_id = ?",
            )
            .await;
            assert!(!check_folder(data).await.expect("a folder").is_intact);
            // An earlier version had no sums of rows either.
            tamper(
                data,
                encounter,
                "UPDATE store SET has_links = 0, has_sums = 0 WHERE ? NOT NULL",
            )
            .await;
        })
        .await;
    assert!(
        check_folder(company.server.data())
            .await
            .expect("a folder")
            .is_intact
    );
    let opening = company.sam.opening(company.table).await;
    assert_eq!(opening.view.title, "Five");
    let store = &company.server.store;
    assert!(store.records(encounter, 0, 100).await.is_ok());
    // Once: a record that loses its link later is damaged.
    let company = company
        .again_after(async |data| {
            let sql = "UPDATE events SET link = NULL WHERE encounter_id = ? AND seq = 2";
            tamper(data, encounter, sql).await;
        })
        .await;
    let store = &company.server.store;
    let damaged = store.records(encounter, 1, 100).await;
    assert!(
        matches!(damaged, Err(StoreError::Damaged(2))),
        "{damaged:?}"
    );
    company.server.stop().await;
}

/// Nobody learns of a folder that cannot be written by commands that are refused for ever.
#[tokio::test]
async fn a_store_that_cannot_be_written_does_not_start() {
    let server = Server::start().await;
    let server = server
        .again_after(async |data| {
            let path = data.join(FILE);
            // A file that only seems to be a database.
            let kept = std::fs::read(&path).expect("a file");
            std::fs::write(&path, b"not a database, and long enough to look like one")
                .expect("ours");
            let said = Program::fails(&["--data", data.to_str().expect("a path")]).await;
            let words = String::from_utf8_lossy(&said.stderr).into_owned();
            assert_eq!(said.status.code(), Some(1), "{words}");
            assert!(words.contains("the database in"), "{words}");
            std::fs::write(&path, kept).expect("ours");
        })
        .await;
    server.stop().await;
}

/// A table with all that is kept beside a log: a prepared encounter, a link, a portrait, dice, a snapshot.
pub(crate) async fn everything_kept() -> Company {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, _eve] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse stam 3"}})).await,
        Ok(())
    );
    let sheet = format!("/t/{}/c/{}", company.table, ana.id("Ilse"));
    let portrait = format!("{sheet}/portrait");
    let picture = crate::portraits::file(image::ImageFormat::Png, 200);
    let kept = company.ana.upload(&portrait, "picture", &picture);
    assert_eq!(kept.await.status, 303);
    assert_eq!(ana.give(crate::archive::roll(false)).await, Ok(()));
    assert_eq!(sam.give(title("The Quay")).await, Ok(()));
    let here = company.encounter.to_string();
    let form = [
        ("here", here.as_str()),
        ("how", "now"),
        ("title", "The Roof"),
        ("do", "prepare"),
    ];
    let cast = format!("/t/{}/cast", company.table);
    assert_eq!(company.sam.post(&cast, &form).await.status, 303);
    let people = format!("/t/{}/people", company.table);
    let link = [("wish", "move"), ("seat", "2")];
    let linked = company.sam.post(&people, &link).await;
    assert_eq!(linked.status, 200, "{}", linked.body);
    company
}

/// Every value of every table, changed alone, is found, and a copy does not call itself whole.
#[tokio::test]
async fn every_changed_value_is_found_and_no_copy_of_it_is_called_whole() {
    let company = everything_kept().await;
    let encounter = company.encounter;
    let company = company
        .again_after(async |data| {
            let whole = check_folder(data).await.expect("a folder");
            assert!(whole.is_intact, "{}", whole.text);
            let kept = std::fs::read(data.join(FILE)).expect("a file");
            let options = SqliteConnectOptions::new().filename(data.join(FILE));
            let mut connection = options.connect().await.expect("a database");
            let sql = "SELECT tables.name, columns.name, columns.type, columns.pk FROM sqlite_schema AS tables \
                       JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'";
            let all: Vec<(String, String, String, i64)> =
                sqlx::query_as(sql).fetch_all(&mut connection).await.expect("columns");
            connection.close().await.expect("a file");
            assert!(all.len() > 60, "{}", all.len());
            let mut tried = 0;
            for (table, column, kind, key) in all {
                let other = match kind.as_str() {
                    "BLOB" => "zeroblob(length(coalesce(COLUMN, x'00')) + 1)",
                    "TEXT" => "coalesce(COLUMN, '') || 'x'",
                    _ => "coalesce(COLUMN, 0) + 1",
                };
                let other = other.replace("COLUMN", &column);
                let changes = format!("UPDATE \"{table}\" SET \"{column}\" = {other}");
                let removes = format!("DELETE FROM \"{table}\"");
                // What tells rows apart is another for one of them, or two would be one.
                let changes = match key {
                    0 => changes,
                    _ => format!("{changes} WHERE \"{column}\" = (SELECT MAX(\"{column}\") FROM \"{table}\")"),
                };
                let mut statements = vec![changes, removes];
                if (table.as_str(), column.as_str()) == ("sums", "sum") {
                    // Logs that are said to end before their last records.
                    let earlier = "UPDATE sums SET sum = CAST(zeroblob(8) || substr(sum, 9) AS BLOB) WHERE name = 'events'";
                    statements.push(earlier.to_owned());
                }
                for sql in statements {
                    let options = SqliteConnectOptions::new().filename(data.join(FILE));
                    let mut connection = options.foreign_keys(false).connect().await.expect("a database");
                    _ = connection.execute("PRAGMA ignore_check_constraints = ON").await;
                    let changed = sqlx::query(sqlx::AssertSqlSafe(sql.clone())).execute(&mut connection).await;
                    connection.close().await.expect("a file");
                    // A table may be empty, or say no.
                    if changed.is_ok_and(|changed| changed.rows_affected() > 0) {
                        tried += 1;
                        let found = check_folder(data).await.map(|checked| checked.is_intact);
                        assert_ne!(found, Ok(true), "{sql}");
                        if tried % 8 == 0 {
                            let copy = data.join("copy");
                            let to = copy.to_str().expect("a path");
                            let said = Program::fails(&["backup", to, "--data", data.to_str().expect("a path")]).await;
                            assert_eq!(said.status.code(), Some(1), "{sql}");
                            _ = std::fs::remove_file(copy);
                        }
                    }
                    for end in ["", "-wal", "-shm"] {
                        _ = std::fs::remove_file(data.join(format!("{FILE}{end}")));
                    }
                    std::fs::write(data.join(FILE), &kept).expect("ours");
                }
            }
            assert!(tried > 100, "{tried}");
            let whole = check_folder(data).await.expect("a folder");
            assert!(whole.is_intact, "{}", whole.text);
        })
        .await;
    _ = encounter;
    company.server.stop().await;
}

/// A record below the newest snapshot is another: the room opens up to it, and says so.
#[tokio::test]
async fn damage_below_a_snapshot_is_told_to_everybody() {
    for (sql, newer) in [
        (
            "UPDATE events SET body = replace(body, 'Four', 'Fore') \
             WHERE encounter_id = ? AND body LIKE '%after%Four%'",
            false,
        ),
        (
            "DELETE FROM events WHERE encounter_id = ? AND body LIKE '%\"after\":\"Four\"%'",
            false,
        ),
        (
            "UPDATE events SET body = replace(body, 'Four', 'Fore') \
             WHERE encounter_id = ? AND body LIKE '%after%Four%'",
            true,
        ),
    ] {
        let company = told_five_times().await;
        let (encounter, table) = (company.encounter, company.table);
        let mut company = company
            .again_after(async |data| {
                tamper(data, encounter, sql).await;
                if newer {
                    // Another release reads no snapshot of this one.
                    tamper(
                        data,
                        encounter,
                        "UPDATE snapshots SET format = 'older' WHERE encounter_id = ?",
                    )
                    .await;
                }
            })
            .await;
        let mut sam = company.sam.follow(encounter).await;
        assert!(told(&sam), "{sql}");
        let eve = company.eve.follow(encounter).await;
        assert!(told(&eve), "{sql}");
        assert_eq!(sam.view().title, "Three", "up to the damage and no further");
        assert_eq!(sam.give(title("Six")).await, Err(NotDoneReason::Damaged));
        for page in ["log", "replay", "recap", "recap.md"] {
            let shown = company.eve.get(&format!("/t/{table}/{page}")).await;
            assert_eq!(shown.status, 200, "{page}: {sql}");
            assert!(
                shown.body.contains("ends where the damage starts"),
                "{page}: {sql}"
            );
        }
        let told = company.eve.get(&format!("/t/{table}/told.json")).await;
        assert!(
            told.status == 200 && told.body.contains("\"damaged\":"),
            "{sql}"
        );
        let file = company.sam.get(&format!("/t/{table}/table.json")).await;
        assert_eq!(file.status, 503, "{sql}");
        assert!(
            file.body.contains("isn’t what was written"),
            "{}",
            file.body
        );
        company.server.stop().await;
    }
}

/// Nobody runs a table by a row that was changed, and no page of it is an error without words.
#[tokio::test]
async fn a_seat_or_an_encounter_that_was_changed_opens_nothing() {
    let company = everything_kept().await;
    let (encounter, table) = (company.encounter, company.table);
    let mut company = company
        .again_after(async |data| {
            let sql = "UPDATE seats SET role = 'co_storyteller' WHERE name = 'Ben' AND ? NOT NULL";
            tamper(data, encounter, sql).await;
        })
        .await;
    let page = format!("/t/{table}");
    let shown = company.ben.get(&page).await;
    assert_eq!(shown.status, 503);
    assert!(shown.body.contains("is damaged"), "{}", shown.body);
    assert_eq!(company.ana.get(&page).await.status, 200);
    // It stays damaged whatever is written to it.
    let other = company.sam.get(&page).await;
    assert_eq!(other.status, 200);
    let checked = check_folder(company.server.data()).await.expect("a folder");
    assert!(checked.text.contains("`seats`"), "{}", checked.text);

    for system in ["no_such_rules", "masquerade"] {
        let sql = match system {
            "masquerade" => "UPDATE encounters SET system = 'masquerade' WHERE id = ?",
            _ => "UPDATE encounters SET system = 'no_such_rules' WHERE id = ?",
        };
        company = company
            .again_after(async |data| tamper(data, encounter, sql).await)
            .await;
        for path in [
            "",
            "/log",
            "/replay",
            "/recap",
            "/people",
            "/settings",
            "/cast",
            "/dice",
        ] {
            let shown = company.sam.get(&format!("{page}{path}")).await;
            assert_ne!(shown.status, 500, "{path}");
            let says = shown.status == 503 && shown.body.contains("is damaged");
            // Who sits there has nothing to do with the encounter.
            assert!(
                says || path == "/people",
                "{path}: {} {}",
                shown.status,
                shown.body
            );
        }
        assert_eq!(company.sam.get("/").await.status, 200);
    }
    company.server.stop().await;
}

/// A secret of dice that was changed makes nobody look like a cheat.
#[tokio::test]
async fn a_secret_of_dice_that_was_changed_is_not_used() {
    let company = everything_kept().await;
    let encounter = company.encounter;
    let mut company = company
        .again_after(async |data| {
            let sql = "UPDATE dice_secrets SET secret = zeroblob(32) WHERE encounter_id = ?";
            tamper(data, encounter, sql).await;
        })
        .await;
    let mut ana = company.ana.follow(encounter).await;
    for _ in 0..4 {
        assert_eq!(ana.give(crate::archive::roll(false)).await, Ok(()));
    }
    // The epoch ends, and its secret is told.
    let page = format!("/t/{}/dice", company.table);
    let done = company.sam.post(&page, &[("end", "yes")]).await;
    assert_eq!(done.status, 303);
    let log = crate::dice::list(&mut company.ana, &page).await;
    let checked = log.check();
    assert!(checked.has_no_differences(), "{checked:?}");
    assert!(
        checked.count(&rules::dice_proof::check::DiceVerdict::Checked) >= 4,
        "{checked:?}"
    );
    company.server.stop().await;
}
