//! Checksums of all rows, so that any changed, removed or added row is detected.
//!
//! Log records are protected by their hash chain ([`super::chain`]); every other row has a checksum over all its
//! columns in the table `sums`. Triggers on the writing connection note all changes, and the checksums are updated in
//! the same transaction ([`renew`]). Tables and columns are read from the database itself ([`shapes`]), so that new
//! ones are always included. A row that did not match its checksum before a change gets one that never matches:
//! writing to a damaged row does not hide the damage.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rules::id::EncounterId;
use sha2::{Digest as _, Sha256};

use super::StoreError;
use super::chain::Link;
use super::heads::Head;
use super::rows::number;
use super::sql::{On, Row, Value, insert_rows, query, query_made, select_pairs};

/// Number of checksums read or written per statement.
const AT_ONCE: usize = 500;
/// Name under which the ends of logs are stored in `sums`.
const LOGS: &str = "events";
/// Name of SQLite's own table of all `CREATE` statements.
const SCHEMA: &str = "sqlite_schema";

/// Table name and columns, from which the SQL for the checksums of its rows is built.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Name of the table.
    pub(super) name: String,
    /// Columns of the primary key.
    keys: Vec<String>,
    /// All columns of the table.
    columns: Vec<String>,
    /// Whether the table is in SQLite rather than in Postgres.
    is_sqlite: bool,
}

impl Shape {
    /// Returns the SQL expressions for the key and for the complete content of the row with alias `row`.
    fn words(&self, row: &str) -> [String; 2] {
        let quoted = |columns: &[String]| {
            let each: Vec<String> = columns
                .iter()
                .map(|name| format!("quote({row}.\"{name}\")"))
                .collect();
            each.join("||','||")
        };
        match self.is_sqlite {
            true => [quoted(&self.keys), quoted(&self.columns)],
            false => {
                let keys: Vec<String> = self
                    .keys
                    .iter()
                    .map(|name| format!("{row}.\"{name}\"::TEXT"))
                    .collect();
                [
                    format!("concat_ws(',', {})", keys.join(", ")),
                    format!("{row}::TEXT"),
                ]
            }
        }
    }

    /// Whether the server changes rows of this table at run time, and not only in migrations.
    fn is_watched(&self) -> bool {
        self.name != SCHEMA && !self.name.starts_with('_')
    }
}

/// Selects the columns of all SQLite tables except the log and the checksums.
const OF_SQLITE: &str = "SELECT tables.name AS name, columns.name AS called, columns.pk AS pk \
    FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns \
    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT IN ('events', 'sums') \
    ORDER BY tables.name, columns.cid";

/// Selects the columns of all Postgres tables, likewise. The list of migrations is excluded as well: the text of its
/// timestamps depends on the session.
const OF_POSTGRES: &str = "SELECT c.relname::TEXT AS name, a.attname::TEXT AS called, \
    COALESCE(array_position(i.indkey::INT2[], a.attnum) + 1, 0)::BIGINT AS pk \
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary \
    WHERE c.relkind = 'r' AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) \
    AND c.relname NOT IN ('events', 'sums', '_sqlx_migrations') ORDER BY c.relname, a.attnum";

/// Reads the schemas of all tables with checksums from the database.
pub(super) async fn shapes(mut on: On<'_>) -> Result<Vec<Shape>, StoreError> {
    let is_sqlite = on.is_sqlite();
    let sql = if is_sqlite { OF_SQLITE } else { OF_POSTGRES };
    let mut keys: BTreeMap<String, Vec<(i64, String)>> = BTreeMap::new();
    let mut shapes: Vec<Shape> = Vec::new();
    for row in query(sql).fetch_all(on.again()).await? {
        let (name, called): (String, String) = (row.try_get("name")?, row.try_get("called")?);
        let pk: i64 = row.try_get("pk")?;
        if shapes.last().is_none_or(|shape| shape.name != name) {
            shapes.push(Shape {
                name: name.clone(),
                keys: Vec::new(),
                columns: Vec::new(),
                is_sqlite,
            });
        }
        if pk > 0 {
            keys.entry(name).or_default().push((pk, called.clone()));
        }
        if let Some(shape) = shapes.last_mut() {
            shape.columns.push(called);
        }
    }
    for shape in &mut shapes {
        let mut keys = keys.remove(&shape.name).unwrap_or_default();
        keys.sort();
        shape.keys = keys.into_iter().map(|(_, name)| name).collect();
    }
    if is_sqlite {
        shapes.push(Shape {
            name: SCHEMA.to_owned(),
            keys: ["type", "name"].map(str::to_owned).into(),
            columns: ["type", "name", "tbl_name", "sql"]
                .map(str::to_owned)
                .into(),
            is_sqlite,
        });
    }
    Ok(shapes)
}

