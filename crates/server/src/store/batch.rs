//! Execution of a batch of writes within one transaction: all or nothing, or each independently.

use super::StoreError;
use super::fault::is_fault;
use super::heads::Heads;
use super::log_rows::insert;
use super::perform::{beside, perform};
use super::sql::Connection;
use super::writes::{Answer, Write, Wrote};

/// Executes all writes. The first failure fails the whole batch.
pub(super) async fn all(
    connection: &mut Connection,
    heads: &mut Heads,
    writes: &[Write],
) -> Result<Vec<Wrote>, StoreError> {
    let mut logs = Vec::new();
    let mut rows = Vec::new();
    for write in writes {
        if let Write::Log(lines) = write {
            logs.push(lines);
            rows.extend(&lines.rows);
        }
    }
    insert(connection, heads, &rows).await?;
    let mut sizes = Vec::with_capacity(logs.len());
    for lines in logs {
        sizes.push(beside(connection, lines).await?);
    }
    let mut sizes = sizes.into_iter();
    let mut answers = Vec::with_capacity(writes.len());
    for write in writes {
        answers.push(match write {
            Write::Log(_) => Wrote::Log(sizes.next().unwrap_or_default()),
            other => perform(connection, heads, other).await?,
        });
    }
    Ok(answers)
}

/// Executes each write in its own savepoint. A failed write is rolled back alone, but a fault of the database fails the
/// whole batch.
pub(super) async fn each(
    connection: &mut Connection,
    heads: &mut Heads,
    writes: &[Write],
) -> Result<Vec<Answer>, StoreError> {
    let mut answers = Vec::with_capacity(writes.len());
    for write in writes {
        connection.say("SAVEPOINT one").await?;
        let before = heads.fresh().clone();
        let wrote = match perform(connection, heads, write).await {
            Err(error) if is_fault(&error) => return Err(error),
            Err(error) => {
                heads.back_to(before);
                connection.say("ROLLBACK TO one").await?;
                Err(error)
            }
            wrote => wrote,
        };
        connection.say("RELEASE one").await?;
        answers.push(wrote);
    }
    Ok(answers)
}
