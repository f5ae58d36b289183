//! Requests to a room.

use rules::base::id::{
    AskId, CombatantId, CommandId, EncounterId, PictureAddress, PictureId, SeatId,
};
use rules::base::text::Name;
use rules::encounter::carry_over::{CarryOver, Recovery};
use rules::encounter::safety::{Boundary, SafetyCall, SafetySignal};
use rules::encounter::view::ProposalView;
use rules::encounter::{Class, Command, Question, Record, View};
use rules::handout::Area;
use rules::wire::{NotDoneReason, ResumePoint, RoomEpoch};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::Span;

use super::outbox::Outbox;
use crate::store::{EncounterInfo, EncounterStatus, LogPosition, Seat};

/// Number of a connected websocket within its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SocketId(pub(crate) u64);

/// Time at which a command was received, and the tracing span that its handling is logged in.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedAt {
    pub(super) at: Instant,
    pub(super) span: Span,
}

impl ReceivedAt {
    /// Creates the time of a command that is received now, with a tracing span within the current
    /// one.
    pub(crate) fn now() -> Self {
        // The span names neither the command, nor its seat, nor its id (which is that of the things it creates): logs
        // are read by people who are not at the table, or by a player who may not know these things.
        Self {
            at: Instant::now(),
            span: tracing::info_span!("command"),
        }
    }
}

/// A request sent to the inbox of a room, such as a command, a snapshot or a new socket.
pub(crate) enum Request {
    /// Requests the current view of a seat, for its page.
    Snapshot {
        seat: Seat,
        answer: oneshot::Sender<SeatSnapshot>,
    },
    /// Asks which picture a seat finds at an address, and what is covered of it.
    Picture {
        seat: Seat,
        address: PictureAddress,
        answer: oneshot::Sender<Option<(PictureId, Vec<Area>)>>,
    },
    /// A browser of a seat has connected.
    Join {
        seat: Seat,
        seen: Option<ResumePoint>,
        /// Number of the last private message that the browser has in the epoch of `seen`.
        private: Option<u64>,
        outbox: Outbox,
        answer: oneshot::Sender<SocketId>,
    },
    /// A command was received over a socket.
    SocketCommand {
        socket: SocketId,
        id: CommandId,
        command: Command,
        came: ReceivedAt,
    },
    /// A command was received with a form. The answer is sent once it is committed.
    FormCommand {
        seat: Seat,
        id: CommandId,
        command: Box<Command>,
        came: ReceivedAt,
        answer: oneshot::Sender<Result<(), NotDoneReason>>,
    },
    /// Moves the table from this encounter to another, or prepares another one from it.
    NextEncounter {
        seat: Seat,
        onward: Box<NextEncounter>,
        answer: oneshot::Sender<Result<(), NotDoneReason>>,
    },
    /// Makes this prepared encounter the current one, with the combatants carried over from another.
    Begin {
        by: SeatId,
        company: Box<CarryOver>,
        /// The encounter that is left, as it was when the carry-over was taken.
        leaves: Option<LogPosition>,
        answer: oneshot::Sender<Result<(), NotDoneReason>>,
    },
    /// Seats a person at the table from now on. The answer says whether they may stay in this encounter.
    Sit {
        seat: Seat,
        answer: oneshot::Sender<bool>,
    },
    /// A seat was taken in another encounter of the table.
    SeatTaken(Seat),
    /// Seats were revoked in another encounter of the table.
    SeatsRevoked(Vec<SeatId>),
    /// The status of the encounter was read from a store that other servers write to as well.
    StatusPolled(EncounterStatus),
    /// Another server reports the length of the log (current or past), with its last records or none.
    LogAppended(u64, Vec<Record>),
    /// The seats that have a socket to this encounter at other servers, and those with the card of an asked roll open there.
    RemotePresence(Vec<SeatId>, Vec<(SeatId, AskId)>),
    /// A question was received over a socket.
    Question {
        socket: SocketId,
        no: u32,
        question: Box<Question>,
    },
    /// A browser reports the checksum of its view.
    Checksum {
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
    SeatMoved { seat: SeatId, moves: u32 },
    /// The user of a socket has the card of this asked roll open; 0 is none.
    Reading(SocketId, AskId),
    /// Something was said for safety; nothing tells by whom.
    Safety(SafetyRequest),
    /// Sets the delay, in seconds, after which spectators see what happens.
    SetDelay(u32),
    /// The person in this seat gives it up.
    LeaveSeat {
        seat: SeatId,
        answer: oneshot::Sender<()>,
    },
    /// A socket was closed.
    SocketClosed(SocketId),
    /// Puts the room to sleep to make place for another, unless a socket is connected.
    Sleep,
    /// Ends the room and closes its sockets with this code: its encounter was deleted, or the server shuts down.
    End(u16, oneshot::Sender<()>),
}

/// Request to give a safety signal, or to change the list of what the game leaves out. Only taking
/// a thing off the list tells the socket that it came from.
#[derive(Debug)]
pub(crate) enum SafetyRequest {
    /// A signal was given.
    Call(SafetySignal),
    /// A thing is added to the list of what the game leaves out.
    Add(Boundary),
    /// A thing is taken off the list, if the socket's seat may do that.
    Remove(SocketId, Boundary),
    /// A signal was given in another encounter of the table.
    CalledElsewhere(SafetyCall),
}

/// The view of a seat at one moment, and the sequence number it belongs to.
#[derive(Debug)]
pub(crate) struct SeatSnapshot {
    pub(crate) class: Class,
    pub(crate) epoch: RoomEpoch,
    pub(crate) seq: u64,
    pub(crate) view: View,
    /// Proposals of the seat that are not settled yet.
    pub(crate) proposed: Vec<ProposalView>,
    /// Seats that have a socket to this encounter.
    pub(crate) present: Vec<SeatId>,
}

/// Order to continue the table at another encounter, with the combatants that are carried over.
#[derive(Clone, Debug)]
pub(crate) struct NextEncounter {
    /// Combatants that are carried over, each with how they recover.
    pub(crate) companions: Vec<(CombatantId, Recovery)>,
    /// Whether the places of the scene are carried over, too.
    pub(crate) with_places: bool,
    /// Encounter to continue at.
    pub(crate) to: Destination,
}

/// Encounter at which a table continues, be it a new, a prepared or a past one.
#[derive(Clone, Debug)]
pub(crate) enum Destination {
    /// A new encounter, which begins now or is prepared out of the players' sight.
    New {
        id: EncounterId,
        title: Name,
        begins: bool,
    },
    /// A prepared encounter, which begins now.
    Prepared(EncounterInfo),
    /// An encounter that was over and continues as it was; no combatant is carried over.
    Past(EncounterInfo),
}
