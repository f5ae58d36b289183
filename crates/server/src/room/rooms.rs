//! Registry of the open rooms, and the way to send them requests.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rules::encounter::{Command, Record};
use rules::id::{EncounterId, SeatId, TableId};
use rules::wire::{Why, close};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use super::life::Room;
use super::{Came, Onward, Picture, Request};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::error::HttpError;
use crate::limits::{MAX_HOUSEHOLD_ROOMS, MAX_ROOMS, MAX_TABLE_ROOMS, Quotas, WAKES};
use crate::locked;
use crate::meters::Meters;
use crate::news::News;
use crate::rate::Rate;
use crate::shares::asking;
use crate::store::{Scene, Seat, Store, StoreError};

/// Requests that can wait for one room. Further senders wait for a free place.
const INBOX: usize = 1_024;
/// Attempts to send a request: a room may end just then, and is opened again.
const KNOCKS: usize = 4;
/// Seats remembered as known to their table. At this number all are forgotten and asked about again.
const MAX_SEEN: usize = 100_000;

/// Handle on the open rooms; cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Inner>);

/// State shared by all handles on the open rooms.
struct Inner {
    rooms: Mutex<Option<HashMap<EncounterId, Open>>>,
    /// Seats that the current encounters of their tables know.
    seen: Mutex<HashSet<(TableId, SeatId)>>,
    store: Arc<dyn Store>,
    chance: Arc<dyn Chance>,
    clock: Arc<dyn Clock>,
    tasks: TaskTracker,
    quotas: Quotas,
    meters: Meters,
    news: News,
    /// Rate at which each household opens rooms.
    wakes: Rate<IpAddr>,
}

/// An open room: its inbox, its table, and the household that opened it.
struct Open {
    door: mpsc::Sender<Request>,
    table: TableId,
    household: Option<IpAddr>,
    presence: Arc<Presence>,
    /// Time of the last request for it.
    asked: Instant,
}

/// Occupancy of a room, shared with the registry.
#[derive(Debug, Default)]
pub(super) struct Presence {
    /// Number of connected sockets.
    pub(super) sockets: AtomicUsize,
    /// Whether it was told to sleep, to make place for another room.
    pub(super) leaves: AtomicBool,
}

impl Open {
    /// Whether the room counts toward the limits: it is open and not about to sleep.
    fn counts(&self) -> bool {
        !self.door.is_closed() && !self.presence.leaves.load(Ordering::Relaxed)
    }

    /// Whether no socket is connected.
    fn is_empty(&self) -> bool {
        self.presence.sockets.load(Ordering::Relaxed) == 0
    }

    /// Tells the room to sleep, and returns whether it got the request.
    fn put_to_sleep(&self) -> bool {
        let told = self.door.try_send(Request::Sleep).is_ok();
        self.presence.leaves.store(told, Ordering::Relaxed);
        told
    }
}

/// Makes place for one more among these rooms: at the limit, puts the room without sockets to sleep that was unused
/// for longest. Returns whether there is a place.
fn make_place<'a>(rooms: impl Iterator<Item = &'a Open>, most: usize) -> bool {
    let rooms: Vec<_> = rooms.filter(|room| room.counts()).collect();
    if rooms.len() < most {
        return true;
    }
    let empty = rooms.into_iter().filter(|room| room.is_empty());
    let quietest = empty.min_by_key(|room| room.asked);
    quietest.is_some_and(Open::put_to_sleep)
}

