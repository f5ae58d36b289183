//! Bits of a database turn, one at a time: whatever changes a row is found, and a copy of it is not called whole.
//!
//! `cargo xtask test` tries some, drawn by a seed; `cargo xtask prove bits` tries every bit of the file.

use std::collections::BTreeMap;
use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::thread;

use server::chance::SystemChance;
use server::cli::options::Options;
use server::cli::order::StoreCommand;
use server::store::check::check_folder;
use server::store::sqlite::FILE;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{AssertSqlSafe, Column as _, ConnectOptions as _, Connection as _, Executor as _};
use sqlx::{Row as _, TypeInfo as _, ValueRef as _};

use crate::damage::everything_kept;
use crate::figures::note;
use crate::program::Program;

/// Bits that are tried where nothing else is asked for.
const SOME: u64 = 600;
/// So many of those that change a row are looked at by the program as a host starts it, too.
const STARTED: u64 = 20;

/// The rows of each table.
type Rows = BTreeMap<String, Vec<Vec<u8>>>;

/// Everything in all tables, read in another way than the program's: table by table, as it lies in the file.
async fn read(file: &Path) -> Result<Rows, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = options.connect().await?;
    let read = rows(&mut connection).await;
    _ = connection.close().await;
    read
}

async fn rows(connection: &mut sqlx::SqliteConnection) -> Result<Rows, sqlx::Error> {
    let mut all = BTreeMap::new();
    let schema = "SELECT CAST(name || tbl_name || COALESCE(sql, '') AS BLOB) FROM sqlite_schema";
    for words in sqlx::query_scalar::<_, Vec<u8>>(schema)
        .fetch_all(&mut *connection)
        .await?
    {
        String::from_utf8(words).map_err(|error| sqlx::Error::Decode(error.into()))?;
    }
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    for name in sqlx::query_scalar::<_, String>(names)
        .fetch_all(&mut *connection)
        .await?
    {
        let sql = format!("SELECT * FROM \"{name}\" NOT INDEXED");
        let rows = sqlx::query(AssertSqlSafe(sql))
            .fetch_all(&mut *connection)
            .await?;
        all.insert(name, rows.iter().map(words).collect());
    }
    Ok(all)
}

/// A row with the names and kinds of what is in it.
fn words(row: &SqliteRow) -> Vec<u8> {
    let mut words = Vec::new();
    for column in row.columns() {
        let at = column.ordinal();
        let raw = row.try_get_raw(at).expect("a column");
        let kind = raw.type_info().name().to_owned();
        let value = match kind.as_str() {
            _ if raw.is_null() => Vec::new(),
            "INTEGER" => row.get_unchecked::<i64, _>(at).to_be_bytes().into(),
            "REAL" => row.get_unchecked::<f64, _>(at).to_be_bytes().into(),
            _ => row.get_unchecked::<Vec<u8>, _>(at),
        };
        for part in [column.name().as_bytes(), kind.as_bytes(), &value] {
            words.extend(part.len().to_be_bytes());
            words.extend(part);
        }
    }
    words
}

/// The database of a whole table in small pages, of which there are fewer bits.
async fn small(data: &Path) {
    let options = SqliteConnectOptions::new().filename(data.join(FILE));
    let mut connection = options.connect().await.expect("a database");
    for sql in [
        "PRAGMA journal_mode = DELETE",
        "PRAGMA page_size = 512",
        "VACUUM",
    ] {
        connection.execute(sql).await.expect("a pragma");
    }
    connection.close().await.expect("a file");
}

/// What came of the bits that were tried.
#[derive(Default)]
struct Tally {
    tried: u64,
    changed: u64,
    unreadable: u64,
    /// In words, each that nothing noticed.
    missed: Vec<String>,
}

/// A database that is whole, and what is in it.
struct Whole {
    bytes: Vec<u8>,
    rows: Rows,
    /// Of so many that change a row, one is looked at by the program as it is started.
    one_in: u64,
}

impl Whole {
    /// Turns one bit of each `step` in a part of the file, in a folder of its own.
    async fn turn(&self, part: Range<u64>, step: u64, mut chance: u64) -> Tally {
        let data = tempfile::tempdir().expect("a folder");
        let path = data.path().join(FILE);
        std::fs::write(&path, &self.bytes).expect("a copy");
        let file = File::options().write(true).open(&path).expect("a file");
        let mut tally = Tally::default();
        let mut at = part.start;
        while at < part.end {
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let bit = (at + (chance >> 33) % step).min(part.end - 1);
            at += step;
            let place = usize::try_from(bit / 8).expect("a place");
            let byte = self.bytes[place];
            let turned = byte ^ (1 << (bit % 8));
            file.write_at(&[turned], bit / 8).expect("ours");
            self.look(data.path(), bit, &mut tally).await;
            for beside in ["-wal", "-shm", "-journal"] {
                _ = std::fs::remove_file(data.path().join(format!("{FILE}{beside}")));
            }
            file.write_at(&[byte], bit / 8).expect("ours");
            if std::fs::metadata(&path).expect("a file").len() != self.bytes.len() as u64 {
                std::fs::write(&path, &self.bytes).expect("ours");
            }
        }
        let after = std::fs::read(&path).expect("a file");
        assert!(after == self.bytes, "something wrote to it");
        tally
    }

