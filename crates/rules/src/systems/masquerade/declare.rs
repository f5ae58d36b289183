//! What must be said before anybody acts (MSQ-DECL-02).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Refusal;

/// Something that belongs into a declaration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Attack.
    Attack,
    /// Get up from a knockdown.
    Rise,
    /// Move.
    Move,
    /// Flee.
    Flee,
    /// Block, dodge or parry.
    Defend,
    /// A Discipline by name.
    Discipline(String),
    /// Spend Willpower.
    Willpower,
    /// Spend blood.
    Blood,
    /// Wait.
    Delay,
}

/// What somebody said they would do this turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Declaration {
    /// How many actions; pools are reduced by this number from here on.
    pub actions: i32,
    /// Everything else.
    pub deeds: BTreeSet<Deed>,
}

/// Whether a deed stands by what was declared. An abort to a defence needs no word
/// (MSQ-DEF-01).
///
/// # Errors
/// [`Refusal::NotDeclared`] for what had to be said and was not.
pub fn allows(declared: &Declaration, deed: &Deed, aborted: bool) -> Result<(), Refusal> {
    let abort = aborted && matches!(deed, Deed::Defend | Deed::Willpower);
    if abort || declared.deeds.contains(deed) {
        return Ok(());
    }
    Err(Refusal::NotDeclared)
}
