//! Messages between browser and server: JSON text, one message per WebSocket frame.

use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

use crate::base::id::{AskId, CommandId, SeatId};
use crate::base::late::Late;
use crate::encounter::safety::{Boundary, SafetyCall, SafetySignal};
use crate::encounter::{Change, Command, PrivateChange, Question, Refusal, Reply, View};

/// Version of the messages; a server answers another version with [`ServerMessage::Reload`].
pub const PROTOCOL_VERSION: u16 = 3;

/// Maximum length of a message from a browser, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 16 * 1024;

/// Message from a browser to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// First message of a connection, with the position up to which the browser is current.
    Hello {
        /// Protocol version of the browser.
        protocol: u16,
        /// Position to resume from; `None` if the browser has no view yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<ResumePoint>,
        /// Number of the last private message that the browser has, in the epoch of `seen`; `None` if it has no private
        /// view of that epoch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        private: Option<u64>,
    },
    /// Command to be carried out.
    Do {
        /// Id of the command, minted by the browser; each id is applied once.
        id: CommandId,
        /// Command that the browser gives.
        command: Command,
    },
    /// Question, answered with [`QuestionReply::Reply`]; changes nothing.
    Ask {
        /// Number chosen by the browser, repeated in the reply.
        no: u32,
        /// Question that the browser asks.
        question: Box<Question>,
    },
    /// Liveness check, answered with [`ServerMessage::Pong`].
    Ping,
    /// Consistency check: sequence number and [checksum](View::checksum) of the browser's view. If they
    /// disagree with the server's, the socket is closed with [`close::ELSEWHERE`]; otherwise there
    /// is no answer.
    Sum(u64, u32),
    /// What somebody says for safety; never answered, and written down without who said it.
    Safety(SafetyMessage),
    /// Asked roll whose card the user has open; 0 is none. Told to those who run the table, and kept nowhere.
    Reading(AskId),
}

/// Message for safety at the table, a signal to all or a change of what the game leaves out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SafetyMessage {
    /// A signal to all.
    Call(SafetySignal),
    /// A thing that the game leaves out.
    Add(Boundary),
    /// A thing that the game leaves out no longer. Only for those who run the table.
    Remove(Boundary),
}

/// Position in the stream of changes up to which a browser is current.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResumePoint {
    /// Epoch of the room in which the number is valid.
    pub epoch: RoomEpoch,
    /// Sequence number of the last change received.
    pub seq: u64,
}

/// Number of a room's lifetime on the server; sequence numbers restart with each epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoomEpoch(pub u32);

/// Message from the server to a browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answer to [`ClientMessage::Hello`] with the whole view, if the missing changes are not
    /// available.
    Snapshot(Box<Snapshot>),
    /// Answer to [`ClientMessage::Hello`] from a browser that is current or nearly so; missing changes
    /// follow as [`ServerMessage::Changes`].
    Resumed {
        /// Seat of the browser's user.
        you: SeatId,
    },
    /// Changes to the view, with the new sequence number; numbers have no gaps.
    #[serde(rename = "d")]
    Changes(u64, Vec<Change>),
    /// Changes to what the reader's seat alone is told, with a sequence number that counts the private messages of the
    /// seat; numbers have no gaps. A seat that was never told anything gets none.
    #[serde(rename = "p")]
    Private(u64, Late<Vec<PrivateChange>>),
    /// Command was applied and stored; its visible changes were sent before.
    #[serde(rename = "ok")]
    Done(CommandId),
    /// Command was not applied; nothing changed.
    #[serde(rename = "no")]
    NotDone(CommandId, NotDoneReason),
    /// Message could not be read; nothing changed.
    Unreadable(MessageError),
    /// Seats that are connected now, in order; neither stored nor numbered.
    Here(Vec<SeatId>),
    /// Durability of changes; sent when it changes, and to new connections while it is impaired.
    Keeps(Durability),
    /// Newest signal for safety, to everybody at once, and to browsers that connect soon after; not numbered.
    Safety(SafetyCall),
    /// Seats that have the card of an asked roll open, to those who run the table alone; neither stored nor numbered.
    Reading(Late<Vec<(SeatId, AskId)>>),
    /// Answer to [`ClientMessage::Ping`], the liveness check.
    Pong,
    /// Version mismatch between page and server: the page must be reloaded.
    Reload,
}

