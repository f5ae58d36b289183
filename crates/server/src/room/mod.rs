//! Rooms: one task owns one encounter, so there is no lock to reason about.
//!
//! [`Rooms`] knows which rooms are open, [`life`] is what a room hears from beginning to end, [`memory`] how
//! it begins, [`doors`] who comes in and who has to leave, [`deciding`] what becomes of commands and
//! questions, [`keeping`] how that is written and then told, [`again`] what
//! becomes of it where others were first, [`class`] what one class of viewers was told, [`dice`]
//! what its dice come from, [`guests`] whose sockets there are,
//! [`held`] in which order a hand's commands count, [`outbox`] the way to one socket, [`onward`] how
//! a table goes on from one encounter to another.

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

/// Which socket of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SocketId(pub(crate) u64);

/// When a command came in, and the span of the log that it is followed in.
#[derive(Clone, Debug)]
pub(crate) struct Came {
    at: Instant,
    span: Span,
}

impl Came {
    /// Now, as a part of what is being done.
    pub(crate) fn now() -> Self {
        // Without what was ordered, by whom, and its id, which is that of what it brings in: a log is read by those
        // who are not at the table, or by one who is and may not know.
        Self {
            at: Instant::now(),
            span: tracing::info_span!("command"),
        }
    }
}

/// What a room can be asked.
pub(crate) enum Request {
    /// What a seat sees right now, for the page.
    Picture {
        seat: Seat,
        answer: oneshot::Sender<Picture>,
    },
    /// The browser of a seat has connected.
    Join {
        seat: Seat,
        seen: Option<Seen>,
        outbox: Outbox,
        answer: oneshot::Sender<SocketId>,
    },
    /// A command came over a socket.
    Do {
        socket: SocketId,
        id: CommandId,
        command: Command,
        came: Came,
    },
    /// A command came with a form. The answer comes when it is kept.
    Give {
        seat: Seat,
        id: CommandId,
        command: Box<Command>,
        came: Came,
        answer: oneshot::Sender<Result<(), Why>>,
    },
    /// The table goes on from this encounter to another, or another is prepared from it.
    Onward {
        seat: Seat,
        onward: Box<Onward>,
        answer: oneshot::Sender<Result<(), Why>>,
    },
    /// The table comes here from another encounter, with those who come along.
    Begin {
        by: SeatId,
        company: Box<Company>,
        /// The encounter that is left, as it was when they were asked to come.
        leaves: Option<End>,
        answer: oneshot::Sender<Result<(), Why>>,
    },
    /// The person in this seat is at the table from now on. Whether everybody there may see that they are.
    Sit {
        seat: Seat,
        answer: oneshot::Sender<bool>,
    },
    /// A seat that was taken in another encounter of the table.
    Seated(Seat),
    /// Seats that are gone by what happened in another encounter of the table.
    Gone(Vec<SeatId>),
    /// How things stand with the encounter, in a store that others write to as well.
    Look(Outlook),
    /// The log has, or had, so many records: another server says so, and which the last of them are, or nothing of
    /// them.
    Written(u64, Vec<Record>),
    /// The seats that have a socket to this encounter at other servers.
    Elsewhere(Vec<SeatId>),
    /// A question came over a socket.
    Ask {
        socket: SocketId,
        no: u32,
        question: Box<Question>,
    },
    /// How a browser sees the table.
    Sum {
        socket: SocketId,
        seq: u64,
        sum: u32,
    },
    /// The storytelling was handed over between these seats, which are as they are now.
    HandedOver {
        seats: Box<[Seat; 2]>,
        answer: oneshot::Sender<()>,
    },
    /// A seat has moved to another browser so many times: sockets that were let in before go.
    Moved { seat: SeatId, moves: u32 },
    /// The table shows spectators what happens so many seconds later from now on.
    Delayed(u32),
    /// The person in this seat gives it up.
    Rise {
        seat: SeatId,
        answer: oneshot::Sender<()>,
    },
    /// A socket is gone.
    Leave(SocketId),
    /// Others need the place of the room: it goes to sleep now, unless somebody is there.
    Sleep,
    /// The room is to end, and its sockets are closed with this code: its encounter is deleted, or
    /// the server goes down.
    End(u16, oneshot::Sender<()>),
}

/// What a seat sees, and where the numbering is.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) class: Class,
    pub(crate) epoch: Epoch,
    pub(crate) seq: u64,
    pub(crate) view: View,
    /// What the seat has proposed that is not settled yet.
    pub(crate) proposed: Vec<ProposalView>,
    /// The seats that have a socket here.
    pub(crate) here: Vec<SeatId>,
}
