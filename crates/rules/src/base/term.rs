//! Named terms with their rules; every number shown is a sum of them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::base::rule_switch;
use crate::messages::Wording;

/// Id of a rule in the players' rules guide, such as `CHR-WND-01`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(Cow<'static, str>);

impl RuleId {
    /// Creates the id of a rule known at compile time.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// Returns the rule id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reason why an action is barred, with its rule.
pub type BarReason = (Wording, RuleId);

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

/// Term of a sum, with its value, label and rule id: "Wounded −1 (CHR-WND-01)".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Term {
    /// Label shown at the table.
    #[serde(rename = "l")]
    pub label: Wording,
    /// Amount added to the sum; penalties are negative.
    #[serde(rename = "v")]
    pub value: i32,
    /// Rule that the term comes from; `None` if a person set it.
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// Whether it follows from the places of the scene.
    #[serde(rename = "p", default, skip_serializing_if = "std::ops::Not::not")]
    pub from_scene: bool,
}

impl Term {
    /// Creates a term imposed by a rule; its value is 0 while a test has the rule switched off.
    #[must_use]
    pub fn from_rule(label: impl Into<Wording>, value: i32, rule: &'static str) -> Self {
        Self {
            label: label.into(),
            value: if rule_switch::is_rule_off(rule) {
                0
            } else {
                value
            },
            rule: Some(RuleId::new(rule)),
            from_scene: false,
        }
    }

    /// Creates a term that a person typed, without a rule.
    #[must_use]
    pub fn from_typed(label: impl Into<Wording>, value: i32) -> Self {
        Self {
            label: label.into(),
            value,
            rule: None,
            from_scene: false,
        }
    }
}

/// Adds up the terms without clamping; saturates on overflow.
#[must_use]
pub fn sum_terms<'a>(terms: impl IntoIterator<Item = &'a Term>) -> i32 {
    terms
        .into_iter()
        .fold(0, |total, term| total.saturating_add(term.value))
}
