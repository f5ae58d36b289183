//! Declarations, answers and rolls, as commands name them before they are checked.

use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::character::parameters::Parameters;
use crate::exchange::Intent;

/// Declaration of an exchange (one attack or action, with its dice) as a command carries it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// The acting combatant; `None` is no combatant (a fall, a fire), which only storytellers may declare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CombatantId>,
    /// The targets, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<CombatantId>,
    /// Other combatants who may be drawn in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<CombatantId>,
    /// Combatants the rules would draw in but who are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<CombatantId>,
    /// The maneuver with its item and parameters.
    pub intent: Intent,
    /// Whether the exchange is declared although the rules bar it. Storytellers only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anyway: bool,
    /// Whether the targets notice an attack by a hidden combatant. Storytellers only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub noticed: bool,
    /// Whether the rolls of the acting combatant are made without asking and with nothing bought for them.
    /// Seats that roll real dice are always asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub throws: bool,
}

impl Declaration {
    /// Returns a declaration of one combatant without a target.
    #[must_use]
    pub const fn without_target(by: CombatantId, intent: Intent) -> Self {
        Self {
            by: Some(by),
            at: Vec::new(),
            others: Vec::new(),
            without: Vec::new(),
            intent,
            anyway: false,
            noticed: false,
            throws: false,
        }
    }
}

/// An answer to a question of an exchange, as given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AnswerInput {
    /// The key of the chosen option.
    Chose(String),
    /// A number within the asked range.
    Number(i32),
    /// A roll of the asked dice.
    Roll {
        /// The keys of the options bought for the roll.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bought: Vec<String>,
        /// Faces of real dice in the order they fell; `None` rolls on the server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Vec<u16>>,
    },
}

/// A roll outside of an exchange, as a command asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollInput {
    /// The combatant that rolls; `None` is nobody in particular.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CombatantId>,
    /// The purpose of the roll, such as "Wits + Composure".
    pub what: String,
    /// The parts of the pool and the modifiers.
    pub terms: Vec<TermInput>,
    /// Parameters of the roll: how the dice are read.
    pub reading: Parameters,
    /// Whether only storytellers see the roll.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether modifiers that the rules add on their own (wounds) are left out. Storytellers only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bare: bool,
    /// Faces of real dice in the order they fell; `None` rolls on the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Vec<u16>>,
}

/// A term of a pool as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermInput {
    /// The reason for the term.
    pub label: String,
    /// The number it adds.
    pub value: i32,
}
