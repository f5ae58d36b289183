//! Messages between servers, and their encoding.

use rules::base::id::{AskId, EncounterId, SeatId, TableId};
use rules::encounter::Record;
use serde::{Deserialize, Serialize};

/// Maximum size of the records included in a message, in bytes. NATS carries one mebibyte per message by default;
/// longer records are read from the log.
const MAX_RECORDS_BYTES: usize = 256 * 1_024;

/// Separator between the announcement and the records.
const SEPARATOR: u8 = b'\n';

/// Announcement that one server of the cluster sends to the others about changed data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Announcement {
    /// The log of an encounter now ends with this record number.
    Wrote(EncounterId, u64),
    /// A table has changed: a seat was moved, handed over or revoked, another encounter became current, one was
    /// deleted, or the spectator delay is different.
    Changed(TableId),
    /// Seats connected to these encounters at this server; an empty list means that all have left.
    Here(Vec<(EncounterId, Vec<SeatId>)>),
    /// Seats that have the card of an asked roll open at this server, by encounter; an empty list means that none has.
    Reading(Vec<(EncounterId, Vec<(SeatId, AskId)>)>),
    /// Heartbeat; the server receives its own if messages are delivered.
    Beat(u64),
}

/// Announcement with the records it is about, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClusterMessage {
    /// Announcement of the sending server.
    pub(super) announcement: Announcement,
    /// Last records of the log, in order.
    pub(super) records: Vec<Record>,
}

impl From<Announcement> for ClusterMessage {
    fn from(said: Announcement) -> Self {
        let records = Vec::new();
        Self {
            announcement: said,
            records,
        }
    }
}

/// Announcement with the number of the server that sent it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Envelope {
    /// Number of the sending server.
    pub(super) by: u64,
    /// Announcement of that server.
    pub(super) said: Announcement,
}

impl ClusterMessage {
    /// Encodes the message for the other servers as a line with the announcement, and one with the records if they are
    /// short. `None` if it cannot be serialized.
    pub(super) fn encode(self, by: u64) -> Option<Vec<u8>> {
        let said = self.announcement;
        let mut text = serde_json::to_vec(&Envelope { by, said }).ok()?;
        if !self.records.is_empty()
            && let Ok(records) = serde_json::to_vec(&self.records)
            && records.len() <= MAX_RECORDS_BYTES
        {
            text.push(SEPARATOR);
            text.extend(records);
        }
        Some(text)
    }
}

impl Envelope {
    /// Decodes a message and returns it with the text of its records. `None` for an unknown message of a newer server.
    pub(super) fn decode(text: &[u8]) -> Option<(Self, &[u8])> {
        let mut parts = text.splitn(2, |byte| *byte == SEPARATOR);
        let told = serde_json::from_slice(parts.next()?).ok()?;
        Some((told, parts.next().unwrap_or_default()))
    }
}

/// Decodes the records of a message; empty if there are none or a newer server wrote unknown ones.
pub(super) fn decode_records(text: &[u8]) -> Vec<Record> {
    serde_json::from_slice(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rules::base::id::CommandId;
    use rules::base::seat::Actor;
    use rules::encounter::{Event, feature};

    use super::*;

    #[test]
    fn what_is_told_reads_back() {
        for (said, text) in [
            (
                Announcement::Wrote(EncounterId(7), 12),
                r#"{"by":9,"said":{"wrote":["00000000000000000000000000000007",12]}}"#,
            ),
            (
                Announcement::Changed(TableId(8)),
                r#"{"by":9,"said":{"changed":"00000000000000000000000000000008"}}"#,
            ),
            (
                Announcement::Here(vec![(EncounterId(7), vec![SeatId(1), SeatId(3)])]),
                r#"{"by":9,"said":{"here":[["00000000000000000000000000000007",[1,3]]]}}"#,
            ),
            (
                Announcement::Reading(vec![(EncounterId(7), vec![(SeatId(1), AskId(4))])]),
                r#"{"by":9,"said":{"reading":[["00000000000000000000000000000007",[[1,4]]]]}}"#,
            ),
            (Announcement::Beat(5), r#"{"by":9,"said":{"beat":5}}"#),
        ] {
            let written = ClusterMessage::from(said.clone()).encode(9);
            assert_eq!(written.as_deref(), Some(text.as_bytes()));
            let (told, records) = Envelope::decode(text.as_bytes()).expect("it was told so");
            assert_eq!((told.by, told.said), (9, said));
            assert!(records.is_empty());
        }
    }

    #[test]
    fn records_go_along_while_they_are_short() {
        let record = |words: &str| Record {
            at: 3,
            by: Actor::Seat(SeatId(1)),
            command: CommandId(5),
            events: vec![Event::Said(feature::Said {
                text: words.to_owned(),
            })],
        };
        let piece = |records| ClusterMessage {
            announcement: Announcement::Wrote(EncounterId(7), 12),
            records,
        };
        let few = vec![record("Over the roof"), record("and down")];
        let written = piece(few.clone()).encode(9).expect("it is short");
        let (told, text) = Envelope::decode(&written).expect("it was told so");
        assert_eq!(told.said, Announcement::Wrote(EncounterId(7), 12));
        assert_eq!(decode_records(text), few);

        let many = vec![record(&"far ".repeat(100)); MAX_RECORDS_BYTES / 400];
        let written = piece(many).encode(9).expect("what is said is short");
        let (told, text) = Envelope::decode(&written).expect("it was told so");
        assert_eq!(told.said, Announcement::Wrote(EncounterId(7), 12));
        assert!(text.is_empty());
    }

    #[test]
    fn records_of_a_newer_server_are_left_to_the_log() {
        let text = b"{\"by\":9,\"said\":{\"wrote\":[\"07\",12]}}\n[{\"novel\":1}]";
        let text = String::from_utf8_lossy(text).replace("07", &format!("{:032x}", 7));
        let (told, unknown) = Envelope::decode(text.as_bytes()).expect("that much is known");
        assert_eq!(told.said, Announcement::Wrote(EncounterId(7), 12));
        assert!(decode_records(unknown).is_empty());
        assert!(Envelope::decode(b"{\"by\":9,\"said\":{\"novel\":1}}").is_none());
    }
}
