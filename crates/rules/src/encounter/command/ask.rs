//! Commands about rolls that a storyteller asks for.

use serde::{Deserialize, Serialize};

use super::unique_keys::read_unique_keys;
use crate::base::id::CombatantId;
use crate::base::sorted_map::{Map, Set};
use crate::character::parameters::Parameters;
use crate::encounter::ask::{AskConsequence, AskTelling};
use crate::trait_pool::PoolPart;

/// Roll that a storyteller asks for, as the command carries it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskInput {
    /// The parts of the pool.
    pub pool: Vec<PoolPart>,
    /// The parameters that differ from their defaults.
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub reading: Parameters,
    /// The combatants who are asked.
    pub of: Set<CombatantId>,
    /// What players learn of it.
    #[serde(default)]
    pub telling: AskTelling,
    /// A line for the players; blank is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// Number of successes that pass the roll; 0 and 1 are the usual one.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub needs: u16,
    /// A combatant who rolls against all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<CombatantId>,
    /// A combatant who helps all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helper: Option<CombatantId>,
    /// Seconds that the players have to answer; `None` is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u16>,
    /// What follows for those who fail or pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub follows: Vec<AskConsequence>,
}

/// Whether a roll needs the usual number of successes, in which case serialization leaves it out.
const fn is_usual(needs: &u16) -> bool {
    *needs < 2
}

/// An answer to an asked roll, for one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AskReply {
    /// The roll itself.
    Roll {
        /// The parameters that the roller adds, such as a specialty.
        #[serde(default, skip_serializing_if = "Set::is_empty")]
        added: Set<String>,
        /// Faces of real dice in the order they fell; `None` rolls on the server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Vec<u16>>,
    },
    /// The wish to roll another pool, for a storyteller to settle; empty takes the wish back.
    Instead {
        /// The parts of that pool.
        pool: Vec<PoolPart>,
    },
}

/// Step that a storyteller takes with an asked roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AskStep {
    /// Rolls for all who have not.
    RollMissing,
    /// Lets a player roll the pool they wish for, or not.
    Settle {
        /// The combatant with the wish.
        who: CombatantId,
        /// Whether the wish is granted.
        accept: bool,
    },
    /// Tells these combatants' players whether they passed.
    Tell {
        /// Whether each of them is told to have passed.
        #[serde(deserialize_with = "read_unique_keys")]
        passed: Map<CombatantId, bool>,
    },
    /// Shows the dice to everybody.
    Show,
    /// Keeps the outcome to the storytellers.
    Keep,
    /// Takes the question back; dice that fell stay in the log.
    CallOff,
}
