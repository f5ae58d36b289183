//! Row locks that give a transaction exclusive write access to the tables it touches.
//!
//! SQLite has a single writer. In Postgres every server has one, and each reads before it writes: the end of a log,
//! the seats in use, the current encounter. The lock serializes the writers of each table. A transaction takes all
//! its locks first and in a fixed order, so that no two transactions deadlock.

use rules::base::id::{EncounterId, TableId};
use sqlx::postgres::PgConnection;

use crate::store::StoreError;
use crate::store::writes::Write;

/// Tables of players to lock, each identified by one of its ids or tokens.
#[derive(Debug, Default, PartialEq, Eq)]
struct TouchedTables {
    tables: Vec<[u8; 16]>,
    /// Encounters whose tables are locked.
    encounters: Vec<[u8; 16]>,
    /// Hashes of one-time links; the tables of their seats are locked.
    passes: Vec<[u8; 32]>,
    /// Browser key hashes; the tables where these browsers hold seats are locked.
    browsers: Vec<[u8; 32]>,
    /// Invite codes whose tables are locked.
    codes: Vec<String>,
}

impl TouchedTables {
    /// Collects the tables of players that these writes change.
    fn from_writes(writes: &[Write]) -> Self {
        let mut touched = Self::default();
        for write in writes {
            touched.add_write(write);
        }
        touched
    }

    /// Adds a table of players by its id.
    fn add_table(&mut self, table: TableId) {
        self.tables.push(table.to_bytes());
    }

    /// Adds the table at which an encounter is played.
    fn add_encounter(&mut self, encounter: EncounterId) {
        self.encounters.push(encounter.to_bytes());
    }

    /// Adds the tables of players that a write changes.
    fn add_write(&mut self, write: &Write) {
        match write {
            // Nobody else can see a new table yet.
            Write::Table(..) | Write::ImportTable(..) => {}
            Write::CreateEncounter(new, _) => self.add_table(new.info.table),
            Write::SetCurrent(encounter, ..)
            | Write::RemovePrepared(encounter)
            | Write::Snapshot(encounter, _) => self.add_encounter(*encounter),
            Write::Log(lines) => self.add_encounter(lines.encounter),
            Write::Refused(refusals) => self.add_encounter(refusals.encounter),
            Write::Code(table, code) => {
                self.add_table(*table);
                self.codes.push(code.words.clone());
            }
            Write::StopInvites(table)
            | Write::Delete(table)
            | Write::Lock(table, _)
            | Write::Delay(table, _)
            | Write::HandOver(table, _)
            | Write::RecordVisit(table, ..)
            | Write::Revoke(table, ..) => self.add_table(*table),
            Write::Seat(seat) => self.add_table(seat.table),
            Write::Pass(pass) => self.add_table(pass.table),
            Write::Portrait(new) => self.add_table(new.table),
            Write::AdoptOldCookies(_, old) => {
                for (table, _) in old {
                    self.add_table(*table);
                }
            }
            Write::ForgetOldTokens(browser) => self.browsers.push(browser.0),
            Write::UsePass(hash, ..) => self.passes.push(hash.0),
        }
    }
}

/// SQL statement that locks the rows of tables until the transaction ends. `NO KEY` does not block inserts of rows that
/// only reference a table.
const LOCK_QUERY: &str = "SELECT FROM tables WHERE id IN (\
                    SELECT UNNEST($1::BYTEA[]) \
                    UNION SELECT table_id FROM encounters WHERE id = ANY($2) \
                    UNION SELECT table_id FROM passes WHERE hash = ANY($3) \
                    UNION SELECT table_id FROM seats WHERE browser = ANY($4) \
                    UNION SELECT id FROM tables WHERE code = ANY($5)) \
                    ORDER BY id FOR NO KEY UPDATE";

/// Locks every table of players that these writes change, until the transaction ends.
pub(super) async fn lock_tables(
    connection: &mut PgConnection,
    writes: &[Write],
) -> Result<(), StoreError> {
    let touched = TouchedTables::from_writes(writes);
    if touched == TouchedTables::default() {
        return Ok(());
    }
    let TouchedTables {
        tables,
        encounters,
        passes,
        browsers,
        codes,
    } = &touched;
    sqlx::query(LOCK_QUERY)
        .bind(as_slices(tables))
        .bind(as_slices(encounters))
        .bind(as_slices(passes))
        .bind(as_slices(browsers))
        .bind(codes)
        .execute(connection)
        .await?;
    Ok(())
}

/// Converts byte arrays to slices, as `sqlx` binds them.
fn as_slices<const LENGTH: usize>(all: &[[u8; LENGTH]]) -> Vec<&[u8]> {
    all.iter().map(|one| &one[..]).collect()
}