/// Durability of changes to an encounter, which is whether the server has stored them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// All changes are stored; commands answered with [`NotDoneReason::NotKept`] can be sent again.
    Everything,
    /// The server's disk fails or is full; the server keeps retrying.
    NothingNow,
    /// The encounter's log is damaged: records before the damage can be read, and none are added.
    NothingMore,
}

/// Answer to a browser's question; separate from [`ServerMessage`], so that pages that ask nothing do
/// not link it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionReply {
    /// Answer to [`ClientMessage::Ask`], with its number.
    Reply(u32, Reply),
}

/// Complete view for one seat at a sequence number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Epoch of the room.
    pub epoch: RoomEpoch,
    /// Sequence number of the view.
    pub seq: u64,
    /// Seat of the reader.
    pub you: SeatId,
    /// View of the encounter for that seat.
    pub view: View,
}

/// Reason why a command was not applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotDoneReason {
    /// Refusal by the rules.
    #[error("{0}")]
    Refused(Refusal),
    /// Rate limit of the seat exceeded; the same command may be sent again later.
    #[error("{}", msg::THAT_WAS_TOO_FAST_WAIT)]
    TooFast,
    /// Failure to store the change, so it did not happen; the command may be sent again.
    #[error("{}", msg::THE_SERVER_COULD_NOT_KEEP)]
    NotKept,
    /// Storage quota of the table exhausted; the same command may be sent again later.
    #[error("{}", quota_message(*minutes))]
    Full {
        /// Minutes until the quota allows more, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minutes: Option<u32>,
    },
    /// Damaged log of the encounter, to which nothing can be added.
    #[error("{}", msg::THE_LOG_OF_THIS_ENCOUNTER)]
    Damaged,
}

/// Builds the message for a table whose storage quota is exhausted.
fn quota_message(minutes: Option<u32>) -> String {
    match minutes {
        Some(minutes) => {
            let (hours, minutes) = (minutes / 60, minutes % 60);
            msg::this_table_has_written_all(&hours, &minutes)
        }
        None => msg::THIS_TABLE_HAS_WRITTEN_ALL_IT_MAY.into(),
    }
}

/// Reason why a message could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageError {
    /// Text that is not JSON.
    #[error("{}", msg::THAT_IS_NOT_JSON)]
    NotJson,
    /// JSON that is not a message of this protocol.
    #[error("{}", msg::THAT_IS_NO_MESSAGE_OF)]
    UnknownMessage,
    /// Binary frame instead of text.
    #[error("{}", msg::MESSAGES_ARE_TEXT)]
    NotText,
    /// Message longer than [`MAX_MESSAGE_BYTES`] bytes.
    #[error("{}", msg::THAT_MESSAGE_IS_TOO_LONG)]
    TooLong,
    /// Message before the hello, or a second hello.
    #[error("{}", msg::SAY_HELLO_FIRST_AND_ONCE)]
    Hello,
    /// Rate limit of messages exceeded.
    #[error("{}", msg::TOO_MANY_MESSAGES)]
    TooFast,
}

/// WebSocket close codes that tell a browser why the server ended the connection.
pub mod close {
    /// Browser reads too slowly; it should reconnect and resume.
    pub const LAGGING: u16 = 4000;
    /// Seat no longer exists; the browser should not reconnect.
    pub const SEAT_GONE: u16 = 4001;
    /// Room failed to store a change and restarts; the browser should reconnect.
    pub const STARTING_OVER: u16 = 4002;
    /// Server shuts down; the browser should reconnect later.
    pub const GOING_DOWN: u16 = 1001;
    /// Too many bad messages; the browser should reconnect later.
    pub const MISBEHAVED: u16 = 4003;
    /// No hello arrived in time.
    pub const SILENT: u16 = 4004;
    /// Seat has moved to another browser; this one should not reconnect.
    pub const SEAT_MOVED: u16 = 4005;
    /// Table is at another encounter, or the browser's view is inconsistent; the page must be
    /// reloaded.
    pub const ELSEWHERE: u16 = 4006;
    /// Violation of the WebSocket protocol itself.
    pub const PROTOCOL_VERSION: u16 = 1002;
    /// Text frame that is not valid UTF-8.
    pub const NOT_UTF8: u16 = 1007;
    /// Message too long to be read at all.
    pub const TOO_LONG: u16 = 1009;
}
