//! Checksums of all rows, so that any changed, removed or added row is detected.
//!
//! Log records are protected by their hash chain ([`super::chain`]); every other row has a checksum over all its
//! columns in the table `sums`. Triggers on the writing connection note all changes, and the checksums are updated in
//! the same transaction ([`renew`]). Tables and columns are read from the database itself ([`shapes`]), so that new
//! ones are always included. A row that did not match its checksum before a change gets one that never matches:
//! writing to a damaged row does not hide the damage.

mod checking;
mod entries;
mod making;
mod shapes;
mod watching;

pub(super) use self::checking::{bad, bad_among, head_of, heads};
pub(super) use self::entries::{key_of_id, key_of_log};
pub(super) use self::making::{make, make_once};
pub(super) use self::shapes::{Shape, shapes};
pub(super) use self::watching::{change, renew, watch};
