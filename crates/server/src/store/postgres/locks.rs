//! Row locks that give a transaction exclusive write access to the tables it touches.
//!
//! SQLite has a single writer. In Postgres every server has one, and each reads before it writes: the end of a log,
//! the seats in use, the current encounter. The lock serializes the writers of each table. A transaction takes all
//! its locks first and in a fixed order, so that no two transactions deadlock.

use rules::id::{EncounterId, TableId};
use sqlx::postgres::PgConnection;

use crate::store::StoreError;
use crate::store::writes::Write;

/// Tables to lock, each identified by one of its ids or tokens.
#[derive(Debug, Default, PartialEq, Eq)]
struct Touched {
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

impl Touched {
    /// Collects the tables that these writes touch.
    fn of(writes: &[Write]) -> Self {
        let mut touched = Self::default();
        for write in writes {
            touched.add(write);
        }
        touched
    }

    /// Adds a table by its id.
    fn table(&mut self, table: TableId) {
        self.tables.push(table.to_bytes());
    }

    /// Adds the table of an encounter.
    fn encounter(&mut self, encounter: EncounterId) {
        self.encounters.push(encounter.to_bytes());
    }

    /// Adds the tables that a write touches.
    fn add(&mut self, write: &Write) {
        match write {
            // Nobody else can see a new table yet.
            Write::Table(..) | Write::Whole(..) => {}
            Write::Scene(new, _) => self.table(new.scene.table),
            Write::Current(encounter, ..)
            | Write::RemovePrepared(encounter)
            | Write::Snapshot(encounter, _) => self.encounter(*encounter),
            Write::Log(lines) => self.encounter(lines.encounter),
            Write::Refused(refusals) => self.encounter(refusals.encounter),
            Write::Code(table, code) => {
                self.table(*table);
                self.codes.push(code.words.clone());
            }
            Write::StopInvites(table)
            | Write::Delete(table)
            | Write::Lock(table, _)
            | Write::Delay(table, _)
            | Write::HandOver(table, _)
            | Write::Seen(table, ..)
            | Write::Revoke(table, ..) => self.table(*table),
            Write::Seat(seat) => self.table(seat.table),
            Write::Pass(pass) => self.table(pass.table),
            Write::Portrait(new) => self.table(new.table),
            Write::Fold(_, old) => {
                for (table, _) in old {
                    self.table(*table);
                }
            }
            Write::ForgetOldTokens(browser) => self.browsers.push(browser.0),
            Write::UsePass(hash, ..) => self.passes.push(hash.0),
        }
    }
}

/// Statement that locks the tables. `NO KEY` does not block inserts of rows that only reference a table.
const LOCK: &str = "SELECT FROM tables WHERE id IN (\
                    SELECT UNNEST($1::BYTEA[]) \
                    UNION SELECT table_id FROM encounters WHERE id = ANY($2) \
                    UNION SELECT table_id FROM passes WHERE hash = ANY($3) \
                    UNION SELECT table_id FROM seats WHERE browser = ANY($4) \
                    UNION SELECT id FROM tables WHERE code = ANY($5)) \
                    ORDER BY id FOR NO KEY UPDATE";

/// Locks every table that these writes touch, until the transaction ends.
pub(super) async fn lock(
    connection: &mut PgConnection,
    writes: &[Write],
) -> Result<(), StoreError> {
    let touched = Touched::of(writes);
    if touched == Touched::default() {
        return Ok(());
    }
    let Touched {
        tables,
        encounters,
        passes,
        browsers,
        codes,
    } = &touched;
    sqlx::query(LOCK)
        .bind(bytes(tables))
        .bind(bytes(encounters))
        .bind(bytes(passes))
        .bind(bytes(browsers))
        .bind(codes)
        .execute(connection)
        .await?;
    Ok(())
}

/// Converts byte arrays to slices, as `sqlx` binds them.
fn bytes<const LENGTH: usize>(all: &[[u8; LENGTH]]) -> Vec<&[u8]> {
    all.iter().map(|one| &one[..]).collect()
}
