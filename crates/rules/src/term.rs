//! Every number shown is a sum of named terms.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::messages::Wording;
use crate::switch;

/// The id of a rule in the players' rules guide, such as `CHR-WND-01`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(Cow<'static, str>);

impl RuleId {
    /// A rule known when the program was compiled.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// The id as it is printed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why something cannot be done: the reason and its rule.
pub type Bar = (Wording, RuleId);

impl From<String> for RuleId {
    fn from(id: String) -> Self {
        Self(Cow::Owned(id))
    }
}

impl From<&RuleId> for Wording {
    fn from(rule: &RuleId) -> Self {
        Self::verbatim(rule.to_string())
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// One named part of a sum: "Wounded −1 (CHR-WND-01)".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Term {
    /// What the number stands for, in the words of the table.
    #[serde(rename = "l")]
    pub label: Wording,
    /// What it adds to the sum; penalties are negative.
    #[serde(rename = "v")]
    pub value: i32,
    /// The rule it comes from; `None` when a person set it.
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
}

impl Term {
    /// A term that a rule puts into the sum.
    #[must_use]
    pub fn of_rule(label: impl Into<Wording>, value: i32, rule: &'static str) -> Self {
        Self {
            label: label.into(),
            value: if switch::is_off(rule) { 0 } else { value },
            rule: Some(RuleId::new(rule)),
        }
    }

    /// A term that a person typed.
    #[must_use]
    pub fn typed(label: impl Into<Wording>, value: i32) -> Self {
        Self {
            label: label.into(),
            value,
            rule: None,
        }
    }
}

/// The sum of the terms, unclamped. Saturates instead of wrapping.
#[must_use]
pub fn sum<'a>(terms: impl IntoIterator<Item = &'a Term>) -> i32 {
    terms
        .into_iter()
        .fold(0, |total, term| total.saturating_add(term.value))
}