/// Computes the checksum of a row: the first 16 bytes of its SHA-256.
fn sum(row: &[u8]) -> Vec<u8> {
    Sha256::digest(row).iter().take(16).copied().collect()
}

/// Checksum of a row that was already damaged when it was changed: an empty value, which never matches.
const DAMAGED: &[u8] = b"";

/// Encodes the end of a log for storage in `sums`.
fn of_head(head: Head) -> Vec<u8> {
    let mut sum = head.seq.to_be_bytes().to_vec();
    sum.extend(head.link.0);
    sum
}

/// Returns the key in `sums` for the end of a log: the encounter id in hex.
pub(super) fn key_of_log(encounter: EncounterId) -> String {
    let mut key = String::with_capacity(32);
    for byte in encounter.to_bytes() {
        key.push_str(&format!("{byte:02x}"));
    }
    key
}

/// Makes a connection note its own changes, so that checksums can be updated. Changes made by other programs are not
/// noted and therefore do not match their checksums.
pub(super) async fn watch(mut on: On<'_>) -> Result<(), StoreError> {
    if !on.is_sqlite() {
        // The triggers are in the database, and do nothing on connections without this table.
        let sql = "CREATE TEMP TABLE changed (n BIGINT GENERATED ALWAYS AS IDENTITY, name TEXT NOT NULL, \
                   key TEXT NOT NULL, was TEXT, becomes TEXT) ON COMMIT DELETE ROWS";
        query(sql).execute(on.again()).await?;
        return Ok(());
    }
    let sql = "CREATE TEMP TABLE changed (n INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL, \
               was TEXT, becomes TEXT)";
    query(sql).execute(on.again()).await?;
    for shape in shapes(on.again()).await? {
        if !shape.is_watched() {
            continue;
        }
        let name = &shape.name;
        let ([old, was], [new, becomes]) = (shape.words("OLD"), shape.words("NEW"));
        let gone = format!("('{name}', {old}, {was}, NULL)");
        let came = format!("('{name}', {new}, NULL, {becomes})");
        for (when, what) in [
            ("INSERT", came.clone()),
            ("DELETE", gone.clone()),
            ("UPDATE", format!("{gone}, {came}")),
        ] {
            let sql = format!(
                "CREATE TEMP TRIGGER watch_{name}_{when} AFTER {when} ON main.\"{name}\" BEGIN \
                 INSERT INTO changed (name, key, was, becomes) VALUES {what}; END"
            );
            query_made(sql).execute(on.again()).await?;
        }
    }
    Ok(())
}

/// Checksums of a row before and after a transaction; `None` if the row did not exist.
struct Became {
    was: Option<Vec<u8>>,
    is: Option<Vec<u8>>,
}

/// Returns the row changes a connection noted since its last commit, by table name and key, and clears them.
async fn changed(mut on: On<'_>) -> Result<BTreeMap<[String; 2], Became>, StoreError> {
    let mut all: BTreeMap<[String; 2], Became> = BTreeMap::new();
    let sql = "SELECT name, key, was, becomes FROM changed ORDER BY n";
    let noted = query(sql).fetch_all(on.again()).await?;
    for row in &noted {
        let word = |column| Ok::<_, StoreError>(row.bytes_of_text(column)?.unwrap_or_default());
        let words =
            |column| Ok::<_, StoreError>(String::from_utf8_lossy(word(column)?).into_owned());
        let place = [words("name")?, words("key")?];
        let hashed = |column| Ok::<_, StoreError>(row.bytes_of_text(column)?.map(sum));
        let (was, is) = (hashed("was")?, hashed("becomes")?);
        let before = all.remove(&place).map(|became| became.was);
        let was = before.unwrap_or(was);
        all.insert(place, Became { was, is });
    }
    if on.is_sqlite() && !noted.is_empty() {
        query("DELETE FROM changed").execute(on.again()).await?;
    }
    Ok(all)
}

