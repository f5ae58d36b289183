//! Problems with a description of a scene.

use serde::{Deserialize, Serialize};

use crate::base::text::TextError;
use crate::messages::scene as msg;
use crate::space::limits::{MAX_DESCRIPTION, MAX_LOCATIONS};

/// Error in a line of a description, with the part that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{}", msg::line_of_the_scene(.line, .why))]
pub struct SceneLineError {
    /// The number of the line from 1, not counting empty ones.
    pub line: u32,
    /// The first byte of the part, and the byte after its last.
    pub part: (u32, u32),
    /// The reason in words.
    pub why: SceneLineProblem,
}

/// Problem with a part of a description: why it is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneLineProblem {
    /// The description has more than [`MAX_DESCRIPTION`] characters.
    #[error("{}", msg::the_description_is_too_long(&MAX_DESCRIPTION))]
    TooLong,
    /// The scene has no room for another place.
    #[error("{}", msg::a_scene_has_at_most(&MAX_LOCATIONS))]
    TooManyPlaces,
    /// A line has no name of a place.
    #[error("{}", msg::A_LINE_BEGINS_WITH_A_PLACE)]
    NoName,
    /// A name cannot be shown.
    #[error("{0}")]
    Name(TextError),
    /// A mark is not known.
    #[error("{}", msg::there_is_no_mark(.word))]
    UnknownMark {
        /// The mark as typed.
        word: String,
    },
    /// What is in between two places is not known.
    #[error("{}", msg::there_is_no_such_way(.word))]
    UnknownWay {
        /// The words as typed.
        word: String,
    },
    /// A number is out of its range.
    #[error("{}", msg::number_goes_from_to(.min, .max))]
    OutOfRange {
        /// The least number allowed.
        min: u32,
        /// The greatest number allowed.
        max: u32,
    },
    /// A mark needs its words in quotation marks.
    #[error("{}", msg::A_NOTE_IS_IN_QUOTES)]
    NoWords,
    /// A way leads from a place to itself.
    #[error("{}", msg::A_WAY_LEADS_TO_ANOTHER_PLACE)]
    SamePlace,
}

/// A problem with a part of the text.
pub(super) type Problem<'a> = (&'a str, SceneLineProblem);
