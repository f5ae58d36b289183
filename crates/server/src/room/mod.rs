//! Rooms: one task owns one encounter, so there is no lock to reason about.
//!
//! [`Rooms`] knows which rooms are open, [`life`] is what a room does, [`memory`] how it
//! begins, [`class`] what one class of viewers was told, [`guests`] whose sockets there are,
//! [`held`] in which order a hand's commands count, [`outbox`] the way to one socket.

mod class;
mod guests;
mod held;
mod life;
mod memory;
mod outbox;
mod rooms;

use rules::encounter::{Class, Command, Question, View};
use rules::id::{CommandId, SeatId};
use rules::wire::{Epoch, Seen, Why};
use tokio::sync::oneshot;

pub(crate) use self::class::encode;
pub(crate) use self::outbox::{Mail, Outbox, outbox};
pub(crate) use self::rooms::Rooms;
use crate::store::Seat;

/// Which socket of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SocketId(pub(crate) u64);

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
    },
    /// A command came with a form. The answer comes when it is kept.
    Give {
        seat: Seat,
        id: CommandId,
        command: Box<Command>,
        answer: oneshot::Sender<Result<(), Why>>,
    },
    /// A question came over a socket.
    Ask {
        socket: SocketId,
        no: u32,
        question: Box<Question>,
    },
    /// A seat has moved to another browser so many times: sockets that were let in before go.
    Moved { seat: SeatId, moves: u32 },
    /// The person in this seat gives it up.
    Rise {
        seat: SeatId,
        answer: oneshot::Sender<()>,
    },
    /// A socket is gone.
    Leave(SocketId),
    /// The room is to end; its table is deleted or the server goes down.
    End(oneshot::Sender<()>),
}

/// What a seat sees, and where the numbering is.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) class: Class,
    pub(crate) epoch: Epoch,
    pub(crate) seq: u64,
    pub(crate) view: View,
}
