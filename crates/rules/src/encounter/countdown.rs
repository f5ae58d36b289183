//! How long a table lets a question of an exchange wait for a player, and what it lets happen then.

use crate::messages::encounter as msg;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::exchange::Slot;
use crate::id::ExchangeId;

/// How many seconds a table can let a question wait.
pub const SECONDS: RangeInclusive<u16> = 5..=600;

/// How long questions wait at a table, and what happens then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Countdown {
    /// How many seconds.
    pub seconds: u16,
    /// What then.
    pub then: Then,
}

/// What happens with a question that waited too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// The storyteller is asked, too.
    Storyteller,
    /// The first open answer is taken: of several, the first that the rules do not bar, the least
    /// number, a roll with nothing bought for it.
    First,
}

/// How a question waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wait {
    /// Since then, in milliseconds since 1970.
    Since(u64),
    /// Its time is up.
    Up,
}

/// The questions that wait, by exchange.
pub(crate) type Waits = BTreeMap<ExchangeId, BTreeMap<Slot, Wait>>;

impl Countdown {
    /// In words: `30 seconds, then the storyteller is asked`.
    #[must_use]
    pub fn words(&self) -> String {
        let then = match self.then {
            Then::Storyteller => msg::THE_STORYTELLER_IS_ASKED,
            Then::First => msg::THE_FIRST_OPEN_ANSWER_IS,
        };
        msg::seconds_then(&self.seconds, &then)
    }

    /// When a question asked then has waited too long.
    pub(super) const fn until(&self, since: u64) -> u64 {
        since.saturating_add(self.seconds as u64 * 1_000)
    }
}
