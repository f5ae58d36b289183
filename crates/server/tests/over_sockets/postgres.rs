//! What only Postgres can do: several writers on one database, and a database that goes away and comes back.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;
use std::time::Duration;

use rules::base::id::{CommandId, EncounterId, SeatId, TableId};
use rules::base::seat::Role;
use rules::base::text::Name;
use serde_json::json;
use server::auth::token::{Secret, TokenHash};
use server::chance::SystemChance;
use server::store::postgres::{self, Address, check_database};
use server::store::{
    NewSeat, RevokedSeat, SeatOutcome, SeatStore as _, SqlStore, Store as _, StoreError, sqlite,
};
use sqlx::{Connection as _, Executor as _};
use tokio::process::Command;

use crate::client::{Guest, soon};
use crate::cluster::{Cluster, shared};
use crate::keeping::{append, fill};
use crate::program::Program;
use crate::server::invitation;

/// How many records both writers together get into each log.
const RECORDS: u64 = 600;
/// How many logs they write to.
const LOGS: u128 = 2;

async fn open(address: &Address) -> SqlStore {
    postgres::open(address).await.expect("a database")
}

/// The ids of a log's commands, in the order of its numbers, which have no gaps.
async fn log(store: &SqlStore, encounter: u128) -> Vec<CommandId> {
    let mut ids = Vec::new();
    loop {
        let last = ids.len() as u64;
        let page = store.records(EncounterId(encounter), last, 500).await;
        let page = page.expect("a whole log");
        if page.is_empty() {
            return ids;
        }
        for (number, record) in page {
            ids.push(record.command);
            assert_eq!(number, ids.len() as u64, "numbers without gaps");
        }
    }
}

/// Writes until the log has so many records, whoever wrote them, and one of its own; the ids that were accepted
/// and how often another was first. A writer that is always late gets its turn when the other has done.
async fn compete(store: Arc<SqlStore>, encounter: u128, of: u128) -> (BTreeSet<CommandId>, u64) {
    let (mut accepted, mut lost) = (BTreeSet::new(), 0);
    let (mut last, mut id) = (0, of << 100);
    while last < RECORDS || accepted.is_empty() {
        id += 1;
        match store.append(append(encounter, last, id)).await {
            Ok(_) => {
                assert!(accepted.insert(CommandId(id)));
                last += 1;
            }
            Err(StoreError::Conflict) => {
                lost += 1;
                let more = store.records(EncounterId(encounter), last, 500).await;
                let more = more.expect("a whole log").len() as u64;
                assert!(more > 0, "somebody else was first, and it is there");
                last += more;
            }
            Err(error) => panic!("{error}"),
        }
    }
    (accepted, lost)
}

#[tokio::test]
async fn of_two_writers_each_number_is_given_once() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let (one, two) = (
        Arc::new(open(&address).await),
        Arc::new(open(&address).await),
    );
    fill(&one, 2).await;
    let writers: Vec<_> = [(&one, 1), (&two, 2)]
        .into_iter()
        .flat_map(|(store, of)| {
            (1..=LOGS).map(move |log| tokio::spawn(compete(Arc::clone(store), log, of << 8 | log)))
        })
        .collect();
    let (mut accepted, mut lost) = (Vec::new(), 0);
    for writer in writers {
        let (ids, conflicts) = writer.await.expect("no panic");
        accepted.push(ids);
        lost += conflicts;
    }
    // Both begin with the first number.
    assert!(u128::from(lost) >= LOGS, "they met");
    for (log_of, of_both) in (1..=LOGS).zip([[0, 2], [1, 3]]) {
        let kept = log(&two, log_of).await;
        assert!(kept.len() as u64 >= RECORDS);
        let said: BTreeSet<_> = of_both
            .iter()
            .flat_map(|at| &accepted[*at])
            .copied()
            .collect();
        let kept: BTreeSet<_> = kept.into_iter().collect();
        assert_eq!(kept, said, "what was accepted is there, and nothing else");
    }
    one.close().await;
    two.close().await;
    let checked = check_database(&address).await.expect("a database");
    assert!(checked.is_intact, "{}", checked.text);
}

