//! Entries of the table `sums`: their keys, their values, and writing them.

use rules::base::id::EncounterId;
use sha2::{Digest as _, Sha256};

use crate::store::StoreError;
use crate::store::hash_chain::ChainLink;
use crate::store::log_tails::LogTail;
use crate::store::sql::{Executor, SqlRow, Value, insert_rows};

/// Number of checksums read or written per statement.
pub(super) const ROWS_PER_QUERY: usize = 500;

/// Name under which the ends of logs are stored in `sums`.
pub(super) const LOG_TAILS_NAME: &str = "events";

/// Checksum of a row that was already damaged when it was changed: an empty value, which never matches.
pub(super) const DAMAGED_CHECKSUM: &[u8] = b"";

/// Table name and key of a damaged row.
pub(in crate::store) type DamagedRow = [String; 2];

/// Computes the checksum of a database row, which is the first 16 bytes of its SHA-256.
pub(super) fn checksum(row: &[u8]) -> Vec<u8> {
    Sha256::digest(row).iter().take(16).copied().collect()
}

/// Encodes the end of a log for storage in the database table `sums`.
pub(super) fn encode_tail(head: LogTail) -> Vec<u8> {
    let mut sum = head.seq.to_be_bytes().to_vec();
    sum.extend(head.link.0);
    sum
}

/// Returns the key of a log's end in the database table `sums`, the encounter's id in hex.
pub(in crate::store) fn log_key(encounter: EncounterId) -> String {
    hex::encode(encounter.to_bytes())
}

/// Returns the key of a row's checksum in the database table `sums`, for a row whose primary key is
/// this id.
pub(in crate::store) fn id_key(id: [u8; 16], is_sqlite: bool) -> String {
    match is_sqlite {
        true => format!("X'{}'", hex::encode_upper(id)),
        false => format!("\\x{}", hex::encode(id)),
    }
}

/// Decodes the end of a log from a row of the database table `sums`; `None` if it is malformed.
pub(super) fn decode_tail(row: &SqlRow) -> Option<LogTail> {
    let bytes: &[u8] = row.try_get("sum").ok()?;
    let (seq, link) = bytes.split_first_chunk::<8>()?;
    Some(LogTail {
        seq: u64::from_be_bytes(*seq),
        link: ChainLink(link.try_into().ok()?),
    })
}

/// Inserts or replaces the checksums of database rows.
pub(super) async fn upsert_checksums(
    mut on: Executor<'_>,
    sums: &[([String; 2], Vec<u8>)],
) -> Result<(), StoreError> {
    for sums in sums.chunks(ROWS_PER_QUERY) {
        let rows: Vec<Vec<Value<'_>>> = sums
            .iter()
            .map(|([name, key], sum)| vec![name.into(), key.into(), (&sum[..]).into()])
            .collect();
        let begins = "INSERT INTO sums (name, key, sum) VALUES";
        let ends = " ON CONFLICT (name, key) DO UPDATE SET sum = excluded.sum";
        insert_rows(on.reborrow(), begins, &rows, ends).await?;
    }
    Ok(())
}
