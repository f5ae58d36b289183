//! Messages of whispers: words that only the people named read.

use serde::{Deserialize, Serialize};

use crate::base::id::SeatId;

/// Person whom a whisper is for, with the name at the time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WhisperTarget {
    /// The seat of the person.
    pub seat: SeatId,
    /// The name of the person.
    pub name: String,
}

/// Words that one person whispered to others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Whisper {
    /// The people whom the words are for, by seat.
    pub to: Vec<WhisperTarget>,
    /// The words.
    pub words: String,
    /// Whether those who run the table do not read along.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}
