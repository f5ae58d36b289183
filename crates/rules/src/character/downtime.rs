//! Downtime: story time that passes, with its healing, bleeding and costs.

use crate::messages::core as msg;
use crate::messages::{Text, Wording};
use serde::{Deserialize, Serialize};

use crate::character::condition::Condition;
use crate::character::track::Track;

/// Maximum number of units of story time that pass at once.
pub const MAX_UNITS: u32 = 10_000;

/// Amount of time that passes in the story during downtime, in rounds, minutes or longer units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoryTime {
    /// Number of rounds of a fight.
    Turns(u32),
    /// Number of minutes in the story.
    Minutes(u32),
    /// Number of hours in the story.
    Hours(u32),
    /// Number of nights, each with its day and dusk.
    Nights(u32),
}

impl StoryTime {
    /// Number of units, whatever the unit is.
    #[must_use]
    pub const fn unit_count(self) -> u32 {
        match self {
            Self::Turns(n) | Self::Minutes(n) | Self::Hours(n) | Self::Nights(n) => n,
        }
    }

    /// Converts to turns that last `seconds` each.
    #[must_use]
    pub const fn to_turns(self, seconds: u32) -> u64 {
        let (count, unit) = match self {
            Self::Turns(n) => return n as u64,
            Self::Minutes(n) => (n, 60),
            Self::Hours(n) => (n, 3_600),
            Self::Nights(n) => (n, 86_400),
        };
        let seconds = if seconds == 0 { 1 } else { seconds };
        count as u64 * unit / seconds as u64
    }

    /// Number of whole hours; turns are too short to count.
    #[must_use]
    pub const fn whole_hours(self) -> u32 {
        match self {
            Self::Turns(_) => 0,
            Self::Minutes(n) => n / 60,
            Self::Hours(n) => n,
            Self::Nights(n) => n.saturating_mul(24),
        }
    }

    /// Number of nights; 24 hours count as one.
    #[must_use]
    pub const fn whole_nights(self) -> u32 {
        self.whole_hours() / 24
    }
}

/// Describes passing time for the log, such as "A night passes" or "6 hours pass, with medical
/// care". `round` is the system's term for a round.
#[must_use]
pub fn describe_passage(span: StoryTime, care: Option<Text>, round: Text) -> Wording {
    let count = i64::from(span.unit_count());
    let passes = match span {
        StoryTime::Turns(_) => msg::wordings::turns_pass(count, round),
        StoryTime::Minutes(_) => msg::wordings::minutes_pass(count),
        StoryTime::Hours(_) => msg::wordings::hours_pass(count),
        StoryTime::Nights(n) if n.is_multiple_of(7) && n > 0 => {
            msg::wordings::weeks_pass(count / 7)
        }
        StoryTime::Nights(_) => msg::wordings::nights_pass(count),
    };
    match care {
        None => passes,
        Some(care) if care.starts_with("in ") => msg::wordings::passes_like_that(passes, care),
        Some(care) => msg::wordings::with(passes, care),
    }
}

/// Kind of care that a combatant may receive during downtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CareSpec {
    /// Key of the kind: "medical".
    pub key: &'static str,
    /// Label shown on the screen: "medical care".
    pub title: Text,
    /// Rule that distinguishes this care.
    pub rule: &'static str,
}

/// Effect of downtime (story time that passes between scenes) on a combatant's track, pools and conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DowntimeOutcome {
    /// Track after the downtime.
    pub track: Track,
    /// Points of pools gained, or lost where negative.
    pub pools: Vec<(&'static str, i32)>,
    /// Conditions after the downtime; `None` has ended.
    pub conditions: Vec<(&'static str, Option<Condition>)>,
}
