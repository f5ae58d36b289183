//! Who writes to a table has its row to themselves until the transaction ends.
//!
//! In SQLite there is one writer. Here there are as many as programs use the database, and each looks
//! before it writes: at the end of a log, at the seats that are taken, at which encounter is current. The lock
//! makes one writer of them for each table. A transaction takes all its locks first and in one order, so that
//! no two wait for each other.

use rules::id::{EncounterId, TableId};
use sqlx::postgres::PgConnection;

use crate::store::StoreError;
use crate::store::writer::Write;

/// Tables by what names them.
#[derive(Debug, Default, PartialEq, Eq)]
struct Touched {
    tables: Vec<[u8; 16]>,
    /// Those of these encounters.
    encounters: Vec<[u8; 16]>,
    /// Those of the seats these links move.
    passes: Vec<[u8; 32]>,
    /// Those where these browsers sit.
    browsers: Vec<[u8; 32]>,
    /// Those that have these codes.
    codes: Vec<String>,
}

impl Touched {
    fn of(writes: &[Write]) -> Self {
        let mut touched = Self::default();
        for write in writes {
            touched.add(write);
        }
        touched
    }

    fn table(&mut self, table: TableId) {
        self.tables.push(table.to_bytes());
    }

    fn encounter(&mut self, encounter: EncounterId) {
        self.encounters.push(encounter.to_bytes());
    }

    fn add(&mut self, write: &Write) {
        match write {
            // What is new nobody else can see.
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

/// `NO KEY`, because a new row only wants to know that its table stays.
const LOCK: &str = "SELECT FROM tables WHERE id IN (\
                    SELECT UNNEST($1::BYTEA[]) \
                    UNION SELECT table_id FROM encounters WHERE id = ANY($2) \
                    UNION SELECT table_id FROM passes WHERE hash = ANY($3) \
                    UNION SELECT table_id FROM seats WHERE browser = ANY($4) \
                    UNION SELECT id FROM tables WHERE code = ANY($5)) \
                    ORDER BY id FOR NO KEY UPDATE";

/// Locks every table that these writes touch.
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

fn bytes<const LENGTH: usize>(all: &[[u8; LENGTH]]) -> Vec<&[u8]> {
    all.iter().map(|one| &one[..]).collect()
}
