//! Bursts of an automatic gun: dice, bullets and targets of each length (CHR-AUTO-02 to 05, CHR-AUTO-10).

use crate::messages::{Text, chronicle as msg};

/// Length of a burst of automatic fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Burst {
    /// Three bullets, one target (CHR-AUTO-02).
    Short,
    /// About ten bullets, one to three targets (CHR-AUTO-03).
    Medium,
    /// About twenty bullets, as many targets as the storyteller allows (CHR-AUTO-04).
    Long,
}

impl Burst {
    /// Number of dice that a burst of this length adds to every roll.
    pub(crate) const fn bonus(self) -> i32 {
        match self {
            Self::Short => 1,
            Self::Medium => 2,
            Self::Long => 3,
        }
    }

    /// Number of bullets that a burst of this length takes (CHR-AUTO-10).
    pub(crate) const fn bullets(self) -> i32 {
        match self {
            Self::Short => 3,
            Self::Medium => 10,
            Self::Long => 20,
        }
    }

    /// Number of people that a burst of this length may be aimed at; `None` is for the storyteller
    /// to say (CHR-AUTO-12).
    pub(crate) const fn most_targets(self) -> Option<usize> {
        match self {
            Self::Short => Some(1),
            Self::Medium => Some(3),
            Self::Long => None,
        }
    }

    /// Returns the id of the rule for a burst of this length.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Self::Short => "CHR-AUTO-02",
            Self::Medium => "CHR-AUTO-03",
            Self::Long => "CHR-AUTO-04",
        }
    }

    /// Returns the label of the length of a burst, such as "short burst".
    pub(crate) const fn label(self) -> Text {
        match self {
            Self::Short => msg::SHORT_BURST,
            Self::Medium => msg::MEDIUM_BURST,
            Self::Long => msg::LONG_BURST,
        }
    }
}

/// Returns the penalty for several people in the way of a burst: one die for each of them, on every roll;
/// nothing for a single one (CHR-AUTO-05, CHR-AUTO-08).
pub(crate) const fn crowd_penalty(persons: i32) -> i32 {
    if persons > 1 {
        persons.saturating_neg()
    } else {
        0
    }
}