/// Returns the household that has opened the most rooms without sockets.
fn greediest(rooms: &HashMap<EncounterId, Open>) -> Option<IpAddr> {
    let mut counts: HashMap<Option<IpAddr>, usize> = HashMap::new();
    for room in rooms
        .values()
        .filter(|room| room.counts() && room.is_empty())
    {
        *counts.entry(room.household).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.and_then(|(household, _)| household)
}

impl Rooms {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        chance: Arc<dyn Chance>,
        clock: Arc<dyn Clock>,
        tasks: TaskTracker,
        quotas: Quotas,
        meters: Meters,
    ) -> Self {
        let rooms = Mutex::new(Some(HashMap::new()));
        Self(Arc::new(Inner {
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
        let room = Room::open(
            scene.clone(),
            self.clone(),
            Arc::clone(&self.0.store),
            Arc::clone(&self.0.chance),
            Arc::clone(&self.0.clock),
            (inbox, presence),
        );
        self.0.tasks.spawn(room);
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

    /// Tells the open rooms of these encounters that a seat has moved to another browser.
    pub(crate) async fn moved(&self, scenes: &[Scene], seat: &Seat) {
        for scene in scenes {
            if let Some(room) = self.open(scene.id) {
                let (seat, moves) = (seat.id, seat.moves);
                // A closing room has closed all of its sockets.
                _ = room.send(Request::Moved { seat, moves }).await;
            }
        }
        self.news().changed(seat.table);
    }

    /// Returns the inbox of a room that is open.
    fn open(&self, id: EncounterId) -> Option<mpsc::Sender<Request>> {
        let rooms = locked(&self.0.rooms);
        Some(rooms.as_ref()?.get(&id)?.door.clone())
    }

    /// Tells an open room that another server reports the length of its log, and the last records.
    pub(crate) fn written_elsewhere(
        &self,
        id: EncounterId,
        last: u64,
        records: impl FnOnce() -> Vec<Record>,
    ) {
        if let Some(room) = self.open(id) {
            // A room with a full inbox reads the log itself before it writes.
            _ = room.try_send(Request::Written(last, records()));
        }
    }

    /// Tells an open room which seats are connected at other servers.
    pub(crate) fn tell_who_is_elsewhere(&self, id: EncounterId) {
        if let Some(room) = self.open(id) {
            _ = room.try_send(Request::Elsewhere(self.news().elsewhere(id)));
        }
    }

    /// Tells the other open rooms of a table that seats were revoked, without waiting.
    pub(super) fn gone_elsewhere(&self, table: TableId, here: EncounterId, seats: Vec<SeatId>) {
        self.news().changed(table);
        for room in self.others(table, here) {
            let seats = seats.clone();
            // A closing room reads the revoked seats when it opens again.
            self.0
                .tasks
                .spawn(async move { room.send(Request::Gone(seats)).await.is_ok() });
        }
    }

    /// Tells the other open rooms of a table that a seat was taken, without waiting.
    pub(super) fn seated_elsewhere(&self, here: EncounterId, seat: &Seat) {
        self.news().changed(seat.table);
        for room in self.others(seat.table, here) {
            let seat = seat.clone();
            // A closing room reads the seats when it opens again.
            self.0
                .tasks
                .spawn(async move { room.send(Request::Seated(seat)).await.is_ok() });
        }
    }

    /// Returns the inboxes of the other open rooms of a table.
    fn others(&self, table: TableId, here: EncounterId) -> Vec<mpsc::Sender<Request>> {
        locked(&self.0.rooms)
            .iter()
            .flatten()
            .filter(|(id, room)| **id != here && room.table == table)
            .map(|(_, room)| room.door.clone())
            .collect()
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

    /// Tells the open rooms of a table the delay of the spectators' view; others read it when they open.
    pub(crate) async fn delayed(&self, table: TableId, seconds: u32) {
        let doors: Vec<_> = locked(&self.0.rooms)
            .iter()
            .flatten()
            .filter(|(_, room)| room.table == table)
            .map(|(_, room)| room.door.clone())
            .collect();
        for room in doors {
            // A closing room reads it when it opens again.
            _ = room.send(Request::Delayed(seconds)).await;
        }
        self.news().changed(table);
    }

    /// Reads the status of the open rooms' encounters, of one table or of all, with one query, and passes it to them.
    /// Rooms whose encounter no longer exists are ended.
    pub(crate) async fn look(&self, of: Option<TableId>) -> Result<(), StoreError> {
        let doors: HashMap<_, _> = locked(&self.0.rooms)
            .iter()
            .flatten()
            .filter(|(_, room)| of.is_none_or(|table| room.table == table))
            .map(|(id, room)| (*id, room.door.clone()))
            .collect();
        if doors.is_empty() {
            return Ok(());
        }
        let mut ids: Vec<_> = doors.keys().copied().collect();
        let outlooks = self.0.store.outlook(&ids).await?;
        for outlook in outlooks {
            let id = outlook.end.encounter;
            ids.retain(|other| *other != id);
            if let Some(door) = doors.get(&id) {
                // A room with a full inbox reads the log itself before it writes.
                _ = door.try_send(Request::Look(outlook));
            }
        }
        for gone in ids {
            let rooms = self.clone();
            self.0.tasks.spawn(async move { rooms.end(gone).await });
        }
        Ok(())
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
