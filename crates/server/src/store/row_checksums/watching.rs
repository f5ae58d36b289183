//! Notes the changes of a connection and updates the checksums of the rows with each commit.

use std::collections::{BTreeMap, HashMap};

use rules::base::id::EncounterId;

use super::entries::{
    DAMAGED_CHECKSUM, LOG_TAILS_NAME, ROWS_PER_QUERY, checksum, encode_tail, log_key,
    upsert_checksums,
};
use super::shapes::{TableSchema, load_schemas};
use crate::store::StoreError;
use crate::store::log_tails::LogTail;
use crate::store::sql::{Executor, query, query_dynamic, select_pairs_in};

/// Makes a connection note which rows it changes, so that their checksums can be updated. Changes
/// made by other programs are not noted and therefore do not match their checksums.
pub(in crate::store) async fn start_tracking_changes(
    mut on: Executor<'_>,
) -> Result<(), StoreError> {
    if !on.is_sqlite() {
        // The triggers are in the database, and do nothing on connections without this table.
        let sql = "CREATE TEMP TABLE changed (n BIGINT GENERATED ALWAYS AS IDENTITY, name TEXT NOT NULL, \
                   key TEXT NOT NULL, was TEXT, becomes TEXT) ON COMMIT DELETE ROWS";
        query(sql).execute(on.reborrow()).await?;
        return Ok(());
    }
    query(SQLITE_NOTES).execute(on.reborrow()).await?;
    let shapes = load_schemas(on.reborrow()).await?;
    track_tables(on, &shapes).await
}

/// Table in which a connection to SQLite notes its changes.
const SQLITE_NOTES: &str = "CREATE TEMP TABLE changed (n INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL, \
                            was TEXT, becomes TEXT)";

/// Makes a connection to SQLite note its changes to one table, and returns the schemas of all
/// tables. So a start need not wait for the others.
pub(in crate::store) async fn start_tracking_table(
    mut on: Executor<'_>,
    name: &str,
) -> Result<Vec<TableSchema>, StoreError> {
    query(SQLITE_NOTES).execute(on.reborrow()).await?;
    let shapes = load_schemas(on.reborrow()).await?;
    track_tables(on, shapes.iter().filter(|shape| shape.name == name)).await?;
    Ok(shapes)
}

/// Makes a connection to SQLite, which notes its changes to some tables already, note those to
/// more.
pub(in crate::store) async fn track_tables(
    on: Executor<'_>,
    shapes: impl IntoIterator<Item = &TableSchema>,
) -> Result<(), StoreError> {
    let mut triggers = String::new();
    for shape in shapes.into_iter().filter(|shape| shape.has_triggers()) {
        let name = &shape.name;
        let ([old, was], [new, becomes]) =
            (shape.sql_expressions("OLD"), shape.sql_expressions("NEW"));
        let gone = format!("('{name}', {old}, {was}, NULL)");
        let came = format!("('{name}', {new}, NULL, {becomes})");
        for (when, what) in [
            ("INSERT", came.clone()),
            ("DELETE", gone.clone()),
            ("UPDATE", format!("{gone}, {came}")),
        ] {
            triggers += &format!(
                "CREATE TEMP TRIGGER IF NOT EXISTS watch_{name}_{when} AFTER {when} ON main.\"{name}\" BEGIN \
                 INSERT INTO changed (name, key, was, becomes) VALUES {what}; END;"
            );
        }
    }
    // All in one go: each would be a way to the thread of the database and back.
    query_dynamic(triggers).execute(on).await?;
    Ok(())
}

/// Checksums of a row before and after a transaction; `None` if the row did not exist.
struct RowChange {
    was: Option<Vec<u8>>,
    is: Option<Vec<u8>>,
}

