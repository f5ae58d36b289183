//! One roll of an exchange as data, before it is made.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::messages::Wording;
use crate::roll::Rolled;
use crate::term::{self, RuleId, Term};

/// A roll before it is made: a sum of terms, and how its dice are read. Thrown and read by
/// [`RuleSystem::roll`](crate::system::RuleSystem::roll), like every roll at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Check {
    /// What it is for, in words: "Attack with a knife".
    pub title: Wording,
    /// The parts of the pool or target.
    pub terms: Vec<Term>,
    /// How the dice are read.
    pub reading: Reading,
}

impl Check {
    /// A roll of these terms.
    #[must_use]
    pub fn new(title: impl Into<Wording>, terms: Vec<Term>, reading: Reading) -> Self {
        Self {
            title: title.into(),
            terms,
            reading,
        }
    }

    /// The sum of the terms.
    #[must_use]
    pub fn sum(&self) -> i32 {
        term::sum(&self.terms)
    }
}

/// Something that can be bought for a roll, bound before its dice fall: Willpower, Energy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Buy {
    /// The key in an answer.
    pub key: Cow<'static, str>,
    /// In words: "Willpower for 3 dice".
    pub title: Wording,
    /// The rule.
    pub rule: RuleId,
    /// What it costs: the key of a pool, and how many points. Spent as the dice fall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<(Cow<'static, str>, i32)>,
    /// Why it cannot be bought now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<Wording>,
}

/// A roll that fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fell {
    /// What was rolled.
    pub check: Check,
    /// What the dice came to.
    pub rolled: Rolled,
    /// The keys of what was bought for it.
    pub bought: Vec<String>,
}

/// Every outcome of a roll, with its probability.
pub type Ways = Vec<(Rolled, f64)>;