/// What looks before it writes has the table to itself: seats, names, the storytelling.
#[tokio::test]
async fn two_writers_at_one_table_do_not_pass_each_other_by() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let (one, two) = (open(&address).await, open(&address).await);
    fill(&one, 2).await;
    let sit = |table: u128, name: &str, browser: u8, most| NewSeat {
        table: TableId(table),
        role: Role::Player,
        name: Name::new(name).expect("a name"),
        browser: TokenHash([browser; 32]),
        at: 0,
        max_seats: most,
        max_of_role: most,
    };
    for round in 0..20 {
        let names = [format!("Ana {round}"), format!("Ben {round}")];
        let browser = 10 + 4 * round;
        // The same name, from two browsers, through two programs, and at two tables in the opposite order.
        let answers = tokio::join!(
            one.create_seat(sit(1, &names[0], browser, 90)),
            two.create_seat(sit(2, &names[1], browser, 90)),
            two.create_seat(sit(1, &names[0], browser + 1, 90)),
            one.create_seat(sit(2, &names[1], browser + 1, 90)),
        );
        let at_first = [answers.0, answers.2].map(|sat| sat.expect("an open store"));
        let at_second = [answers.1, answers.3].map(|sat| sat.expect("an open store"));
        for sat in [at_first, at_second] {
            let down = sat
                .iter()
                .filter(|sat| matches!(sat, SeatOutcome::Seated(_)))
                .count();
            let taken = sat
                .iter()
                .filter(|sat| **sat == SeatOutcome::NameTaken)
                .count();
            assert_eq!((down, taken), (1, 1), "{sat:?}");
        }
    }
    // Twenty and the storyteller: one more is all that goes in.
    let (last, late) = tokio::join!(
        one.create_seat(sit(1, "Cleo", 200, 22)),
        two.create_seat(sit(1, "Dora", 201, 22)),
    );
    let both = [last, late].map(|sat| sat.expect("an open store"));
    assert_eq!(
        both.iter().filter(|sat| **sat == SeatOutcome::Full).count(),
        1,
        "{both:?}"
    );

    // The storyteller hands the storytelling to two at once.
    let (to_two, to_three) = tokio::join!(
        one.hand_over_storyteller(TableId(2), SeatId(1), SeatId(2)),
        two.hand_over_storyteller(TableId(2), SeatId(1), SeatId(3)),
    );
    let both = [to_two, to_three].map(|done| done.expect("an open store"));
    assert_ne!(both[0], both[1], "one of them got it");

    // A seat goes with an append while another comes: neither waits for the other for good.
    let gone = RevokedSeat {
        seat: SeatId(4),
        by: None,
    };
    let mut with = append(1, 0, 77);
    with.revoked.push(gone);
    let (appended, seen) =
        tokio::join!(one.append(with), two.record_visit(TableId(1), SeatId(4), 9));
    assert!(appended.is_ok() && seen.is_ok());
    let changed = two.seat_changes(TableId(1)).await.expect("an open store");
    assert!(changed.revoked.contains(&SeatId(4)));
    one.close().await;
    two.close().await;
}

/// Writes one record after the other until told to stop; the ids that were acknowledged.
async fn write_on(store: Arc<SqlStore>, encounter: u128, rounds: u64) -> BTreeSet<CommandId> {
    let (mut kept, mut id) = (BTreeSet::new(), encounter << 100);
    let mut last = 0;
    while kept.len() < usize::try_from(rounds).expect("few") {
        id += 1;
        match store.append(append(encounter, last, id)).await {
            Ok(_) => {
                kept.insert(CommandId(id));
                last += 1;
            }
            // What was on its way may be there or not; whoever writes on looks first.
            Err(StoreError::NotKept | StoreError::Conflict) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                if let Ok(more) = store.records(EncounterId(encounter), last, 500).await {
                    last += more.len() as u64;
                }
            }
            Err(error) => panic!("{error}"),
        }
    }
    kept
}

#[tokio::test]
async fn a_database_that_is_killed_loses_nothing_that_was_acknowledged() {
    let Some(mut cluster) = Cluster::own("") else {
        return;
    };
    let address = cluster.database().await;
    let store = Arc::new(open(&address).await);
    fill(&store, 4).await;
    let mut keeping = store.watch_durability();
    let writing: Vec<_> = (1..=4)
        .map(|log| tokio::spawn(write_on(Arc::clone(&store), log, 400)))
        .collect();
    for _ in 0..3 {
        let commits = store.commit_count();
        while store.commit_count() < commits + 20 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        cluster.kill();
        soon(keeping.wait_for(|keeps| !keeps))
            .await
            .expect("a writer");
        cluster.run();
        // By itself.
        let back = tokio::time::timeout(Duration::from_secs(30), keeping.wait_for(|keeps| *keeps));
        back.await.expect("it is back").expect("a writer");
    }
    for (encounter, writer) in (1..=4).zip(writing) {
        let acknowledged = writer.await.expect("no panic");
        let kept: BTreeSet<_> = log(&store, encounter).await.into_iter().collect();
        let lost: Vec<_> = acknowledged.difference(&kept).collect();
        assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    }
    store.close().await;
    let checked = check_database(&address).await.expect("a database");
    assert!(checked.is_intact, "{}", checked.text);
}

