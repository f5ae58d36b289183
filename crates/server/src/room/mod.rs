//! Rooms: each encounter is owned by one task, so its state needs no locks.
//!
//! - [`rooms`]: the open rooms and the way to send them requests
//! - [`life`]: the task of a room and its main loop
//! - [`memory`]: loading a room from its snapshot and log
//! - [`doors`]: admitting seats and disconnecting them
//! - [`deciding`]: deciding commands and answering questions
//! - [`keeping`]: committing records, then sending the changes
//! - [`again`]: catching up with other servers and deciding again what lost the race
//! - [`class`]: the numbered messages of one class of viewers
//! - [`later`]: the delayed view of spectators
//! - [`dice`]: the secrets the dice are derived from
//! - [`guests`]: the connected sockets
//! - [`held`]: the order of commands that came too fast
//! - [`outbox`]: the queue of messages to one socket
//! - [`onward`]: moving the table to another encounter

mod again;
mod class;
mod deciding;
mod dice;
mod doors;
mod guests;
mod held;
mod keeping;
mod later;
mod life;
mod memory;
mod onward;
mod outbox;
mod rooms;

use rules::encounter::along::Company;
use rules::encounter::view::ProposalView;
use rules::encounter::{Class, Command, Question, Record, View};
use rules::id::{CommandId, SeatId};
use rules::wire::{Epoch, Seen, Why};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::Span;

pub(crate) use self::class::encode;
pub(crate) use self::onward::{Onward, To};
pub(crate) use self::outbox::{Mail, Outbox, Told, outbox};
pub(crate) use self::rooms::Rooms;
use crate::store::{End, Outlook, Seat};

/// Number of a socket within its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SocketId(pub(crate) u64);

/// Time at which a command was received, and the tracing span it is followed in.
#[derive(Clone, Debug)]
pub(crate) struct Came {
    at: Instant,
    span: Span,
}

impl Came {
    /// Takes the current time and opens a span within the current one.
    pub(crate) fn now() -> Self {
        // The span names neither the command, nor its seat, nor its id (which is that of the things it creates): logs
        // are read by people who are not at the table, or by a player who may not know these things.
        Self {
            at: Instant::now(),
            span: tracing::info_span!("command"),
        }
    }
}

/// A request to a room.
pub(crate) enum Request {
    /// Requests the current view of a seat, for its page.
    Picture {
        seat: Seat,
        answer: oneshot::Sender<Picture>,
    },
    /// A browser of a seat has connected.
    Join {
        seat: Seat,
        seen: Option<Seen>,
        outbox: Outbox,
        answer: oneshot::Sender<SocketId>,
    },
    /// A command was received over a socket.
    Do {
        socket: SocketId,
        id: CommandId,
        command: Command,
        came: Came,
    },
    /// A command was received with a form. The answer is sent once it is committed.
    Give {
        seat: Seat,
        id: CommandId,
        command: Box<Command>,
        came: Came,
        answer: oneshot::Sender<Result<(), Why>>,
    },
    /// Moves the table from this encounter to another, or prepares another one from it.
    Onward {
        seat: Seat,
        onward: Box<Onward>,
        answer: oneshot::Sender<Result<(), Why>>,
    },
    /// Makes this prepared encounter the current one, with the combatants carried over from another.
    Begin {
        by: SeatId,
        company: Box<Company>,
        /// The encounter that is left, as it was when the carry-over was taken.
        leaves: Option<End>,
        answer: oneshot::Sender<Result<(), Why>>,
    },
    /// Seats a person at the table from now on. The answer says whether they may stay in this encounter.
    Sit {
        seat: Seat,
        answer: oneshot::Sender<bool>,
    },
    /// A seat was taken in another encounter of the table.
    Seated(Seat),
    /// Seats were revoked in another encounter of the table.
    Gone(Vec<SeatId>),
    /// The status of the encounter was read from a store that other servers write to as well.
    Look(Outlook),
    /// Another server reports the length of the log (current or past), with its last records or none.
    Written(u64, Vec<Record>),
    /// The seats that have a socket to this encounter at other servers.
    Elsewhere(Vec<SeatId>),
    /// A question was received over a socket.
    Ask {
        socket: SocketId,
        no: u32,
        question: Box<Question>,
    },
    /// A browser reports the checksum of its view.
    Sum {
        socket: SocketId,
        seq: u64,
        sum: u32,
    },
    /// The role of storyteller was handed over between these seats, given as they are now.
    HandedOver {
        seats: Box<[Seat; 2]>,
        answer: oneshot::Sender<()>,
    },
    /// A seat has moved to another browser this many times in total: sockets of earlier browsers are closed.
    Moved { seat: SeatId, moves: u32 },
    /// Sets the delay, in seconds, after which spectators see what happens.
    Delayed(u32),
    /// The person in this seat gives it up.
    Rise {
        seat: SeatId,
        answer: oneshot::Sender<()>,
    },
    /// A socket was closed.
    Leave(SocketId),
    /// Puts the room to sleep to make place for another, unless a socket is connected.
    Sleep,
    /// Ends the room and closes its sockets with this code: its encounter was deleted, or the server shuts down.
    End(u16, oneshot::Sender<()>),
}

/// The view of a seat, and the sequence number it belongs to.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) class: Class,
    pub(crate) epoch: Epoch,
    pub(crate) seq: u64,
    pub(crate) view: View,
    /// Proposals of the seat that are not settled yet.
    pub(crate) proposed: Vec<ProposalView>,
    /// Seats that have a socket to this encounter.
    pub(crate) here: Vec<SeatId>,
}
