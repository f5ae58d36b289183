//! Notes the changes of a connection and updates the checksums of the rows with each commit.

use std::collections::{BTreeMap, HashMap};

use rules::id::EncounterId;

use super::entries::{AT_ONCE, DAMAGED, LOGS, keep, key_of_log, of_head, sum};
use super::shapes::{Shape, shapes};
use crate::store::StoreError;
use crate::store::heads::Head;
use crate::store::sql::{On, query, query_made, select_pairs};

/// Makes a connection note its own changes, so that checksums can be updated. Changes made by other programs are not
/// noted and therefore do not match their checksums.
pub(in crate::store) async fn watch(mut on: On<'_>) -> Result<(), StoreError> {
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
pub(in crate::store) async fn renew(
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

/// Executes one statement that changes rows, in a transaction of its own outside of the writer.
pub(in crate::store) async fn change(mut on: On<'_>, sql: &'static str) -> Result<(), StoreError> {
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

/// Creates the trigger by which a Postgres table notes changes, on connections that request it.
pub(super) async fn note_by_trigger(mut on: On<'_>, shape: &Shape) -> Result<(), StoreError> {
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
