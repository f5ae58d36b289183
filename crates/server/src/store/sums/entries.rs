//! Entries of the table `sums`: their keys, their values, and writing them.

use rules::id::EncounterId;
use sha2::{Digest as _, Sha256};

use crate::store::StoreError;
use crate::store::chain::Link;
use crate::store::heads::Head;
use crate::store::sql::{On, Row, Value, insert_rows};

/// Number of checksums read or written per statement.
pub(super) const AT_ONCE: usize = 500;

/// Name under which the ends of logs are stored in `sums`.
pub(super) const LOGS: &str = "events";

/// Checksum of a row that was already damaged when it was changed: an empty value, which never matches.
pub(super) const DAMAGED: &[u8] = b"";

/// Table name and key of a damaged row.
pub(in crate::store) type Bad = [String; 2];

/// Computes the checksum of a row: the first 16 bytes of its SHA-256.
pub(super) fn sum(row: &[u8]) -> Vec<u8> {
    Sha256::digest(row).iter().take(16).copied().collect()
}

/// Encodes the end of a log for storage in `sums`.
pub(super) fn of_head(head: Head) -> Vec<u8> {
    let mut sum = head.seq.to_be_bytes().to_vec();
    sum.extend(head.link.0);
    sum
}

/// Returns the key in `sums` for the end of a log: the encounter id in hex.
pub(in crate::store) fn key_of_log(encounter: EncounterId) -> String {
    let mut key = String::with_capacity(32);
    for byte in encounter.to_bytes() {
        key.push_str(&format!("{byte:02x}"));
    }
    key
}

/// Returns the key in `sums` for a row whose primary key is this id.
pub(in crate::store) fn key_of_id(id: [u8; 16], is_sqlite: bool) -> String {
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

/// Decodes the end of a log from a row of `sums`.
pub(super) fn kept_head(row: &Row) -> Option<Head> {
    let bytes: &[u8] = row.try_get("sum").ok()?;
    let (seq, link) = bytes.split_first_chunk::<8>()?;
    Some(Head {
        seq: u64::from_be_bytes(*seq),
        link: Link(link.try_into().ok()?),
    })
}

/// Inserts or replaces checksums.
pub(super) async fn keep(
    mut on: On<'_>,
    sums: &[([String; 2], Vec<u8>)],
) -> Result<(), StoreError> {
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
