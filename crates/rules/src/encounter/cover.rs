//! Covers: things of the encounter that stand between combatants. A pair points to one by the dial
//! [`BEHIND`]; however many pairs do, it is one thing, and wears as one.

use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::text::Name;

/// The dial of a pair that says behind which cover the second stands, seen from the first.
pub const BEHIND: &str = "behind";

/// A thing that covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cover {
    /// What it is called.
    pub name: Name,
    /// The dials that are its own: those of [`CoverSpec::keys`](crate::exchange::CoverSpec::keys).
    #[serde(default, skip_serializing_if = "Reading::is_plain")]
    pub numbers: Reading,
}