/// Returns the row changes a connection noted since its last commit, by table name and key, and clears them.
async fn take_tracked_changes(
    mut on: Executor<'_>,
) -> Result<BTreeMap<[String; 2], RowChange>, StoreError> {
    let mut all: BTreeMap<[String; 2], RowChange> = BTreeMap::new();
    let sql = "SELECT name, key, was, becomes FROM changed ORDER BY n";
    let noted = query(sql).fetch_all(on.reborrow()).await?;
    for row in &noted {
        let word = |column| Ok::<_, StoreError>(row.text_bytes(column)?.unwrap_or_default());
        let words =
            |column| Ok::<_, StoreError>(String::from_utf8_lossy(word(column)?).into_owned());
        let place = [words("name")?, words("key")?];
        let hashed = |column| Ok::<_, StoreError>(row.text_bytes(column)?.map(checksum));
        let (was, is) = (hashed("was")?, hashed("becomes")?);
        let before = all.remove(&place).map(|became| became.was);
        let was = before.unwrap_or(was);
        all.insert(place, RowChange { was, is });
    }
    if on.is_sqlite() && !noted.is_empty() {
        query("DELETE FROM changed").execute(on.reborrow()).await?;
    }
    Ok(all)
}

/// Updates the checksums of all changed rows and the ends of logs. Must be called before each commit.
pub(in crate::store) async fn update_checksums(
    mut on: Executor<'_>,
    heads: &HashMap<EncounterId, LogTail>,
) -> Result<(), StoreError> {
    let changed = take_tracked_changes(on.reborrow()).await?;
    let mut known: BTreeMap<[String; 2], Vec<u8>> = BTreeMap::new();
    let places: Vec<&[String; 2]> = changed.keys().collect();
    for places in places.chunks(ROWS_PER_QUERY) {
        let sql = "SELECT name, key, sum FROM sums WHERE (name, key) IN ";
        for row in select_pairs_in(on.reborrow(), sql, places).await? {
            let place = [row.try_get("name")?, row.try_get("key")?];
            known.insert(place, row.try_get("sum")?);
        }
    }
    let (mut is, mut gone) = (Vec::new(), Vec::new());
    for (place, RowChange { was, is: now }) in changed {
        // A snapshot is rebuilt from the log, regardless of what was stored before.
        let fits = known.get(&place) == was.as_ref()
            || place.first().is_some_and(|name| name == "snapshots");
        if !fits {
            let [name, _] = &place;
            tracing::error!(table = %name, "a row was not what was written before it was changed: it is damaged");
        }
        match now {
            Some(sum) if fits => is.push((place, sum)),
            Some(_) => is.push((place, DAMAGED_CHECKSUM.to_vec())),
            None => gone.push(place),
        }
    }
    for (encounter, head) in heads {
        let place = [LOG_TAILS_NAME.to_owned(), log_key(*encounter)];
        match head.seq {
            0 => gone.push(place),
            _ => is.push((place, encode_tail(*head))),
        }
    }
    upsert_checksums(on.reborrow(), &is).await?;
    let gone: Vec<&[String; 2]> = gone.iter().collect();
    for places in gone.chunks(ROWS_PER_QUERY) {
        select_pairs_in(
            on.reborrow(),
            "DELETE FROM sums WHERE (name, key) IN ",
            places,
        )
        .await?;
    }
    Ok(())
}

/// Executes one statement that changes rows, in a transaction of its own outside of the writer.
pub(in crate::store) async fn execute_tracked(
    mut on: Executor<'_>,
    sql: &'static str,
) -> Result<(), StoreError> {
    let begin = if on.is_sqlite() {
        "BEGIN IMMEDIATE"
    } else {
        "BEGIN"
    };
    query(begin).execute(on.reborrow()).await?;
    let changed = async {
        query(sql).execute(on.reborrow()).await?;
        update_checksums(on.reborrow(), &HashMap::new()).await?;
        query("COMMIT").execute(on.reborrow()).await?;
        Ok(())
    };
    let changed = changed.await;
    if changed.is_err() {
        _ = query("ROLLBACK").execute(on.reborrow()).await;
    }
    changed
}

/// Creates the trigger by which a Postgres table notes changes, on connections that request it.
pub(super) async fn create_trigger(
    mut on: Executor<'_>,
    shape: &TableSchema,
) -> Result<(), StoreError> {
    let name = &shape.name;
    let keys: Vec<String> = shape.keys.iter().map(|key| format!("'{key}'")).collect();
    for sql in [
        format!("DROP TRIGGER IF EXISTS watch ON \"{name}\""),
        format!(
            "CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON \"{name}\" FOR EACH ROW \
             EXECUTE FUNCTION note_change({})",
            keys.join(", ")
        ),
    ] {
        query_dynamic(sql).execute(on.reborrow()).await?;
    }
    Ok(())
}
