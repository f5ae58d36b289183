//! A log followed from its first record on, for the pages that tell of the whole of it.

use rules::encounter::Record;
use rules::messages::Text;
use rules::messages::served as msg;

use crate::App;
use crate::error::HttpError;
use crate::store::{Scene, StoreError};

/// Records that are in memory at once.
const PAGE: u32 = 500;

/// What a page says that shows only what comes before the damage.
pub(crate) const DAMAGED: Text = msg::THE_LOG_OF_THIS_ENCOUNTER;

/// Follows the whole log of an encounter, away from the threads that serve. Of a damaged log what comes
/// before the damage is told, and the number of the first record that is not what was written.
pub(crate) async fn follow<C: Send + 'static>(
    app: &App,
    scene: &Scene,
    mut course: C,
    step: fn(&mut C, &Record),
) -> Result<(C, Option<u64>), HttpError> {
    // The end may be lost as a whole. It is asked for first: by then the log has at least as much.
    let promised = app.store.promised(scene.id).await?;
    let mut read = 0;
    loop {
        let page = match app.store.records(scene.id, read, PAGE).await {
            Err(StoreError::Damaged(record)) => return Ok((course, Some(record))),
            page => page?,
        };
        let Some((last, _)) = page.last() else {
            return Ok((course, (promised > read).then_some(read + 1)));
        };
        read = *last;
        let follow = move || {
            page.iter()
                .for_each(|(_, record)| step(&mut course, record));
            course
        };
        let followed = tokio::task::spawn_blocking(follow).await;
        course = followed.map_err(|_| HttpError::Broken)?;
    }
}
