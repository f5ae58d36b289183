//! A roll is data: the faces that lay on the table and what they came to.

use serde::{Deserialize, Serialize};

/// The most dice one roll may throw, rerolls and exploding dice included.
pub const MAX_DICE: usize = 1_000;

/// What one die did for its roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mark {
    /// Lies there and does nothing.
    #[serde(rename = "-")]
    Idle,
    /// Counts.
    #[serde(rename = "+")]
    Counts,
    /// Counts, and another die was thrown for it.
    #[serde(rename = "!")]
    Again,
    /// Takes something away, or makes a failure worse.
    #[serde(rename = "x")]
    Cancels,
    /// Was picked up and thrown again; the next throw of it lies further on.
    #[serde(rename = "~")]
    Rerolled,
}

/// One die as it lay on the table. On the wire a pair: `[10,"!"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Face(pub u16, pub Mark);

/// How well a roll went, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Worse than not succeeding.
    DramaticFailure,
    /// No success.
    Failure,
    /// At least one success.
    Success,
    /// A success to remember.
    Exceptional,
}

/// The faces of a roll in the order they were thrown, and what they came to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rolled {
    /// Whether this was a chance die instead of a pool.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chance: bool,
    /// Every die thrown, in order.
    pub faces: Vec<Face>,
    /// Successes.
    pub successes: u32,
    /// How well it went.
    pub grade: Grade,
    /// By how much the sum of the dice stayed under its target, negative when it went over,
    /// where dice are added up and not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
    /// What ordinary dice came to, which no system reads: they are added up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain: Option<Plain>,
}

/// Ordinary dice, added up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plain {
    /// The sides of each die, in the order in which they were thrown.
    pub sides: Vec<u16>,
    /// What they come to, with the numbers beside them.
    pub total: i32,
}
