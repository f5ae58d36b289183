//! Time that passes in the story, as long as the storyteller says: what heals, bleeds or is spent by it.

use crate::messages::core as msg;
use crate::messages::{Text, Wording};
use serde::{Deserialize, Serialize};

use crate::condition::Condition;
use crate::track::Track;

/// The most of one unit that passes at once.
pub const MOST: u32 = 10_000;

/// How much time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// So many rounds of a fight.
    Turns(u32),
    /// So many minutes.
    Minutes(u32),
    /// So many hours.
    Hours(u32),
    /// So many nights, each with its day and its dusk.
    Nights(u32),
}

impl Span {
    /// How many of its unit.
    #[must_use]
    pub const fn count(self) -> u32 {
        match self {
            Self::Turns(n) | Self::Minutes(n) | Self::Hours(n) | Self::Nights(n) => n,
        }
    }

    /// How many turns of so many seconds it holds.
    #[must_use]
    pub const fn turns(self, seconds: u32) -> u64 {
        let (count, unit) = match self {
            Self::Turns(n) => return n as u64,
            Self::Minutes(n) => (n, 60),
            Self::Hours(n) => (n, 3_600),
            Self::Nights(n) => (n, 86_400),
        };
        let seconds = if seconds == 0 { 1 } else { seconds };
        count as u64 * unit / seconds as u64
    }

    /// How many whole hours it holds, turns being as short as they are.
    #[must_use]
    pub const fn hours(self) -> u32 {
        match self {
            Self::Turns(_) => 0,
            Self::Minutes(n) => n / 60,
            Self::Hours(n) => n,
            Self::Nights(n) => n.saturating_mul(24),
        }
    }

    /// How many nights it holds; a whole day of hours has one.
    #[must_use]
    pub const fn nights(self) -> u32 {
        self.hours() / 24
    }
}

/// A span in words, as the log tells it: "A night passes", "6 hours pass, with medical care".
/// `round` is what the system calls a round.
#[must_use]
pub fn words(span: Span, care: Option<Text>, round: Text) -> Wording {
    let count = i64::from(span.count());
    let passes = match span {
        Span::Turns(_) => msg::wordings::turns_pass(count, round),
        Span::Minutes(_) => msg::wordings::minutes_pass(count),
        Span::Hours(_) => msg::wordings::hours_pass(count),
        Span::Nights(n) if n.is_multiple_of(7) && n > 0 => msg::wordings::weeks_pass(count / 7),
        Span::Nights(_) => msg::wordings::nights_pass(count),
    };
    match care {
        None => passes,
        Some(care) if care.starts_with("in ") => msg::wordings::passes_like_that(passes, care),
        Some(care) => msg::wordings::with(passes, care),
    }
}

/// A way in which a combatant is looked after while time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CareSpec {
    /// The key: "medical".
    pub key: &'static str,
    /// In words: "medical care".
    pub title: Text,
    /// The rule that asks for it.
    pub rule: &'static str,
}

/// What time makes of a combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Later {
    /// The track as it is then.
    pub track: Track,
    /// Points of pools that come back, or are gone where negative.
    pub pools: Vec<(&'static str, i32)>,
    /// Conditions as they are then; `None` has ended.
    pub conditions: Vec<(&'static str, Option<Condition>)>,
}