    /// Which rows are not what they were.
    fn changes(&self, after: &Rows) -> String {
        let none = Vec::new();
        let mut changes = Vec::new();
        for (name, rows) in &self.rows {
            let now = after.get(name).unwrap_or(&none);
            let differ = rows.iter().zip(now).filter(|(one, other)| one != other);
            changes.extend(differ.map(|(one, other)| {
                let [one, other] = [one, other].map(|row| String::from_utf8_lossy(row));
                format!("{name}: {one:?} is {other:?}")
            }));
            if rows.len() != now.len() {
                changes.push(format!("{name}: {} rows are {}", rows.len(), now.len()));
            }
        }
        changes.join("; ")
    }

    /// Whether a bit that was turned is found, if it changed a row, and no copy called whole.
    async fn look(&self, data: &Path, bit: u64, tally: &mut Tally) {
        tally.tried += 1;
        let changes = match read(&data.join(FILE)).await {
            Ok(after) if after == self.rows => return,
            Ok(after) => {
                tally.changed += 1;
                self.changes(&after)
            }
            Err(error) => {
                tally.unreadable += 1;
                error.to_string()
            }
        };
        let found = check_folder(data).await.map(|checked| checked.is_intact);
        if found == Ok(true) {
            tally
                .missed
                .push(format!("bit {bit} is not found: {changes}"));
        }
        let copy = data.join("copy");
        let made = StoreCommand::Backup(copy.clone());
        let made = made.run(&Options::new(data), &SystemChance, 0).await;
        // What is written about the file beside its rows may be wrong, and all rows of the copy right.
        if let Ok(words) = made {
            let is_right = matches!(read(&copy).await, Ok(copied) if copied == self.rows);
            if !is_right {
                tally
                    .missed
                    .push(format!("bit {bit} is copied: {changes}: {words}"));
            }
        }
        _ = std::fs::remove_file(copy);
        if (tally.changed + tally.unreadable).is_multiple_of(self.one_in) {
            let folder = data.to_str().expect("a path");
            let said = Program::fails(&["check", "--data", folder]).await;
            assert_eq!(said.status.code(), Some(1), "bit {bit}: {said:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_bit_that_changes_a_row_is_found() {
    let company = everything_kept().await;
    let data = tempfile::tempdir().expect("a folder");
    let from = company.server.data().join(FILE);
    let mut company = company
        .again_after(async |_| {
            std::fs::copy(&from, data.path().join(FILE)).expect("a copy");
        })
        .await;
    _ = company.sam.get("/").await;
    company.server.stop().await;
    small(data.path()).await;

    let path = data.path().join(FILE);
    let checked = check_folder(data.path()).await.expect("a folder");
    assert!(checked.is_intact, "{}", checked.text);
    let rows = read(&path).await.expect("a database");
    // Only servers that share a database keep what they refused.
    let empty = rows.iter().filter(|(_, rows)| rows.is_empty());
    let empty: Vec<_> = empty.map(|(name, _)| name.as_str()).collect();
    assert_eq!(empty, ["refusals"]);
    let number = |name| std::env::var(name).ok().map(|text| text.parse::<u64>());
    let wanted = number("BITS").map_or(SOME, |number| number.expect("a number"));
    let chance = number("PROPTEST_RNG_SEED").map_or(1, |seed| seed.unwrap_or(1));
    let bytes = std::fs::read(&path).expect("a file");
    let bits = bytes.len() as u64 * 8;
    let one_in = (wanted.min(bits) / STARTED).max(1);
    let whole = Whole {
        bytes,
        rows,
        one_in,
    };

    // Of all that are asked for, each once; a part of the file for each processor.
    let step = (bits / wanted.clamp(1, bits)).max(1);
    let parts = thread::available_parallelism().map_or(1, usize::from) as u64;
    let part = bits.div_ceil(parts).next_multiple_of(step);
    let runtime = tokio::runtime::Handle::current();
    let tallies: Vec<Tally> = thread::scope(|threads| {
        let running: Vec<_> = (0..parts)
            .map(|no| {
                let (whole, runtime) = (&whole, &runtime);
                let range = (no * part).min(bits)..((no + 1) * part).min(bits);
                threads.spawn(move || runtime.block_on(whole.turn(range, step, chance + no)))
            })
            .collect();
        let join = |part: thread::ScopedJoinHandle<'_, _>| part.join().expect("a part");
        running.into_iter().map(join).collect()
    });
    let sum = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum::<u64>();
    let tried = sum(|tally| tally.tried);
    let changed = sum(|tally| tally.changed);
    let unreadable = sum(|tally| tally.unreadable);
    note(&format!(
        "{tried} of {bits} bits: {changed} changed a row, {unreadable} left something unreadable"
    ));
    let missed: Vec<&String> = tallies.iter().flat_map(|tally| &tally.missed).collect();
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(changed > tried / 10, "{changed} of {tried}");
    assert!(tried >= wanted.min(bits), "{tried} of {wanted}");
}
