//! Registry of the open rooms, and the way to send them requests.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use rules::encounter::Command;
use rules::id::{EncounterId, SeatId, TableId};
use rules::wire::{Why, close};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use super::occupancy::{Open, Presence, greediest, make_place};
use super::{Came, Onward, Picture, Request};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::http::error::HttpError;
use crate::http::limits::{MAX_HOUSEHOLD_ROOMS, MAX_ROOMS, MAX_TABLE_ROOMS, Quotas, WAKES};
use crate::http::rate::Rate;
use crate::http::shares::asking;
use crate::locked;
use crate::meters::Meters;
use crate::news::News;
use crate::store::{Scene, Seat, Store};

/// Requests that can wait for one room. Further senders wait for a free place.
const INBOX: usize = 1_024;
/// Attempts to send a request: a room may end just then, and is opened again.
const KNOCKS: usize = 4;
/// Seats remembered as known to their table. At this number all are forgotten and asked about again.
const MAX_SEEN: usize = 100_000;

/// Handle on the open rooms; cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms(pub(super) Arc<Inner>);

/// Everything the task of a room needs to open it.
pub(crate) struct Opening {
    pub(super) scene: Scene,
    pub(super) rooms: Rooms,
    pub(super) store: Arc<dyn Store>,
    pub(super) chance: Arc<dyn Chance>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) inbox: mpsc::Receiver<Request>,
    pub(super) presence: Arc<Presence>,
}

/// Function that runs the task of a room, from loading it to its sleep.
pub(crate) type RunRoom = fn(Opening) -> BoxFuture<'static, ()>;

