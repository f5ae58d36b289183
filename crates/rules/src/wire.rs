//! What travels between a browser and the server: JSON text, one message a frame.

use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

use crate::encounter::{Change, Command, Question, Refusal, Reply, View};
use crate::id::{CommandId, SeatId};

/// The version of these messages. A server answers another version with
/// [`FromServer::Reload`].
pub const PROTOCOL: u16 = 3;

/// Bytes of the longest message a browser may send.
pub const MAX_MESSAGE: usize = 16 * 1024;

/// A browser speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FromClient {
    /// The first message: what this browser has already seen.
    Hello {
        /// The version it speaks.
        protocol: u16,
        /// Where it got to; `None` has nothing yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<Seen>,
    },
    /// A command.
    Do {
        /// Its id, minted by the browser. The same id is applied once.
        id: CommandId,
        /// What is asked for.
        command: Command,
    },
    /// A question. Answered with [`ToAsker::Reply`]; nothing changes.
    Ask {
        /// A number of the asker's own, which the reply bears.
        no: u32,
        /// What is asked.
        question: Box<Question>,
    },
    /// Whether the server is there. Answered with [`FromServer::Pong`].
    Ping,
    /// How the browser sees the table: the last number it followed and the [sum](View::sum) of its view. The
    /// socket is closed with [`close::ELSEWHERE`] if it should see something else at that number; otherwise there is
    /// no answer.
    Sum(u64, u32),
}

/// How far a browser has followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The life of the room the number belongs to.
    pub epoch: Epoch,
    /// The last number.
    pub seq: u64,
}

/// One life of a room. A room that was restarted numbers afresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Epoch(pub u32);

/// The server speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromServer {
    /// The answer to [`FromClient::Hello`] from a browser the server cannot bring up to date
    /// with less: everything.
    Snapshot(Box<Snapshot>),
    /// The answer to [`FromClient::Hello`] from a browser that missed this much or nothing;
    /// the missing changes follow as [`FromServer::Changes`].
    Resumed {
        /// Who they are.
        you: SeatId,
    },
    /// What changed, with the number this brings the view to. Numbers have no gaps.
    #[serde(rename = "d")]
    Changes(u64, Vec<Change>),
    /// A command was done and is kept. Its changes, if there were any to see, came before.
    #[serde(rename = "ok")]
    Done(CommandId),
    /// A command was not done, and nothing changed.
    #[serde(rename = "no")]
    NotDone(CommandId, Why),
    /// A message that could not be read; nothing changed.
    Unreadable(Complaint),
    /// Who is here now, in the order of their seats. Not kept, not numbered.
    Here(Vec<SeatId>),
    /// Whether what is done here is kept. Said when that changes, and to each who comes while it is not.
    Keeps(Keeps),
    /// The answer to [`FromClient::Ping`].
    Pong,
    /// This page is older or newer than the server: load it again.
    Reload,
}

/// Whether what is done in an encounter is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Keeps {
    /// It is. Commands that were answered with [`Why::NotKept`] can be given again.
    Everything,
    /// The disk of the server fails or is full. The server tries again by itself.
    NothingNow,
    /// The log of this encounter is damaged: what comes before the damage can be read, and nothing is
    /// added any more.
    NothingMore,
}

/// The server answers a browser that asked. The browser's part asks nothing, so this is
/// no part of what it reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToAsker {
    /// The answer to [`FromClient::Ask`], with its number.
    Reply(u32, Reply),
}

/// A whole view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The life of the room.
    pub epoch: Epoch,
    /// The number this view is at.
    pub seq: u64,
    /// Who the reader is.
    pub you: SeatId,
    /// What they see.
    pub view: View,
}

/// Why a command was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The rules refuse it.
    #[error("{0}")]
    Refused(Refusal),
    /// Too many commands in too short a time. Later the same command may be given again.
    #[error("{}", msg::THAT_WAS_TOO_FAST_WAIT)]
    TooFast,
    /// It could not be kept on disk, so it did not happen. It may be given again.
    #[error("{}", msg::THE_SERVER_COULD_NOT_KEEP)]
    NotKept,
    /// The table has written as much as it may. Later the same command may be given again.
    #[error("{}", full(*minutes))]
    Full {
        /// When it may go on, where it may: the next day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minutes: Option<u32>,
    },
    /// The log of the encounter is damaged, so nothing is added to it.
    #[error("{}", msg::THE_LOG_OF_THIS_ENCOUNTER)]
    Damaged,
}

/// What is said at a table that has written as much as it may.
fn full(minutes: Option<u32>) -> String {
    match minutes {
        Some(minutes) => {
            let (hours, minutes) = (minutes / 60, minutes % 60);
            msg::this_table_has_written_all(&hours, &minutes)
        }
        None => msg::THIS_TABLE_HAS_WRITTEN_ALL_IT_MAY.into(),
    }
}

/// Why a message could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Complaint {
    /// Not JSON.
    #[error("{}", msg::THAT_IS_NOT_JSON)]
    NotJson,
    /// JSON, but no message of this protocol.
    #[error("{}", msg::THAT_IS_NO_MESSAGE_OF)]
    UnknownMessage,
    /// Not text.
    #[error("{}", msg::MESSAGES_ARE_TEXT)]
    NotText,
    /// Longer than [`MAX_MESSAGE`].
    #[error("{}", msg::THAT_MESSAGE_IS_TOO_LONG)]
    TooLong,
    /// Something else came before the hello, or a second hello.
    #[error("{}", msg::SAY_HELLO_FIRST_AND_ONCE)]
    Hello,
    /// Too many messages in too short a time.
    #[error("{}", msg::TOO_MANY_MESSAGES)]
    TooFast,
}

/// Why the server closes a socket, as a websocket close code.
pub mod close {
    /// The browser did not read fast enough. Come back with what you have seen.
    pub const LAGGING: u16 = 4000;
    /// The seat is gone. Do not come back.
    pub const SEAT_GONE: u16 = 4001;
    /// The room could not keep something and starts over. Come back.
    pub const STARTING_OVER: u16 = 4002;
    /// The server goes down. Come back later.
    pub const GOING_DOWN: u16 = 1001;
    /// Too many bad messages. Come back later.
    pub const MISBEHAVED: u16 = 4003;
    /// No hello came in time.
    pub const SILENT: u16 = 4004;
    /// The seat has moved to another browser. Do not come back.
    pub const SEAT_MOVED: u16 = 4005;
    /// The table is at another encounter, or the browser sees something else than it was told. Load its page.
    pub const ELSEWHERE: u16 = 4006;
    /// Against the rules of websockets themselves.
    pub const PROTOCOL: u16 = 1002;
    /// A text that is not UTF-8.
    pub const NOT_UTF8: u16 = 1007;
    /// A message so long that it is not even read.
    pub const TOO_LONG: u16 = 1009;
}
