//! Everything goes from one database to the other and back, and nobody at a table notices.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use image::ImageFormat;
use rules::base::id::{EncounterId, TableId};
use rules::wire::close;
use serde_json::json;
use server::store::{Store as _, sqlite};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, Row as _};
use tokio::process::Command;

use crate::backup::coterie;
use crate::client::{End, Guest, soon};
use crate::cluster::{Cluster, shared};
use crate::dice::{list, roll};
use crate::moving::{link, path, recovery};
use crate::portraits::file;
use crate::postgres::{order, said, start};
use crate::program::Program;
use crate::server::invitation;

/// What belongs to one database and does not go with what it holds: how often it was started, and its own list of
/// what was done to its shape; and what was refused, which is for what other servers have on their way: there are none
/// while something is moved.
const OWN: [&str; 4] = ["store", "_sqlx_migrations", "refusals", "sums"];

/// A column, and what stands in it where nobody wrote anything; `None` where that cannot be.
type Column = (String, Option<Option<String>>);

/// A row: its columns by name, in words that are the same for both databases.
type Line = Vec<(String, Option<String>)>;

/// All rows of all tables, as the database itself lists them.
#[derive(Default)]
struct Dump(BTreeMap<String, BTreeSet<Line>>);

impl Dump {
    /// Compares all of it; where it differs, says of which row.
    #[track_caller]
    fn is(&self, other: &Self, why: &str) {
        let names = |dump: &Self| dump.0.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(self), names(other), "{why}");
        for (table, rows) in &self.0 {
            let differing = rows.symmetric_difference(&other.0[table]).next();
            assert_eq!(differing, None, "{why}: `{table}`");
        }
    }
}

/// All tables with their columns, as SQLite lists them.
async fn of_sqlite(connection: &mut SqliteConnection) -> BTreeMap<String, Vec<(Column, String)>> {
    let sql = "SELECT m.name, c.name, c.type, c.\"notnull\", c.dflt_value FROM sqlite_master m \
               JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'";
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in sqlx::query(sql)
        .fetch_all(connection)
        .await
        .expect("a list")
    {
        let (table, name, kind): (String, String, String) = (row.get(0), row.get(1), row.get(2));
        let (filled, default): (bool, Option<String>) = (row.get(3), row.get(4));
        let shown = match kind.as_str() {
            "BLOB" => format!("CASE WHEN {name} IS NOT NULL THEN 'x' || HEX({name}) END"),
            "TEXT" => format!("'t' || {name}"),
            _ => format!("'n' || {name}"),
        };
        let unwritten = match default {
            Some(text) => Some(Some(match text.strip_prefix('\'') {
                Some(text) => format!("t{}", text.trim_end_matches('\'')),
                None => format!("n{text}"),
            })),
            None if filled => None,
            None => Some(None),
        };
        all.entry(table)
            .or_default()
            .push(((name, unwritten), shown));
    }
    all
}

async fn dump_sqlite(data: &Path) -> (Dump, Vec<(String, Column)>) {
    let options = SqliteConnectOptions::new().filename(data.join(sqlite::FILE));
    let mut connection = options.read_only(true).connect().await.expect("a file");
    let (mut dump, mut columns) = (Dump::default(), Vec::new());
    for (table, mut of_table) in of_sqlite(&mut connection).await {
        if OWN.contains(&table.as_str()) {
            continue;
        }
        of_table.sort();
        let (names, shown): (Vec<Column>, Vec<String>) = of_table.into_iter().unzip();
        let sql = format!("SELECT {} FROM {table}", shown.join(", "));
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut connection);
        let rows = rows.await.expect("rows");
        let named = |row: &sqlx::sqlite::SqliteRow| {
            let named = names.iter().enumerate();
            named
                .map(|(at, (name, _))| (name.clone(), row.get(at)))
                .collect()
        };
        dump.0
            .insert(table.clone(), rows.iter().map(named).collect());
        columns.extend(names.iter().map(|column| (table.clone(), column.clone())));
    }
    connection.close().await.expect("a connection");
    (dump, columns)
}

