//! Feed of one class of viewers: its view, and its messages numbered without gaps.

use std::collections::VecDeque;

use rules::encounter::{Change, Class, Encounter, View, diff};
use rules::id::SeatId;
use rules::messages::in_words;
use rules::wire::{Epoch, FromServer, Seen};
use serde::Serialize;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Most recent messages kept for viewers who reconnect.
const MAX_KEPT: usize = 512;
/// Most bytes kept for viewers who reconnect.
const MAX_KEPT_BYTES: usize = 256 * 1024;
/// Missed bytes beyond which a full snapshot is the shorter answer.
const LONG: usize = 24 * 1024;

/// Feed of one class of viewers.
pub(crate) struct ClassFeed {
    class: Class,
    view: View,
    /// The view as JSON, cached while new viewers get the same.
    text: Option<String>,
    /// Checksum of the view, once a browser has asked for a comparison.
    sum: Option<u32>,
    seq: u64,
    kept: VecDeque<Utf8Bytes>,
    bytes: usize,
}

impl ClassFeed {
    /// Creates the feed with the present view of the class.
    pub(crate) fn new(class: Class, encounter: &Encounter) -> Self {
        Self::of(class, View::of(encounter, class))
    }

    /// Creates the feed with the view it begins with.
    pub(crate) fn of(class: Class, view: View) -> Self {
        Self {
            class,
            view,
            text: None,
            sum: None,
            seq: 0,
            kept: VecDeque::new(),
            bytes: 0,
        }
    }

    pub(crate) fn class(&self) -> Class {
        self.class
    }

    /// Returns the number of the last message.
    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    /// Returns the checksum of the view, computing it once.
    pub(crate) fn sum(&mut self) -> u32 {
        *self.sum.get_or_insert_with(|| self.view.sum())
    }

    /// Advances the view from the encounter `before`, when this class was last sent changes, to `now`. Returns the
    /// message for this class; `None`, and no number, where nothing visible changed.
    pub(crate) fn follow(&mut self, before: &Encounter, now: &Encounter) -> Option<Utf8Bytes> {
        let changes = self.view.follow(before, now, self.class);
        debug_assert!(self.view == View::of(now, self.class));
        self.tell(changes)
    }

    /// Replaces the view, and returns the message for this class if anything changed.
    pub(crate) fn turn_to(&mut self, view: View) -> Option<Utf8Bytes> {
        let changes = diff(&self.view, &view);
        self.view = view;
        self.tell(changes)
    }

    /// Numbers, encodes and keeps a message with these changes.
    fn tell(&mut self, changes: Vec<Change>) -> Option<Utf8Bytes> {
        if changes.is_empty() {
            return None;
        }
        self.text = None;
        self.sum = None;
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

    /// Returns the full snapshot for a new viewer. The view is encoded once for all of them; only the seat is filled
    /// in.
    pub(crate) fn snapshot(
        &mut self,
        Epoch(epoch): Epoch,
        SeatId(you): SeatId,
    ) -> Option<Utf8Bytes> {
        if self.text.is_none() {
            self.text = written(&self.view);
        }
        let (view, seq) = (self.text.as_ref()?, self.seq);
        let snapshot =
            format!(r#"{{"snapshot":{{"epoch":{epoch},"seq":{seq},"you":{you},"view":{view}}}}}"#);
        Some(snapshot.into())
    }

    /// Drops the cached JSON of the view, to save memory while nobody connects.
    pub(crate) fn forget_text(&mut self) {
        self.text = None;
    }

    /// Returns the messages a reconnecting viewer missed; `None` where a full snapshot is needed or shorter.
    pub(crate) fn missed(&self, seen: Seen) -> Option<Vec<Utf8Bytes>> {
        let missed = usize::try_from(self.seq.checked_sub(seen.seq)?).ok()?;
        let from = self.kept.len().checked_sub(missed)?;
        let gap: Vec<Utf8Bytes> = self.kept.iter().skip(from).cloned().collect();
        (gap.iter().map(|message| message.len()).sum::<usize>() <= LONG).then_some(gap)
    }
}

/// Encodes a message for the socket; never `None` in practice, since every message is plain data.
pub(crate) fn encode(message: &impl Serialize) -> Option<Utf8Bytes> {
    written(message).map(Utf8Bytes::from)
}

/// Serializes to JSON, and logs a failure.
fn written(data: &impl Serialize) -> Option<String> {
    match in_words(|| serde_json::to_string(data)) {
        Ok(text) => Some(text),
        Err(error) => {
            tracing::error!(%error, "a message could not be written");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::encounter::{Command, Given, decide};
    use rules::id::CommandId;
    use rules::seat::{Actor, Role};
    use rules::system::SystemId;
    use rules::text::Name;
    use rules::wire::Snapshot;

    use super::*;

    struct Ones;

    impl rules::dice::Dice for Ones {
        fn die(&mut self, _sides: u16) -> u16 {
            1
        }
    }

    #[test]
    fn a_snapshot_is_written_once_and_reads_as_any_message()
    -> Result<(), Box<dyn std::error::Error>> {
        let mut encounter = Encounter::new(Name::new("\"The\" Wharf")?, SystemId::FIRST);
        let mut told = ClassFeed::new(Class::Table, &encounter);
        for seat in 1..=3 {
            let given = Given {
                id: CommandId(seat.into()),
                by: Actor::Server,
                command: Command::Sit {
                    seat: SeatId(seat),
                    name: ["Ana {you}", "\"Ben\"", "Cleo"][seat as usize - 1].into(),
                    role: Role::Player,
                },
            };
            let events = decide(&encounter, &given, &mut Ones)?;
            let record = rules::encounter::Record {
                at: 0,
                by: given.by,
                command: given.id,
                events,
            };
            let before = encounter.clone();
            encounter.apply(&record);
            told.follow(&before, &encounter);
            for you in 1..=2 {
                let (epoch, you) = (Epoch(u32::MAX), SeatId(you));
                let text = told.snapshot(epoch, you).ok_or("no text")?;
                let expected = FromServer::Snapshot(Box::new(Snapshot {
                    epoch,
                    seq: seat.into(),
                    you,
                    view: View::of(&encounter, Class::Table),
                }));
                assert_eq!(Some(text), encode(&expected));
                assert!(told.text.is_some(), "the next who comes is shown the same");
            }
            told.forget_text();
            assert!(told.text.is_none(), "nobody comes");
        }
        Ok(())
    }
}
