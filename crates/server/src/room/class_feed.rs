//! Feed of one class of viewers: its view, and its messages numbered without gaps.

use std::collections::VecDeque;

use rules::base::id::SeatId;
use rules::encounter::{Change, Class, Encounter, View, diff};
use rules::messages::serialize_as_words;
use rules::wire::{ResumePoint, RoomEpoch, ServerMessage};
use serde::Serialize;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Most recent messages kept for viewers who reconnect.
const MAX_RECENT: usize = 512;
/// Most bytes kept for viewers who reconnect.
const MAX_RECENT_BYTES: usize = 256 * 1024;
/// Missed bytes beyond which a full snapshot is the shorter answer.
const MAX_RESUME_BYTES: usize = 24 * 1024;

/// Current view of an encounter for one class of readers, with the changes that its sockets are sent.
pub(crate) struct ClassFeed {
    class: Class,
    view: View,
    /// The view as JSON, cached while new viewers get the same.
    cached_json: Option<String>,
    /// Checksum of the view, once a browser has asked for a comparison.
    checksum: Option<u32>,
    seq: u64,
    recent: VecDeque<Utf8Bytes>,
    bytes: usize,
}

impl ClassFeed {
    /// Creates the feed of messages with the present view of a class of readers.
    pub(crate) fn new(class: Class, encounter: &Encounter) -> Self {
        Self::with_view(class, View::of(encounter, class))
    }

    /// Creates the feed of messages with the view it begins with.
    pub(crate) fn with_view(class: Class, view: View) -> Self {
        Self {
            class,
            view,
            cached_json: None,
            checksum: None,
            seq: 0,
            recent: VecDeque::new(),
            bytes: 0,
        }
    }

    /// Returns the class of readers that the feed is for.
    pub(crate) fn class(&self) -> Class {
        self.class
    }

    /// Returns the sequence number of the last message to this class.
    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the current view of the class.
    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    /// Returns the checksum of the view, computing it once.
    pub(crate) fn checksum(&mut self) -> u32 {
        *self.checksum.get_or_insert_with(|| self.view.checksum())
    }

    /// Advances the view from the encounter `before`, when this class was last sent changes, to `now`. Returns the
    /// message for this class; `None`, and no number, where nothing visible changed.
    pub(crate) fn advance(&mut self, before: &Encounter, now: &Encounter) -> Option<Utf8Bytes> {
        let changes = self.view.update(before, now, self.class);
        debug_assert!(self.view == View::of(now, self.class));
        self.push_changes(changes)
    }

    /// Replaces the view of the class, and returns the message for it if anything changed.
    pub(crate) fn replace_view(&mut self, view: View) -> Option<Utf8Bytes> {
        let changes = diff(&self.view, &view);
        self.view = view;
        self.push_changes(changes)
    }

    /// Numbers, encodes and keeps a message with these changes; `None` if there are none.
    fn push_changes(&mut self, changes: Vec<Change>) -> Option<Utf8Bytes> {
        if changes.is_empty() {
            return None;
        }
        self.cached_json = None;
        self.checksum = None;
        self.seq += 1;
        let message = encode(&ServerMessage::Changes(self.seq, changes))?;
        self.bytes += message.len();
        self.recent.push_back(message.clone());
        while self.recent.len() > MAX_RECENT || self.bytes > MAX_RECENT_BYTES {
            let Some(oldest) = self.recent.pop_front() else {
                break;
            };
            self.bytes -= oldest.len();
        }
        Some(message)
    }

    /// Returns the message with the full view for a new viewer, whose seat is `you`. The view is
    /// encoded once for all of them; only the seat is filled in.
    pub(crate) fn snapshot(
        &mut self,
        RoomEpoch(epoch): RoomEpoch,
        SeatId(you): SeatId,
    ) -> Option<Utf8Bytes> {
        if self.cached_json.is_none() {
            self.cached_json = to_json(&self.view);
        }
        let (view, seq) = (self.cached_json.as_ref()?, self.seq);
        let snapshot =
            format!(r#"{{"snapshot":{{"epoch":{epoch},"seq":{seq},"you":{you},"view":{view}}}}}"#);
        Some(snapshot.into())
    }

    /// Drops the cached JSON of the view, to save memory while nobody connects.
    pub(crate) fn drop_cached_json(&mut self) {
        self.cached_json = None;
    }

    /// Returns the messages a reconnecting viewer missed; `None` where a full snapshot is needed or shorter.
    pub(crate) fn missed_messages(&self, seen: ResumePoint) -> Option<Vec<Utf8Bytes>> {
        let missed = usize::try_from(self.seq.checked_sub(seen.seq)?).ok()?;
        let from = self.recent.len().checked_sub(missed)?;
        let gap: Vec<Utf8Bytes> = self.recent.iter().skip(from).cloned().collect();
        (gap.iter().map(|message| message.len()).sum::<usize>() <= MAX_RESUME_BYTES).then_some(gap)
    }
}

/// Encodes a message for the socket; never `None` in practice, since every message is plain data.
pub(crate) fn encode(message: &impl Serialize) -> Option<Utf8Bytes> {
    to_json(message).map(Utf8Bytes::from)
}

/// Serializes to JSON, and logs a failure.
fn to_json(data: &impl Serialize) -> Option<String> {
    match serialize_as_words(|| serde_json::to_string(data)) {
        Ok(text) => Some(text),
        Err(error) => {
            tracing::error!(%error, "a message could not be written");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::base::id::CommandId;
    use rules::base::seat::{Actor, Role};
    use rules::base::text::Name;
    use rules::encounter::{Command, IssuedCommand, decide};
    use rules::ruleset::SystemId;
    use rules::wire::Snapshot;

    use super::*;

    struct Ones;

    impl rules::base::dice::Dice for Ones {
        fn roll_die(&mut self, _sides: u16) -> u16 {
            1
        }
    }

    #[test]
    fn a_snapshot_is_written_once_and_reads_as_any_message()
    -> Result<(), Box<dyn std::error::Error>> {
        let mut encounter = Encounter::new(Name::new("\"The\" Wharf")?, SystemId::FIRST);
        let mut told = ClassFeed::new(Class::Table, &encounter);
        for seat in 1..=3 {
            let given = IssuedCommand {
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
            told.advance(&before, &encounter);
            for you in 1..=2 {
                let (epoch, you) = (RoomEpoch(u32::MAX), SeatId(you));
                let text = told.snapshot(epoch, you).ok_or("no text")?;
                let expected = ServerMessage::Snapshot(Box::new(Snapshot {
                    epoch,
                    seq: seat.into(),
                    you,
                    view: View::of(&encounter, Class::Table),
                }));
                assert_eq!(Some(text), encode(&expected));
                assert!(
                    told.cached_json.is_some(),
                    "the next who comes is shown the same"
                );
            }
            told.drop_cached_json();
            assert!(told.cached_json.is_none(), "nobody comes");
        }
        Ok(())
    }
}
