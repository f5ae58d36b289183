//! Conditions a combatant is in: which one, how much of it, and when it ends by itself.

use crate::sorted::Map;

use serde::{Deserialize, Serialize};

/// The conditions of one combatant, by the key of their [`ConditionSpec`].
pub type Conditions = Map<String, Condition>;

/// One condition of a combatant.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// How much of it, where it has an amount; else 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: i32,
    /// When it ends by itself.
    #[serde(default, skip_serializing_if = "Until::is_lifted")]
    pub until: Until,
}

const fn is_zero(amount: &i32) -> bool {
    *amount == 0
}

/// When a condition ends by itself.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Never: a person lifts it, or the rules do when its cause is gone.
    #[default]
    Lifted,
    /// When the combatant's next turn begins.
    OwnTurn,
    /// When the combatant's next turn is over.
    AfterTurn,
    /// When the turn that the combatant is in is over.
    ThisTurn,
    /// When so many rounds more have ended, the one under way included; at least one.
    Rounds(u16),
    /// When the scene is over.
    Scene,
}

impl Until {
    pub(crate) const fn is_lifted(&self) -> bool {
        matches!(self, Self::Lifted)
    }
}

impl Condition {
    /// What is left of it when the next turn begins: a round may have ended with the last
    /// (`round_ended`), and it may be the combatant's own (`own_turn`). `None` when it is over.
    #[must_use]
    pub fn later(self, round_ended: bool, own_turn: bool) -> Option<Self> {
        let until = match self.until {
            Until::Lifted | Until::Scene => self.until,
            Until::OwnTurn if own_turn => return None,
            Until::OwnTurn => Until::OwnTurn,
            Until::AfterTurn if own_turn => Until::ThisTurn,
            Until::AfterTurn => Until::AfterTurn,
            Until::ThisTurn => return None,
            Until::Rounds(..=1) if round_ended => return None,
            Until::Rounds(left) if round_ended => Until::Rounds(left - 1),
            Until::Rounds(left) => Until::Rounds(left),
        };
        Some(Self { until, ..self })
    }
}

/// A condition that a rule system knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionSpec {
    /// The key in [`Conditions`].
    pub key: &'static str,
    /// The word for it: "unconscious".
    pub word: &'static str,
    /// What it does, in a few words.
    pub effect: &'static str,
    /// The rule that says so.
    pub rule: &'static str,
    /// The greatest amount; 0 where it has none.
    pub most: i32,
}

impl ConditionSpec {
    /// A condition with this word and effect, by this rule, of so much at most.
    #[must_use]
    pub const fn new(
        key: &'static str,
        word: &'static str,
        effect: &'static str,
        rule: &'static str,
        most: i32,
    ) -> Self {
        Self {
            key,
            word,
            effect,
            rule,
            most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ends_when_it_says() {
        let left = |until: Until, round_ended: bool, own_turn: bool| {
            let condition = Condition { amount: 2, until };
            condition.later(round_ended, own_turn).map(|it| it.until)
        };
        assert_eq!(left(Until::Lifted, true, true), Some(Until::Lifted));
        assert_eq!(left(Until::OwnTurn, true, false), Some(Until::OwnTurn));
        assert_eq!(left(Until::OwnTurn, false, true), None);
        assert_eq!(left(Until::AfterTurn, true, false), Some(Until::AfterTurn));
        assert_eq!(left(Until::AfterTurn, true, true), Some(Until::ThisTurn));
        assert_eq!(left(Until::ThisTurn, false, false), None);
        assert_eq!(left(Until::Rounds(3), false, true), Some(Until::Rounds(3)));
        assert_eq!(left(Until::Rounds(3), true, false), Some(Until::Rounds(2)));
        assert_eq!(left(Until::Rounds(1), true, false), None);
        assert_eq!(left(Until::Rounds(0), true, false), None);
    }
}
