//! Which rooms are open, and the way in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use rules::encounter::{Command, Record};
use rules::id::{EncounterId, SeatId, TableId};
use rules::wire::{Why, close};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;

use super::life::Room;
use super::{Came, Onward, Picture, Request};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::error::HttpError;
use crate::limits::{MAX_ROOMS, Quotas};
use crate::locked;
use crate::meters::Meters;
use crate::news::News;
use crate::store::{Scene, Seat, Store, StoreError};

/// Asks that wait for one room. The next asker waits in line.
const INBOX: usize = 1_024;
/// How often a room is asked for: it may end just when it is asked, and is then opened again.
const KNOCKS: usize = 4;

/// The open rooms. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Inner>);

struct Inner {
    rooms: Mutex<Option<HashMap<EncounterId, Open>>>,
    store: Arc<dyn Store>,
    chance: Arc<dyn Chance>,
    clock: Arc<dyn Clock>,
    tasks: TaskTracker,
    quotas: Quotas,
    meters: Meters,
    news: News,
}

/// A room that is open, and its table.
struct Open {
    door: mpsc::Sender<Request>,
    table: TableId,
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
            store,
            chance,
            clock,
            tasks,
            quotas,
            meters,
            news: News::new(),
        }))
    }

    /// How much may be written.
    pub(super) fn quotas(&self) -> Quotas {
        self.0.quotas
    }

    /// What is counted of what rooms do.
    pub(super) fn meters(&self) -> &Meters {
        &self.0.meters
    }

    /// What this server tells others, and knows of them.
    pub(crate) fn news(&self) -> &News {
        &self.0.news
    }

    /// How many rooms are awake, and how many requests wait in front of them.
    pub(crate) fn awake(&self) -> (usize, usize) {
        let rooms = locked(&self.0.rooms);
        let open = rooms.iter().flatten().map(|(_, room)| &room.door);
        let open = open.filter(|door| !door.is_closed());
        open.fold((0, 0), |(rooms, waiting), door| {
            (rooms + 1, waiting + INBOX.saturating_sub(door.capacity()))
        })
    }

    /// The way into a room, which is opened if need be. Two who come at once find one room.
    pub(crate) fn enter(&self, scene: &Scene) -> Result<mpsc::Sender<Request>, HttpError> {
        let mut rooms = locked(&self.0.rooms);
        let rooms = rooms.as_mut().ok_or(HttpError::GoingDown)?;
        if let Some(room) = rooms.get(&scene.id).filter(|room| !room.door.is_closed()) {
            return Ok(room.door.clone());
        }
        rooms.retain(|_, room| !room.door.is_closed());
        if rooms.len() >= MAX_ROOMS {
            return Err(HttpError::NoRoom);
        }
        let (door, inbox) = mpsc::channel(INBOX);
        let open = Open {
            door: door.clone(),
            table: scene.table,
        };
        rooms.insert(scene.id, open);
        let room = Room::open(
            scene.clone(),
            self.clone(),
            Arc::clone(&self.0.store),
            Arc::clone(&self.0.chance),
            Arc::clone(&self.0.clock),
            inbox,
        );
        self.0.tasks.spawn(room);
        Ok(door)
    }

    /// Asks a room something and waits for the answer.
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

    /// What a seat sees of an encounter right now.
    pub(crate) async fn picture(&self, scene: Scene, seat: Seat) -> Result<Picture, HttpError> {
        let ask = |answer| Request::Picture {
            seat: seat.clone(),
            answer,
        };
        Ok(self.ask(&scene, ask).await?.0)
    }

    /// Gives a command of a seat to an encounter, and waits until it is kept or refused.
    pub(crate) async fn give(
        &self,
        scene: &Scene,
        seat: &Seat,
        command: Command,
    ) -> Result<Result<(), Why>, HttpError> {
        // The same id however often the room is asked: it is done once.
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

    /// Tells the open ones of these rooms that a seat has moved to another browser.
    pub(crate) async fn moved(&self, scenes: &[Scene], seat: &Seat) {
        for scene in scenes {
            if let Some(room) = self.open(scene.id) {
                let (seat, moves) = (seat.id, seat.moves);
                // A room that is just closing has shown everybody out.
                _ = room.send(Request::Moved { seat, moves }).await;
            }
        }
        self.news().changed(seat.table);
    }

    /// The way into a room that is open.
    fn open(&self, id: EncounterId) -> Option<mpsc::Sender<Request>> {
        let rooms = locked(&self.0.rooms);
        Some(rooms.as_ref()?.get(&id)?.door.clone())
    }

    /// Another server says that the log of an encounter has so many records, and which its last ones are.
    pub(crate) fn written_elsewhere(
        &self,
        id: EncounterId,
        last: u64,
        records: impl FnOnce() -> Vec<Record>,
    ) {
        if let Some(room) = self.open(id) {
            // A room that has so much to do looks by itself before it writes.
            _ = room.try_send(Request::Written(last, records()));
        }
    }

    /// Others are at an encounter by another server, or are there no more.
    pub(crate) fn tell_who_is_elsewhere(&self, id: EncounterId) {
        if let Some(room) = self.open(id) {
            _ = room.try_send(Request::Elsewhere(self.news().elsewhere(id)));
        }
    }

    /// Tells the other open rooms of a table that seats are gone. Nobody waits for it.
    pub(super) fn gone_elsewhere(&self, table: TableId, here: EncounterId, seats: Vec<SeatId>) {
        self.news().changed(table);
        let others: Vec<_> = locked(&self.0.rooms)
            .iter()
            .flatten()
            .filter(|(id, room)| **id != here && room.table == table)
            .map(|(_, room)| room.door.clone())
            .collect();
        for room in others {
            let seats = seats.clone();
            // A room that is closing reads who is gone when it opens again.
            self.0
                .tasks
                .spawn(async move { room.send(Request::Gone(seats)).await.is_ok() });
        }
    }

    /// Tells the open rooms of a table how much later spectators see it; the others read it when they open.
    pub(crate) async fn delayed(&self, table: TableId, seconds: u32) {
        let doors: Vec<_> = locked(&self.0.rooms)
            .iter()
            .flatten()
            .filter(|(_, room)| room.table == table)
            .map(|(_, room)| room.door.clone())
            .collect();
        for room in doors {
            // A room that is just closing reads it when it opens again.
            _ = room.send(Request::Delayed(seconds)).await;
        }
        self.news().changed(table);
    }

    /// Looks how things stand with the open rooms, of one table or of all, with one question to the store, and
    /// tells them. Those whose encounter is not there any more end.
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
                // A room that has so much to do looks by itself before it writes.
                _ = door.try_send(Request::Look(outlook));
            }
        }
        for gone in ids {
            let rooms = self.clone();
            self.0.tasks.spawn(async move { rooms.end(gone).await });
        }
        Ok(())
    }

    /// Lets a table go on from an encounter, as a seat wishes.
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

    /// Ends all rooms; none opens any more.
    pub(crate) async fn close(&self) {
        let rooms = locked(&self.0.rooms).take().unwrap_or_default();
        // All at once, so that what they keep shares its commits.
        let mut ending = JoinSet::new();
        for room in rooms.into_values() {
            ending.spawn(async move { end(&room.door).await });
        }
        ending.join_all().await;
    }
}

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
