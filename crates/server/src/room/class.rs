//! What one class of viewers was told, numbered without gaps.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use rules::encounter::{Class, Encounter, View, diff};
use rules::wire::{FromServer, Seen};

/// Messages kept for those who come back.
const MAX_KEPT: usize = 512;
/// Bytes kept for those who come back.
const MAX_KEPT_BYTES: usize = 256 * 1024;
/// Missed bytes beyond which everything at once is the shorter answer.
const LONG: usize = 24 * 1024;

/// One class of viewers.
pub(crate) struct Told {
    class: Class,
    view: View,
    seq: u64,
    kept: VecDeque<Utf8Bytes>,
    bytes: usize,
}

impl Told {
    pub(crate) fn new(class: Class, encounter: &Encounter) -> Self {
        let view = View::of(encounter, class);
        Self {
            class,
            view,
            seq: 0,
            kept: VecDeque::new(),
            bytes: 0,
        }
    }

    pub(crate) fn class(&self) -> Class {
        self.class
    }

    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    /// Takes the view to what is so now. Answers with the message for everybody in this
    /// class; nothing they can see, no message and no number.
    pub(crate) fn follow(&mut self, encounter: &Encounter) -> Option<Utf8Bytes> {
        let view = View::of(encounter, self.class);
        let changes = diff(&self.view, &view);
        if changes.is_empty() {
            return None;
        }
        self.view = view;
        self.seq += 1;
        let message = encode(&FromServer::Changes(self.seq, changes))?;
        self.bytes += message.len();
        self.kept.push_back(message.clone());
        while self.kept.len() > MAX_KEPT || self.bytes > MAX_KEPT_BYTES {
            let Some(oldest) = self.kept.pop_front() else {
                break;
            };
            self.bytes -= oldest.len();
        }
        Some(message)
    }

    /// What somebody missed who has followed so far; `None` when a whole picture is needed
    /// or shorter.
    pub(crate) fn missed(&self, seen: Seen) -> Option<Vec<Utf8Bytes>> {
        let missed = usize::try_from(self.seq.checked_sub(seen.seq)?).ok()?;
        let from = self.kept.len().checked_sub(missed)?;
        let gap: Vec<Utf8Bytes> = self.kept.iter().skip(from).cloned().collect();
        (gap.iter().map(|message| message.len()).sum::<usize>() <= LONG).then_some(gap)
    }
}

/// A message as it travels; `None` never happens, since every message is plain data.
pub(crate) fn encode(message: &FromServer) -> Option<Utf8Bytes> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "a message could not be written");
            None
        }
    }
}
