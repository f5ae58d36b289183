//! Opens a room: loads it, verifies its log, and runs its task.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::memory::Memory;
use super::rooms::Opening;
use super::state::Room;
use crate::store::{Scene, Store, StoreError};

/// Background verification of the log's hash links; yields the first damaged record, if any.
pub(super) type Followed = tokio::task::JoinHandle<Result<Option<u64>, StoreError>>;

/// Time for which a room waits for the verification before it opens.
const FOLLOWING: Duration = Duration::from_millis(100);

/// Runs a room from loading it to its sleep.
pub(crate) fn run_room(opening: Opening) -> BoxFuture<'static, ()> {
    Box::pin(Room::open(opening))
}

impl Room {
    /// Runs a room from loading it to its sleep.
    async fn open(opening: Opening) {
        let (memory, followed) = match Self::recall(&opening.scene, &opening.store).await {
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
        room.share();
        if let Err(error) = room.look_back(delay).await {
            // Spectators must not be shown the present in its place.
            return tracing::error!(%error, encounter.id = %room.scene.id, "a room could not be opened");
        }
        let (rooms, id) = (room.rooms.clone(), room.scene.id);
        let elsewhere = rooms.news().elsewhere(id);
        room.guests.are_elsewhere(elsewhere);
        room.live(inbox, followed).await;
        rooms.news().here(id, Vec::new());
    }

    /// Loads the room and verifies the log below its snapshot: a short log before the room opens, a long one
    /// meanwhile.
    async fn recall(
        scene: &Scene,
        store: &Arc<dyn Store>,
    ) -> Result<(Memory, Option<Followed>), StoreError> {
        let memory = Memory::read(scene, &**store).await?;
        if memory.pictured == 0 || memory.damaged.is_some() {
            return Ok((memory, None));
        }
        let (id, of) = (scene.id, Arc::clone(store));
        let mut followed = tokio::spawn(async move { of.first_damaged(id).await });
        match tokio::time::timeout(FOLLOWING, &mut followed).await {
            Err(_) => Ok((memory, Some(followed))),
            // Without its snapshot the room opens with the records before the damage.
            Ok(Ok(Ok(Some(_)))) => Ok((Memory::read(scene, &**store).await?, None)),
            // Records that cannot be read now are reported by the next reader.
            Ok(_) => Ok((memory, None)),
        }
    }
}
