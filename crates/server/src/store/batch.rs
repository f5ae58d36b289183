//! Execution of a batch of writes within one transaction: all or nothing, or each independently.

use super::StoreError;
use super::fault::is_fault;
use super::log_rows::insert_records;
use super::log_tails::LogTails;
use super::sql::Connection;
use super::write_ops::{apply_log_extras, apply_write};
use super::writes::{Write, WriteOutcome, WriteReply};

/// Executes all writes of a batch in one transaction. The first failure fails the whole batch.
pub(super) async fn apply_all(
    connection: &mut Connection,
    heads: &mut LogTails,
    writes: &[Write],
) -> Result<Vec<WriteOutcome>, StoreError> {
    let mut logs = Vec::new();
    let mut rows = Vec::new();
    for write in writes {
        if let Write::Log(lines) = write {
            logs.push(lines);
            rows.extend(&lines.rows);
        }
    }
    insert_records(connection, heads, &rows).await?;
    let mut sizes = Vec::with_capacity(logs.len());
    for lines in logs {
        sizes.push(apply_log_extras(connection, lines).await?);
    }
    let mut sizes = sizes.into_iter();
    let mut answers = Vec::with_capacity(writes.len());
    for write in writes {
        answers.push(match write {
            Write::Log(_) => WriteOutcome::Log(sizes.next().unwrap_or_default()),
            other => apply_write(connection, heads, other).await?,
        });
    }
    Ok(answers)
}

/// Executes each write in its own savepoint. A failed write is rolled back alone, but a fault of the database fails the
/// whole batch.
pub(super) async fn apply_each(
    connection: &mut Connection,
    heads: &mut LogTails,
    writes: &[Write],
) -> Result<Vec<WriteReply>, StoreError> {
    let mut answers = Vec::with_capacity(writes.len());
    for write in writes {
        connection.execute("SAVEPOINT one").await?;
        let before = heads.uncommitted().clone();
        let wrote = match apply_write(connection, heads, write).await {
            Err(error) if is_fault(&error) => return Err(error),
            Err(error) => {
                heads.rollback_to(before);
                connection.execute("ROLLBACK TO one").await?;
                Err(error)
            }
            wrote => wrote,
        };
        connection.execute("RELEASE one").await?;
        answers.push(wrote);
    }
    Ok(answers)
}