/// All servers on a database sign with one key: whichever was there first.
#[tokio::test]
async fn the_key_is_that_of_the_first_server() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    open(&address).await.close().await;
    let own = [(); 3].map(|()| Secret::generate(&SystemChance));
    let (one, two) = tokio::join!(
        postgres::shared_key(&address, &own[0]),
        postgres::shared_key(&address, &own[1])
    );
    let [one, two] = [one, two].map(|key| key.expect("a key"));
    assert!(one == two && own[..2].contains(&one));
    let late = postgres::shared_key(&address, &own[2])
        .await
        .expect("a key");
    assert_eq!(late, one);

    // A server that has kept its tables in a folder brings the key of its links.
    let new = cluster.new_address().await;
    let place = tempfile::tempdir().expect("a folder");
    let brought = Secret::load_or_create(place.path(), &SystemChance).expect("a key");
    let mut program = start(place.path(), &new).await;
    program.kill().await;
    let address = Address::parse(&new).expect("an address");
    let kept = postgres::shared_key(&address, &own[0])
        .await
        .expect("a key");
    assert_eq!(kept, brought);
}

/// A line that was cut while nobody wrote is nobody's trouble.
#[tokio::test]
async fn who_writes_first_behind_a_lost_line_notices_nothing() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let store = open(&address).await;
    fill(&store, 1).await;
    let mut beside = address.connect().await.expect("a connection");
    let end = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid != pg_backend_pid()";
    let ended: i64 = sqlx::query_scalar(end)
        .fetch_one(&mut beside)
        .await
        .expect("a number");
    assert!(ended > 0);
    let kept = store.append(append(1, 0, 1)).await;
    assert!(kept.is_ok(), "{kept:?}");
    assert_eq!(log(&store, 1).await, [CommandId(1)]);
    store.close().await;
}