async fn dump_postgres(connection: &mut PgConnection) -> Dump {
    let sql = "SELECT table_name::TEXT, column_name::TEXT, data_type::TEXT FROM information_schema.columns \
               WHERE table_schema = current_schema()";
    let mut all: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for row in sqlx::query(sql)
        .fetch_all(&mut *connection)
        .await
        .expect("a list")
    {
        let (table, name, kind): (String, String, String) = (row.get(0), row.get(1), row.get(2));
        let shown = match kind.as_str() {
            "bytea" => format!("'x' || UPPER(ENCODE({name}, 'hex'))"),
            "text" => format!("'t' || {name}"),
            "boolean" => format!("'n' || {name}::INT::TEXT"),
            _ => format!("'n' || {name}::TEXT"),
        };
        all.entry(table).or_default().push((name, shown));
    }
    let mut dump = Dump::default();
    for (table, mut of_table) in all {
        if OWN.contains(&table.as_str()) {
            continue;
        }
        of_table.sort();
        let (names, shown): (Vec<String>, Vec<String>) = of_table.into_iter().unzip();
        let sql = format!("SELECT {} FROM {table}", shown.join(", "));
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *connection);
        let rows = rows.await.expect("rows");
        let named = |row: &sqlx::postgres::PgRow| {
            let named = names.iter().enumerate();
            named
                .map(|(at, name)| (name.clone(), row.get(at)))
                .collect()
        };
        dump.0.insert(table, rows.iter().map(named).collect());
    }
    dump
}

/// Everybody at a table, and what they hold.
struct Evening {
    table: TableId,
    encounter: EncounterId,
    sam: Guest,
    /// Where her seat was before it went to her phone.
    ana_before: Guest,
    ana: Guest,
    ben: Guest,
    /// For one more player.
    invited: String,
    /// To Ben's seat, not used yet.
    to_ben: String,
    /// The storyteller's way back, not used yet.
    way_back: String,
    portrait: String,
}

/// A fight with a portrait, hidden dice, a seat that has moved, links that wait, and a table that came in a file.
async fn play(program: &Program) -> Evening {
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let invited = invitation(&mut sam, table).await.player;
    let [mut ana_before, mut ben] = [(); 2].map(|()| Guest::new(program.address));
    ana_before.sit(&invited, "Ana").await;
    ben.sit(&invited, "Ben").await;
    let mut line = sam.follow(encounter).await;
    for given in [
        json!({"add": {"line": "2x ghoul stam 2 size 5"}}),
        json!({"add": {"line": "The Bishop vampire hidden"}}),
        json!({"roll_initiative": {"whose": "storytellers"}}),
    ] {
        assert_eq!(line.give(given).await, Ok(()));
    }
    assert_eq!(line.give(roll("Whisper", true)).await, Ok(()));
    let mut of_ana = ana_before.follow(encounter).await;
    let ilse = json!({"add": {"line": "Ilse dex 4 stam 3 size 5"}});
    assert_eq!(of_ana.give(ilse).await, Ok(()));
    assert_eq!(of_ana.give(roll("Wits", false)).await, Ok(()));
    let ilse = of_ana.id("Ilse");
    let sheet = format!("/t/{table}/c/{ilse}");
    let picture = file(ImageFormat::Png, 200);
    let kept = ana_before
        .upload(&format!("{sheet}/portrait"), "picture", &picture)
        .await;
    assert_eq!(kept.status, 303);
    let shown =
        |line: &crate::client::Line| line.view().rows.get(&ilse).and_then(|row| row.portrait);
    of_ana.until(|line| shown(line).is_some()).await;
    let portrait = shown(&of_ana).expect("a portrait");
    let portrait = format!("/t/{table}/portrait/{ilse}/{portrait}");

    // Her seat goes to her phone.
    let passed = path(&link(&mut ana_before, table, 2).await);
    let mut ana = Guest::new(program.address);
    assert_eq!(ana.post(&passed, &[]).await.status, 303);
    assert_eq!(of_ana.end().await, End::Code(close::SEAT_MOVED));
    let to_ben = path(&link(&mut ben, table, 3).await);
    let way_back = path(&recovery(&mut sam, table).await);
    let whole = sam.get(&format!("/t/{table}/table.json")).await.body;
    let taken = sam.upload("/import", "file", whole.as_bytes()).await;
    assert_eq!(taken.status, 303, "{}", taken.body);
    Evening {
        table,
        encounter,
        sam,
        ana_before,
        ana,
        ben,
        invited,
        to_ben,
        way_back,
        portrait,
    }
}

