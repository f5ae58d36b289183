//! Messages of log lines about clocks.

use serde::{Deserialize, Serialize};

use crate::clock::Moment;

/// Cause that filled a clock.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockCause {
    /// A moment came.
    Moment(Moment),
    /// A roll.
    Roll {
        /// The name of the combatant who rolled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The name of the trait.
        of: String,
        /// Whether the roll failed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        failed: bool,
        /// Whether players do not see the roll; they read only that something filled the clock.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    /// A roll for the extended action.
    Action {
        /// The name of the combatant who rolled.
        name: String,
        /// The successes.
        successes: u16,
        /// Whether players do not see the roll.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    /// Something that the reader is not told.
    Something,
    /// A roll that filled it was taken back.
    TakenBack,
}

/// Message of a log line about a clock.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockMessage {
    /// A clock was made.
    Made {
        /// The name of the clock.
        name: String,
        /// Number of its segments.
        size: u16,
    },
    /// A clock was changed.
    Changed {
        /// The name of the clock.
        name: String,
        /// The name before, if that changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<String>,
    },
    /// A clock was put away.
    Removed {
        /// The name of the clock.
        name: String,
    },
    /// A hidden clock was shown.
    Shown {
        /// The name of the clock.
        name: String,
        /// Number of filled segments.
        filled: u16,
        /// Number of segments.
        size: u16,
    },
    /// A clock was hidden; players read that it was put away.
    Hidden {
        /// The name of the clock.
        name: String,
    },
    /// A clock was filled, or emptied.
    Filled {
        /// The name of the clock.
        name: String,
        /// Number of filled segments.
        filled: u16,
        /// Number of segments.
        size: u16,
        /// Number of segments that were too many.
        #[serde(default, skip_serializing_if = "is_zero")]
        over: u16,
        /// What filled it; `None` is a storyteller's hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<ClockCause>,
        /// Whether a botch ended the extended action.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        failed: bool,
        /// Words for all, as it is full.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
        /// Words for storytellers, as it is full.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
    },
}

/// Whether a number of segments is zero, in which case serialization leaves it out.
const fn is_zero(over: &u16) -> bool {
    *over == 0
}

impl ClockMessage {
    /// Changes the message to what players read of it.
    pub(crate) fn redact_for_players(&mut self) {
        match self {
            Self::Hidden { name } => {
                let name = std::mem::take(name);
                *self = Self::Removed { name };
            }
            Self::Filled { cause, secret, .. } => {
                *secret = None;
                if let Some(
                    ClockCause::Roll { secret: true, .. } | ClockCause::Action { secret: true, .. },
                ) = cause
                {
                    *cause = Some(ClockCause::Something);
                }
            }
            Self::Made { .. }
            | Self::Changed { .. }
            | Self::Removed { .. }
            | Self::Shown { .. } => {}
        }
    }
}