/// What opening says.
async fn refused(address: &Address) -> String {
    match postgres::open(address).await {
        Ok(_) => panic!("it is opened"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn a_database_that_could_lose_something_is_refused() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let off = async |sql| {
        let mut connection = address.connect().await.expect("a connection");
        connection.execute(sql).await.expect("a setting");
        connection.close().await.expect("a connection");
    };
    off(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', \
         current_database()); END $$",
    )
    .await;
    let said = refused(&address).await;
    assert!(said.contains("`synchronous_commit` is `off`"), "{said}");
    off(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = on', \
         current_database()); END $$",
    )
    .await;
    open(&address).await.close().await;

    let Some(careless) = Cluster::own("-c fsync=off") else {
        return;
    };
    let said = refused(&careless.database().await).await;
    assert!(said.contains("`fsync` is `off`"), "{said}");
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let beside = postgres::open_alongside_server(&address).await.err();
    let said = beside.map(|error| error.to_string()).unwrap_or_default();
    assert!(said.contains("start the server on it once"), "{said}");
    open(&address).await.close().await;
    let mut connection = address.connect().await.expect("a connection");
    let needs = "COMMENT ON TABLE _sqlx_migrations IS 'needs Coterie 999.0.1'";
    connection.execute(needs).await.expect("a comment");
    let said = refused(&address).await;
    assert!(said.contains("needs version 999.0.1 or later"), "{said}");
    let needs = "COMMENT ON TABLE _sqlx_migrations IS NULL";
    connection.execute(needs).await.expect("a comment");
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'of tomorrow', TRUE, '', 0)";
    connection.execute(newer).await.expect("a row");
    let said = refused(&address).await;
    assert!(said.contains("a newer version"), "{said}");
    let said = check_database(&address)
        .await
        .expect_err("not this version");
    assert!(said.contains("a newer version"), "{said}");
}

/// The program on a database.
pub(crate) async fn start(data: &Path, address: &str) -> Program {
    let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
    program.arg("--no-address-limits").env("RUST_LOG", "warn");
    program.env("DATABASE_URL", address);
    Program::of(program, data).await
}

/// One of the program's orders, and what it says.
pub(crate) async fn order(words: &[&str], data: &Path, address: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
    program.args(words).args(["--database", address, "--data"]);
    soon(program.arg(data).kill_on_drop(true).output())
        .await
        .expect("the program")
}

pub(crate) fn said(output: &Output) -> String {
    let both = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
    both.concat()
}

#[tokio::test]
async fn the_program_keeps_everything_in_postgres() {
    let Some(cluster) = shared() else { return };
    let (own, other) = (cluster.new_address().await, cluster.new_address().await);
    let place = tempfile::tempdir().expect("a folder");
    let data = place.path().join("data");
    let mut program = start(&data, &own).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut ana = Guest::new(program.address);
    let link = invitation(&mut sam, table).await.player;
    ana.sit(&link, "Ana").await;

    // A fight, as far as a bite.
    let mut line = sam.follow(encounter).await;
    for given in [
        json!({"add": {"line": "2x ghoul stam 2 size 5"}}),
        json!({"add": {"line": "The Bishop vampire hidden"}}),
        json!({"roll_initiative": {"whose": "storytellers"}}),
    ] {
        assert_eq!(line.give(given).await, Ok(()));
    }
    let mut of_ana = ana.follow(encounter).await;
    let ilse = json!({"add": {"line": "Ilse dex 4 stam 3 size 5"}});
    assert_eq!(of_ana.give(ilse).await, Ok(()));
    let id = of_ana.id("Ilse");
    let roll = json!({"roll_initiative": {"whose": "mine"}});
    assert_eq!(of_ana.give(roll).await, Ok(()));
    line.catch_up().await;
    let turn = line.view().turn;
    let next = json!({"next_turn": {"after": turn}});
    assert_eq!(line.give(next).await, Ok(()));
    let bite = json!({"turn": {"id": id, "shifts": [{"to": "l"}]}});
    assert_eq!(of_ana.give(bite).await, Ok(()));
    line.catch_up().await;
    of_ana.catch_up().await;
    let views = (line.view().clone(), of_ana.view().clone());

    // The end comes without a word; the folder keeps nothing, and another one does as well.
    program.kill().await;
    assert!(!data.join("secret").exists() && !data.join(sqlite::FILE).exists());
    let again = start(&place.path().join("other"), &own).await;
    (sam.address, ana.address) = (again.address, again.address);
    assert_eq!(sam.opening(table).await.view, views.0);
    assert_eq!(ana.opening(table).await.view, views.1);
    let line = ana.follow(encounter).await;
    assert_eq!(line.view(), &views.1);
    let by_link = Guest::new(again.address).get(&link).await;
    assert_eq!(
        by_link.status, 200,
        "the key is the same, and so are the links"
    );

    // Orders, beside the server.
    let tables = order(&["tables"], &data, &own).await;
    assert!(said(&tables).contains("The Wharf  (2 seats)"), "{tables:?}");
    let checked = order(&["check"], &data, &own).await;
    assert!(checked.status.success(), "{checked:?}");
    assert!(said(&checked).contains("Everything is as it was written: 1 encounters"));
    let exported = order(&["export", "The Wharf"], &data, &own).await;
    assert!(exported.status.success(), "{exported:?}");
    let file = place.path().join("table.json");
    std::fs::write(&file, &exported.stdout).expect("a file");
    let file = file.to_str().expect("a plain path");
    let imported = order(&["import", file], &data, &other).await;
    assert!(
        said(&imported).contains("“The Wharf” is here now"),
        "{imported:?}"
    );
    let tables = order(&["tables"], &data, &other).await;
    assert!(said(&tables).contains("The Wharf"), "{tables:?}");
    let backup = order(&["backup", "copy"], &data, &own).await;
    assert!(
        !backup.status.success() && said(&backup).contains("`pg_dump`"),
        "{backup:?}"
    );
    for order_of in [&["restore", file][..], &["restore", "--replace", file]] {
        let restored = order(order_of, &data, &own).await;
        assert!(
            !restored.status.success() && said(&restored).contains("`pg_restore`"),
            "{restored:?}"
        );
    }

    // What is not as it was written is found.
    let address = Address::parse(&own).expect("an address");
    let mut beside = address.connect().await.expect("a connection");
    let lie = "UPDATE events SET body = REPLACE(body, 'Ilse', 'Else')";
    beside.execute(lie).await.expect("a lie");
    let checked = order(&["check"], &data, &own).await;
    assert!(!checked.status.success(), "{checked:?}");
    assert!(
        said(&checked).contains("is not what was written"),
        "{checked:?}"
    );
}

#[tokio::test]
async fn a_database_that_cannot_be_had_is_refused_in_a_sentence_without_the_password() {
    let place = tempfile::tempdir().expect("a folder");
    for (address, words) in [
        // Nobody listens at the port of those who throw everything away.
        (
            "postgres://sam:hunter2@127.0.0.1:9/tables",
            "`tables` at 127.0.0.1:9 cannot be used",
        ),
        (
            "postgres://sam:hunter2@127.0.0.1:nine/tables",
            "must look like",
        ),
        ("mysql://sam:hunter2@127.0.0.1/tables", "must look like"),
    ] {
        for words_of in [&["--listen", "127.0.0.1:0"][..], &["tables"], &["check"]] {
            let output = order(words_of, place.path(), address).await;
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            let said = said(&output);
            assert!(!said.contains("hunter2"), "{said}");
            let expected = words.replace(" cannot be used", "");
            assert!(said.contains(&expected), "{said}");
            assert_eq!(said.trim().lines().count(), 1, "{said}");
        }
    }
}