/// Updates the checksums of all changed rows and the ends of logs. Must be called before each commit.
pub(super) async fn renew(
    mut on: On<'_>,
    heads: &HashMap<EncounterId, Head>,
) -> Result<(), StoreError> {
    let changed = changed(on.again()).await?;
    let mut known: BTreeMap<[String; 2], Vec<u8>> = BTreeMap::new();
    let places: Vec<&[String; 2]> = changed.keys().collect();
    for places in places.chunks(AT_ONCE) {
        let sql = "SELECT name, key, sum FROM sums WHERE (name, key) IN ";
        for row in select_pairs(on.again(), sql, places).await? {
            let place = [row.try_get("name")?, row.try_get("key")?];
            known.insert(place, row.try_get("sum")?);
        }
    }
    let (mut is, mut gone) = (Vec::new(), Vec::new());
    for (place, Became { was, is: now }) in changed {
        // A snapshot is rebuilt from the log, regardless of what was stored before.
        let fits = known.get(&place) == was.as_ref()
            || place.first().is_some_and(|name| name == "snapshots");
        if !fits {
            let [name, _] = &place;
            tracing::error!(table = %name, "a row was not what was written before it was changed: it is damaged");
        }
        match now {
            Some(sum) if fits => is.push((place, sum)),
            Some(_) => is.push((place, DAMAGED.to_vec())),
            None => gone.push(place),
        }
    }
    for (encounter, head) in heads {
        let place = [LOGS.to_owned(), key_of_log(*encounter)];
        match head.seq {
            0 => gone.push(place),
            _ => is.push((place, of_head(*head))),
        }
    }
    keep(on.again(), &is).await?;
    let gone: Vec<&[String; 2]> = gone.iter().collect();
    for places in gone.chunks(AT_ONCE) {
        select_pairs(on.again(), "DELETE FROM sums WHERE (name, key) IN ", places).await?;
    }
    Ok(())
}

/// Inserts or replaces checksums.
async fn keep(mut on: On<'_>, sums: &[([String; 2], Vec<u8>)]) -> Result<(), StoreError> {
    for sums in sums.chunks(AT_ONCE) {
        let rows: Vec<Vec<Value<'_>>> = sums
            .iter()
            .map(|([name, key], sum)| vec![name.into(), key.into(), (&sum[..]).into()])
            .collect();
        let begins = "INSERT INTO sums (name, key, sum) VALUES";
        let ends = " ON CONFLICT (name, key) DO UPDATE SET sum = excluded.sum";
        insert_rows(on.again(), begins, &rows, ends).await?;
    }
    Ok(())
}

/// Executes one statement that changes rows, in a transaction of its own outside of the writer.
pub(super) async fn change(mut on: On<'_>, sql: &'static str) -> Result<(), StoreError> {
    let begin = if on.is_sqlite() {
        "BEGIN IMMEDIATE"
    } else {
        "BEGIN"
    };
    query(begin).execute(on.again()).await?;
    let changed = async {
        query(sql).execute(on.again()).await?;
        renew(on.again(), &HashMap::new()).await?;
        query("COMMIT").execute(on.again()).await?;
        Ok(())
    };
    let changed = changed.await;
    if changed.is_err() {
        _ = query("ROLLBACK").execute(on.again()).await;
    }
    changed
}

/// Table name and key of a damaged row.
pub(super) type Bad = [String; 2];

/// Rebuilds the checksums of all rows within a transaction, for data that predates checksums or was imported as a
/// whole. Rows listed in `damaged` stay marked as damaged.
pub(super) async fn make(mut on: On<'_>, damaged: &[Bad]) -> Result<(), StoreError> {
    let damaged: BTreeSet<&Bad> = damaged.iter().collect();
    query("DELETE FROM sums").execute(on.again()).await?;
    for shape in shapes(on.again()).await? {
        if !on.is_sqlite() {
            note_by_trigger(on.again(), &shape).await?;
        }
        let mut sums = Vec::new();
        for (key, row, _) in read(on.again(), &shape).await? {
            let place = [shape.name.clone(), key];
            let sum = if damaged.contains(&place) {
                DAMAGED.to_vec()
            } else {
                row
            };
            sums.push((place, sum));
        }
        keep(on.again(), &sums).await?;
    }
    let sql = "SELECT encounter_id, seq, link FROM events AS it WHERE seq = \
               (SELECT MAX(seq) FROM events WHERE encounter_id = it.encounter_id)";
    let mut sums = Vec::new();
    for row in query(sql).fetch_all(on.again()).await? {
        if let Some((encounter, head)) = head(&row) {
            sums.push(([LOGS.to_owned(), key_of_log(encounter)], of_head(head)));
        }
    }
    keep(on, &sums).await
}

