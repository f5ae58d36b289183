//! Event that a person whispered.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::base::id::SeatId;
use crate::base::late::Late;
use crate::encounter::feature::event_payload::EventPayload;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::log::{LogMessage, PrivateReaders, Whisper, WhisperTarget};
use crate::encounter::state::State;

/// A person whispered to others. What was whispered cannot be undone: it has been read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whispered {
    /// The seat of the person who whispered.
    pub from: SeatId,
    /// The people whom the words are for.
    pub to: Vec<WhisperTarget>,
    /// The words.
    pub words: String,
    /// Whether those who run the table do not read along.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

impl EventPayload for Whispered {
    fn apply(&self, _state: &mut State) {}

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let seats: BTreeSet<SeatId> = self
            .to
            .iter()
            .map(|to| to.seat)
            .chain([self.from])
            .collect();
        let readers = PrivateReaders {
            seats,
            storytellers: !self.private,
        };
        let whisper = Whisper {
            to: self.to.clone(),
            words: self.words.clone(),
            private: self.private,
        };
        Some(LogLine::new_private(
            readers,
            LogMessage::Whispered(Late::new(whisper)),
        ))
    }
}