impl Evening {
    /// Everybody comes to another address.
    fn comes_to(&mut self, program: &Program) {
        for guest in [
            &mut self.sam,
            &mut self.ana_before,
            &mut self.ana,
            &mut self.ben,
        ] {
            guest.address = program.address;
        }
    }

    /// What everybody sees.
    async fn views(&mut self) -> Vec<rules::encounter::View> {
        let mut views = Vec::new();
        for guest in [&mut self.sam, &mut self.ana, &mut self.ben] {
            views.push(guest.opening(self.table).await.view);
        }
        views
    }

    /// Those who have a seat play on, and who has none any more does not.
    async fn goes_on(&mut self, word: &str) {
        let mut of_ana = self.ana.follow(self.encounter).await;
        assert_eq!(of_ana.give(roll(word, false)).await, Ok(()));
        let mut line = self.sam.follow(self.encounter).await;
        assert_eq!(line.give(roll(word, true)).await, Ok(()));
        let say = json!({"say": {"line": format!("{word} it is")}});
        let mut of_ben = self.ben.follow(self.encounter).await;
        assert_eq!(of_ben.give(say).await, Ok(()));
        let shown = self.ben.get(&self.portrait).await;
        assert_eq!(
            (shown.status, shown.header("content-type")),
            (200, Some("image/jpeg"))
        );
        let page = format!("/t/{}", self.table);
        let before = self.ana_before.get(&page).await;
        assert_ne!(before.status, 200, "{}", before.body);
        let invited = Guest::new(self.ana.address).get(&self.invited).await;
        assert_eq!(invited.status, 200, "{}", invited.body);
    }

    /// Every roll is the one the server was bound to.
    async fn dice_are_right(&mut self, place: &Path) {
        let page = format!("/t/{}/dice", self.table);
        let done = self.sam.post(&page, &[("end", "yes")]).await;
        assert_eq!(done.status, 303);
        let log = list(&mut self.sam, &page).await;
        assert!(log.rolls.len() >= 6 && log.check().has_no_differences());
        let text = serde_json::to_string(&log).expect("data");
        let file = place.join("dice.json");
        std::fs::write(&file, text).expect("a file");
        let verified = crate::dice::program(&file);
        let words = said(&verified);
        assert!(
            verified.status.success() && words.contains(" 0 do not match"),
            "{words}"
        );
        assert!(!words.starts_with("0 checked"), "{words}");
    }
}

/// Everybody sees the same as before.
#[track_caller]
fn same(now: &[rules::encounter::View], before: &[rules::encounter::View]) {
    for (now, before) in now.iter().zip(before) {
        let [now, before] = [now, before].map(|view| serde_json::to_value(view).expect("data"));
        for (part, is) in now.as_object().expect("parts") {
            assert_eq!(is, &before[part], "{part}");
        }
    }
    assert_eq!(now.len(), before.len());
}

async fn down(mut program: Program) {
    program.signal("TERM").await;
    assert!(program.ended().await.success());
}

