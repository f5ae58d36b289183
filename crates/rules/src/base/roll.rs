//! Results of rolls: the faces of the dice and the outcome.

use serde::{Deserialize, Serialize};

/// Maximum number of dice in one roll, including rerolls and exploding dice.
pub const MAX_DICE: usize = 1_000;

/// Effect of one die on its roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DieMark {
    /// Has no effect on the result.
    #[serde(rename = "-")]
    Idle,
    /// Counts as a success.
    #[serde(rename = "+")]
    Counts,
    /// Counts as a success and adds another die.
    #[serde(rename = "!")]
    Again,
    /// Cancels a success or makes a failure worse.
    #[serde(rename = "x")]
    Cancels,
    /// Was rerolled; the new throw follows later in the list.
    #[serde(rename = "~")]
    Rerolled,
}

/// Face of one die and its effect; serialized as a pair: `[10,"!"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Face(pub u16, pub DieMark);

/// Quality of a roll's result, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Dramatic failure or botch, worse than a plain failure.
    DramaticFailure,
    /// Roll without a success.
    Failure,
    /// Roll with at least one success.
    Success,
    /// Success far above what was needed.
    Exceptional,
}

/// Result of a roll by the game's rules, with faces in the order of throwing, successes and grade.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RollResult {
    /// Whether a chance die was rolled instead of a pool.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chance: bool,
    /// Faces of every die thrown, in order.
    pub faces: Vec<Face>,
    /// Number of successes of the roll.
    pub successes: u32,
    /// Quality of the result.
    pub grade: Grade,
    /// Margin below the target in systems that add up dice; negative when the sum exceeds the
    /// target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
    /// Total of ordinary dice, which no system's rules count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain: Option<PlainRoll>,
}

/// Roll of ordinary dice that no game rules read, with their total.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlainRoll {
    /// Number of sides of each die, in the order of throwing.
    pub sides: Vec<u16>,
    /// Sum of the dice and the numbers typed beside them.
    pub total: i32,
}
