//! A single roll of an exchange as data, before the dice are thrown.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::base::roll::RollResult;
use crate::base::term::{self, RuleId, Term};
use crate::character::parameters::Parameters;
use crate::messages::Wording;

/// Roll of an exchange before it is made: a sum of terms, and the parameters that say how its dice are read. Thrown
/// by [`RuleSystem::ask_roll`](crate::ruleset::RollRules::roll_dice), like every roll at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct PendingRoll {
    /// The purpose in words, such as "Attack with a knife".
    pub title: Wording,
    /// The terms of the pool or target number.
    pub terms: Vec<Term>,
    /// The parameters of the roll.
    pub reading: Parameters,
}

impl PendingRoll {
    /// Builds a roll of these terms.
    #[must_use]
    pub fn new(title: impl Into<Wording>, terms: Vec<Term>, reading: Parameters) -> Self {
        Self {
            title: title.into(),
            terms,
            reading,
        }
    }

    /// Returns the sum of the terms.
    #[must_use]
    pub fn sum(&self) -> i32 {
        term::sum_terms(&self.terms)
    }
}

/// A benefit that can be bought for a roll before its dice fall, such as Willpower or Energy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct RollBenefit {
    /// The key in an answer.
    pub key: Cow<'static, str>,
    /// The title in words, such as "Willpower for 3 dice".
    pub title: Wording,
    /// The rule that allows it.
    pub rule: RuleId,
    /// The cost: the key of a pool, and the number of points, spent as the dice fall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<(Cow<'static, str>, i32)>,
    /// The reason why it cannot be bought now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<Wording>,
}

/// Roll of an exchange that has been made, as its request together with the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletedRoll {
    /// The roll as it was asked for.
    pub check: PendingRoll,
    /// The result of the dice.
    pub rolled: RollResult,
    /// The keys of the benefits bought for it.
    pub bought: Vec<String>,
}

/// The probability distribution of a roll: each outcome with its probability.
pub type Outcomes = Vec<(RollResult, f64)>;