/// What the evening leaves at its usual value gets another one, in the table that came in a file.
async fn fill_the_rest(data: &Path) {
    let options = SqliteConnectOptions::new().filename(data.join(sqlite::FILE));
    let mut connection = options.connect().await.expect("a file");
    for sql in [
        "UPDATE tables SET invite_generation = 3, code = 'ash-elm-oak', code_expires_at = 17, locked = 1, delay = 30 \
         WHERE id IN (SELECT table_id FROM encounters WHERE came IS NOT NULL)",
        "UPDATE seats SET token_hash = x'0102', revoked_at = 17, revoked_by = 1 WHERE seat = 2 AND table_id IN \
         (SELECT table_id FROM encounters WHERE came IS NOT NULL)",
        "UPDATE encounters SET called = 'The Quay', ended_at = 17 WHERE came IS NOT NULL",
        // What is written so has its sum, or it would look damaged.
        "UPDATE store SET has_sums = 0",
    ] {
        let filled = connection.execute(sql).await.expect("a change");
        assert!(filled.rows_affected() > 0, "{sql}");
    }
    connection.close().await.expect("a connection");
    sqlite::open(data).await.expect("a store").close().await;
}

/// Who forgets a table or a column is found out: each has a row, and each that can be left out has something that nobody
/// writes by leaving it out.
fn nothing_is_left_to_chance((dump, columns): &(Dump, Vec<(String, Column)>)) {
    assert!(columns.len() > 50, "{columns:?}");
    for (table, (name, unwritten)) in columns {
        let Some(unwritten) = unwritten else { continue };
        let rows = &dump.0[table];
        let written = rows.iter().flatten().filter(|(of, _)| of == name);
        let says = written.into_iter().any(|(_, value)| value != unwritten);
        assert!(
            says,
            "`{name}` of `{table}` holds nothing: fill it, and see that it is moved"
        );
    }
    for (table, rows) in &dump.0 {
        assert!(
            !rows.is_empty(),
            "`{table}` has no row: fill it, and see that it is moved"
        );
    }
}