/// Reads the end of a log from a row of `events`.
fn head(row: &Row) -> Option<(EncounterId, Head)> {
    let id: &[u8] = row.try_get("encounter_id").ok()?;
    let seq: i64 = row.try_get("seq").ok()?;
    let link = Link::stored(row, "link")?;
    let seq = u64::try_from(seq).ok()?;
    Some((
        EncounterId::from_bytes(id.try_into().ok()?),
        Head { seq, link },
    ))
}

/// Creates the trigger by which a Postgres table notes changes, on connections that request it.
async fn note_by_trigger(mut on: On<'_>, shape: &Shape) -> Result<(), StoreError> {
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
        query_made(sql).execute(on.again()).await?;
    }
    Ok(())
}

/// Key, computed checksum and stored checksum of a row.
type Read = (String, Vec<u8>, Option<Vec<u8>>);

/// Reads the checksums of all rows of a table, page by page, because portraits are large.
async fn read(mut on: On<'_>, shape: &Shape) -> Result<Vec<Read>, StoreError> {
    const PAGE: usize = 100;
    let [key, row] = shape.words("it");
    let name = &shape.name;
    // SQLite reads the table in storage order, so that damaged indexes do not matter.
    let order = if on.is_sqlite() { "" } else { "ORDER BY key" };
    let mut read = Vec::new();
    loop {
        let sql = format!(
            "SELECT it.key, it.row, sums.sum FROM (SELECT {key} AS key, {row} AS row FROM \"{name}\" AS it \
             {order} LIMIT $1 OFFSET $2) AS it LEFT JOIN sums ON sums.name = '{name}' AND sums.key = it.key"
        );
        let page = query_made(sql)
            .bind(number(PAGE as u64))
            .bind(number(read.len() as u64))
            .fetch_all(on.again())
            .await?;
        for row in &page {
            let key = row.bytes_of_text("key")?.unwrap_or_default();
            let key = String::from_utf8_lossy(key).into_owned();
            let words = row.bytes_of_text("row")?.unwrap_or_default();
            read.push((key, sum(words), row.try_get("sum")?));
        }
        if page.len() < PAGE {
            return Ok(read);
        }
    }
}

/// Returns all damaged or missing rows, each with a description. Of logs, only those missing altogether are detected
/// here. A table that cannot be read is reported with the error.
pub(super) async fn bad(mut on: On<'_>) -> Result<Vec<(Bad, String)>, StoreError> {
    let mut bad = Vec::new();
    let sql = "SELECT name, key FROM sums";
    let mut left: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in query(sql).fetch_all(on.again()).await? {
        let place = ["name", "key"].map(|column| {
            let bytes = row.bytes_of_text(column);
            bytes.map(|bytes| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned())
        });
        let [name, key] = place;
        left.entry(name?).or_default().insert(key?);
    }
    for shape in shapes(on.again()).await? {
        let mut keys = left.remove(&shape.name).unwrap_or_default();
        let rows = match read(on.again(), &shape).await {
            Ok(rows) => rows,
            Err(error) => {
                bad.push((
                    [shape.name, String::new()],
                    format!("it cannot be read: {error}"),
                ));
                continue;
            }
        };
        for (key, sum, kept) in rows {
            let was_there = keys.remove(&key);
            if kept.as_ref() != Some(&sum) {
                let words = match was_there {
                    true => "it is not what was written",
                    false => "it was not written so, or there twice",
                };
                bad.push(([shape.name.clone(), key], words.to_owned()));
            }
        }
        for key in keys {
            bad.push((
                [shape.name.clone(), key],
                "it was there and is lost".to_owned(),
            ));
        }
    }
    // The ends of logs are compared when the logs are read.
    left.remove(LOGS);
    for (name, keys) in left {
        for key in keys {
            bad.push(([name.clone(), key], "its table is lost".to_owned()));
        }
    }
    Ok(bad)
}

