//! Checksums of all rows, so that any changed, removed or added row is detected.
//!
//! Log records are protected by their hash hash_chain ([`super::hash_chain`]); every other row has a checksum over all its
//! columns in the table `sums`. Triggers on the writing connection note all changes, and the checksums are updated in
//! the same transaction ([`update_checksums`]). Tables and columns are read from the database itself ([`shapes`]), so that new
//! ones are always included. A row that did not match its checksum before a change gets one that never matches:
//! writing to a damaged row does not hide the damage.

mod checking;
mod entries;
mod making;
mod shapes;
mod watching;

pub(super) use self::checking::{
    find_damaged_among, find_damaged_rows, log_tail_of, read_log_tails,
};
pub(super) use self::entries::{id_key, log_key};
pub(super) use self::making::{rebuild_checksums, rebuild_once};
pub(super) use self::shapes::{TableSchema, load_schemas};
pub(super) use self::watching::{
    execute_tracked, start_tracking_changes, start_tracking_table, track_tables, update_checksums,
};
