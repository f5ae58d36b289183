//! Which rooms are open, and the way in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use rules::encounter::Command;
use rules::id::EncounterId;
use rules::wire::Why;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;

use super::life::Room;
use super::{Picture, Request};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::error::HttpError;
use crate::limits::MAX_ROOMS;
use crate::locked;
use crate::store::{Scene, Seat, Store};

/// Asks that wait for one room. The next asker waits in line.
const INBOX: usize = 1_024;
/// How often a room is asked for: it may end just when it is asked, and is then opened again.
const KNOCKS: usize = 4;

/// The open rooms. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Inner>);

struct Inner {
    rooms: Mutex<Option<HashMap<EncounterId, mpsc::Sender<Request>>>>,
    store: Arc<dyn Store>,
    chance: Arc<dyn Chance>,
    clock: Arc<dyn Clock>,
    tasks: TaskTracker,
}

impl Rooms {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        chance: Arc<dyn Chance>,
        clock: Arc<dyn Clock>,
        tasks: TaskTracker,
    ) -> Self {
        let rooms = Mutex::new(Some(HashMap::new()));
        Self(Arc::new(Inner {
            rooms,
            store,
            chance,
            clock,
            tasks,
        }))
    }

    /// The way into a room, which is opened if need be. Two who come at once find one room.
    pub(crate) fn enter(&self, scene: &Scene) -> Result<mpsc::Sender<Request>, HttpError> {
        let mut rooms = locked(&self.0.rooms);
        let rooms = rooms.as_mut().ok_or(HttpError::NoRoom)?;
        if let Some(room) = rooms.get(&scene.id).filter(|room| !room.is_closed()) {
            return Ok(room.clone());
        }
        rooms.retain(|_, room| !room.is_closed());
        if rooms.len() >= MAX_ROOMS {
            return Err(HttpError::NoRoom);
        }
        let (door, inbox) = mpsc::channel(INBOX);
        rooms.insert(scene.id, door.clone());
        let room = Room::open(
            scene.clone(),
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
        Err(HttpError::NoRoom)
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
        let id = self.0.chance.command();
        let ask = |answer| Request::Give {
            seat: seat.clone(),
            id,
            command: Box::new(command.clone()),
            answer,
        };
        Ok(self.ask(scene, ask).await?.0)
    }

    /// Tells the open ones of these rooms that a seat has moved to another browser.
    pub(crate) async fn moved(&self, scenes: &[Scene], seat: &Seat) {
        for scene in scenes {
            let room = locked(&self.0.rooms)
                .as_ref()
                .and_then(|rooms| rooms.get(&scene.id).cloned());
            if let Some(room) = room {
                let (seat, moves) = (seat.id, seat.moves);
                // A room that is just closing has shown everybody out.
                _ = room.send(Request::Moved { seat, moves }).await;
            }
        }
    }

    /// Ends a room and waits until it has ended.
    pub(crate) async fn end(&self, id: EncounterId) {
        let room = locked(&self.0.rooms)
            .as_mut()
            .and_then(|rooms| rooms.remove(&id));
        if let Some(room) = room {
            end(&room).await;
        }
    }

    /// Ends all rooms; none opens any more.
    pub(crate) async fn close(&self) {
        let rooms = locked(&self.0.rooms).take().unwrap_or_default();
        // All at once, so that what they keep shares its commits.
        let mut ending = JoinSet::new();
        for room in rooms.into_values() {
            ending.spawn(async move { end(&room).await });
        }
        ending.join_all().await;
    }
}

async fn end(room: &mpsc::Sender<Request>) {
    let (ended, answered) = oneshot::channel();
    if room.send(Request::End(ended)).await.is_ok() {
        _ = answered.await;
    }
}