/// Reads the recorded ends of all logs, by [`key_of_log`]; `None` for an entry that cannot be decoded.
pub(super) async fn heads(on: On<'_>) -> Result<BTreeMap<String, Option<Head>>, StoreError> {
    let rows = query("SELECT key, sum FROM sums WHERE name = 'events'")
        .fetch_all(on)
        .await?;
    let one = |row: &Row| {
        let key = row.bytes_of_text("key")?.unwrap_or_default();
        Ok((String::from_utf8_lossy(key).into_owned(), kept_head(row)))
    };
    rows.iter().map(one).collect()
}

/// Decodes the end of a log from a row of `sums`.
fn kept_head(row: &Row) -> Option<Head> {
    let bytes: &[u8] = row.try_get("sum").ok()?;
    let (seq, link) = bytes.split_first_chunk::<8>()?;
    Some(Head {
        seq: u64::from_be_bytes(*seq),
        link: Link(link.try_into().ok()?),
    })
}

/// Returns the recorded end of a log, if known.
pub(super) async fn head_of(
    on: On<'_>,
    encounter: EncounterId,
) -> Result<Option<Head>, StoreError> {
    let row = query("SELECT sum FROM sums WHERE name = 'events' AND key = $1")
        .bind(key_of_log(encounter))
        .fetch_optional(on)
        .await?;
    Ok(row.as_ref().and_then(kept_head))
}

/// Returns the key in `sums` for a row whose primary key is this id.
pub(super) fn key_of_id(id: [u8; 16], is_sqlite: bool) -> String {
    let mut key = String::with_capacity(36);
    key.push_str(if is_sqlite { "X'" } else { "\\x" });
    for byte in id {
        key.push_str(&match is_sqlite {
            true => format!("{byte:02X}"),
            false => format!("{byte:02x}"),
        });
    }
    if is_sqlite {
        key.push('\'');
    }
    key
}

/// Returns the keys of the rows with these column values that do not match their checksums.
pub(super) async fn bad_among(
    on: On<'_>,
    shape: &Shape,
    columns: &[(&'static str, Value<'_>)],
) -> Result<Vec<String>, StoreError> {
    let [key, words] = shape.words("it");
    let name = &shape.name;
    let mut sql = format!(
        "SELECT {key} AS key, {words} AS row, \
         (SELECT sum FROM sums WHERE name = '{name}' AND key = {key}) AS sum FROM \"{name}\" AS it WHERE "
    );
    for (nth, (column, _)) in (1..).zip(columns) {
        let and = if nth == 1 { "" } else { " AND " };
        let nth: usize = nth;
        sql.push_str(&format!("{and}it.{column} = ${nth}"));
    }
    let mut asked = query_made(sql);
    for (_, value) in columns {
        asked = asked.bind(value.clone());
    }
    let mut bad = Vec::new();
    for row in asked.fetch_all(on).await? {
        let is = sum(row.bytes_of_text("row")?.unwrap_or_default());
        let kept: Option<Vec<u8>> = row.try_get("sum")?;
        if kept != Some(is) {
            let key = row.bytes_of_text("key")?.unwrap_or_default();
            bad.push(String::from_utf8_lossy(key).into_owned());
        }
    }
    Ok(bad)
}

/// Rebuilds the checksums if they are older than migration number `version`.
pub(super) async fn make_once(
    mut on: On<'_>,
    version: i64,
    damaged: &[Bad],
) -> Result<(), StoreError> {
    if query("SELECT has_sums FROM store")
        .fetch_one(on.again())
        .await?
        .only::<i64>()?
        >= version
    {
        return Ok(());
    }
    let begin = if on.is_sqlite() {
        "BEGIN IMMEDIATE"
    } else {
        "BEGIN"
    };
    query(begin).execute(on.again()).await?;
    let made = async {
        // If several servers start at once, one does the work and the others wait here.
        let first = query("UPDATE store SET has_sums = $1 WHERE has_sums < $1")
            .bind(version)
            .execute(on.again())
            .await?;
        if first > 0 {
            make(on.again(), damaged).await?;
        }
        query("COMMIT").execute(on.again()).await?;
        Ok(())
    };
    let made = made.await;
    if made.is_err() {
        _ = query("ROLLBACK").execute(on.again()).await;
    }
    made
}
