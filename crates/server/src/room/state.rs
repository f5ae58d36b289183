//! An open encounter and all that its task needs.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rules::encounter::{Class, Encounter, Record};
use rules::id::{CommandId, SeatId};
use rules::wire::{Epoch, Keeps, Why};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::class::ClassFeed;
use super::guests::Guests;
use super::later::Later;
use super::memory::{Answers, Memory};
use super::occupancy::Presence;
use super::pending::{Base, Order};
use super::rooms::Opening;
use super::secrets::DiceSecrets;
use super::{Came, Request, Rooms, SocketId};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::http::rate::Bucket;
use crate::store::{Changed, End, Scene, Size, Store};

/// Time for which a room without a socket stays open.
pub(super) const IDLE: Duration = Duration::from_secs(60);
/// Number of records between snapshots.
pub(super) const SNAPSHOT_EVERY: u64 = 200;

/// An open encounter and all that its task needs.
pub(crate) struct Room {
    pub(super) scene: Scene,
    pub(super) rooms: Rooms,
    pub(super) store: Arc<dyn Store>,
    pub(super) chance: Arc<dyn Chance>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) epoch: Epoch,
    /// The encounter as it will be once all uncommitted records are committed.
    pub(super) encounter: Encounter,
    /// The encounter as the sockets were last sent it. The two share what did not change since.
    pub(super) shown: Encounter,
    pub(super) secrets: DiceSecrets,
    /// Number of the last committed record.
    pub(super) last: u64,
    /// First damaged or lost record of the log, if any: nothing is written behind it.
    pub(super) damaged: Option<u64>,
    /// Whether the store can commit at present.
    pub(super) keeping: watch::Receiver<bool>,
    /// Durability as it was last sent to the sockets.
    pub(super) told_keeps: Keeps,
    /// Number of the last record in the stored snapshot; 0 without one.
    pub(super) pictured: u64,
    pub(super) answers: Answers,
    /// Size of what the table has written, and whether the table is a demo.
    pub(super) size: (Size, bool),
    pub(super) seats: Changed,
    /// Feeds of the two classes, as in `Class::ALL`.
    pub(super) told: [ClassFeed; 2],
    /// The delayed view of spectators, where the table has set a delay.
    pub(super) later: Option<Later>,
    /// End of the time for which cached snapshots are kept for further viewers.
    pub(super) others_come_until: Option<Instant>,
    pub(super) guests: Guests,
    pub(super) paces: HashMap<SeatId, Paces>,
    /// Records that are decided and not committed yet.
    pub(super) fresh: Vec<Record>,
    /// Set while a commit makes this the current encounter; holds the encounter that is left, if one is.
    pub(super) begins: Option<Option<End>>,
    /// Answers that wait for the commit.
    pub(super) waiting: Vec<Waiting>,
    /// The committed state as far as it was read, where other servers write to the log as well.
    pub(super) base: Option<Box<Base>>,
    /// Operations decided or refused since the last commit, in order; only where the log is shared.
    pub(super) orders: Vec<Order>,
    /// Last known number of changes to the table's seats (moved, handed over or revoked).
    pub(super) turns: u64,
    /// Whether the shared log could not be read when a browser connected.
    pub(super) is_blind: bool,
    /// Whether another server has moved the table to another encounter.
    pub(super) left: bool,
    /// Occupancy that the registry of rooms reads.
    pub(super) presence: Arc<Presence>,
}

/// An answer that waits for the commit.
pub(super) struct Waiting {
    pub(super) asker: Asker,
    pub(super) id: CommandId,
    pub(super) answer: Result<(), Why>,
}

/// Destination of the answer to a command, and the time that was received.
pub(super) struct Asker {
    pub(super) to: AnswerTo,
    pub(super) came: Came,
}

/// Destination of an answer.
pub(super) enum AnswerTo {
    Socket(SocketId),
    Form(oneshot::Sender<Result<(), Why>>),
}

/// Rate budgets of a seat.
pub(super) struct Paces {
    pub(super) commands: Bucket,
    pub(super) joins: Bucket,
    pub(super) questions: Bucket,
    pub(super) repairs: Bucket,
}

/// Error that ends the room: its memory differs from the store.
pub(super) struct Broken;

/// Whether the room stays open after a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stays {
    /// The room stays open.
    Open,
    /// The table moved to another encounter.
    Left,
}

impl Room {
    /// Creates the room from what was loaded, with the inbox its requests arrive in. Nobody is connected yet.
    pub(super) fn new(memory: Memory, opening: Opening) -> (Self, mpsc::Receiver<Request>) {
        let Memory {
            scene,
            encounter,
            last,
            damaged,
            pictured,
            answers,
            size,
            seats,
            secrets,
            delay: _,
        } = memory;
        let Opening {
            scene: _,
            rooms,
            store,
            chance,
            clock,
            inbox,
            presence,
        } = opening;
        let room = Self {
            epoch: chance.epoch(),
            told: Class::ALL.map(|class| ClassFeed::new(class, &encounter)),
            keeping: store.keeping(),
            told_keeps: match damaged {
                Some(_) => Keeps::NothingMore,
                None => Keeps::Everything,
            },
            scene,
            rooms,
            store,
            chance,
            clock,
            shown: encounter.clone(),
            encounter,
            secrets,
            last,
            damaged,
            pictured,
            answers,
            size,
            turns: seats.turns(),
            seats,
            later: None,
            others_come_until: None,
            guests: Guests::default(),
            paces: HashMap::new(),
            fresh: Vec::new(),
            begins: None,
            waiting: Vec::new(),
            base: None,
            orders: Vec::new(),
            is_blind: false,
            left: false,
            presence,
        };
        (room, inbox)
    }

    /// Returns the feed of a class.
    pub(super) fn told(&mut self, class: Class) -> &mut ClassFeed {
        let [storyteller, table] = &mut self.told;
        if class == storyteller.class() {
            storyteller
        } else {
            table
        }
    }
}
