//! Time limit for a player's question in an exchange, and what happens when time is up.

use crate::messages::encounter as msg;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::base::id::ExchangeId;
use crate::exchange::Slot;

/// Range of seconds that a table can let a question wait.
pub const COUNTDOWN_SECONDS: RangeInclusive<u16> = 5..=600;

/// The time limit for questions at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Countdown {
    /// The time limit in seconds.
    pub seconds: u16,
    /// The consequence when time is up.
    pub then: OnTimeout,
}

/// The consequence for a question whose time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// The storyteller is asked as well.
    Storyteller,
    /// The first open answer is taken: the first option that the rules do not bar, the least number, or a roll
    /// with nothing bought for it.
    First,
}

/// Deadline state of a question in an exchange: since when it has waited for a player's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum QuestionWait {
    /// Waiting since this time, in milliseconds since 1970.
    Since(u64),
    /// The time of the question is up.
    Up,
}

/// The waiting states of questions, by exchange and slot.
pub(crate) type QuestionWaits = BTreeMap<ExchangeId, BTreeMap<Slot, QuestionWait>>;

impl Countdown {
    /// Returns the time limit in words: `30 seconds, then the storyteller is asked`.
    #[must_use]
    pub fn description(&self) -> String {
        let then = match self.then {
            OnTimeout::Storyteller => msg::THE_STORYTELLER_IS_ASKED,
            OnTimeout::First => msg::THE_FIRST_OPEN_ANSWER_IS,
        };
        msg::seconds_then(&self.seconds, &then)
    }

    /// Returns the deadline of a question asked at the given time, in milliseconds since 1970.
    pub(super) const fn deadline(&self, since: u64) -> u64 {
        since.saturating_add(self.seconds as u64 * 1_000)
    }
}
