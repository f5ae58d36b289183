//! Covers: objects that stand between combatants.
//!
//! A pair of combatants points to a cover by the parameter [`BEHIND_KEY`]. However many pairs do, the cover is one
//! object with one amount of wear.

use serde::{Deserialize, Serialize};

use crate::base::text::Name;
use crate::character::parameters::Parameters;

/// Key of the situation parameter that names the cover the second combatant stands behind, seen from the first.
pub const BEHIND_KEY: &str = "behind";

/// Cover that combatants can stand behind, as the storyteller named it, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cover {
    /// The name of the cover.
    pub name: Name,
    /// Parameters of the cover itself: those of [`CoverSpec::keys`](crate::exchange::CoverSpec::keys).
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub numbers: Parameters,
}
