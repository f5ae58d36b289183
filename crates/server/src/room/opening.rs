//! Opens a room: loads it, verifies its log, and runs its task.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::load::LoadedRoom;
use super::rooms::Opening;
use super::state::Room;
use crate::store::{EncounterInfo, Store, StoreError};

/// Background verification of the log's hash links; yields the first damaged record, if any.
pub(super) type LogVerification = tokio::task::JoinHandle<Result<Option<u64>, StoreError>>;

/// Time for which a room waits for the verification before it opens.
const VERIFY_TIMEOUT: Duration = Duration::from_millis(100);

/// Runs the task of an encounter's room, from loading it to its end.
pub(crate) fn run_room(opening: Opening) -> BoxFuture<'static, ()> {
    Box::pin(Room::run(opening))
}

impl Room {
    /// Runs an encounter's room from loading it to its end.
    async fn run(opening: Opening) {
        let (memory, followed) = match Self::load_and_verify(&opening.scene, &opening.store).await {
            Ok(recalled) => recalled,
            // Waiting requesters find the inbox closed and are told so.
            Err(error) => {
                return tracing::error!(
                    %error, encounter.id = %opening.scene.id, "a room could not be opened"
                );
            }
        };
        if let Some(record) = memory.damaged {
            tracing::error!(
                encounter.id = %memory.scene.id, record,
                "the log of an encounter is damaged from this record on: it is opened to be read only"
            );
        }
        let delay = memory.delay;
        let (mut room, inbox) = Self::new(memory, opening);
        room.init_shared();
        if let Err(error) = room.replay_delay(delay).await {
            // Spectators must not be shown the present in its place.
            return tracing::error!(%error, encounter.id = %room.scene.id, "a room could not be opened");
        }
        let (rooms, id) = (room.rooms.clone(), room.scene.id);
        let cluster = rooms.cluster();
        let (seats, reading) = (cluster.seats_elsewhere(id), cluster.reading_elsewhere(id));
        room.connections.set_elsewhere(seats, reading);
        room.run_loop(inbox, followed).await;
        cluster.announce_presence(id, Vec::new());
        cluster.announce_reading(id, Vec::new());
    }

    /// Loads the room and verifies the log below its snapshot. A short log is verified before the
    /// room opens, a long one meanwhile.
    async fn load_and_verify(
        scene: &EncounterInfo,
        store: &Arc<dyn Store>,
    ) -> Result<(LoadedRoom, Option<LogVerification>), StoreError> {
        let memory = LoadedRoom::load(scene, &**store).await?;
        if memory.snapshot_seq == 0 || memory.damaged.is_some() {
            return Ok((memory, None));
        }
        let (id, of) = (scene.id, Arc::clone(store));
        let mut followed = tokio::spawn(async move { of.find_first_damaged(id).await });
        match tokio::time::timeout(VERIFY_TIMEOUT, &mut followed).await {
            Err(_) => Ok((memory, Some(followed))),
            // Without its snapshot the room opens with the records before the damage.
            Ok(Ok(Ok(Some(_)))) => Ok((LoadedRoom::load(scene, &**store).await?, None)),
            // Records that cannot be read now are reported by the next reader.
            Ok(_) => Ok((memory, None)),
        }
    }
}
