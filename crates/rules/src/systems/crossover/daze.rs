//! Dazed: a blow that takes the next turn away (XOV-CMP-06, XOV-CMP-07).

use serde::{Deserialize, Serialize};

use super::creature::Kind;

/// How much it takes to daze a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Toughness {
    /// More than Stamina: mortals, and those hardly more than that: ghouls, kinfolk,
    /// sorcerers, psychics.
    Mortal,
    /// More than Stamina + 2: everything else.
    Supernatural,
}

/// What the program proposes for a kind; a person may set it otherwise.
#[must_use]
pub const fn toughness(kind: Kind) -> Toughness {
    match kind {
        Kind::Mortal | Kind::Ghoul | Kind::Other => Toughness::Mortal,
        Kind::Vampire | Kind::Werewolf | Kind::Mage | Kind::Wraith | Kind::Risen => {
            Toughness::Supernatural
        }
    }
}

/// Whether so much damage after soak dazes. The dazed have no action at all in the following
/// turn, not even a defense, but they still soak.
#[must_use]
pub const fn dazes(inflicted: i32, stamina: i32, supernatural: bool) -> bool {
    let more = if supernatural { 2 } else { 0 };
    inflicted > 0 && inflicted > stamina.saturating_add(more)
}
