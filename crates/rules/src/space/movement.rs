//! How far a combatant gets in a turn, and what a way costs.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, LocationId};
use crate::base::term::RuleId;
use crate::messages::{Text, Wording};

/// A pace at which a combatant can move, as far as it goes in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The pace in words: "a walk", "a run".
    pub title: Text,
    /// How far it goes in a turn, everything moved so far in this turn included.
    pub reach: u32,
    /// The rule that says so.
    pub rule: &'static str,
    /// The maneuver that is declared with it, where it takes an action, and the key of its parameter for the
    /// distance, if it has one.
    pub maneuver: Option<(&'static str, Option<&'static str>)>,
}

/// A place that a combatant could go to, and what going there costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// The place.
    pub to: LocationId,
    /// The distance along the shortest way; `None` if nobody has said how far it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The distance by ways that players do not know of, where that is shorter; only for storytellers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shorter: Option<u32>,
    /// The pace it takes, in words: "a walk", "a run"; `None` where the rules count no steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Wording>,
    /// Whether that pace takes the turn's action.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub action: bool,
    /// What else going there brings: whose side the combatant leaves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<Wording>,
    /// Why the combatant cannot go there now, with the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<(Wording, RuleId)>,
    /// Combatant whose way it is: the slowest, where several go together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowest: Option<CombatantId>,
}

/// Distance that a combatant still gets in a turn, in the unit of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepsLeft {
    /// The distance that is left.
    pub left: u32,
    /// The whole distance, at the pace of the turn so far.
    pub of: u32,
}

/// The places that a combatant could go to, and how far the combatant still gets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementReach {
    /// The places, the nearest first and the barred ones last.
    pub ways: Vec<Way>,
    /// The distance left in the turn; `None` where the rules count none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<StepsLeft>,
}

/// The best other place from which the acting combatant of an exchange could act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vantage {
    /// The way to it.
    pub way: Way,
    /// What of the scene counts against the action here and not there, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Wording>,
    /// The sum that is rolled here; `None` if the scene bars the action here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub here: Option<i32>,
    /// The sum that would be rolled there.
    pub there: i32,
}