#[tokio::test]
async fn everything_moves_to_postgres_and_back_row_by_row_and_the_evening_goes_on() {
    let Some(cluster) = shared() else { return };
    let database = cluster.new_address().await;
    let place = tempfile::tempdir().expect("a folder");
    let (first, second) = (place.path().join("first"), place.path().join("second"));

    let program = Program::start(&first).await;
    let mut evening = play(&program).await;
    // Who opens a table for the first time is told of in its log.
    evening.views().await;
    let views = evening.views().await;
    // Nothing is moved under the feet of those who play.
    let early = order(&["move", "postgres"], &first, &database).await;
    assert!(!early.status.success(), "{early:?}");
    assert!(
        said(&early).contains("a server is using the data folder"),
        "{early:?}"
    );
    down(program).await;
    fill_the_rest(&first).await;
    let before = dump_sqlite(&first).await;
    nothing_is_left_to_chance(&before);

    let moved = order(&["move", "postgres"], &first, &database).await;
    let words = said(&moved);
    assert!(moved.status.success(), "{words}");
    for (table, rows) in &before.0.0 {
        assert!(
            words.contains(&format!("{:>10} {table}\n", rows.len())),
            "{table}: {words}"
        );
    }
    assert!(
        words.contains("Everything is as it was written: 2 encounters"),
        "{words}"
    );
    assert!(words.contains("moved and read back"), "{words}");
    let after = dump_sqlite(&first).await.0;
    after.is(&before.0, "what it came from is as it was");
    let mut beside = cluster.connect(database_name(&database)).await;
    dump_postgres(&mut beside)
        .await
        .is(&before.0, "all is there");
    let again = order(&["move", "postgres"], &first, &database).await;
    assert!(!again.status.success(), "{again:?}");
    assert!(said(&again).contains("it holds tables already, and nothing of it was touched"));

    // In a new folder: everything is in the database, the key of links as well.
    let program = start(&place.path().join("elsewhere"), &database).await;
    evening.comes_to(&program);
    same(&evening.views().await, &views);
    evening.goes_on("Nerve").await;
    let views = evening.views().await;
    let early = order(&["move", "folder"], &second, &database).await;
    assert!(!early.status.success(), "{early:?}");
    assert!(
        said(&early).contains("a server is using it: end it first"),
        "{early:?}"
    );
    down(program).await;

    let before = dump_postgres(&mut beside).await;
    let in_the_way = order(&["move", "folder"], &first, &database).await;
    assert!(!in_the_way.status.success(), "{in_the_way:?}");
    assert!(
        said(&in_the_way).contains("it holds tables already"),
        "{in_the_way:?}"
    );
    let moved = order(&["move", "folder"], &second, &database).await;
    assert!(moved.status.success(), "{moved:?}");
    // The key of invite links came along, there and back.
    let keys = [&first, &second].map(|data| std::fs::read(data.join("secret")).expect("a key"));
    assert_eq!(keys[0], keys[1]);
    dump_sqlite(&second).await.0.is(&before, "all is there");
    dump_postgres(&mut beside)
        .await
        .is(&before, "what it came from is as it was");
    beside.close().await.expect("a connection");

    let checked = coterie(&["check"], &second).await;
    assert!(checked.status.success(), "{checked:?}");
    // The ends of the logs are promised, and found where they are.
    let program = Program::start(&second).await;
    assert!(!program.log().contains("lost"), "{}", program.log());
    evening.comes_to(&program);
    same(&evening.views().await, &views);
    evening.goes_on("Resolve").await;
    evening.dice_are_right(place.path()).await;
    // Links that were made before the first move.
    for (link, seat) in [(&evening.to_ben, 3), (&evening.way_back, 1)] {
        let mut device = Guest::new(program.address);
        assert_eq!(device.post(link, &[]).await.status, 303);
        assert_eq!(device.opening(evening.table).await.you.0, seat);
    }
    down(program).await;
    let checked = coterie(&["check"], &second).await;
    assert!(checked.status.success(), "{checked:?}");
}

/// The name of a database in an address of [`Cluster::new_address`].
fn database_name(address: &str) -> &str {
    let (_, name) = address.split_once("localhost/").expect("its address");
    name.split('?').next().unwrap_or(name)
}

