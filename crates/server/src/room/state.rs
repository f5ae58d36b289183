//! An open encounter and all that its task needs.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rules::base::id::{CommandId, SeatId};
use rules::encounter::{Class, Encounter, Record};
use rules::wire::{Durability, NotDoneReason, RoomEpoch};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::class_feed::ClassFeed;
use super::connections::Connections;
use super::delayed_view::DelayedView;
use super::load::{Answers, LoadedRoom};
use super::occupancy::Occupancy;
use super::pending::{CommittedState, PendingOp};
use super::private_feed::PrivateFeeds;
use super::rooms::Opening;
use super::safety_desk::SafetyDesk;
use super::secrets::DiceSecrets;
use super::{ReceivedAt, Request, Rooms, SocketId};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::http::rate::Bucket;
use crate::store::{EncounterInfo, LogPosition, SeatChanges, Store, TableUsage};

/// Time for which a room without a socket stays open.
pub(super) const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Number of records between snapshots.
pub(super) const SNAPSHOT_EVERY: u64 = 200;

/// An open encounter with its log, sockets and pending answers, run by one task.
pub(crate) struct Room {
    pub(super) scene: EncounterInfo,
    pub(super) rooms: Rooms,
    pub(super) store: Arc<dyn Store>,
    pub(super) chance: Arc<dyn Chance>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) epoch: RoomEpoch,
    /// The encounter as it will be once all uncommitted records are committed.
    pub(super) encounter: Encounter,
    /// The encounter as the sockets were last sent it. The two share what did not change since.
    pub(super) last_sent: Encounter,
    pub(super) secrets: DiceSecrets,
    /// Number of the last committed record.
    pub(super) last_seq: u64,
    /// First damaged or lost record of the log, if any: nothing is written behind it.
    pub(super) damaged: Option<u64>,
    /// Whether the store can commit at present.
    pub(super) durability_watch: watch::Receiver<bool>,
    /// Durability as it was last sent to the sockets.
    pub(super) announced_durability: Durability,
    /// Number of the last record in the stored snapshot; 0 without one.
    pub(super) snapshot_seq: u64,
    pub(super) answers: Answers,
    /// Size of what the table has written, and whether the table is a demo.
    pub(super) size: (TableUsage, bool),
    pub(super) seats: SeatChanges,
    /// Feeds of the two classes, as in `Class::ALL`.
    pub(super) feeds: [ClassFeed; 2],
    /// Feeds of the seats that are told something beside what their class sees.
    pub(super) private_feeds: PrivateFeeds,
    /// The delayed view of spectators, where the table has set a delay.
    pub(super) delayed: Option<DelayedView>,
    /// End of the time for which cached snapshots are kept for further viewers.
    pub(super) snapshots_cached_until: Option<Instant>,
    pub(super) connections: Connections,
    /// Requests for safety that wait for their time.
    pub(super) safety: SafetyDesk,
    pub(super) budgets: HashMap<SeatId, RateBudgets>,
    /// Records that are decided and not committed yet.
    pub(super) uncommitted: Vec<Record>,
    /// Set while a commit makes this the current encounter; holds the encounter that is left, if one is.
    pub(super) begins_from: Option<Option<LogPosition>>,
    /// Answers that wait for the commit.
    pub(super) pending_answers: Vec<PendingAnswer>,
    /// The committed state as far as it was read, where other servers write to the log as well.
    pub(super) committed: Option<Box<CommittedState>>,
    /// Operations decided or refused since the last commit, in order; only where the log is shared.
    pub(super) pending_ops: Vec<PendingOp>,
    /// Last known number of changes to the table's seats (moved, handed over or revoked).
    pub(super) seat_changes: u64,
    /// Whether the shared log could not be read when a browser connected.
    pub(super) is_log_unreadable: bool,
    /// Whether another server has moved the table to another encounter.
    pub(super) has_left: bool,
    /// Occupancy that the registry of rooms reads.
    pub(super) occupancy: Arc<Occupancy>,
}

/// An answer to a command that is sent once the command's record is committed.
pub(super) struct PendingAnswer {
    pub(super) asker: Requester,
    pub(super) id: CommandId,
    pub(super) answer: Result<(), NotDoneReason>,
}

/// Sender of a command to whom its answer goes, with the time at which the command was received.
pub(super) struct Requester {
    pub(super) to: AnswerTarget,
    pub(super) came: ReceivedAt,
}

impl Requester {
    /// Creates the requester for a command that came with a form.
    pub(super) const fn of_form(
        answer: oneshot::Sender<Result<(), NotDoneReason>>,
        came: ReceivedAt,
    ) -> Self {
        let to = AnswerTarget::Form(answer);
        Self { to, came }
    }
}

/// Recipient of the answer to a command, either the websocket or the HTML form that sent it.
pub(super) enum AnswerTarget {
    Socket(SocketId),
    Form(oneshot::Sender<Result<(), NotDoneReason>>),
}

/// Remaining rate limits of one seat in a room, for commands, joins, questions and repairs.
pub(super) struct RateBudgets {
    pub(super) commands: Bucket,
    pub(super) joins: Bucket,
    pub(super) questions: Bucket,
    pub(super) repairs: Bucket,
}

/// Error that ends the room's task because its memory differs from the store.
pub(super) struct RoomBroken;

/// Whether a room stays open after a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RoomStatus {
    /// The room stays open.
    Open,
    /// The table moved to another encounter.
    Left,
}

impl Room {
    /// Creates the room from what was loaded, with the inbox its requests arrive in. Nobody is connected yet.
    pub(super) fn new(memory: LoadedRoom, opening: Opening) -> (Self, mpsc::Receiver<Request>) {
        let LoadedRoom {
            scene,
            encounter,
            last_seq: last,
            damaged,
            snapshot_seq: pictured,
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
            epoch: chance.new_epoch(),
            feeds: Class::ALL.map(|class| ClassFeed::new(class, &encounter)),
            private_feeds: PrivateFeeds::new(&encounter),
            durability_watch: store.watch_durability(),
            announced_durability: match damaged {
                Some(_) => Durability::NothingMore,
                None => Durability::Everything,
            },
            scene,
            rooms,
            store,
            chance,
            clock,
            safety: SafetyDesk::new(encounter.safety().last),
            last_sent: encounter.clone(),
            encounter,
            secrets,
            last_seq: last,
            damaged,
            snapshot_seq: pictured,
            answers,
            size,
            seat_changes: seats.change_count(),
            seats,
            delayed: None,
            snapshots_cached_until: None,
            connections: Connections::default(),
            budgets: HashMap::new(),
            uncommitted: Vec::new(),
            begins_from: None,
            pending_answers: Vec::new(),
            committed: None,
            pending_ops: Vec::new(),
            is_log_unreadable: false,
            has_left: false,
            occupancy: presence,
        };
        (room, inbox)
    }

    /// Returns the current view and recent messages for a class of readers.
    pub(super) fn feed_of_class(&mut self, class: Class) -> &mut ClassFeed {
        let [storyteller, table] = &mut self.feeds;
        if class == storyteller.class() {
            storyteller
        } else {
            table
        }
    }
}
