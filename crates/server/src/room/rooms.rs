//! Registry of the open rooms, and the way to send them requests.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use rules::base::id::{EncounterId, PictureAddress, PictureId, SeatId, TableId};
use rules::encounter::Command;
use rules::handout::Area;
use rules::wire::{NotDoneReason, close};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use super::occupancy::{Occupancy, OpenRoom, greediest_household, sleep_quietest_if_full};
use super::{NextEncounter, ReceivedAt, Request, SeatSnapshot};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::cluster::Cluster;
use crate::http::error::HttpError;
use crate::http::fair_share::current_household;
use crate::http::limits::{MAX_HOUSEHOLD_ROOMS, MAX_ROOMS, MAX_TABLE_ROOMS, Quotas, ROOM_OPENINGS};
use crate::http::rate::RateLimiter;
use crate::lock;
use crate::metrics::Metrics;
use crate::store::{EncounterInfo, Seat, Store};

/// Requests that can wait for one room. Further senders wait for a free place.
const INBOX_CAPACITY: usize = 1_024;
/// Number of attempts to send a request to a room, which may end just then, and is opened again.
const MAX_SEND_ATTEMPTS: usize = 4;
/// Seats remembered as known to their table. At this number all are forgotten and asked about again.
const MAX_KNOWN_SEATS: usize = 100_000;

/// Handle on the open rooms, each of which runs one encounter; cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms(pub(super) Arc<Inner>);

/// Data that the task of a room needs to open the room.
pub(crate) struct Opening {
    pub(super) scene: EncounterInfo,
    pub(super) rooms: Rooms,
    pub(super) store: Arc<dyn Store>,
    pub(super) chance: Arc<dyn Chance>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) inbox: mpsc::Receiver<Request>,
    pub(super) presence: Arc<Occupancy>,
}

/// Function that runs the task of a room, from loading it to its sleep.
pub(crate) type RunRoom = fn(Opening) -> BoxFuture<'static, ()>;

/// State shared by all handles on the open rooms.
pub(super) struct Inner {
    run: RunRoom,
    pub(super) rooms: Mutex<Option<HashMap<EncounterId, OpenRoom>>>,
    /// Seats that the current encounters of their tables know.
    known_seats: Mutex<HashSet<(TableId, SeatId)>>,
    pub(super) store: Arc<dyn Store>,
    chance: Arc<dyn Chance>,
    clock: Arc<dyn Clock>,
    pub(super) tasks: TaskTracker,
    quotas: Quotas,
    meters: Metrics,
    cluster: Cluster,
    /// Rate at which each household opens rooms.
    wakes: RateLimiter<IpAddr>,
}

impl Rooms {
    /// Creates a registry without any open room; `run` is the task of each.
    pub(crate) fn new(
        run: RunRoom,
        store: Arc<dyn Store>,
        chance: Arc<dyn Chance>,
        clock: Arc<dyn Clock>,
        tasks: TaskTracker,
        quotas: Quotas,
        meters: Metrics,
    ) -> Self {
        let rooms = Mutex::new(Some(HashMap::new()));
        Self(Arc::new(Inner {
            run,
            rooms,
            known_seats: Mutex::default(),
            store,
            chance,
            clock,
            tasks,
            quotas,
            meters,
            cluster: Cluster::new(),
            wakes: RateLimiter::new(ROOM_OPENINGS),
        }))
    }

    /// Returns the limits for how much tables and seats may write.
    pub(super) fn quotas(&self) -> Quotas {
        self.0.quotas
    }

    /// Returns the metrics that rooms record.
    pub(super) fn meters(&self) -> &Metrics {
        &self.0.meters
    }

    /// Returns the link to the other servers.
    pub(crate) fn cluster(&self) -> &Cluster {
        &self.0.cluster
    }

    /// Returns the number of open rooms, and of the requests that wait for them.
    pub(crate) fn count_awake(&self) -> (usize, usize) {
        let rooms = lock(&self.0.rooms);
        let open = rooms.iter().flatten().map(|(_, room)| &room.inbox);
        let open = open.filter(|door| !door.is_closed());
        open.fold((0, 0), |(rooms, waiting), door| {
            (
                rooms + 1,
                waiting + INBOX_CAPACITY.saturating_sub(door.capacity()),
            )
        })
    }

    /// Returns the inbox of an encounter's room, which is opened if need be. Concurrent callers get
    /// the same room.
    pub(crate) fn open_or_find(
        &self,
        scene: &EncounterInfo,
    ) -> Result<mpsc::Sender<Request>, HttpError> {
        let mut rooms = lock(&self.0.rooms);
        let rooms = rooms.as_mut().ok_or(HttpError::GoingDown)?;
        let open = rooms.get_mut(&scene.id);
        if let Some(room) = open.filter(|room| !room.inbox.is_closed()) {
            room.last_requested = Instant::now();
            return Ok(room.inbox.clone());
        }
        rooms.retain(|_, room| !room.inbox.is_closed());
        let household = current_household();
        self.reserve_place(rooms, (scene.table, household))?;
        let (door, inbox) = mpsc::channel(INBOX_CAPACITY);
        let presence = Arc::default();
        let open = OpenRoom {
            inbox: door.clone(),
            table: scene.table,
            household,
            presence: Arc::clone(&presence),
            last_requested: Instant::now(),
        };
        rooms.insert(scene.id, open);
        self.0.tasks.spawn((self.0.run)(Opening {
            scene: scene.clone(),
            rooms: self.clone(),
            store: Arc::clone(&self.0.store),
            chance: Arc::clone(&self.0.chance),
            clock: Arc::clone(&self.0.clock),
            inbox,
            presence,
        }));
        Ok(door)
    }

