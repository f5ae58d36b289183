//! What must be said before anybody acts (XOV-DECL-01 to 03).

use serde::{Deserialize, Serialize};

use super::Refusal;

/// What somebody said they would do this turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Declaration {
    /// How many ordinary actions; 0 and 1 are both one.
    pub actions: i32,
    /// Powers by name.
    pub powers: Vec<String>,
    /// Points of Willpower.
    pub willpower: i32,
    /// The whole turn is defence.
    pub desperate_defense: bool,
}

/// What somebody wants to do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Ordinary action number so-and-so.
    Action(i32),
    /// A power by name.
    Power(String),
    /// A point of Willpower: how many were spent before.
    Willpower(i32),
    /// A point of Willpower to change an action, which needs no word before (XOV-DECL-03).
    WillpowerToChange,
    /// Defence for the whole turn.
    DesperateDefense,
    /// Waiting, which needs no word before (XOV-TURN-02).
    Delay,
}

/// Whether a deed stands by what was declared (XOV-DECL-02).
///
/// # Errors
/// [`Refusal::NotDeclared`] for what had to be said and was not.
pub fn allows(declared: &Declaration, deed: &Deed) -> Result<(), Refusal> {
    let said = match deed {
        Deed::Action(number) => *number <= declared.actions.max(1),
        Deed::Power(name) => declared.powers.contains(name),
        Deed::Willpower(spent) => *spent < declared.willpower,
        Deed::DesperateDefense => declared.desperate_defense,
        Deed::WillpowerToChange | Deed::Delay => true,
    };
    if said {
        Ok(())
    } else {
        Err(Refusal::NotDeclared)
    }
}
