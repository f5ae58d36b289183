//! Rooms and the store's writer without sockets, pages and a database, as the simulation in `tests/simulation` runs
//! them, and what servers tell each other. Nothing of the program uses this.

use std::sync::Arc;

use rules::base::id::CommandId;
use rules::encounter::Command;
use rules::wire::ResumePoint;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::task::TaskTracker;

use crate::auth::token::Secret;
use crate::chance::Chance;
use crate::clock::Clock;
use crate::cluster::Seal;
use crate::http::limits::Quotas;
pub use crate::lock::lock;
use crate::metrics::Metrics;
use crate::room::{
    OutboxItem, OutboxReceiver, ReceivedAt, Request, Rooms, SocketId, outbox_channel, run_room,
};
pub use crate::store::fault::Fault;
pub use crate::store::rows::EventRow;
pub use crate::store::writer::{WriteTarget, Writer};
pub use crate::store::writes::{LogWrite, Write, WriteOutcome, WriteReply};
use crate::store::{EncounterInfo, Seat, Store};

/// Decrypts a message between the servers of a cluster with the key they share; `None` if it is not
/// theirs.
#[must_use]
pub fn unseal_news(key: &Secret, sealed: &[u8]) -> Option<Vec<u8>> {
    Seal::from_secret(key).unseal(sealed)
}

/// Rooms of one server, which tests talk to without sockets.
#[derive(Clone)]
pub struct TestRooms(Rooms);

/// Connection of a seat to a room, which tests hold in the place of a websocket.
pub struct TestSocket {
    id: SocketId,
    room: mpsc::Sender<Request>,
    messages: OutboxReceiver,
}

/// Command on its way to a room, with the time at which it was sent.
pub struct SentCommand(Request);

impl TestRooms {
    /// Creates a registry of rooms over a store, without any open room.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, chance: Arc<dyn Chance>, clock: Arc<dyn Clock>) -> Self {
        let meters = Metrics::new(&store.meters());
        let (tasks, quotas) = (TaskTracker::new(), Quotas::default());
        Self(Rooms::new(
            run_room, store, chance, clock, tasks, quotas, meters,
        ))
    }

    /// Connects a seat to the room of an encounter; `None` if the room cannot be opened.
    pub async fn join(
        &self,
        scene: &EncounterInfo,
        seat: &Seat,
        seen: Option<ResumePoint>,
    ) -> Option<TestSocket> {
        let (outbox, messages) = outbox_channel();
        let join = |answer| Request::Join {
            seat: seat.clone(),
            seen,
            private: None,
            outbox: outbox.clone(),
            answer,
        };
        let (id, room) = self.0.send_request(scene, join).await.ok()?;
        Some(TestSocket { id, room, messages })
    }

    /// Sends a command as a form does, and returns whether it was committed.
    pub async fn submit_form(&self, scene: &EncounterInfo, seat: &Seat, command: Command) -> bool {
        matches!(self.0.send_command(scene, seat, command).await, Ok(Ok(())))
    }

    /// Polls the store for records of other servers. A log that cannot be read is polled again the next time.
    pub async fn poll(&self) {
        _ = self.0.poll(None).await;
    }

    /// Ends all rooms of the server.
    pub async fn close_all(&self) {
        self.0.close_all().await;
    }
}

impl TestSocket {
    /// Waits for the next message of the room; `None` once the room has closed the socket.
    pub async fn next_message(&mut self) -> Option<Utf8Bytes> {
        match self.messages.next().await {
            OutboxItem::Message(message) => Some(message),
            OutboxItem::Goodbye(_) | OutboxItem::Ended => None,
        }
    }

    /// Creates a command of this socket, to be delivered later.
    #[must_use]
    pub fn create_command(&self, id: CommandId, command: Command) -> SentCommand {
        SentCommand(Request::SocketCommand {
            socket: self.id,
            id,
            command,
            came: ReceivedAt::now(),
        })
    }

    /// Delivers a command to the room, and returns whether the room is still there.
    pub async fn deliver_command(&self, command: SentCommand) -> bool {
        self.room.send(command.0).await.is_ok()
    }

    /// Tells the room that the socket was closed.
    pub async fn close(self) {
        _ = self.room.send(Request::SocketClosed(self.id)).await;
    }
}