/// State shared by all handles on the open rooms.
pub(super) struct Inner {
    run: RunRoom,
    pub(super) rooms: Mutex<Option<HashMap<EncounterId, Open>>>,
    /// Seats that the current encounters of their tables know.
    seen: Mutex<HashSet<(TableId, SeatId)>>,
    pub(super) store: Arc<dyn Store>,
    chance: Arc<dyn Chance>,
    clock: Arc<dyn Clock>,
    pub(super) tasks: TaskTracker,
    quotas: Quotas,
    meters: Meters,
    news: News,
    /// Rate at which each household opens rooms.
    wakes: Rate<IpAddr>,
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
        meters: Meters,
    ) -> Self {
        let rooms = Mutex::new(Some(HashMap::new()));
        Self(Arc::new(Inner {
            run,
            rooms,
            seen: Mutex::default(),
            store,
            chance,
            clock,
            tasks,
            quotas,
            meters,
            news: News::new(),
            wakes: Rate::new(WAKES),
        }))
    }

    /// Returns how much tables and seats may write.
    pub(super) fn quotas(&self) -> Quotas {
        self.0.quotas
    }

    /// Returns the metrics that rooms record.
    pub(super) fn meters(&self) -> &Meters {
        &self.0.meters
    }

    /// Returns the link to the other servers.
    pub(crate) fn news(&self) -> &News {
        &self.0.news
    }

    /// Returns the number of open rooms, and the number of requests that wait for them.
    pub(crate) fn awake(&self) -> (usize, usize) {
        let rooms = locked(&self.0.rooms);
        let open = rooms.iter().flatten().map(|(_, room)| &room.door);
        let open = open.filter(|door| !door.is_closed());
        open.fold((0, 0), |(rooms, waiting), door| {
            (rooms + 1, waiting + INBOX.saturating_sub(door.capacity()))
        })
    }

    /// Returns the inbox of a room, which is opened if need be. Concurrent callers get the same room.
    pub(crate) fn enter(&self, scene: &Scene) -> Result<mpsc::Sender<Request>, HttpError> {
        let mut rooms = locked(&self.0.rooms);
        let rooms = rooms.as_mut().ok_or(HttpError::GoingDown)?;
        let open = rooms.get_mut(&scene.id);
        if let Some(room) = open.filter(|room| !room.door.is_closed()) {
            room.asked = Instant::now();
            return Ok(room.door.clone());
        }
        rooms.retain(|_, room| !room.door.is_closed());
        let household = asking();
        self.make_place(rooms, (scene.table, household))?;
        let (door, inbox) = mpsc::channel(INBOX);
        let presence = Arc::default();
        let open = Open {
            door: door.clone(),
            table: scene.table,
            household,
            presence: Arc::clone(&presence),
            asked: Instant::now(),
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

    /// Makes place for one more room of a table, opened by a household. Each table and household has a share; beyond
    /// it, one of its own rooms is put to sleep.
    fn make_place(
        &self,
        rooms: &HashMap<EncounterId, Open>,
        (table, household): (TableId, Option<IpAddr>),
    ) -> Result<(), HttpError> {
        if household.is_some_and(|of| !self.0.wakes.take(of)) {
            return Err(HttpError::TooFast);
        }
        let of_table = rooms.values().filter(|room| room.table == table);
        let mut has_place = make_place(of_table, MAX_TABLE_ROOMS);
        if let Some(of) = household {
            let own = rooms.values().filter(|room| room.household == Some(of));
            has_place = has_place && make_place(own, MAX_HOUSEHOLD_ROOMS);
        }
        let count = rooms.values().filter(|room| room.counts()).count();
        if has_place && count >= MAX_ROOMS {
            let greediest = greediest(rooms);
            let those = rooms.values().filter(|room| room.household == greediest);
            has_place = make_place(those, 0);
        }
        match has_place {
            true => Ok(()),
            false => Err(HttpError::NoRoom),
        }
    }

    /// Sends a request to a room and waits for the answer. Returns the inbox as well.
    pub(crate) async fn ask<T>(
        &self,
        scene: &Scene,
        ask: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<(T, mpsc::Sender<Request>), HttpError> {
        for _ in 0..KNOCKS {
            let door = self.enter(scene)?;
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
    pub(crate) async fn picture(&self, scene: Scene, seat: Seat) -> Result<Picture, HttpError> {
        let ask = |answer| Request::Picture {
            seat: seat.clone(),
            answer,
        };
        Ok(self.ask(&scene, ask).await?.0)
    }

    /// Sends a command of a seat to an encounter, and waits until it is committed or refused.
    pub(crate) async fn give(
        &self,
        scene: &Scene,
        seat: &Seat,
        command: Command,
    ) -> Result<Result<(), Why>, HttpError> {
        // One id for all attempts: the command is done once.
        let (id, came) = (self.0.chance.command(), Came::now());
        let ask = |answer| Request::Give {
            seat: seat.clone(),
            id,
            came: came.clone(),
            command: Box::new(command.clone()),
            answer,
        };
        Ok(self.ask(scene, ask).await?.0)
    }

    /// Returns the inbox of a room that is open.
    pub(super) fn open(&self, id: EncounterId) -> Option<mpsc::Sender<Request>> {
        let rooms = locked(&self.0.rooms);
        Some(rooms.as_ref()?.get(&id)?.door.clone())
    }

    /// Whether a seat is remembered as known to its table's current encounter.
    pub(crate) fn has_seen(&self, seat: &Seat) -> bool {
        locked(&self.0.seen).contains(&(seat.table, seat.id))
    }

    /// Remembers that the table's current encounter knows this seat.
    pub(crate) fn note_seen(&self, seat: &Seat) {
        let mut seen = locked(&self.0.seen);
        if seen.len() >= MAX_SEEN {
            seen.clear();
        }
        seen.insert((seat.table, seat.id));
    }

    /// Moves a table from an encounter to another for a seat.
    pub(crate) async fn onward(
        &self,
        scene: &Scene,
        seat: &Seat,
        onward: Onward,
    ) -> Result<Result<(), Why>, HttpError> {
        let ask = |answer| Request::Onward {
            seat: seat.clone(),
            onward: Box::new(onward.clone()),
            answer,
        };
        Ok(self.ask(scene, ask).await?.0)
    }

    /// Ends a room and waits until it has ended.
    pub(crate) async fn end(&self, id: EncounterId) {
        let room = locked(&self.0.rooms)
            .as_mut()
            .and_then(|rooms| rooms.remove(&id));
        if let Some(room) = room {
            end(&room.door).await;
        }
    }

    /// Ends all rooms; none can be opened afterwards.
    pub(crate) async fn close(&self) {
        let rooms = locked(&self.0.rooms).take().unwrap_or_default();
        // All at once, so that they share commits.
        let mut ending = JoinSet::new();
        for room in rooms.into_values() {
            ending.spawn(async move { end(&room.door).await });
        }
        ending.join_all().await;
    }
}

/// Sends the request to end and waits until the room has ended.
async fn end(room: &mpsc::Sender<Request>) {
    let (ended, answered) = oneshot::channel();
    if room
        .send(Request::End(close::GOING_DOWN, ended))
        .await
        .is_ok()
    {
        _ = answered.await;
    }
}
