//! Problems with the line that makes a clock.

use serde::{Deserialize, Serialize};

use super::limits::{MAX_CLOCK_LINE, MAX_ROLLS, MAX_SUCCESSES, SEGMENTS};
use crate::base::text::TextError;
use crate::messages::clocks as msg;

/// Error in the line that makes a clock, with the part that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{why}")]
pub struct ClockLineError {
    /// The first byte of the part, and the byte after its last.
    pub part: (u32, u32),
    /// The reason in words.
    pub why: ClockLineProblem,
}

/// Problem with a part of a line that makes a clock: why it is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockLineProblem {
    /// The line has more than [`MAX_CLOCK_LINE`] characters.
    #[error("{}", msg::the_line_is_too_long(&MAX_CLOCK_LINE))]
    TooLong,
    /// The line does not begin with a name.
    #[error("{}", msg::A_LINE_BEGINS_WITH_A_NAME)]
    NoName,
    /// A name cannot be shown.
    #[error("{0}")]
    Name(TextError),
    /// The number of segments is missing.
    #[error("{}", msg::HOW_MANY_SEGMENTS)]
    NoSize,
    /// The number of segments is out of its range.
    #[error("{}", msg::a_clock_has_segments(SEGMENTS.start(), SEGMENTS.end()))]
    Segments,
    /// The number of successes is missing or out of its range.
    #[error("{}", msg::it_needs_successes(&MAX_SUCCESSES))]
    Successes,
    /// The number of rolls is out of its range.
    #[error("{}", msg::it_takes_rolls(&MAX_ROLLS))]
    Rolls,
    /// What fills it is not understood.
    #[error("{}", msg::does_not_say_what_fills(.words))]
    UnknownTrigger {
        /// The words as typed.
        words: String,
    },
    /// The rules have no such trait.
    #[error("{}", msg::is_no_trait(.word))]
    UnknownTrait {
        /// The word as typed.
        word: String,
    },
    /// The rules read no such number or word of a roll.
    #[error("{}", msg::is_nothing_a_roll_reads(.words))]
    UnknownDial {
        /// The words as typed.
        words: String,
    },
}