/// The last table takes a minute, and the program is killed in it, with all the others written.
async fn killed_in_the_middle(data: &Path, database: &str, beside: &mut PgConnection) {
    for sql in [
        "CREATE FUNCTION slowly() RETURNS TRIGGER LANGUAGE plpgsql \
         AS 'BEGIN PERFORM pg_sleep(60); RETURN NEW; END'",
        "CREATE TRIGGER slow BEFORE INSERT ON sizes FOR EACH ROW EXECUTE FUNCTION slowly()",
    ] {
        beside.execute(sql).await.expect("a slow table");
    }
    let mut moving = Command::new(env!("CARGO_BIN_EXE_coterie"));
    moving.args(["move", "postgres", "--database", database, "--data"]);
    moving.arg(data).kill_on_drop(true);
    let mut moving = moving.stderr(Stdio::null()).spawn().expect("the program");
    let sleeping = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' \
                    AND datname = current_database())";
    soon(async {
        while !sqlx::query_scalar::<_, bool>(sleeping)
            .fetch_one(&mut *beside)
            .await
            .expect("an answer")
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    moving.kill().await.expect("our own program");
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'coterie' \
               AND datname = current_database()";
    for sql in [end, "DROP TRIGGER slow ON sizes", "DROP FUNCTION slowly"] {
        beside.execute(sql).await.expect("a usual table");
    }
}

/// The same tables without a row.
fn empty_of(dump: &Dump) -> Dump {
    let names = dump.0.keys();
    Dump(names.map(|name| (name.clone(), BTreeSet::new())).collect())
}

/// A folder with one table, and no server on it.
async fn one_table(data: &Path) {
    let program = Program::start(data).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    assert_eq!(line.give(json!({"add": {"line": "Ghoul"}})).await, Ok(()));
    drop(line);
    down(program).await;
}

#[tokio::test]
async fn what_is_damaged_is_not_moved_and_what_was_cut_short_leaves_nothing() {
    let Some(mut cluster) = Cluster::own("") else {
        return;
    };
    let database = cluster.new_address().await;
    let place = tempfile::tempdir().expect("a folder");
    let (data, empty) = (place.path().join("data"), place.path().join("empty"));
    one_table(&data).await;
    let before = dump_sqlite(&data).await.0;

    // One name in the log is another: nothing goes anywhere.
    let options = SqliteConnectOptions::new().filename(data.join(sqlite::FILE));
    let mut connection = options.connect().await.expect("a file");
    let lie = |from: &str, to: &str| {
        AssertSqlSafe(format!(
            "UPDATE events SET body = REPLACE(body, '{from}', '{to}')"
        ))
    };
    connection
        .execute(lie("Ghoul", "Ghost"))
        .await
        .expect("a lie");
    let damaged = order(&["move", "postgres"], &data, &database).await;
    assert!(!damaged.status.success(), "{damaged:?}");
    assert!(
        said(&damaged).contains("is not as it was written"),
        "{damaged:?}"
    );
    connection
        .execute(lie("Ghost", "Ghoul"))
        .await
        .expect("the truth");

    // The database refuses a row of the last table: nothing of the others stays.
    start(&empty, &database).await.kill().await;
    let mut beside = cluster.connect(database_name(&database)).await;
    let wall = "ALTER TABLE sizes ADD CONSTRAINT wall CHECK (bytes < 0)";
    beside.execute(wall).await.expect("a wall");
    let failed = order(&["move", "postgres"], &data, &database).await;
    assert!(!failed.status.success(), "{failed:?}");
    assert!(said(&failed).contains("nothing was moved"), "{failed:?}");
    let held = dump_postgres(&mut beside).await;
    held.is(&empty_of(&before), "nothing is there");
    beside
        .execute("ALTER TABLE sizes DROP CONSTRAINT wall")
        .await
        .expect("no wall");

    killed_in_the_middle(&data, &database, &mut beside).await;
    let held = dump_postgres(&mut beside).await;
    held.is(&empty_of(&before), "nothing is there");

    // The same folder, another try; and a database that goes away is said in a sentence.
    let moved = order(&["move", "postgres"], &data, &database).await;
    assert!(moved.status.success(), "{moved:?}");
    dump_postgres(&mut beside).await.is(&before, "all is there");
    connection.close().await.expect("a connection");
    cluster.kill();
    let new = place.path().join("new");
    let gone = order(&["move", "folder"], &new, &database).await;
    assert!(
        !gone.status.success() && said(&gone).contains("cannot be checked"),
        "{gone:?}"
    );
    cluster.run();
    cluster
        .connect("postgres")
        .await
        .close()
        .await
        .expect("it is back");
    let moved = order(&["move", "folder"], &new, &database).await;
    assert!(moved.status.success(), "{moved:?}");
    dump_sqlite(&new).await.0.is(&before, "all is there");
    // There is nothing to move, and no database named.
    let nothing = order(&["move", "postgres"], &place.path().join("none"), &database).await;
    assert!(
        said(&nothing).contains("`--data` names the folder"),
        "{nothing:?}"
    );
    let unnamed = coterie(&["move", "folder"], &data).await;
    assert!(!unnamed.status.success(), "{unnamed:?}");
    assert!(
        said(&unnamed).contains("name the database in DATABASE_URL"),
        "{unnamed:?}"
    );
}