    /// Makes place for one more room of a table, opened by a household, by ending another if need
    /// be. Each table and household has a share; beyond it, one of its own rooms is put to sleep.
    fn reserve_place(
        &self,
        rooms: &HashMap<EncounterId, OpenRoom>,
        (table, household): (TableId, Option<IpAddr>),
    ) -> Result<(), HttpError> {
        if household.is_some_and(|of| !self.0.wakes.take(of)) {
            return Err(HttpError::TooFast);
        }
        let of_table = rooms.values().filter(|room| room.table == table);
        let mut has_place = sleep_quietest_if_full(of_table, MAX_TABLE_ROOMS);
        if let Some(of) = household {
            let own = rooms.values().filter(|room| room.household == Some(of));
            has_place = has_place && sleep_quietest_if_full(own, MAX_HOUSEHOLD_ROOMS);
        }
        let count = rooms
            .values()
            .filter(|room| room.counts_toward_limit())
            .count();
        if has_place && count >= MAX_ROOMS {
            let greediest = greediest_household(rooms);
            let those = rooms.values().filter(|room| room.household == greediest);
            has_place = sleep_quietest_if_full(those, 0);
        }
        match has_place {
            true => Ok(()),
            false => Err(HttpError::NoRoom),
        }
    }

    /// Sends a request to an encounter's room and waits for the answer. Returns the inbox as well.
    pub(crate) async fn send_request<T>(
        &self,
        scene: &EncounterInfo,
        ask: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<(T, mpsc::Sender<Request>), HttpError> {
        for _ in 0..MAX_SEND_ATTEMPTS {
            let door = self.open_or_find(scene)?;
            let (answer, answered) = oneshot::channel();
            if door.send(ask(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok((answer, door));
            }
        }
        Err(HttpError::Broken)
    }

    /// Returns the current view of a seat.
    pub(crate) async fn seat_snapshot(
        &self,
        scene: EncounterInfo,
        seat: Seat,
    ) -> Result<SeatSnapshot, HttpError> {
        let ask = |answer| Request::Snapshot {
            seat: seat.clone(),
            answer,
        };
        Ok(self.send_request(&scene, ask).await?.0)
    }

    /// Returns the picture that a seat finds at an address of an encounter, and the areas that are covered for it.
    pub(crate) async fn picture_at(
        &self,
        scene: EncounterInfo,
        seat: Seat,
        address: PictureAddress,
    ) -> Result<Option<(PictureId, Vec<Area>)>, HttpError> {
        let ask = |answer| Request::Picture {
            seat: seat.clone(),
            address,
            answer,
        };
        Ok(self.send_request(&scene, ask).await?.0)
    }

    /// Sends a command of a seat to an encounter, and waits until it is committed or refused.
    pub(crate) async fn send_command(
        &self,
        scene: &EncounterInfo,
        seat: &Seat,
        command: Command,
    ) -> Result<Result<(), NotDoneReason>, HttpError> {
        // One id for all attempts: the command is done once.
        let (id, came) = (self.0.chance.new_command_id(), ReceivedAt::now());
        let ask = |answer| Request::FormCommand {
            seat: seat.clone(),
            id,
            came: came.clone(),
            command: Box::new(command.clone()),
            answer,
        };
        Ok(self.send_request(scene, ask).await?.0)
    }

    /// Returns the inbox of an encounter's room if it is open.
    pub(super) fn find_open(&self, id: EncounterId) -> Option<mpsc::Sender<Request>> {
        let rooms = lock(&self.0.rooms);
        Some(rooms.as_ref()?.get(&id)?.inbox.clone())
    }

    /// Whether a seat is remembered as known to its table's current encounter.
    pub(crate) fn is_seat_known(&self, seat: &Seat) -> bool {
        lock(&self.0.known_seats).contains(&(seat.table, seat.id))
    }

    /// Remembers that the table's current encounter knows this seat.
    pub(crate) fn mark_seat_known(&self, seat: &Seat) {
        let mut seen = lock(&self.0.known_seats);
        if seen.len() >= MAX_KNOWN_SEATS {
            seen.clear();
        }
        seen.insert((seat.table, seat.id));
    }

    /// Moves a table from an encounter to another for a seat.
    pub(crate) async fn move_to_next_encounter(
        &self,
        scene: &EncounterInfo,
        seat: &Seat,
        onward: NextEncounter,
    ) -> Result<Result<(), NotDoneReason>, HttpError> {
        let ask = |answer| Request::NextEncounter {
            seat: seat.clone(),
            onward: Box::new(onward.clone()),
            answer,
        };
        Ok(self.send_request(scene, ask).await?.0)
    }

    /// Ends the room of an encounter and waits until it has ended.
    pub(crate) async fn end_room(&self, id: EncounterId) {
        let room = lock(&self.0.rooms)
            .as_mut()
            .and_then(|rooms| rooms.remove(&id));
        if let Some(room) = room {
            request_end(&room.inbox).await;
        }
    }

    /// Ends all rooms; none can be opened afterwards.
    pub(crate) async fn close_all(&self) {
        let rooms = lock(&self.0.rooms).take().unwrap_or_default();
        // All at once, so that they share commits.
        let mut ending = JoinSet::new();
        for room in rooms.into_values() {
            ending.spawn(async move { request_end(&room.inbox).await });
        }
        ending.join_all().await;
    }
}

/// Asks a room to end, and waits until it has ended.
async fn request_end(room: &mpsc::Sender<Request>) {
    let (ended, answered) = oneshot::channel();
    if room
        .send(Request::End(close::GOING_DOWN, ended))
        .await
        .is_ok()
    {
        _ = answered.await;
    }
}
