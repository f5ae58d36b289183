//! Bits of a database turn, one at a time: whatever changes a row is found, and a copy of it is not called whole.
//!
//! `cargo xtask test` tries some, drawn by a seed; `cargo xtask prove bits` tries every bit of the file.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use server::store::check::check;
use server::store::sqlite::FILE;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{AssertSqlSafe, Column as _, ConnectOptions as _, Connection as _, Executor as _};
use sqlx::{Row as _, TypeInfo as _, ValueRef as _};

use crate::damage::everything_kept;
use crate::figures::note;
use crate::program::Program;

/// Bits that are tried where nothing else is asked for.
const SOME: u64 = 600;
/// Of those that change a row, a copy is made of one in so many …
const COPIED: u64 = 40;
/// … and all of it is looked at by the program as it is started.
const STARTED: u64 = 40;

/// Everything in all tables, read in another way than the program's: table by table, as it lies in the file.
async fn read(file: &Path) -> Result<BTreeMap<String, Vec<String>>, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = options.connect().await?;
    let read = rows(&mut connection).await;
    _ = connection.close().await;
    read
}

async fn rows(
    connection: &mut sqlx::SqliteConnection,
) -> Result<BTreeMap<String, Vec<String>>, sqlx::Error> {
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
fn words(row: &SqliteRow) -> String {
    let mut words = String::new();
    for column in row.columns() {
        let at = column.ordinal();
        let raw = row.try_get_raw(at).expect("a column");
        let kind = raw.type_info().name().to_owned();
        let value = match kind.as_str() {
            _ if raw.is_null() => String::new(),
            "INTEGER" => format!("{}", row.get_unchecked::<i64, _>(at)),
            "REAL" => format!("{}", row.get_unchecked::<f64, _>(at).to_bits()),
            _ => format!("{:?}", row.get_unchecked::<&[u8], _>(at)),
        };
        words += &format!("{}:{kind}:{value};", column.name());
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
    let whole = check(data.path()).await.expect("a folder");
    assert!(whole.whole, "{}", whole.words);
    let before = read(&path).await.expect("a database");
    // Only servers that share a database keep what they refused.
    let empty = before.iter().filter(|(_, rows)| rows.is_empty());
    let empty: Vec<_> = empty.map(|(name, _)| name.as_str()).collect();
    assert_eq!(empty, ["refusals"]);
    let bytes = std::fs::read(&path).expect("a file");
    let bits = bytes.len() as u64 * 8;
    let wanted = std::env::var("BITS")
        .ok()
        .map(|wanted| wanted.parse::<u64>().expect("a number"));
    let mut chance: u64 = std::env::var("PROPTEST_RNG_SEED")
        .unwrap_or_default()
        .parse()
        .unwrap_or(1);
    // Of all that are asked for, each once.
    let step = (bits / wanted.unwrap_or(SOME).clamp(1, bits)).max(1);
    let file = File::options().write(true).open(&path).expect("a file");
    let (mut tried, mut changed, mut unreadable) = (0_u64, 0_u64, 0_u64);
    let mut at = 0;
    while at < bits {
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let bit = (at + (chance >> 33) % step).min(bits - 1);
        at += step;
        tried += 1;
        let place = usize::try_from(bit / 8).expect("a place");
        let turned = bytes[place] ^ (1 << (bit % 8));
        file.write_at(&[turned], bit / 8).expect("ours");
        let is_changed = match read(&path).await {
            Ok(after) if after == before => false,
            Ok(_) => {
                changed += 1;
                true
            }
            Err(_) => {
                unreadable += 1;
                true
            }
        };
        if is_changed {
            let found = check(data.path()).await.map(|checked| checked.whole);
            assert_ne!(found, Ok(true), "bit {bit} of {bits} is not found");
            if (changed + unreadable) % COPIED == 0 {
                let copy = data.path().join("copy");
                let folder = data.path().to_str().expect("a path");
                let made =
                    Program::fails(&["backup", copy.to_str().expect("a path"), "--data", folder])
                        .await;
                // What is written about the file beside its rows may be wrong, and all rows of the copy right.
                let is_right = |copied| matches!(copied, Ok(copied) if copied == before);
                if !(made.status.success() && is_right(read(&copy).await)) {
                    assert_eq!(made.status.code(), Some(1), "bit {bit} of {bits}: {made:?}");
                    let words = String::from_utf8_lossy(&made.stdout).into_owned();
                    assert!(!words.contains("whole"), "bit {bit} of {bits}: {words}");
                }
                _ = std::fs::remove_file(copy);
            }
            if (changed + unreadable) % STARTED == STARTED / 2 {
                let folder = data.path().to_str().expect("a path");
                let said = Program::fails(&["check", "--data", folder]).await;
                assert_eq!(said.status.code(), Some(1), "bit {bit} of {bits}: {said:?}");
            }
        }
        for beside in ["-wal", "-shm", "-journal"] {
            _ = std::fs::remove_file(data.path().join(format!("{FILE}{beside}")));
        }
        file.write_at(&[bytes[place]], bit / 8).expect("ours");
        if std::fs::metadata(&path).expect("a file").len() != bytes.len() as u64 {
            std::fs::write(&path, &bytes).expect("ours");
        }
    }
    assert_eq!(
        std::fs::read(&path).expect("a file"),
        bytes,
        "nothing wrote to it"
    );
    note(&format!(
        "{tried} of {bits} bits: {changed} changed a row, {unreadable} left something unreadable"
    ));
    assert!(changed > tried / 10, "{changed} of {tried}");
}
